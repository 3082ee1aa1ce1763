#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Full disks, closed outputs, folders that cannot be written, interrupted calls of the system: every
# command says so in a line for each output, leaves nothing, and keeps what is there; or does not mind.
set -u
. "$SRCDIR/tests/tap.sh"
. "$SRCDIR/tests/faults/faults.sh"

NOT_WRITTEN=3
faults_commands >commands
faults_each whole ''

# broken FOLDER [STATUS]: what is wrong with a run that could not write.
broken() {
    [ "$(cat "$1/status")" = "${2:-$NOT_WRITTEN}" ] || echo "exit status $(cat "$1/status")"
    [ -s "$1/err" ] || echo 'nothing was said'
    grep -vE ': error: .*(cannot be written|cannot write)' "$1/err"
}

# From the first write on, from the second, ...; where it wrote to the end all is as always.
while read -r name words; do
    findings=
    for fault in WRITE=1 WRITE=2 WRITE=3 SYNC=1 NAME=1; do
        # shellcheck disable=SC2086 # words on purpose
        faults_run "$name-$fault" "$faults_on FAULT_$fault" $words
        diff -rq "whole-$name" "$name-$fault" >/dev/null ||
            findings="$findings$(broken "$name-$fault")
$(find "$name-$fault" -name '.p*')"
    done
    tap_result "$name: the disk is full" "$(printf %s "$findings" | sed '/^$/d')"

    # shellcheck disable=SC2086 # words on purpose
    faults_run "$name-broken" "$faults_on FAULT_BROKEN=1" $words
    tap_result "$name: interrupted calls" "$(diff -rq "whole-$name" "$name-broken")"
done <commands
tap_equal 'a full disk: something was not written' "$(cat files-WRITE=1/status)" $NOT_WRITTEN
tap_equal 'a disk that does not sync: something was not written' "$(cat files-SYNC=1/status)" $NOT_WRITTEN
tap_equal 'a disk without room for a name' "$(cat files-NAME=1/status)" $NOT_WRITTEN

# Standard output that is full, or closed.
while read -r name words; do
    [ -s "whole-$name/out" ] || continue
    for faults_out in /dev/full closed; do
        # shellcheck disable=SC2086 # words on purpose
        faults_run "$name-${faults_out#/dev/}" '' $words
        tap_result "$name: standard output is $faults_out" "$(broken "$name-${faults_out#/dev/}")"
    done
done <commands
faults_out=

# A folder in which there can be no files.
faults_run nowhere '' -o /proc/nowhere.json P T
tap_result 'a folder without files' "$(broken nowhere)"
tap_done
