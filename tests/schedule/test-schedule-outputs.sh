#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# predictor schedule and grains in all formats: JSON by the schemas of templates/, pages as XML, and what is
# written is read again with the same result.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
graphs=$SRCDIR/samples/graphs
cd "$tap_dir" || exit 1

{
    "$PREDICTOR" schedule -q -p 1..4 --measured "$graphs/pi.trace" -o a.json -o a.html "$graphs/pi-cold.tg"
    "$PREDICTOR" schedule -q -p 3 -o b.json -o b.html "$graphs/heft10.dot"
    "$PREDICTOR" schedule -q --machine "$SRCDIR/params/ethernet-10g.par" --states 0 -o c.json -o c.html \
        "$graphs/srasearch-chameleon-10a-001.json.gz"
    "$PREDICTOR" grains -o g.json -o g.html "$graphs/pi.trace"
    "$PREDICTOR" grains --executions -q -o e.json -o e.html "$SRCDIR/tests/schedule/twice.trace"
    : >none.trace
} >said 2>&1
"$PREDICTOR" grains -q -o n.json -o n.html none.trace 2>none.err
tap_equal 'grains: a trace of nothing has an error' "$? $(cat none.err)" \
    '1 none.trace: error: no record of a grain in the file'
tap_equal 'schedule: written' "$(cat said)" ''
if python3 -c 'import jsonschema' 2>/dev/null; then
    tap_equal 'schedule: JSON schema' "$(python3 - "$SRCDIR/templates" <<'END' 2>&1
import json, jsonschema, sys
for schema, names in (("schedule", "abc"), ("grains", "gen")):
    with open("%s/%s.schema.json" % (sys.argv[1], schema)) as f:
        one = json.load(f)
    for name in names:
        with open(name + ".json") as f:
            jsonschema.validate(json.load(f), one)
END
)" ''
else
    tap_skip 'schedule: JSON schema' 'no python3-jsonschema'
fi
if command -v xmllint >/dev/null; then
    tap_equal 'schedule: pages are XML' "$(xmllint --noout a.html b.html c.html g.html e.html n.html 2>&1)" ''
else
    tap_skip 'schedule: pages are XML' 'no xmllint'
fi

# table FILE...: the lines of the make-spans
table() {
    "$PREDICTOR" schedule -q -p 3 "$@" | grep -E '^  [0-9]'
}
expected=$(table "$graphs/pi.trace")
for kind in tg stg dot; do
    "$PREDICTOR" schedule -q -p 3 -o "pi.$kind" "$graphs/pi.trace"
    tap_equal "schedule: .$kind is read again" "$(table "pi.$kind")" "$expected"
done
for name in heft10.dot kwok9.dot; do
    "$PREDICTOR" schedule -q -p 3 --show heft -o x.sched -o x.csv --csv tasks "$graphs/$name"
    heft=$("$PREDICTOR" schedule -q -p 3 --heuristic heft --format json "$graphs/$name" | grep -o '"makespan":[^,]*' | tail -n 1)
    for file in x.sched x.csv; do
        tap_equal "schedule: $file of $name is read again" "$("$PREDICTOR" schedule -q -p 3 --assign "$file" \
            --show given --format json "$graphs/$name" | grep -o '"makespan":[^,]*' | tail -n 1)" "$heft"
    done
done
for kind in tg stg dot; do
    "$PREDICTOR" grains -q -o "grains.$kind" "$graphs/pi.trace"
    tap_equal "grains: .$kind is read again" "$(table "grains.$kind")" "$expected"
done
"$PREDICTOR" grains -q -o circle.dot "$SRCDIR/tests/schedule/twice.trace" >circle.out 2>&1
tap_equal 'grains: a circle has no graph' "$?" 1
tap_match 'grains: a circle has no graph, and a message' "$(cat circle.out)" '*twice.trace*: error: *cycle*--executions*'
tap_equal 'schedule: the same for any number of threads' \
    "$("$PREDICTOR" schedule -q -j1 --format json "$graphs/kwok9.dot" | cksum)" \
    "$("$PREDICTOR" schedule -q -j4 --format json "$graphs/kwok9.dot" | cksum)"
tap_done
