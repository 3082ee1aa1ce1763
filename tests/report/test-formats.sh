#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Reports as other programs read them: JSON by the schema of templates/report.schema.json, XML by
# templates/report.rng, HTML as XML.
set -u
: "${SRCDIR:?}" "${BUILDDIR:?}"
. "$SRCDIR/tests/tap.sh"
cd "$tap_dir" || exit 99
sample=$BUILDDIR/tests/report/sample-report

# render PREDICTION FORMAT [OPTION]: a file named after all of them.
render() {
    file=$1${3+-$3}.$2
    "$sample" "$@" >"$file" || echo "$* failed" >>failures
}

for prediction in sample hostile random large deep; do
    for format in html xml json; do
        render "$prediction" "$format"
        [ "$prediction" = large ] || render "$prediction" "$format" per-processor
        render "$prediction" "$format" no-processors
    done
done
"$BUILDDIR/predictor" run --no-explain -o network-run.json -o network-run.xml \
    "$SRCDIR/params/raspberry-pi.par" "$SRCDIR/samples/heat2d.trc" >>failures 2>&1
tap_result 'formats: written' "$(cat failures 2>/dev/null)"

cat >validate.py <<'END'
import copy, json, sys
import jsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)
for name in sys.argv[2:]:
    with open(name, encoding="utf-8") as file:
        report = json.load(file)
    for error in list(validator.iter_errors(report))[:5]:
        print(name, list(error.absolute_path), error.message)

# What is wrong must be found: no rubber stamp.
def broken(change):
    wrong = copy.deepcopy(report)
    change(wrong)
    if validator.is_valid(wrong):
        print("not found:", change.__doc__)

def unknown(r): "an unknown member"; r["intervals"][0]["Foo"] = 1
def missing(r): "a missing characteristic"; del r["intervals"][0]["Idle"]
def text(r): "text for a number"; r["execution_time"] = "1"
def null(r): "null for a number"; r["intervals"][-1]["Lost_time"] = None
def kind(r): "an unknown type"; r["intervals"][0]["type"] = "LOOP"
def version(r): "another version"; r["version"] = 2
def boxes(r): "a set that is none"; r["intervals"][0]["processor_classes"][0]["processors"] = "0,,1"
for change in unknown, missing, text, null, kind, version, boxes:
    broken(change)
END
if python3 -c 'import jsonschema' 2>/dev/null; then
    # The last one is what the changes are made to.
    tap_result 'formats: JSON schema' \
        "$(python3 validate.py "$SRCDIR/templates/report.schema.json" ./*-*.json random.json \
            hostile.json sample.json 2>&1)"
else
    tap_skip 'formats: JSON schema' 'no python3 with jsonschema'
fi

if command -v xmllint >/dev/null; then
    tap_result 'formats: RELAX NG schema' \
        "$(xmllint --noout --relaxng "$SRCDIR/templates/report.rng" ./*.xml 2>&1 | grep -v ' validates$')"
    tap_result 'formats: HTML is XML' "$(xmllint --noout ./*.html 2>&1)"
    tap_result 'formats: templates are XML' \
        "$(xmllint --noout "$SRCDIR"/templates/*.xhtml "$SRCDIR/templates/report.rng" 2>&1)"
else
    tap_skip 'formats: XML' 'no xmllint (package libxml2-utils)'
fi
tap_done
