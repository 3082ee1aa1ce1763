#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Killed at any time: what was there is as before or whole, and nothing else is left.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
par=$SRCDIR/params/network.par
trace=$SRCDIR/samples/matmul.trc
cd "$tap_dir" || exit 99
mkdir whole out

write() { # FOLDER
    exec "$PREDICTOR" -t 16x16 --per-processor -o "$1/a.json" -o "$1/b.csv" "$par" "$trace"
}
(write whole)
echo before >before.json

left='' cut='' killed=0
for i in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do
    rm -f out/*
    [ $((i % 2)) = 0 ] || cp before.json out/a.json
    write out &
    sleep "0.0$i"
    kill -KILL $! 2>/dev/null
    wait $!
    [ $? != 137 ] || killed=$((killed + 1))
    left="$left$(find out -name '.*')"
    for file in a.json b.csv; do
        [ ! -e "out/$file" ] || cmp -s "out/$file" "whole/$file" || cmp -s "out/$file" before.json ||
            cut="$cut $i: $file"
    done
done
tap_result 'each file is whole or as before' "$cut"
echo "# killed $killed of 15 times"
(write out)
tap_equal 'a later run leaves nothing' "$(find out -name '.*')" ''
tap_done
