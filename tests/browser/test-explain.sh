#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Uses findings, critical path and timeline of a page as a reader does, in Chromium: explain.mjs.
# tests/browser.sh tells what it needs.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
. "$SRCDIR/tests/browser.sh"
browser_need 'explain'
source_dir=$(cd "$SRCDIR" && pwd)

# explain NAME TRACE ARGUMENT...: a page and the JSON of the same run.
explain() {
    name=$1 trace=$2
    shift 2
    "$PREDICTOR" explain -q --source-path "$source_dir/samples" "$@" -o "$tap_dir/$name.html" \
        -o "$tap_dir/$name.json" "$source_dir/params/network.par" "$source_dir/samples/$trace" || exit 99
}
explain fault unbalanced_fault.trc -t 8
explain short serial_section_fault.trc -t 8
explain grid heat2d_large.trc -t 4x2
explain many gauss_elimination_large.trc.gz -t 16
browser_long_names "$tap_dir"
"$PREDICTOR" explain -q -t 2x2 -o "$tap_dir/long.html" "$browser_long_params" "$browser_long_trace" || exit 99

HOME=$tap_dir node "$source_dir/tests/browser/explain.mjs" "$modules" "$browser" "$tap_dir"
