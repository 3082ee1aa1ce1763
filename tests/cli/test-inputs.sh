#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# No output of any command replaces anything that it reads, whatever either is called.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
cd "$tap_dir" || exit 99

# What is read, each by a name, another name, a link, and a link through another folder.
mkdir real templates pages
cp "$SRCDIR/params/network.par" real/machine.json
cp "$SRCDIR/samples/heat2d.trc" real/trace.json
yes 'a line of the source' | head -n 60 >real/heat2d.fdv
cp "$SRCDIR/templates/report.xhtml" templates/report.json
"$PREDICTOR" -t 4 -o real/report.json real/machine.json real/trace.json
"$PREDICTOR" sweep --topologies 1,2 -o real/sweep.json real/machine.json real/trace.json
echo '0,1,100' >real/transfers.json
ln -s real other
cp -R real before
cp -R templates before-templates

# names FILE: all its names.
names() {
    base=${1##*/}
    ln -f "$1" "hard-$base"
    ln -sf "$1" "soft-$base"
    echo "$1 ./$1 real/../$1 hard-$base soft-$base $PWD/$1"
    case $1 in real/*) echo "other/$base" ;; esac
}

# refused WHAT FILE COMMAND...: with each name of FILE behind it.
refused() {
    what=$1 file=$2 wrong=''
    shift 2
    for name in $(names "$file"); do
        "$PREDICTOR" "$@" "$name" >out 2>err </dev/null
        status=$?
        grep -q 'would overwrite an input' err && [ "$status" = 2 ] || wrong="$wrong $name: $status $(cat err)"
    done
    tap_result "$what" "$wrong"
}

par=real/machine.json trc=real/trace.json
refused 'run: the trace' $trc $par $trc -o
refused 'run: the parameters' $par $par $trc -o
refused 'run: the timeline' $trc $par $trc --timeline
refused 'run: a report behind the arguments' $trc $par $trc
refused 'run: a template' templates/report.json --template-dir templates $par $trc -o
refused 'run: a source beside the trace' real/heat2d.fdv $par $trc --format json -o
refused 'run: a source of --source-path' real/heat2d.fdv --source-path real $par $trc --format html -o
refused 'explain: the trace' $trc explain $par $trc -o
refused 'sweep: the trace' $trc sweep --topologies 1,2 $par $trc -o
refused 'sweep: the parameters' $par sweep --topologies 1,2 $par $trc -o
refused 'sweep: a template' templates/report.json sweep --topologies 1 --template-dir templates $par $trc -o
refused 'sweep: what is merged' real/sweep.json sweep --merge real/sweep.json -o
refused 'machine: the parameters' $par machine $par -o
refused 'machine: the transfers' real/transfers.json machine $par --transfers real/transfers.json -o
cp real/report.json real/report.txt
cp real/report.txt before/
refused 'compare: the first' real/report.txt compare real/report.txt real/report.json -o
refused 'compare: the second' real/report.txt compare real/report.json real/report.txt -o

# shellcheck disable=SC2094 # that is the question
"$PREDICTOR" $par - -o real/trace.json <real/trace.json 2>err
tap_match 'standard input' "$? $(cat err)" '2 *would overwrite an input*'
"$PREDICTOR" $par $trc >>real/trace.json 2>err
tap_match 'standard output' "$? $(cat err)" '2 *would overwrite an input*'
cp "$SRCDIR/params/ideal.par" ideal.par
"$PREDICTOR" ideal.par - <real/trace.json >/dev/null 2>err
tap_match 'standard input that is no output' "$? $(cat err)" '0 '

# Reports of a sweep: one of them by a link, one a source of that name.
ln -s "$PWD/real/trace.json" pages/2.html
"$PREDICTOR" sweep --topologies 1,2 --reports pages -o - --format csv $par $trc >out 2>err
tap_match 'sweep: reports' "$? $(cat err)" '3 pages/2.html: error: *would overwrite an input*'
tap_result 'sweep: the other report is there' "$([ -s pages/1.html ] || echo missing)"

# A machine known by its name, which stands where the program finds it.
mkdir -p tree/params
cp "$SRCDIR"/params/*.par tree/params
if cp "$PREDICTOR" tree/predictor && tree/predictor machine network >/dev/null 2>&1; then
    tree/predictor machine network --format json -o tree/params/network.par >out 2>err
    tap_match 'a machine by its name' "$? $(cat err)" '2 *would overwrite an input*'
fi

tap_result 'all is as before' "$(diff -r real before && diff -r templates before-templates)"

# Two names of one file that is not there yet.
ln -s new.json soft-new.json
"$PREDICTOR" $par $trc -o new.json -o soft-new.json 2>err
tap_match 'two outputs, one by a link to nothing' "$? $(cat err)" '2 *two outputs go to the same place*'
"$PREDICTOR" $par $trc -o soft-new.json
tap_equal 'a link to nothing: what it names is made' "$([ -h soft-new.json ] && [ -f new.json ] && [ ! -h new.json ] && echo yes)" yes
tap_done
