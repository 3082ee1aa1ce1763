#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Damaged and unfit traces are said, never used silently.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
par=$SRCDIR/params/network.par
trace=$SRCDIR/samples/matmul.trc
cd "$tap_dir" || exit 99

# outcome FILE: the exit status of a prediction, and what is said on standard error.
outcome() {
    "$PREDICTOR" -t 2 --format csv -o - "$par" "$1" >out 2>said
    status=$?
    cat said
    echo "status $status"
}

# refused NAME FILE PATTERN: by run and by check.
refused() {
    tap_match "run: $1" "$(outcome "$2")" "$2:*error: $3
status 1"
    "$PREDICTOR" check "$2" >found 2>&1
    tap_equal "check: $1" "$?" 1
}

gzip -n -c "$trace" >sound.trc.gz
size=$(wc -c <sound.trc.gz)
tap_equal 'sound' "$(outcome sound.trc.gz)" 'status 0'
cp out sound.csv

# byte OFFSET OCTAL FILE: overwrites a byte.
byte() {
    # shellcheck disable=SC2059 # an escape on purpose
    printf "\\$2" | dd of="$3" bs=1 seek="$1" conv=notrunc 2>/dev/null
}

# The trailer is a checksum and a length, 4 bytes each.
cp sound.trc.gz checksum.trc.gz && byte $((size - 7)) 252 checksum.trc.gz
cp sound.trc.gz length.trc.gz && byte $((size - 2)) 252 length.trc.gz
refused 'a wrong checksum' checksum.trc.gz '*damaged gzip data*'
refused 'a wrong length' length.trc.gz '*damaged gzip data*'
for cut in 1 4 8; do
    head -c $((size - cut)) sound.trc.gz >cut.trc.gz
    refused "a trailer cut by $cut" cut.trc.gz 'damaged gzip data: they end before their checksum'
done

half=$(($(wc -l <"$trace") / 2))
{ head -n "$half" "$trace" | gzip -n && sed "1,${half}d" "$trace" | gzip -n; } >members.trc.gz
tap_equal 'all members are read' "$(outcome members.trc.gz)" 'status 0'
cmp -s out sound.csv
tap_equal 'all members count' "$?" 0
{ head -n "$half" "$trace" | gzip -n && printf '\0\0' && sed "1,${half}d" "$trace" | gzip -n; } >apart.trc.gz
refused 'a member behind padding' apart.trc.gz 'damaged gzip data: something else*'
{ cat sound.trc.gz && head -c 5000 /dev/zero; } >padded.trc.gz
tap_equal 'zeros behind the end' "$(outcome padded.trc.gz)" 'status 0'
{ cat sound.trc.gz && echo more; } >more.trc.gz
tap_equal 'something behind the end' "$(outcome more.trc.gz)" \
    'more.trc.gz: warning: what stands behind its compressed data is ignored
status 0'

# Single flipped bits: a prediction with status 0 is that of the sound file.
flips=0 wrong=''
for i in $(seq 1 60); do
    at=$((i * 7919 % size))
    value=$(od -An -tu1 -j "$at" -N 1 sound.trc.gz | tr -d ' ')
    cp sound.trc.gz flipped.trc.gz
    byte "$at" "$(printf '%03o' $((value ^ (1 << (i % 8)))))" flipped.trc.gz
    case $(outcome flipped.trc.gz) in
    *'status 0') cmp -s out sound.csv || wrong="$wrong $at" ;;
    *) flips=$((flips + 1)) ;;
    esac
done
tap_equal 'flipped bits that change a prediction and are not said' "$wrong" ''
tap_match 'flipped bits that are said' "$flips" '[1-9]*'

sed 's/ProcCount=1;/ProcCount=4;/' "$trace" >several.trc
refused 'of a run on several processors' several.trc '*'
tap_match 'which run' "$(outcome several.trc)" '*a run on 4: the program has to be traced on one*'
sed 's/TIME=[0-9.]*/TIME=0.00/' "$trace" >zero.trc
refused 'every TIME is 0' zero.trc 'every TIME is 0*TimePrecision*'
tap_done
