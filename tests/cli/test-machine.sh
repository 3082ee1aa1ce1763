#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Machines as other programs read them: JSON by templates/machine.schema.json, pages as XML; their
# parameters in reports by templates/report.schema.json and templates/report.rng.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
source_dir=$(cd "$SRCDIR" && pwd)
cd "$tap_dir" || exit 99

printf '0,1,100\n3,2,50\n' >transfers.csv
for path in "$source_dir"/params/*.par "$source_dir"/tests/golden/input/cluster.par; do
    name=${path##*/}
    "$PREDICTOR" machine -q "$path" -o "machine-${name%.par}.json" -o "${name%.par}.html" ||
        echo "$name failed" >>failures
done
"$PREDICTOR" machine -q --transfers transfers.csv "$source_dir/params/cppe.par" -o machine-transfers.json ||
    echo 'transfers failed' >>failures
for machine in cppe slingshot infiniband-hdr node; do
    "$PREDICTOR" -q -t 2x2 "$source_dir/params/$machine.par" "$source_dir/samples/heat2d.trc" \
        -o "report-$machine.json" -o "report-$machine.xml" || echo "$machine failed" >>failures
done
"$PREDICTOR" -q -t 2x2 --set mapping=best "$source_dir/params/cppe.par" "$source_dir/samples/heat2d.trc" \
    -o report-best.json -o report-best.xml || echo 'best failed' >>failures
tap_result 'machine: written' "$(cat failures 2>/dev/null)"

cat >validate.py <<'END'
import copy, glob, json, sys
import jsonschema

templates = sys.argv[1]
for kind in "machine", "report":
    with open(f"{templates}/{kind}.schema.json", encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    for name in sorted(glob.glob(kind + "-*.json")):
        with open(name, encoding="utf-8") as file:
            read = json.load(file)
        for error in list(validator.iter_errors(read))[:5]:
            print(name, list(error.absolute_path), error.message)
    # What is wrong must be found.
    for change in "nodes", "switching", "link_delay":
        wrong = copy.deepcopy(read)
        wrong["parameters"][change] = {}
        if validator.is_valid(wrong):
            print("not found:", kind, change)
END
if python3 -c 'import jsonschema' 2>/dev/null; then
    tap_result 'machine: JSON schemas' "$(python3 validate.py "$source_dir/templates" 2>&1)"
else
    tap_skip 'machine: JSON schemas' 'no python3 with jsonschema'
fi
if command -v xmllint >/dev/null; then
    tap_result 'machine: parameters in XML' \
        "$(xmllint --noout --relaxng "$source_dir/templates/report.rng" report-*.xml 2>&1 | grep -v ' validates$')"
    tap_result 'machine: pages are XML' "$(xmllint --noout ./*.html 2>&1)"
else
    tap_skip 'machine: XML' 'no xmllint'
fi
tap_done
