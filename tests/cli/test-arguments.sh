#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What the arguments mean: commands, precedence, names of files.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
par=$SRCDIR/params/network.par
trace=$SRCDIR/samples/matmul.trc
cd "$tap_dir" || exit 99

# json ARGUMENT...: the prediction, or the error.
json() {
    "$PREDICTOR" --format json "$@" 2>&1
}

# field NAME ARGUMENT...: the first value of that name in the prediction.
field() {
    name=$1
    shift
    json "$@" | tr -d ' \n' | sed -n "s/.*\"$name\":\([^],}]*\]*\).*/\1/p" | head -n 1
}

# topology ARGUMENT...
topology() {
    json "$@" | tr -d ' \n' | sed -n 's/.*"topology":\[\([0-9,]*\)\].*/\1/p'
}

sed 's/^topology.*/topology = { 7 };/' "$par" >seven.par
tap_equal 'topology: from the file' "$(topology seven.par "$trace")" 7
tap_equal 'topology: --set over the file' "$(topology --set 'topology={3,2}' seven.par "$trace")" 3,2
tap_equal 'topology: -t over --set' "$(topology -t 5 --set 'topology={3,2}' seven.par "$trace")" 5
tap_equal 'topology: sizes over -t' \
    "$("$PREDICTOR" -t 5 --set 'topology={3}' seven.par "$trace" sizes.json 2 2 1 2>&1
        tr -d ' \n' <sizes.json | sed -n 's/.*"topology":\[\([0-9,]*\)\].*/\1/p')" 2,2,1
tap_equal '--set: the last counts' \
    "$(json --set 'power=2' --set 'power=3' "$par" "$trace")" "$(json --set 'power=3' "$par" "$trace")"
tap_result '--set: changes the prediction' \
    "$([ "$(json --set 'power=3' "$par" "$trace")" != "$(json "$par" "$trace")" ] || echo no)"
tap_equal 'options behind the arguments' "$(json "$par" "$trace" -t 3)" "$(json -t 3 "$par" "$trace")"
tap_equal '-t again: the last counts' "$(topology -t 4 -t 3 "$par" "$trace")" 3

# The trace through a pipe; its name is the only difference.
tap_equal 'a trace from standard input' "$(topology -t 3 "$par" - <"$trace")" 3
tap_equal 'a trace from a pipe' "$(gzip -c "$trace" | topology -t 3 "$par" -)" 3

# Files named like commands and options, and not in ASCII.
cp "$par" run
cp "$par" ./-v.par
cp "$trace" 'a b.trc'
cp "$trace" "$(printf 'tr\303\244ce.trc')"
cp "$trace" "$(printf 'tr\344ce.trc')"
tap_match 'run is the command' "$("$PREDICTOR" run 2>&1)" '*PARAMS and TRACE are missing*'
tap_match 'a word that is nothing' "$("$PREDICTOR" swep 2>&1)" "*neither a command nor a file 'swep'*"
tap_match './run is the file' "$("$PREDICTOR" ./run 2>&1)" '*TRACE is missing*'
tap_equal './run works' "$(topology -t 3 ./run "$trace")" 3
tap_equal '-- ends the options' "$(topology -t 3 -- -v.par "$trace")" 3
tap_equal 'a blank in a name' "$(topology -t 3 "$par" 'a b.trc')" 3
tap_equal 'UTF-8 in a name' "$(topology -t 3 "$par" "$(printf 'tr\303\244ce.trc')")" 3
tap_equal 'any bytes in a name' "$(topology -t 3 "$par" "$(printf 'tr\344ce.trc')")" 3
"$PREDICTOR" -o "$(printf '\344.json')" "$par" "$trace"
tap_result 'any bytes in an output' "$([ -s "$(printf '\344.json')" ] || echo missing)"

# Every command explains itself in the same words, whoever is asked.
for command in $("$PREDICTOR" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p'); do
    tap_equal "help $command" "$("$PREDICTOR" help "$command" 2>&1)" "$("$PREDICTOR" "$command" --help 2>&1)"
done
tap_equal 'help is --help' "$("$PREDICTOR" help 2>&1)" "$("$PREDICTOR" --help 2>&1)"

# What is said beside the result.
tap_result '-q says nothing' "$("$PREDICTOR" -q -o q.json "$par" "$trace" 2>&1)"
tap_match '-v tells what is done' "$("$PREDICTOR" -v -o v.json "$par" "$trace" 2>&1)" \
    '*read *predicted *wrote v.json*'
tap_result '-v is not in the result' "$(cmp q.json v.json 2>&1)"

# A call in error ends the run, or is gone past.
sed 's/PatternRef=[0-9a-f]* (AMView)/PatternRef=1 (AMView)/' "$trace" >bad.trc
"$PREDICTOR" -o bad.json "$par" bad.trc 2>err
tap_equal 'a call in error: status' "$?" 1
tap_match 'a call in error: message' "$(cat err)" 'bad.trc:[0-9]*: error: align_: *'
tap_equal 'a call in error: one message' "$(wc -l <err)" 1
tap_result 'a call in error: nothing is written' "$(ls bad.json 2>/dev/null)"
"$PREDICTOR" -k -o bad.json "$par" bad.trc 2>err
tap_equal '--keep-going: status' "$?" 0
tap_match '--keep-going: message' "$(head -n 1 err)" 'bad.trc:[0-9]*: warning: align_: *'
tap_result '--keep-going: the report is written' "$([ -s bad.json ] || echo missing)"
tap_done
