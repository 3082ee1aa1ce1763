#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The multiplication of matrices by rotation, samples/rotation.sh, on the networks of CPPE's thesis: the orderings
# that docs/networks.md speaks of.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
source_dir=$(cd "$SRCDIR" && pwd)
cd "$tap_dir" || exit 99
for n in 4 8 16; do
    sh "$source_dir/samples/rotation.sh" $n >$n.trc || exit 99
done
tap_equal 'thesis: the traces are sound' "$("$PREDICTOR" check 16.trc 2>&1)" '16.trc: trace, 218 calls: no findings'

# microseconds N OPTION...: of n x n processes on such a mesh, with other parameters.
microseconds() {
    n=$1
    shift
    "$PREDICTOR" -q -t "${n}x$n" --set "nodes={$n,$n}" "$@" --format json "$source_dir/params/cppe.par" "$n.trc" |
        sed -n 's/^ "execution_time": \([0-9.e-]*\),$/\1/p' | awk '{ printf "%.0f", $1 * 1e6 }'
}
torus=$(microseconds 4 --set type=torus) mesh=$(microseconds 4)
ring=$(microseconds 4 --set type=ring --set 'nodes={256}')
tap_equal 'thesis: torus and mesh of 4 x 4' "$torus $mesh" '136 152'
tap_result 'thesis: a torus is faster than a mesh, a mesh than a ring' \
    "$([ "$torus" -lt "$mesh" ] && [ "$mesh" -lt "$ring" ] || echo "$torus $mesh $ring")"
for n in 8 16; do
    default=$(microseconds $n) random=$(microseconds $n --set 'mapping=random(1)')
    folded=$(microseconds $n --set mapping=torus2mesh) identity=$(microseconds $n --set mapping=identity)
    best=$(microseconds $n --set mapping=best)
    case $n in 8) expected='368 288' ;; *) expected='992 576' ;; esac
    tap_equal "thesis: mesh of $n x $n" "$default $folded" "$expected"
    tap_equal "thesis: default is identity, $n x $n" "$default" "$identity"
    tap_result "thesis: random is worst, $n x $n" \
        "$([ "$random" -gt "$default" ] && [ "$default" -gt "$folded" ] || echo "$random $default $folded")"
    tap_result "thesis: nothing is faster than the best mapping, $n x $n" "$([ "$best" -le "$folded" ] || echo "$best")"
done
tap_equal 'thesis: packets of 4, 8 and 16 bytes' "$(microseconds 16 --set 'packet size=4') $(microseconds 16 \
    --set 'packet size=8') $(microseconds 16 --set 'packet size=16')" '992 1008 1040'
tap_done
