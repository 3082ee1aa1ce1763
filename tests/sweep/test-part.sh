#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# A sweep in parts that are joined, and one that goes on from a file: the same bytes as one that ran through.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
trace=$SRCDIR/samples/wavefront_sor.trc
cd "$tap_dir" || exit 99
cp "$SRCDIR/params/network.par" "$SRCDIR/params/ideal.par" . || exit 99
# shellcheck disable=SC2086 # words on purpose
sweep() { "$PREDICTOR" sweep $axes "$@" network.par ideal.par "$trace"; }
axes='--processors 1..16 --grid best --pop'

sweep -o whole.json -o whole.csv
for k in 1 2 3; do sweep --part "$k/3" -o "p$k.json" -o "p$k.html"; done
"$PREDICTOR" sweep --merge -o m.json -o m.csv p3.json p1.json p2.json
tap_result 'joined: the same JSON' "$(cmp m.json whole.json 2>&1)"
tap_result 'joined: the same CSV' "$(cmp m.csv whole.csv 2>&1)"
tap_match 'a part: text' "$(sweep --part 2/3)" '*configurations, PART 2 of 3: the whole has *not the last word: it is a part of the sweep*'
tap_match 'a part: page' "$(grep -o 'This is part[^<]*' p2.html)" "This is part 2 of 3 of the sweep; the whole has $(grep -c '"status"' whole.json) configurations."
if python3 -c 'import jsonschema' 2>/dev/null; then
    tap_result 'a part: valid by the schema' "$(python3 -c '
import json, sys, jsonschema
jsonschema.validate(json.load(open("p2.json")), json.load(open(sys.argv[1])))' \
        "$SRCDIR/templates/sweep.schema.json" 2>&1)"
else
    tap_skip 'a part: valid by the schema' 'no python3 with jsonschema'
fi

# merged FILE...: what merging says, and its status.
merged() {
    "$PREDICTOR" sweep --merge -o no.json "$@" 2>&1
    echo "status $?"
}
tap_equal 'a part is missing' "$(merged p1.json p3.json)" \
    'p1.json: error: of the 3 parts of the sweep these are missing: 2
status 1'
sed '/"id": 1, /d' p1.json | sed '/"places"/s/: \[[0-9]*, /: [/' >hole.json
tap_match 'a configuration is missing' "$(merged hole.json p2.json p3.json)" \
    '*error: configuration * of the * of the whole sweep is in none of its parts*status 1'
axes='--processors 1..16 --pop'
sweep --part 2/3 -o other.json
tap_match 'parts of different sweeps' "$(merged p1.json other.json p3.json)" \
    'other.json:*: error: this is a part of another sweep than the files before*status 1'
for wrong in '"number": 4' '"number": 0' '"number": -1' '"number": "2"' '"parts": 1e9' '"places": []' '"places": [0' \
    '"places": 3' '"configurations": 99999999'; do
    name=$(printf '%s' "$wrong" | sed 's/":.*//; s/"//')
    sed "/\"part\":/s/\"$name\": [^,]*/$wrong/" p2.json >wrong.json
    tap_match "a wrong part: $wrong" "$(merged p1.json wrong.json p3.json)" 'wrong.json:*: error: *status 1'
done
axes='--topologies 4,2'
for k in 1 2 3 4; do sweep --part "$k/5" -o "q$k.json"; done
sweep --part 5/5 -o q5.json
tap_equal 'more parts than configurations: one is empty' "$(grep -c '"status"' q5.json)" 0
sweep -o few.json
"$PREDICTOR" sweep --merge -o m.json q1.json q2.json q3.json q4.json q5.json
tap_result 'more parts than configurations: joined' "$(cmp m.json few.json 2>&1)"

# refused ARGUMENT...
refused() { sweep "$@" 2>&1 | head -n 1; }
for k in 0/3 4/3 1 1/2/3 a/3 1/0 -1/3 1/1000000; do
    tap_match "no part: $k" "$(refused --part="$k")" "*--part: '$k' is not K/N*"
done
axes=
tap_match '--part with --search' "$(refused --part 1/2 --search 9)" '*--search is about all of a sweep*'
tap_match '--part with --sensitivity' "$(refused --part 1/2 --sensitivity)" '*--sensitivity is about all*'

# --resume: rows that are there are not predicted; what it asked for and what was left is the same.
axes='--processors 1..16 --grid best --pop'
sweep --resume p2.json -o r.json
tap_result 'resumed: the same' "$(cmp r.json whole.json 2>&1)"
sed 's/"execution_time": [0-9.e-]*/"execution_time": 77.5/' p2.json >marked.json
sweep --resume marked.json -o r.json
tap_equal 'resumed: what is there is taken' "$(grep -c '"execution_time": 77.5' r.json)" "$(grep -c '"status"' p2.json)"
cp p2.json same.json
sweep --resume same.json -o same.json
tap_result 'resumed: over the file itself' "$(cmp same.json whole.json 2>&1)"
axes='--processors 1..16 --grid best'
sweep -o no-pop.json
sweep --resume whole.json -o r.json
tap_result 'resumed: POP factors that are not wanted are not taken' "$(cmp r.json no-pop.json 2>&1)"
axes="$axes --pop"
sweep --resume no-pop.json -o r.json
tap_result 'resumed: POP factors that are wanted are predicted' "$(cmp r.json whole.json 2>&1)"
axes='--search 30 --sensitivity'
sweep -o search.json
sweep --resume whole.json -o r.json
tap_result 'resumed: a search' "$(cmp r.json search.json 2>&1)"
axes='--topologies 1,4,2x2 --reports r'
sweep -o reports.json
mv r/2-4.html r/1-2x2.html .
sweep --resume reports.json -o r.json
tap_result 'resumed: reports that are gone are written' "$(cmp 2-4.html r/2-4.html 2>&1; cmp 1-2x2.html r/1-2x2.html 2>&1)"
tap_result 'resumed with reports: the same' "$(cmp r.json reports.json 2>&1)"
axes='--topologies 1,4'
tap_match 'resumed: another trace' "$("$PREDICTOR" sweep --resume whole.json network.par "$SRCDIR/samples/heat2d.trc" 2>&1; echo $?)" \
    'whole.json: error: this sweep is of another trace than *heat2d.trc, or that has changed since*1'
tap_match 'resumed: no file' "$(sweep --resume none.json 2>&1; echo $?)" '*none.json*1'
tap_match '--merge with --resume' "$("$PREDICTOR" sweep --merge --resume a.json b.json 2>&1; echo $?)" '*--merge predicts nothing*2'
tap_done
