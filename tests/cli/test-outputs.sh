#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Where results go: standard output, files, special files; and what happens when they cannot.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
par=$SRCDIR/params/network.par
trace=$SRCDIR/samples/matmul.trc
cd "$tap_dir" || exit 99

# run ARGUMENT...: leaves $status and the files out and err.
run() {
    "$PREDICTOR" "$@" >out 2>err
    status=$?
}

# said: the first line of standard error.
said() {
    head -n 1 err
}

run "$par" "$trace"
tap_equal 'summary: status' "$status" 0
tap_result 'summary: something is on standard output' "$([ -s out ] || echo nothing)"
tap_result 'summary: no terminal codes in a pipe' "$(LC_ALL=C grep -n "$(printf '\033')" out)"
cp out summary

run -o a.html -o a.xml -o a.json -o a.csv -o a.txt "$par" "$trace"
tap_equal 'files: status' "$status" 0
tap_result 'files: standard output is empty' "$(cat out)"
tap_result 'files: standard error is empty' "$(cat err)"
for suffix in html xml json csv txt; do
    tap_result "files: a.$suffix is there" "$([ -s a.$suffix ] || echo missing)"
done
tap_equal 'files: a.txt is the summary' "$(cat a.txt)" "$(cat summary)"

run "$par" "$trace" classic.html 2 2
tap_result 'classic form: the report is there' "$([ -s classic.html ] || echo "status $status")"
run run "$par" "$trace" named.html 2 2
tap_result 'run: the same report' "$(cmp classic.html named.html 2>&1)"
run -t 2x2 -o option.html "$par" "$trace"
tap_result '-t and -o: the same report' "$(cmp classic.html option.html 2>&1)"

run -o - --format json "$par" "$trace"
tap_result '-o - --format json is a.json' "$(cmp out a.json 2>&1)"
run --format json "$par" "$trace"
tap_result '--format json alone goes to standard output' "$(cmp out a.json 2>&1)"
run -o report --format json "$par" "$trace"
tap_result '--format decides for a file without a suffix' "$(cmp report a.json 2>&1)"
run -o a.csv -o - --format json "$par" "$trace"
tap_result 'file and standard output together' "$(cmp out a.json 2>&1)"
run -o /dev/stdout --format json "$par" "$trace"
tap_result 'a link to standard output' "$(cmp out a.json 2>&1)"

# Wrong usage: nothing is written.
usage() {
    name=$1
    shift
    run "$@"
    tap_equal "usage: $name: status" "$status" 2
    tap_result "usage: $name: standard output is empty" "$(cat out)"
    tap_match "usage: $name: message" "$(said)" '*: error: *'
}
cp "$trace" input.json
ln -s input.json link.json
ln input.json hard.json
mkdir folder
usage 'one file twice' -o b.json -o b.json "$par" "$trace"
usage 'one file by two names' -o b.json -o folder/../b.json "$par" "$trace"
usage 'report and -o the same' -o b.html "$par" "$trace" b.html
usage 'standard output twice' -o - -o - --format json "$par" "$trace"
usage 'over an input' -o input.json "$par" input.json
usage 'over an input through a link' -o link.json "$par" input.json
usage 'over an input by a second name' -o hard.json "$par" input.json
usage 'standard output without a format' -o - "$par" "$trace"
usage 'unknown suffix' -o b.pdf "$par" "$trace"
usage 'unknown format' -o - --format pdf "$par" "$trace"
usage 'format that nothing uses' -o b.json --format html "$par" "$trace"
usage 'sizes without a report' "$par" "$trace" 2 2
tap_result 'usage: nothing was written' "$(find . -name 'b.*')"
tap_result 'usage: the input is as before' "$(cmp input.json "$trace" 2>&1)"

