#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Uses the page of a sweep as a reader does, in Chromium: page.mjs. tests/browser.sh tells what it needs.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
. "$SRCDIR/tests/browser.sh"
browser_need 'page of a sweep'
script=$(cd "$SRCDIR/tests/sweep" && pwd)/page.mjs
params=$(cd "$SRCDIR/params" && pwd)
machine=$(cd "$SRCDIR/tests/sweep" && pwd)/many-channels.par
samples=$(cd "$SRCDIR/samples" && pwd)
cd "$tap_dir" || exit 99

# sweep NAME ARGUMENT...: a page and the JSON of the same sweep.
sweep() {
    name=$1
    shift
    "$PREDICTOR" sweep -q "$@" -o "$name.html" -o "$name.json" || exit 99
}
sweep usual --processors 1..64 --grid best --pop --sensitivity "$machine" "$samples/heat2d_large.trc"
sweep machines --processors 1..16 --vary 'start time=1,10,75' --vary 'type=network,transputer' \
    "$params/network.par" "$machine" "$samples/heat2d_large.trc"
sweep failed --vary 'speed={4 x 1},{2 x 1, 6 x 2}' --topologies 1,4,8,2x2,4x2,16 --reports reports \
    "$params/network.par" "$samples/task_regions_2x2.trc"
sweep one -t 2x2 "$params/network.par" "$samples/heat2d.trc"
sweep search --search 3000 "$params/transputer.par" "$samples/conjugate_gradient_large.trc"
sed -e 's/"complete": true,$/"complete": false,/' \
    -e '/"id": 2,/s/"status": "done"\(.*"processors": 2\),.*}/"status": "not run"\1}/' usual.json >half.json
"$PREDICTOR" sweep --merge half.json -o interrupted.html -o interrupted.json || exit 99
browser_long_names "$tap_dir"
sweep long --processors 1..8 --vary 'start time=1,10,75' "$browser_long_params" "$params/network.par" "$browser_long_trace"

HOME=$tap_dir node "$script" "$modules" "$browser" "$tap_dir"
