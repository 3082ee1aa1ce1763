#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Uses findings, critical path and timeline of a page as a reader does, in Chromium: explain.mjs. What it
# needs and when it is skipped is as for test-page.sh.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
modules=${PREDICTOR_NODE_MODULES:-$SRCDIR/tests/browser/node_modules}
[ "${modules#/}" != "$modules" ] || modules=$PWD/$modules
source_dir=$(cd "$SRCDIR" && pwd)

browser=
for name in chromium chromium-browser google-chrome; do
    [ -n "$browser" ] || browser=$(command -v "$name")
done
missing='' needed=no
[ -n "$browser" ] || missing='no browser is installed (package chromium)' needed=${CI-}
command -v node >/dev/null || missing="${missing:-no node is installed (package nodejs)}"
[ -d "$modules/playwright-core" ] && [ -d "$modules/axe-core" ] ||
    missing="${missing:-no playwright-core and axe-core (npm install --prefix tests/browser)}"
if [ -n "$missing" ]; then
    if [ "$needed" = true ]; then
        tap_result 'explain' "$missing; in CI it must be there"
    else
        tap_skip 'explain' "$missing"
    fi
    tap_done
    exit
fi

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

HOME=$tap_dir node "$source_dir/tests/browser/explain.mjs" "$modules" "$browser" "$tap_dir"
