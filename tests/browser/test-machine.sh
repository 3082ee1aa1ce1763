#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Pages of machines, in Chromium: machine.mjs. tests/browser.sh tells what it needs.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
. "$SRCDIR/tests/browser.sh"
browser_need 'machine'
script=$(cd "$SRCDIR/tests/browser" && pwd)/machine.mjs
params=$(cd "$SRCDIR/params" && pwd)
cd "$tap_dir" || exit 99

# machine NAME ARGUMENT...: a page and the JSON of the same machine.
machine() {
    name=$1
    shift
    "$PREDICTOR" machine -q "$@" -o "$name.html" -o "$name.json" || exit 99
}
for name in cppe ideal infiniband-hdr node raspberry-pi slingshot transputer; do
    machine $name "$params/$name.par"
done
printf '0,1,100\n5,9,2000\n3,12,7\n' >transfers.csv
machine transfers --set mapping=hilbert --transfers transfers.csv "$params/cppe.par"
cat >cluster.par <<'END'
cluster = all;
all = { 12 x fast, 3 x slow };
all.TStart = 8; all.TByte = 0.004;
fast = { 4 x cpu }; fast.TStart = 1; fast.TByte = 0.001;
slow = { 2 x old }; slow.TStart = 2; slow.TByte = 0.002;
cpu = 2; old = 0.5;
END
machine cluster -t 10x5 cluster.par
browser_long_names "$tap_dir"
machine long "$browser_long_params"

"$PREDICTOR" -q -t 4x4 --set 'mapping=random(1)' --set congestion=load -o report.html -o report.json "$params/cppe.par" \
    "$params/../samples/heat2d.trc" || exit 99

HOME=$tap_dir node "$script" "$modules" "$browser" "$tap_dir"
