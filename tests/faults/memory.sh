#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Not a test that is run each time: every command with 30 to 400 MB of address space, in steps of 10,
# on a small trace and on the traces that are named; prints a table.  By hand, in the build's folder:
#   SRCDIR=.. BUILDDIR=. PREDICTOR=./predictor ../tests/faults/memory.sh [TRACE...]
set -u
SRCDIR=$(realpath "${SRCDIR:?}") BUILDDIR=$(realpath "${BUILDDIR:?}")
PREDICTOR=$(realpath "${PREDICTOR:?}")
for trace; do
    shift
    set -- "$@" "$(realpath "$trace")"
done
. "$SRCDIR/tests/tap.sh"
. "$SRCDIR/tests/faults/faults.sh"

# One row; further arguments as of faults_run.
row() {
    name=$1
    shift
    cells=
    findings=
    faults_limit=
    faults_run whole '' "$@"
    for megabytes in $(seq 30 10 400); do
        faults_limit=$((megabytes * 1024))
        faults_run limited '' "$@"
        cell=$(faults_memory limited whole)
        case $cell in
        [.ml]) ;;
        *)
            findings="$findings
  $megabytes MB: $cell"
            cell=!
            ;;
        esac
        cells=$cells$cell
        rm -r limited
    done
    rm -r whole
    printf '%-36s %s%s\n' "$name" "$cells" "$findings"
}

echo 'from 30 to 400 MB; . done, m no memory, l libraries do not fit, ! neither'
faults_commands | while read -r name words; do
    # shellcheck disable=SC2086 # words on purpose
    row "$name" $words
done
for trace; do
    faults_trace=$trace
    trace_name=${trace##*/}
    row "$trace_name check" check T
    row "$trace_name run" P T
    row "$trace_name files" -t 4x4 -o a.json -o a.html P T
    row "$trace_name 1024x1024" -t 1024x1024 -o a.json -o a.html P T
    row "$trace_name 1024x1024 rows" -t 1024x1024 --csv=processors -o a.csv P T
    row "$trace_name timeline" -t 4x4 --timeline a.json P T
    row "$trace_name explain" explain -t 4x4 -o a.txt P T
    row "$trace_name sweep" sweep --processors 1..64 -o a.json P T
done
