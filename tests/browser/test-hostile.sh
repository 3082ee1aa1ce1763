#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Pages of a program and of files with hostile names, in Chromium: hostile.mjs. tests/browser.sh tells
# what it needs.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
. "$SRCDIR/tests/browser.sh"
browser_need 'hostile'
script=$(cd "$SRCDIR/tests/browser" && pwd)/hostile.mjs
. "$SRCDIR/tests/hostile.sh"
hostile_files "$tap_dir"

"$PREDICTOR" -q -t 2x2 -o "$tap_dir/report.html" -o "$hostile_report" "$hostile_params" "$hostile_trace" &&
    "$PREDICTOR" explain -q -t 4x2 -o "$tap_dir/explain.html" "$hostile_params" "$hostile_trace" &&
    "$PREDICTOR" compare "$hostile_report" "$hostile_report" -o "$tap_dir/compare.html" &&
    "$PREDICTOR" sweep -q --processors 1,4 -o "$tap_dir/sweep.html" "$hostile_params" "$hostile_trace" >"$tap_dir/out" || exit 99
HOME=$tap_dir node "$script" "$modules" "$browser" "$tap_dir"
