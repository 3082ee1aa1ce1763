#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Uses the pages as a reader does, in Chromium: page.mjs. The packages of package.json are looked for in
# $PREDICTOR_NODE_MODULES, else in node_modules beside this file (npm install --prefix tests/browser);
# ./check installs them. Without them the test is skipped; without a browser too, except in CI
# (CI=true), where it fails.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
modules=${PREDICTOR_NODE_MODULES:-$SRCDIR/tests/browser/node_modules}
[ "${modules#/}" != "$modules" ] || modules=$PWD/$modules
script=$(cd "$SRCDIR/tests/browser" && pwd)/page.mjs
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
        tap_result 'page' "$missing; in CI it must be there"
    else
        tap_skip 'page' "$missing"
    fi
    tap_done
    exit
fi

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
"$PREDICTOR" compare "$tap_dir/grid.json" "$tap_dir/each.json" -o "$tap_dir/compare.html" || exit 99

HOME=$tap_dir node "$script" "$modules" "$browser" "$tap_dir"
