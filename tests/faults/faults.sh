# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=sh
#
# Sourced by the tests of faults, after tap.sh: every command, and how it is run while something
# fails.  Changes into $tap_dir; inputs are in in/, and what a run leaves in a folder of its own.
: "${PREDICTOR:?}" "${SRCDIR:?}" "${BUILDDIR:?}" "${tap_dir:?}"
faults_par=$SRCDIR/params/network.par
faults_trace=$SRCDIR/samples/heat2d.trc

cd "$tap_dir" || exit 99
mkdir in
gzip -c "$faults_trace" >in/heat2d.trc.gz
"$PREDICTOR" -o in/a.json -t 2 "$faults_par" "$faults_trace" &&
    "$PREDICTOR" -o in/b.json -t 4 "$faults_par" "$faults_trace" &&
    "$PREDICTOR" sweep --processors 1..4 -o in/sweep.json "$faults_par" "$faults_trace" || exit 99
printf '0,1,1000\n1,3,50\n' >in/transfers.csv
printf '%s\n' 'goto 20' status 'profile 0.01' back arrays pending 'goto end' finding >in/steps

# NAME ARGUMENT..., a line each; P and T stand for the parameter file and the trace, N for a machine
# of nodes and links, G for a task graph, R for a trace of grains, L for a log of tasks, A is the folder of inputs.
faults_commands() {
    cat <<'COMMANDS'
help --help
run P T
files -o a.html -o a.json -o a.xml -o a.csv -o a.txt P T
explained --explain -t 4 -o e.html -o e.json P T
processors -t 64 --csv=processors -o p.csv P T
large -t 1000 --per-processor -o l.json P T
compressed -o z.json P A/heat2d.trc.gz
perfetto -t 4 --timeline=t.json -o t.txt P T
paje -t 4 --timeline=t.paje -o t.txt P T
explain explain -t 4 P T
explanation explain -t 4 --full -o x.html -o x.txt P T
sweep sweep --processors 1..16 P T
sweeps sweep --processors 1..8 --pop --sensitivity -o s.html -o s.json -o s.csv --reports reports P T
search sweep --search 16 -o s.json P T
merge sweep --merge -o m.html -o m.json A/sweep.json
check check P T
debug debug --batch A/steps -t 4 P T
schedule schedule -p 1..4 -o s.json -o s.csv -o s.txt G
grains grains -o g.json -o g.html R
tasks tasks -o k.json -o k.html L
compare compare A/a.json A/b.json
comparison compare -o c.html A/a.json A/b.json
machine machine -o m.json -o m.txt P
machines machine --list
transfers machine -t 4 --transfers A/transfers.csv N
COMMANDS
}

# faults_run FOLDER ENVIRONMENT ARGUMENT...: in that new folder, with an address space of
# $faults_limit KiB if that is set; leaves standard output, standard error and the exit status
# there, in the files out, err and status. $faults_out: a file for standard output, or "closed".
faults_run() {
    folder=$1 environment=$2
    shift 2
    mkdir "$folder"
    for word; do
        shift
        case $word in
        P) word=$faults_par ;;
        N) word=$SRCDIR/params/aries.par ;;
        T) word=$faults_trace ;;
        G) word=$SRCDIR/samples/task_regions.trc ;;
        R) word=$SRCDIR/samples/graphs/pi.trace ;;
        L) word=$SRCDIR/samples/pool/tc2000-8.gist.gz ;;
        A/*) word=$tap_dir/in/${word#A/} ;;
        esac
        set -- "$@" "$word"
    done
    (
        cd "$folder" || exit 99
        # shellcheck disable=SC3045 # Linux has it
        ulimit -v "${faults_limit:-unlimited}"
        case ${faults_out-} in
        closed) exec >&- ;;
        *) exec >"${faults_out:-out}" ;;
        esac
        # shellcheck disable=SC2086 # words on purpose
        timeout -k 1 "${faults_seconds:-60}" env $environment "$PREDICTOR" "$@" 2>err
        echo $? >status
    )
}

# faults_each PREFIX ENVIRONMENT: every command with this environment, in folders PREFIX-NAME.
faults_each() {
    faults_commands | while read -r name words; do
        # shellcheck disable=SC2086 # words on purpose
        faults_run "$1-$name" "$2" $words
    done
}

# faults_memory FOLDER WHOLE: what the run in FOLDER came to, WHOLE being one that nothing failed:
# "." the same, "m" there was no memory, in one line, and no file that differs; "l" there was not
# enough to load the libraries. Else what is wrong.
faults_memory() {
    status=$(cat "$1/status")
    if [ "$status" = 0 ]; then
        differing=$(diff -rq "$2" "$1") && echo . || echo "$differing"
        return
    fi
    for file in $(cd "$1" && find . -type f ! -name out ! -name err ! -name status); do
        cmp "$1/$file" "$2/$file" || return
    done
    case $status:$(cat "$1/err") in
    "1:predictor: error: not enough memory") echo m ;;
    127:*': error while loading shared libraries: '*) echo l ;;
    *) echo "exit status $status: $(cat "$1/err")" ;;
    esac
}

# What it takes to preload the faults, with sanitizers too.
# shellcheck disable=SC2034 # it is for the tests
faults_on="LD_PRELOAD=$BUILDDIR/tests/faults/faults.so \
    ASAN_OPTIONS=${ASAN_OPTIONS:-}:verify_asan_link_order=0"
