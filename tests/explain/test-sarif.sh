#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Findings as SARIF: the same as those of the JSON, each with a rule and a place.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
cd "$SRCDIR" || exit 99

if ! python3 -c '' 2>/dev/null; then
    tap_missing 'sarif' python3
    tap_done
    exit
fi

cat >"$tap_dir/check.py" <<'END'
import json, sys
from urllib.parse import unquote

with open(sys.argv[1], encoding="utf-8") as file:
    log = json.load(file)
with open(sys.argv[2], encoding="utf-8") as file:
    report = json.load(file)
if log["version"] != "2.1.0" or len(log["runs"]) != 1:
    print("not one run of SARIF 2.1.0")
run = log["runs"][0]
rules = {rule["id"]: rule["shortDescription"]["text"] for rule in run["tool"]["driver"]["rules"]}
findings = report["findings"]
if len(run["results"]) != len(findings) or not findings:
    print(f"{len(run['results'])} results, {len(findings)} findings")
for result, finding in zip(run["results"], findings):
    place = result["locations"][0]["physicalLocation"]
    same = (result["ruleId"] == finding["id"] and result["ruleId"] in rules
            and unquote(place["artifactLocation"]["uri"]) == finding["file"]
            and place["region"]["startLine"] == finding["line"]
            and result["properties"]["bound_seconds"] == finding["bound_seconds"]
            and result["level"] == ("warning" if finding["share"] >= 0.1 else "note")
            and all(finding[part] in result["message"]["text"] for part in ("title", "evidence", "advice")))
    if not same:
        print(f"{result} is not {finding}")
if run["properties"]["execution_time"] != report["execution_time"]:
    print("another prediction")
END

for trace in unbalanced_fault reduction_in_loop_fault task_regions; do
    "$PREDICTOR" run params/network.par samples/$trace.trc -q -t 2x2 -o "$tap_dir/x.sarif" --explain -o "$tap_dir/x.json"
    tap_result "sarif: $trace" "$(python3 "$tap_dir/check.py" "$tap_dir/x.sarif" "$tap_dir/x.json" 2>&1)"
done

# A name with blanks and percent signs is a URI all the same.
sed 's/unbalanced_fault\.fdv/odd name%41.fdv/' samples/unbalanced_fault.trc >"$tap_dir/odd.trc"
"$PREDICTOR" explain params/network.par "$tap_dir/odd.trc" -q -t 4 -o "$tap_dir/x.sarif" -o "$tap_dir/x.json"
tap_result 'sarif: a name that wants escapes' "$(python3 "$tap_dir/check.py" "$tap_dir/x.sarif" "$tap_dir/x.json" 2>&1)"
tap_match 'sarif: its URI' "$(cat "$tap_dir/x.sarif")" '*"uri": "odd%20name%2541.fdv"*'

tap_equal 'sarif: not without findings' \
    "$("$PREDICTOR" params/network.par samples/heat2d.trc --no-explain -o "$tap_dir/x.sarif" 2>&1 | sed q)" \
    'predictor: error: findings are all that .sarif has: not with --no-explain'
tap_done
