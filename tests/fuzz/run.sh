#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# run.sh [--fast] SECONDS [TARGET]...: builds the fuzz targets and runs each for so long, one after
# another, on the corpus of the repository and what runs before have found; prints a table. --fast
# builds them without sanitizers: several times as many runs, which find only what ends the program.
# Inputs are kept in build-fuzz*/corpus, those that end a target in build-fuzz*/crashes.
# Status 1 when there are such.
set -eu

options='--enable-sanitizers' build=build-fuzz
if [ "${1-}" = --fast ]; then
    options='' build=build-fuzz-fast
    shift
fi
case ${1-} in
'' | *[!0-9]*)
    echo "usage: $0 [--fast] SECONDS [TARGET]..." >&2
    exit 2
    ;;
esac
seconds=$1
shift
source=$(cd "$(dirname "$0")/../.." && pwd)
build=$source/$build
fuzz=$source/tests/fuzz
mkdir -p "$build/corpus" "$build/crashes"
cd "$build"
{
    # shellcheck disable=SC2086 # words on purpose
    [ -e Makefile ] || ../configure -q CC="${CC:-clang}" CFLAGS='-g -O2' --enable-fuzzing $options
    # shellcheck disable=SC2046 # words on purpose
    make -s -j "$(nproc)" $(sed "/^#/d; s, .*,,; s,^,tests/fuzz/fuzz-," "$fuzz/targets.txt")
} >build.log 2>&1 || {
    tail -n 20 build.log >&2
    exit 1
}
# Stacks of allocations and a large quarantine take most of the time.
export ASAN_OPTIONS='malloc_context_size=4:quarantine_size_mb=16'

# number PATTERN: what stands behind it in the log, in its last line of the kind.
number() {
    sed -n "s/$1\([0-9]*\).*/\1/p" log | tail -n 1
}

all=$(sed '/^#/d; s/ .*//' "$fuzz/targets.txt")
printf '%-10s %12s %8s %10s %8s %8s\n' target runs 'a second' 'new edges' inputs crashes
# shellcheck disable=SC2048 # words
for target in ${*:-$all}; do
    folders=$(sed -n "s/^$target //p" "$fuzz/targets.txt" | sed "s|[^ ]*|$fuzz/&|g")
    mkdir -p "corpus/$target"
    # shellcheck disable=SC2086 # words on purpose
    "tests/fuzz/fuzz-$target" -max_total_time="$seconds" -max_len="${FUZZ_MAX_LEN:-1000}" -timeout=20 \
        -print_final_stats=1 -artifact_prefix="crashes/$target-" "corpus/$target" $folders >log 2>&1 || :
    cp log "crashes/$target.log"
    first=$(number '.*INITED cov: ') last=$(number '^#.* cov: ')
    found=$(find crashes -name "$target-*" | wc -l)
    printf '%-10s %12s %8s %10s %8s %8s\n' "$target" "$(number 'stat::number_of_executed_units: ')" \
        "$(number 'stat::average_exec_per_sec: *')" "$((${last:-0} - ${first:-0}))" \
        "$(number 'stat::new_units_added: *')" "$found"
done
[ -z "$(find crashes -name '*-*')" ]
