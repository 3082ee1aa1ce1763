#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Being interrupted: the exit status, and nothing left behind.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
par=$SRCDIR/params/network.par
trace=$SRCDIR/samples/matmul.trc
long=$SRCDIR/samples/adi_across.trc
cd "$tap_dir" || exit 99

# Started with interrupts ignored (nohup, a job of a script) there is nothing to test.
if [ "$(sh -c 'kill -INT $$; echo ignored' 2>/dev/null)" = ignored ]; then
    tap_skip 'interrupt' 'interrupts are ignored here'
    tap_done
    exit
fi

# stopped SIGNAL ARGUMENT...: the exit status when the signal comes while the program waits for a
# trace that never comes.
mkfifo never
exec 9<>never
stopped() {
    signal=$1
    shift
    timeout --preserve-status -k 10 -s "$signal" 1 "$PREDICTOR" "$@" >out 2>err
    echo $?
}
tap_equal 'SIGINT' "$(stopped INT -o a.json "$par" never)" 130
tap_result 'SIGINT: nothing was said' "$(cat out err)"
tap_equal 'SIGTERM' "$(stopped TERM -o a.json "$par" never)" 143
tap_equal 'SIGHUP' "$(stopped HUP -o a.json "$par" never)" 129
tap_result 'no file is left' "$(find . -name '*.json' -o -name '.p*')"

# While a file is written, which may take long.
begun() { # PROCESS: it has a file open here, which may have no name
    find "/proc/$1/fd" . -lname "$tap_dir/*(deleted)" -o -name '.p*' 2>/dev/null | grep -q .
}
left=
for _ in 1 2 3; do
    "$PREDICTOR" -t 64x64 --per-processor -o w.html -o w.json "$par" "$trace" 2>err &
    n=0
    until begun $! || [ $n -gt 2000 ]; do
        sleep 0.01
        n=$((n + 1))
    done
    kill -TERM $!
    wait $!
    left="$left$?$(find . -name '.p*') "
done
tap_equal 'SIGTERM while a file is written' "$left" '143 143 143 '
tap_result 'SIGTERM while a file is written: it is whole' "$([ ! -e w.html ] || tail -c 20 w.html | grep -q '</html>' || echo cut)"
timeout --preserve-status -k 10 -s INT 1 "$PREDICTOR" -t 31623x31623 --per-processor -o rows.json \
    "$par" "$SRCDIR/samples/heat2d.trc"
tap_equal 'SIGINT while 10^9 rows are written' "$?" 130
tap_result 'SIGINT while 10^9 rows are written: no file is left' "$(find . -name '.p*' -o -name 'rows*')"

# While a pipeline goes through 10^6 processors; a sweep writes that it knows nothing.
tap_equal 'SIGINT: run on 10^6' "$(stopped INT -t 101x101x101 "$par" "$long")" 130
tap_equal 'SIGINT: explain on 10^6' "$(stopped INT explain -t 101x101x101 "$par" "$long")" 130
tap_equal 'SIGINT: sweep on 10^6' \
    "$(stopped INT sweep --topologies 101x101x101 "$par" "$long")" 130

# While it waits for the reader of a pipe it can be interrupted too.
mkfifo pipe
timeout --preserve-status -k 10 -s INT 1 "$PREDICTOR" -o pipe --format json "$par" "$trace"
tap_equal 'SIGINT while a pipe has no reader' "$?" 130
tap_done
