#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# predictor compare: exit statuses, outputs.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
par=$SRCDIR/params/network.par
trace=$SRCDIR/samples/heat2d.trc
cd "$tap_dir" || exit 99

"$PREDICTOR" -q -t 4 -o a.json "$par" "$trace"
"$PREDICTOR" -q -t 4 --set 'start time=1' -o b.json "$par" "$trace"

# compare NAME STATUS ARGUMENT...: output in out and err.
compare() {
    name=$1 status=$2
    shift 2
    "$PREDICTOR" compare "$@" >out 2>err
    tap_equal "$name: status" "$?" "$status"
}

compare 'faster' 0 a.json b.json --fail-above 0
tap_match 'faster: verdict' "$(cat out)" '*B takes * less time than A*'
tap_equal 'faster: 80 columns' "$(awk 'length > 80' out | wc -l)" 0
tap_match 'faster: what it is, and what changed, before all tables' "$(head -n 4 out | tr '\n' ' ')" \
    'B takes *What changed most*PAR heat2d.fdv:31*'
compare 'slower' 0 b.json a.json
tap_match 'slower: verdict' "$(cat out)" '*B takes * more time than A*'
compare 'slower than allowed' 4 b.json a.json --fail-above 5
compare 'slower, but allowed' 0 b.json a.json --fail-above 100000
compare 'the same' 0 a.json a.json --fail-above 0
tap_match 'the same: verdict' "$(cat out)" '*B takes as long as A*'

compare 'outputs' 4 b.json a.json --fail-above 5 -o c.html -o c.txt
tap_result 'outputs: nothing else' "$(cat out err)"
tap_result 'outputs: text' "$("$PREDICTOR" compare b.json a.json | cmp - c.txt 2>&1)"
if command -v xmllint >/dev/null; then
    tap_result 'outputs: the page is XML' "$(xmllint --noout c.html 2>&1)"
else
    tap_skip 'outputs: the page is XML' 'no xmllint (package libxml2-utils)'
fi

# JSON by its schema, also of two programs that have no interval in common but MAIN, and CSV: a row an interval.
"$PREDICTOR" -q -t 2 -o other.json "$par" "$SRCDIR/samples/matmul.trc"
for second in a other; do
    compare "outputs: JSON and CSV ($second)" 0 b.json $second.json -o $second-c.json -o $second-c.csv
done
cat >validate.py <<'END'
import csv, json, sys
import jsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft7Validator.check_schema(schema)
for name in "a-c", "other-c":
    with open(f"{name}.json", encoding="utf-8") as file:
        comparison = json.load(file)
    for error in jsonschema.Draft7Validator(schema).iter_errors(comparison):
        print(f"{name}.json: {error.json_path}: {error.message}")
    with open(f"{name}.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    times = [row["first.execution_time"] and float(row["first.execution_time"]) for row in rows]
    if times != [i.get("first", {}).get("execution_time", "") for i in comparison["intervals"]]:
        print(f"{name}.csv: times differ from those of the JSON")
    if {"first", "second"} - {side for i in comparison["intervals"] for side in i}:
        print(f"{name}.json: no interval of a side")
END
if python3 -c 'import jsonschema' 2>/dev/null; then
    tap_result 'outputs: JSON schema, CSV' "$(python3 validate.py "$SRCDIR/templates/comparison.schema.json" 2>&1)"
else
    tap_missing 'outputs: JSON schema, CSV' 'python3 with jsonschema'
fi
tap_equal 'outputs: standard output by --format' "$("$PREDICTOR" compare b.json a.json --format json)" "$(cat a-c.json)"

# Of what takes nothing any more there is no percentage, and what never took much has no row.
"$PREDICTOR" -q -t 1 -o one.json "$par" "$trace"
"$PREDICTOR" compare a.json one.json >out
tap_equal 'nothing left: no percentage' "$(grep -- '-100.0 %' out)" ''
tap_match 'nothing left: gone' "$(grep '^Shadow edges' out)" '* gone'
# of four processes one is left
tap_match 'start and exit: apart' "$(grep '^Start and exit' out)" '*-75.0 %*'

# What was changed is told: a parameter; a line before all others, so that every one moves.
tap_match 'a parameter: told' "$(grep '^start time' c.txt)" '*1e-06*7.5e-05'
sed 's/"line": \([0-9]*\)/"line": 1\1/' a.json >moved.json
compare 'moved lines' 0 a.json moved.json -o moved.html --fail-above 0
tap_result 'moved lines: all are found again' "$(grep 'only in' moved.html)"
tap_match 'moved lines: both are told' "$(cat moved.html)" '*heat2d.fdv:31 (B: 131)*'

mkdir templates
compare 'templates: none in the folder' 0 a.json b.json --template-dir templates -o c.html
printf '<p xmlns="http://www.w3.org/1999/xhtml">\n{nonsense}</p>\n' >templates/compare.xhtml
compare 'templates: a wrong one' 1 a.json b.json --template-dir templates -o other.html
tap_match 'templates: where it is wrong' "$(cat err)" 'templates/compare.xhtml:2: error: *nonsense*'
tap_equal 'templates: no page then' "$(ls other.html 2>/dev/null)" ''
compare 'templates: no folder' 1 a.json b.json --template-dir missing -o other.html
tap_match 'templates: no folder: message' "$(cat err)" 'missing: error: not a folder of templates'

compare 'one report' 2 a.json
compare 'three reports' 2 a.json a.json a.json
compare 'a percentage with its sign' 0 a.json a.json --fail-above 5%
compare 'standard input' 2 - b.json
compare 'bytes for a percentage' 2 a.json b.json --fail-above "$(printf '\377')"
compare 'no percentage' 2 a.json b.json --fail-above many
compare 'another suffix' 2 a.json b.json -o c.pdf
compare 'over an input' 2 a.json b.json -o ./c.html -o c.html
compare 'a missing report' 1 a.json missing.json
tap_match 'a missing report: message' "$(cat err)" '*missing.json*error*'
compare 'no report' 1 a.json "$trace"
tap_match 'no report: message' "$(cat err)" '*heat2d.trc:*:*: error: this is not JSON: unexpected ?=?'
compare 'not written' 3 a.json b.json -o missing/c.html
tap_done
