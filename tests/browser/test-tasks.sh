#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Pages of task pools, in Chromium: tasks.mjs. tests/browser.sh tells what it needs.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
. "$SRCDIR/tests/browser.sh"
browser_need 'tasks'
script=$(cd "$SRCDIR/tests/browser" && pwd)/tasks.mjs
pool=$(cd "$SRCDIR/samples/pool" && pwd)
cd "$tap_dir" || exit 99

"$PREDICTOR" tasks -q -p 8,64,128 "$pool/tc2000-8.gist.gz" -o pool.html -o pool.json || exit 99
"$PREDICTOR" tasks -q --robust -p 1..32 "$pool/array.sacct" -o nodes.html -o nodes.json || exit 99
printf 'worker,start,dur\n%0150d,0,1\n' 0 >one.csv
"$PREDICTOR" tasks -q one.csv -o one.html -o one.json || exit 99

HOME=$tap_dir node "$script" "$modules" "$browser" "$tap_dir"
