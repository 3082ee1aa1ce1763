#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# No more threads: every command does with those that there are, and says and writes the same.
set -u
. "$SRCDIR/tests/tap.sh"
. "$SRCDIR/tests/faults/faults.sh"

# From which thread on they fail, and how: a limit was reached, or none is allowed.
EPERM=1
faults_each all ''
faults_each 1 "$faults_on FAULT_THREADS=1"
faults_each 2 "$faults_on FAULT_THREADS=2"
faults_each 4 "$faults_on FAULT_THREADS=4"
faults_each not-allowed "$faults_on FAULT_THREADS=1 FAULT_ERRNO=$EPERM"
for name in $(faults_commands | sed 's/ .*//'); do
    for first in 1 2 4 not-allowed; do
        tap_result "$name, threads fail: $first" "$(diff -rq "all-$name" "$first-$name")"
    done
    tap_equal "$name: exit status" "$(cat "all-$name/status")" 0
done

# A sweep without threads can be interrupted while a configuration, which takes long, is predicted.
# shellcheck disable=SC2086 # words on purpose
timeout --preserve-status -k 20 -s INT 1 env $faults_on FAULT_THREADS=1 "$PREDICTOR" sweep \
    --topologies 4194304x2 --pop "$faults_par" "$SRCDIR/samples/adi_across.trc" >out 2>err
tap_equal 'interrupted without threads: exit status' $? 130
tap_done
