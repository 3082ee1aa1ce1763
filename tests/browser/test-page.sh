#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Uses the pages as a reader does, in Chromium: page.mjs. tests/browser.sh tells what it needs.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
. "$SRCDIR/tests/browser.sh"
browser_need 'page'
script=$(cd "$SRCDIR/tests/browser" && pwd)/page.mjs
source_dir=$(cd "$SRCDIR" && pwd)

# report NAME TRACE ARGUMENT...: a page and the JSON of the same prediction.
report() {
    name=$1 trace=$2
    shift 2
    "$PREDICTOR" -q --source-path "$source_dir/samples" "$@" -o "$tap_dir/$name.html" \
        -o "$tap_dir/$name.json" "$source_dir/params/network.par" "$source_dir/samples/$trace" || exit 99
}
report grid heat2d.trc -t 4x2
report line matmul.trc -t 8
report cube heat3d.trc -t 2x3x2
report each heat2d.trc -t 3x2 --per-processor
# five thousand intervals behind the first, each at a line of its own
awk '{ print } /^ret_einter_/ && !done { done = getline; print; for (line = 1000; line < 6000; line++) {
    printf "call_binter_ TIME=0.00000286 LINE=%d FILE=heat2d.fdv\nnfrag=9; index=1 UserInter=0;\n", line
    printf "ret_binter_ TIME=0.00000100 LINE=%d FILE=heat2d.fdv\n \ncall_einter_ TIME=0.00000005 LINE=%d FILE=heat2d.fdv\n", line, line + 1
    printf "nfrag=9; nline=%d\nret_einter_ TIME=0.00000100 LINE=%d FILE=heat2d.fdv\n \n", line, line + 1 } }' \
    "$source_dir/samples/heat2d.trc" >"$tap_dir/thousands.trc"
"$PREDICTOR" -q -t 2x2 -o "$tap_dir/thousands.html" -o "$tap_dir/thousands.json" "$source_dir/params/network.par" \
    "$tap_dir/thousands.trc" || exit 99
browser_long_names "$tap_dir"
for size in 2x2 4x2; do
    "$PREDICTOR" -q -t $size -o "$tap_dir/long-$size-$browser_long.json" -o "$tap_dir/long-$size.html" \
        "$browser_long_params" "$browser_long_trace" || exit 99
done
"$PREDICTOR" compare "$tap_dir/long-2x2-$browser_long.json" "$tap_dir/long-4x2-$browser_long.json" \
    -o "$tap_dir/long-compare.html" || exit 99
"$PREDICTOR" compare "$tap_dir/grid.json" "$tap_dir/each.json" -o "$tap_dir/compare.html" || exit 99

HOME=$tap_dir node "$script" "$modules" "$browser" "$tap_dir"