# Results that cannot be written.
echo before >keep.json
run -o missing/b.json "$par" "$trace"
tap_equal 'no such folder: status' "$status" 3
tap_match 'no such folder: message' "$(said)" 'missing/b.json: error: *No such file or directory'
run -o folder.json -o after.json "$par" "$trace"
tap_equal 'after a success: status' "$status" 0
mkdir directory.json
run -o directory.json -o c.json "$par" "$trace"
tap_equal 'a folder: status' "$status" 3
tap_result 'a folder: the other output is written' "$(cmp c.json a.json 2>&1)"
if [ -w /dev/full ]; then
    "$PREDICTOR" "$par" "$trace" >/dev/full 2>err
    tap_equal 'full: summary' "$?" 3
    "$PREDICTOR" --help >/dev/full 2>err
    tap_equal 'full: --help' "$?" 3
    "$PREDICTOR" check "$trace" >/dev/full 2>err
    tap_equal 'full: check' "$?" 3
    run -o /dev/full --format json "$par" "$trace"
    tap_equal 'full: a device' "$status" 3
    tap_match 'full: message' "$(said)" '/dev/full: error: *No space left on device'
else
    tap_skip 'full disk' 'no /dev/full'
fi
"$PREDICTOR" "$par" "$trace" 2>err >&-
tap_equal 'closed standard output' "$?" 3
"$PREDICTOR" "$par" "$trace" >out 2>&-
tap_equal 'closed standard error' "$?" 0
# A file size limit of nothing: the signal is ignored, so that the write fails.
(
    trap '' XFSZ
    ulimit -f 0
    exec "$PREDICTOR" -o keep.json "$par" "$trace" 2>/dev/null
)
tap_equal 'no room for a file: status' "$?" 3
tap_equal 'no room for a file: the old one is as before' "$(cat keep.json)" before
tap_result 'nothing temporary is left' "$(find . -name '.*' ! -name .)"

# A reader that goes away is a result that could not be written, not a crash.
if command -v mkfifo >/dev/null; then
    mkfifo pipe
    timeout 20 cat pipe >through &
    run -o pipe --format json "$par" "$trace"
    wait
    tap_equal 'a named pipe: status' "$status" 0
    tap_result 'a named pipe: what came through' "$(cmp through a.json 2>&1)"
fi

# The source is shown unasked where an ordinary file of its name lies beside the trace, and nowhere else.
shows_source() { # DIR: whether the page of the trace there does
    "$PREDICTOR" -q -t 2 --no-explain -o "$1/page.html" "$par" "$1/heat2d.trc" || exit 99
    grep -c 'id="source"' "$1/page.html"
}
mkdir beside linked away
heat=$SRCDIR/samples/heat2d.trc
cp "$heat" beside && cp "$heat" linked || exit 99
tap_equal 'a source: none beside the trace' "$(shows_source beside)" 0
yes 'a line of the source' | head -n 60 >heat2d.fdv
cp heat2d.fdv beside && ln -s ../heat2d.fdv linked || exit 99
tap_equal 'a source beside the trace: shown' "$(shows_source beside)" 1
tap_equal 'a source beside the trace: no link is followed' "$(shows_source linked)" 0
sed 's|heat2d\.fdv|../heat2d.fdv|' "$heat" >away/heat2d.trc
tap_equal 'a source beside the trace: no folder is left' "$(shows_source away)" 0

# Links stay links.
echo old >target.json
ln -s target.json to-target.json
run -o to-target.json "$par" "$trace"
tap_result 'a link stays a link' "$([ -h to-target.json ] || echo no)"
tap_result 'what the link names is written' "$(cmp target.json a.json 2>&1)"

# A limit of the size of files is a disk that is full.
(ulimit -f 16 && exec "$PREDICTOR" -o large.json --per-processor -t 16x16 "$par" "$trace") 2>err
tap_match 'a limit of file sizes' "$? $(said)" '3 large.json: error: cannot be written: *'
tap_result 'a limit of file sizes: nothing is left' "$(find . -name 'large*' -o -name '.p*')"
tap_done
