#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Runs the program for every tests/golden/NAME.test and compares what it writes with NAME.out
# (standard output) and NAME.err (standard error); a file that is not there stands for nothing
# written. A .test file has the lines
#     args: ARGUMENT...     quoted as in a shell
#     status: N             exit status, 0 when the line is missing
#     input: FILE           standard input, empty when the line is missing
# Paths are relative to the source folder, which is the working folder. GOLDEN_UPDATE=1 rewrites
# the expected files. With names as arguments only these cases run.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
dir=$SRCDIR/tests/golden
. "$SRCDIR/tests/tap.sh"

# field NAME FILE: the value of that line.
field() {
    sed -n "s/^$1: *//p" "$2"
}

# update EXPECTED ACTUAL: nothing written needs no file.
update() {
    if [ -s "$2" ]; then cp "$2" "$1"; else rm -f "$1"; fi
}

# differences EXPECTED ACTUAL
differences() {
    expected=$1
    [ -e "$expected" ] || expected=/dev/null
    diff -u "$expected" "$2" | head -n 100
}

# run TEST: leaves the outputs in $tap_dir and the exit status in $status.
run() {
    args=$(field args "$1")
    input=$(field input "$1")
    eval "set -- $args"
    (cd "$SRCDIR" && exec "$PREDICTOR" "$@") <"${input:+$SRCDIR/}${input:-/dev/null}" \
        >"$tap_dir/out" 2>"$tap_dir/err"
    status=$?
}

if [ $# = 0 ]; then
    set -- "$dir"/*.test
else
    for name; do
        set -- "$@" "$dir/$name.test"
        shift
    done
fi

for test; do
    base=${test%.test}
    wanted=$(field status "$test")
    run "$test"
    if [ "${GOLDEN_UPDATE-}" = 1 ]; then
        update "$base.out" "$tap_dir/out"
        update "$base.err" "$tap_dir/err"
    fi
    findings=$(
        [ "$status" = "${wanted:-0}" ] || echo "status $status, expected ${wanted:-0}"
        differences "$base.out" "$tap_dir/out"
        differences "$base.err" "$tap_dir/err"
    )
    tap_result "golden/${base##*/}" "$findings"
done
tap_done
