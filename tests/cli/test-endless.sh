#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Traces without an end, and small files that inflate to large ones: each is refused with one message,
# in memory that does not grow with them, whether it is a file, a compressed file or a pipe.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
SRCDIR=$(cd "$SRCDIR" && pwd)
par=$SRCDIR/params/network.par
trace=$SRCDIR/samples/matmul.trc
cd "$tap_dir" || exit 99
mkfifo pipe || exit 99

# refused NAME MESSAGE [FILE]: without a file the trace comes from the pipe.
refused() {
    file=${3:--}
    (
        [ "$file" != - ] || exec <pipe
        # shellcheck disable=SC3045 # dash and bash have it
        ulimit -v 1000000
        exec timeout 120 "$PREDICTOR" run "$par" "$file" >/dev/null 2>err
    )
    tap_equal "$1: status" "$?" 1
    tap_equal "$1: message" "$(cat err)" "$file:$2"
}

# long COUNT: a line of so many million characters.
long() {
    head -c "${1}000000" /dev/zero | tr '\0' x
}

line='error: a line, or the lines of a call, have more than'
header='error: not a trace of Lib-DVM: no call, return or event in its first 16777216 bytes'
behind='error: more than 134217728 bytes stand behind Event_dvm_exit'
call='call_bploop_ TIME=0.1 LINE=1 FILE=a'
n=$(($(wc -l <"$trace") + 1))

refused '/dev/zero' "1: $line 16777216 bytes" /dev/zero
yes >pipe &
refused 'lines without end' "8388609: $header"
yes '' | head -c 500000000 | gzip -1 >lines.gz
refused 'compressed lines' "16777218: $header" lines.gz
yes "$call" >pipe &
refused 'calls inside of calls' '16777218: error: too many TIMEs of one call'

long 20 >before
refused 'a long line before the first call, file' "1: $line 16777216 bytes" before
cat before >pipe &
refused 'a long line before the first call, pipe' "1: $line 16777216 bytes"

(echo "$call" && long 140) >inside
refused 'a long line of a call, file' "1: $line 134217728 bytes" inside
gzip -1 <inside >inside.gz
refused 'a long line of a call, compressed' "1: $line 134217728 bytes" inside.gz
cat inside >pipe &
refused 'a long line of a call, pipe' "1: $line 134217728 bytes"

(cat "$trace" && long 140) >after
refused 'behind the end, file' "$n: $behind" after
gzip -1 <after >after.gz
refused 'behind the end, compressed' "$n: $behind" after.gz
(cat "$trace" && long 140 && yes) >pipe &
refused 'behind the end, pipe' "$n: $behind"
tap_done
