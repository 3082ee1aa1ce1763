#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# measure.sh [SIZE STEPS]: runs each example with the recorder on one processor and its twin with MPI on one and two,
# predicts it for this machine, and writes a table of both to standard output.
# Wants predictor, the installed dvm-record (pkg-config finds it), gcc and Open MPI.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
predictor=${PREDICTOR:-predictor}
repeat=${REPEAT-5}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Open MPI runs neither as root nor on more processes than cores unless it is told to.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
cd "$folder"

# shellcheck disable=SC2046 # words on purpose
for name in jacobi cg fft; do
    gcc -O2 -o "$name" "$here/$name.c" $(pkg-config --cflags --libs dvm-record) -lm
    mpicc -O2 -o "$name-mpi" "$here/$name-mpi.c" -lm
done
mpicc -O2 -o ping-pong "$here/ping-pong.c"
libdir=$(pkg-config --variable=libdir dvm-record)
export LD_LIBRARY_PATH="$libdir${LD_LIBRARY_PATH+:$LD_LIBRARY_PATH}"
run() {
    mpirun --oversubscribe -np "$@" </dev/null
}
run 2 ./ping-pong >machine.par

# The least of several, seconds.
measured() {
    for _ in $(seq "$repeat"); do
        run "$@" | sed 's/ s,.*//'
    done | sort -n | head -n 1
}

# Seconds of the interval that is measured, on $2 processors.
predicted() {
    "$predictor" -q -t "$2" --depth=1 -o predicted.csv machine.par "$1.trc"
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        $column["type"] == "USER" { print $column["Execution_time"] }' predicted.csv
}

load=$(cut -d ' ' -f 1 /proc/loadavg 2>/dev/null || echo unknown)
echo '| program | processors | predicted, s | measured, s | difference |'
echo '|---|---|---|---|---|'
for name in jacobi cg fft; do
    case $name in
    jacobi) arguments=${1-1000} steps=${2-100} ;;
    cg) arguments=${1-800} steps=${2-60} ;;
    fft) arguments=${1-512} steps=${2-10} ;;
    esac
    least=
    for _ in $(seq "$repeat"); do
        now=$(DVM_RECORD=next.trc "./$name" "$arguments" "$steps" | sed 's/ s,.*//')
        if [ -z "$least" ] || [ "$(printf '%s\n' "$now" "$least" | sort -n | head -n 1)" = "$now" ]; then
            least=$now
            mv next.trc "$name.trc"
        fi
    done
    for count in 1 2; do
        printf '%s %s %s %s\n' "$name" "$count" "$(predicted "$name" "$count")" \
            "$(measured "$count" "./$name-mpi" "$arguments" "$steps")"
    done
done | awk '{ printf "| %s | %s | %.3f | %.3f | %+.1f %% |\n", $1, $2, $3, $4, 100 * ($3 / $4 - 1) }'
echo
echo "$(nproc) processors, load $load when it began. The machine, by its ping-pong:"
echo
sed 's/^/    /' machine.par
