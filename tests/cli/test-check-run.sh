#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Where run warns of a trace or refuses it, check does not say that there are no findings: of samples, of
# odd traces, of what fuzzing has found, and of samples with lines that were changed at random.
# What depends on the processors that are asked for is no matter of the trace.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
SRCDIR=$(cd "$SRCDIR" && pwd)
par=$SRCDIR/params/network.par
cd "$tap_dir" || exit 99
processors='for [0-9]* processors; equal blocks are taken|for a processor system of other sizes'

# compare FILE: what run says when check says nothing.
compare() {
    "$PREDICTOR" check "$1" 2>/dev/null | grep -q ': no findings$' || return
    n_clean=$((n_clean + 1))
    for topology in 1 3x2; do
        "$PREDICTOR" run -t "$topology" "$par" "$1" 2>&1 >/dev/null | grep -aEv "$processors" |
            sed "s/^/-t $topology: /"
    done
}

# all NAME LEAST FILE...: at least so many of the files are without findings.
all() {
    name=$1 least=$2
    shift 2
    n_clean=0 found=
    for file; do
        compare "$file" >said
        [ ! -s said ] || found="$found$file: $(cat said)
"
    done
    tap_result "$name: check says what run says" "$found"
    tap_result "$name: some have no findings" "$([ "$n_clean" -ge "$least" ] || echo "$n_clean of $#")"
}

all samples 20 "$SRCDIR"/samples/*.trc
all fuzzing 0 "$SRCDIR"/tests/fuzz/trace/*

# A line left out, doubled, moved or cut at its end, a number or a character changed; or all behind it cut.
n=0
for sample in odd_plain odd_underline copy_line genblock_given tasks; do
    [ -e "$SRCDIR/samples/$sample.trc" ] || continue
    for seed in 1 2 3 4 5 6 7 8; do
        n=$((n + 1))
        awk -v seed="$n$seed" '
            { line[NR] = $0 }
            END {
                srand(seed); at = int(rand() * NR) + 1; how = int(rand() * 7); other = int(rand() * NR) + 1
                for (i = 1; i <= NR; i++) {
                    if (i == other && how == 2) print line[at]
                    if (i == at && how == 3) sub(/ *[^ ]*$/, "", line[i])
                    if (i == at && how == 4) sub(/=[0-9]+/, "=99999", line[i])
                    if (i == at && how == 5) sub(/[a-z;]/, "-", line[i])
                    if (i != at || how > 1 && how != 2) print line[i]
                    if (i == at && how == 1) { print line[i]; print line[i] }
                    if (i == at && how == 6) exit
                }
            }' "$SRCDIR/samples/$sample.trc" >"changed-$sample-$n$seed.trc"
    done
done
all 'changed samples' 5 changed-*.trc
printf '\n \n' >blank.trc
all 'blank lines' 0 blank.trc
tap_done
