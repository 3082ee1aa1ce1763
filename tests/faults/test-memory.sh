#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# No memory: one line and exit status 1, whoever asked for it, and nothing half-written.
# tests/faults/memory.sh tries many more limits.
set -u
. "$SRCDIR/tests/tap.sh"
. "$SRCDIR/tests/faults/faults.sh"

# Once, wherever in the run: at its beginning and at some twelfths of it.
refusals() {
    name=$1
    shift
    faults_run "whole-$name" "$faults_on FAULT_COUNT=$tap_dir/count" "$@"
    n=$(cat "$tap_dir/count")
    for at in 1 $((n / 12)) $((n / 2)) $((n * 11 / 12)); do
        faults_run "at-$name-$at" "$faults_on FAULT_MEMORY=$at" "$@"
        case $(faults_memory "at-$name-$at" "whole-$name") in
        m) ;;
        *) echo "request $at of $n: $(faults_memory "at-$name-$at" "whole-$name")" ;;
        esac
    done
}
faults_commands >commands
while read -r name words; do
    # shellcheck disable=SC2086 # words on purpose
    tap_result "$name: no memory" "$(refusals "$name" $words)"
done <commands

# Too little for all of it, and for the libraries.
limits() {
    for faults_limit in 40000 60000 110000; do
        faults_each "$faults_limit" ''
    done
    while read -r name words; do
        for faults_limit in 40000 60000 110000; do
            case $(faults_memory "$faults_limit-$name" "whole-$name") in
            [.ml]) ;;
            *) echo "$faults_limit kB, $name: $(faults_memory "$faults_limit-$name" "whole-$name")" ;;
            esac
        done
    done <commands
}
tap_result 'limits of the address space' "$(limits)"

# A good file stays what it is.
cp "$SRCDIR/samples/README.md" a.json
faults_limit=
# shellcheck disable=SC2086 # words on purpose
env $faults_on FAULT_MEMORY=5000 "$PREDICTOR" -o a.json "$faults_par" "$faults_trace" >out 2>err
tap_equal 'an output that is there: exit status' $? 1
tap_result 'an output that is there: stays' "$(cmp a.json "$SRCDIR/samples/README.md")"
tap_done
