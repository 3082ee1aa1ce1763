#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# predictor tasks in all formats: JSON by templates/tasks.schema.json, CSV and pages as what they are, and the
# same numbers in all of them.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
source_dir=$(cd "$SRCDIR" && pwd)
cd "$tap_dir" || exit 99

for log in "$source_dir"/samples/pool/*.gist "$source_dir"/samples/pool/*.gz "$source_dir"/samples/pool/*.csv \
    "$source_dir"/samples/pool/*.sacct "$source_dir"/samples/pool/*.json; do
    name=${log##*/}
    for more in '' --robust '-p 1..64 -n 1000'; do
        # shellcheck disable=SC2086 # options are words
        "$PREDICTOR" tasks -q $more "$log" -o "$name$more.json" -o "$name$more.csv" -o "$name$more.html" \
            -o "$name$more.txt" || echo "$name $more failed" >>failures
    done
done
printf 'worker,start,dur\na,0,1\n' >one.csv
"$PREDICTOR" tasks -q one.csv -o one.json -o one.html -o one.txt || echo 'one task failed' >>failures
tap_result 'tasks: written' "$(cat failures 2>/dev/null)"

cat >validate.py <<'END'
import copy, csv, glob, json, sys
import jsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)
for name in sorted(glob.glob("*.json")):
    with open(name, encoding="utf-8") as file:
        read = json.load(file)
    for error in list(validator.iter_errors(read))[:5]:
        print(name, list(error.absolute_path), error.message)
    if name != "one.json":
        with open(name[:-4] + "csv", encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        for row, prediction in zip(rows, read["predictions"], strict=True):
            for key, value in prediction.items():
                if row[key] != ("" if value is None else str(value)) and float(row[key]) != value:
                    print(name, key, row[key], value)
wrong = copy.deepcopy(read)
wrong["T_t"] = None
if validator.is_valid(wrong):
    print("not found: T_t null")
END
if python3 -c 'import jsonschema' 2>/dev/null; then
    tap_result 'tasks: JSON schema, CSV' "$(python3 validate.py "$source_dir/templates/tasks.schema.json" 2>&1)"
else
    tap_skip 'tasks: JSON schema, CSV' 'no python3 with jsonschema'
fi
if command -v xmllint >/dev/null; then
    tap_result 'tasks: pages are XML' "$(xmllint --noout ./*.html 2>&1)"
else
    tap_skip 'tasks: XML' 'no xmllint'
fi
gzip -c "$source_dir/samples/pool/simple.csv" | "$PREDICTOR" tasks - >pipe.txt &&
    "$PREDICTOR" tasks "$source_dir/samples/pool/simple.csv" >file.txt
tap_result 'tasks: compressed, from a pipe' "$(sed 1d pipe.txt >a; sed 1d file.txt | diff a - 2>&1)"
tap_done
