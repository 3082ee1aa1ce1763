#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# predictor explain and the --explain of run: what each format gets, JSON and XML by their schemas,
# the same bytes for any -j.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
cd "$tap_dir" || exit 99
par=$SRCDIR/params/network.par
fault=$SRCDIR/samples/unbalanced_fault.trc

# ok NAME COMMAND...: the command succeeds and writes nothing.
ok() {
    name=$1
    shift
    tap_result "explain: $name" "$("$@" 2>&1 || echo "status $?")"
}

for trace in unbalanced_fault serial_section_fixed wavefront_sor task_regions io_heavy; do
    "$PREDICTOR" explain -q -t 4x2 -o "$trace.json" -o "$trace.xml" -o "$trace.txt" -o "$trace.html" \
        -o "$trace.csv" "$par" "$SRCDIR/samples/$trace.trc" >>out 2>&1 || echo "$trace: $?" >>out
done
tap_result 'explain: written' "$(cat out)"

if python3 -c 'import jsonschema' 2>/dev/null; then
    cat >validate.py <<'END'
import copy, json, sys
import jsonschema
schema = json.load(open(sys.argv[1], encoding="utf-8"))
validator = jsonschema.Draft7Validator(schema)
for name in sys.argv[2:]:
    report = json.load(open(name, encoding="utf-8"))
    for error in list(validator.iter_errors(report))[:5]:
        print(name, list(error.absolute_path), error.message)
    time = report["execution_time"]
    bounds = [f["bound_seconds"] for f in report["findings"]]
    if bounds != sorted(bounds, reverse=True):
        print(name, "findings are not ordered")
    path = report["critical_path"]
    for part in (list(path["program"].values()), [p["seconds"] for p in path["processors"]],
                 [l["seconds"] for l in path["lines"]]):
        if abs(sum(part) - path["length"]) > 1e-9 * path["length"]:
            print(name, "does not add up to the path:", sum(part), path["length"])
    if abs(path["length"] - time) > 1e-9 * time:
        print(name, "path", path["length"], "time", time)
report = json.load(open("unbalanced_fault.json", encoding="utf-8"))
first = report["findings"][0]
if (first["kind"], first["line"]) != ("imbalance", 24):
    print("first", first)
for change in (lambda r: r["findings"][0].update(kind="fault"),
               lambda r: r["findings"][0].pop("line"),
               lambda r: r["critical_path"].pop("lines"),
               lambda r: r["critical_path"]["program"].update(foo=1),
               lambda r: r["findings"][0].update(share=1.5)):
    wrong = copy.deepcopy(report)
    change(wrong)
    if validator.is_valid(wrong):
        print("a change was not found")
END
    tap_result 'explain: JSON' \
        "$(python3 validate.py "$SRCDIR/templates/report.schema.json" ./*.json 2>&1)"
else
    tap_skip 'explain: JSON' 'no python3 with jsonschema'
fi
if command -v xmllint >/dev/null; then
    tap_result 'explain: XML' \
        "$(xmllint --noout --relaxng "$SRCDIR/templates/report.rng" ./*.xml 2>&1 | grep -v ' validates$')"
else
    tap_skip 'explain: XML' 'no xmllint (package libxml2-utils)'
fi

# -j and where it goes change nothing.
for j in 1 3; do
    "$PREDICTOR" explain -j "$j" -t 4x2 "$par" "$fault" >"j$j" 2>>out
done
ok 'any -j' cmp j1 j3
ok 'text in a file' cmp j1 unbalanced_fault.txt

# run tells it in the HTML page alone, unless it is told to.
"$PREDICTOR" run -t 4x2 -o run.json "$par" "$fault" >>out 2>&1
"$PREDICTOR" run --explain -t 4x2 -o run-explain.json "$par" "$fault" >>out 2>&1
tap_result 'explain: run without' "$(grep -c '"findings"' run.json | grep -v '^0$')"
ok 'run with' cmp run-explain.json unbalanced_fault.json
"$PREDICTOR" run --no-explain -t 4x2 -o run-no.json "$par" "$fault" >>out 2>&1
ok 'run --no-explain' cmp run.json run-no.json
tap_result 'explain: quiet' "$(cat out)"

# A page is written with and without.
"$PREDICTOR" -t 4x2 "$par" "$fault" page.html >>out 2>&1 &&
    "$PREDICTOR" --no-explain -t 4x2 "$par" "$fault" plain.html >>out 2>&1
tap_result 'explain: pages' "$(cat out; [ -s page.html ] && [ -s plain.html ] || echo missing)"
tap_done
