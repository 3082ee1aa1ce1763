#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Sweeps over networks of nodes and links: each parameter can be varied, is told by its values in all
# formats, and is read back from JSON; mappings.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
source_dir=$(cd "$SRCDIR" && pwd)
cd "$tap_dir" || exit 99
cp "$source_dir/params/cppe.par" "$source_dir/params/infiniband-hdr.par" "$source_dir/params/aries.par" \
    "$source_dir/tests/golden/input/cluster.par" "$source_dir/samples/heat2d.trc" . || exit 99
sed 's/^type.*/type = tree;/; s/^nodes.*/nodes = { 9 };/' cppe.par >tree.par
sed 's/^nodes.*/nodes = { 4, 4 };/' infiniband-hdr.par >fat.par

# column NAME: its values in sweep.csv, which may have quotes.
cat >column.py <<'END'
import csv, sys
print("|".join(row["parameters." + sys.argv[1]] for row in csv.DictReader(open("sweep.csv"))))
END

# varied NAME VALUES EXPECTED PARAMS: the CSV has the values, the JSON names the parameter and merges
# to what it is, the page has a column.
varied() {
    name=$(echo "$1" | tr ' ' _)
    "$PREDICTOR" sweep -q -t 2x2 --vary "$1=$2" -o sweep.csv -o sweep.json -o sweep.html "$4" heat2d.trc 2>err
    "$PREDICTOR" sweep -q --merge -o merged.json sweep.json 2>>err
    findings=$(
        cat err
        found=$(python3 column.py "$name")
        [ "$found" = "$3" ] || echo "values are $found"
        tr -d '\n' <sweep.json | grep -q "\"varied\": \[ *\"$name\"\]" || grep -A 1 '"varied"' sweep.json
        grep -v '"searches"\|"sensitivity"' sweep.json >a
        grep -v '"searches"\|"sensitivity"' merged.json | cmp a - 2>&1
        grep -q "<th scope=\"col\">$1\(, .*s\)\?</th>" sweep.html || echo 'no column in the page'
    )
    tap_result "--vary $1" "$findings"
}
if command -v python3 >/dev/null; then
    varied nodes '{4, 4},{2, 8}' '{ 4, 4 }|{ 2, 8 }' cppe.par
    varied cores 1,4 '1|4' cppe.par
    varied arity 2,3 '2|3' tree.par
    varied taper '1,{2}' '1|2' fat.par
    varied 'global links' '10,20' '10|20' aries.par
    varied switching cut-through,packet,wormhole 'cut-through|packet|wormhole' cppe.par
    varied congestion none,load,events 'none|load|events' cppe.par
    varied 'link delay' 0,0.13 '0|0.13' cppe.par
    varied 'message gap' 0,1.5 '0|1.5' cppe.par
    varied 'packet size' 0,64 '0|64' cppe.par
    varied 'packet start time' 0,1 '0|1' cppe.par
    varied 'flit size' 1,4 '1|4' cppe.par
    varied 'flit buffer' 1,2 '1|2' cppe.par
    varied 'virtual channels' 1,2 '1|2' cppe.par
    varied 'header ratio' 1,2.5 '1|2.5' cppe.par
    varied 'core start time' 0,0.2 '0|0.2' fat.par
    varied 'core byte time' 0,0.0001 '0|0.0001' fat.par
    varied 'vary speed' 'not,1,0.5,2, 0.25' 'not|1, 0.5|2, 0.25' cppe.par
    varied mapping 'default,hilbert,tiles(1, 2),random(3)' 'default|hilbert|tiles(1, 2)|random(3)' cppe.par
    varied type 'mesh,torus,fat tree' 'mesh|torus|fat tree' fat.par
else
    tap_skip '--vary' 'no python3'
fi

"$PREDICTOR" sweep -q -t 2x2 --mappings 'default,hilbert,f(x, y) = [x, y].' --format csv cppe.par heat2d.trc >a
"$PREDICTOR" sweep -q -t 2x2 --vary 'mapping=default,hilbert,f(x, y) = [x, y].' --format csv cppe.par heat2d.trc |
    cmp a - >differences 2>&1
tap_result '--mappings is --vary mapping' "$(cat differences)"
"$PREDICTOR" sweep -q --mappings 'tile(2)' cppe.par heat2d.trc 2>err
tap_match '--mappings: a wrong one' "$? $(cat err)" "2 *--mappings: 'mapping=tile(2)', column 14: *"
"$PREDICTOR" sweep -q --mappings hilbert --vary mapping=default cppe.par heat2d.trc 2>err
tap_match '--mappings and --vary mapping' "$? $(cat err)" "2 *'mapping' is varied twice*"

# Machines of clusters and others are read back, too.
"$PREDICTOR" sweep -q -t 2x2 -o clusters.json cluster.par fat.par heat2d.trc &&
    "$PREDICTOR" sweep -q --merge -o merged.json clusters.json && cmp clusters.json merged.json >differences 2>&1
tap_equal 'clusters are merged' "$? $(cat differences)" '0 '

"$PREDICTOR" sweep -q -t 2x2 --sensitivity -o sensitive.json cppe.par fat.par heat2d.trc
tap_match 'sensitivity to times of the network' "$(tr -d '\n' <sensitive.json)" \
    '*"sensitivity": *"parameter": "start_time"*"parameter": "link_delay"*"parameter": "message_gap"*'
if python3 -c 'import jsonschema' 2>/dev/null; then
    tap_result 'JSON schema' "$(for file in sweep clusters sensitive; do
        python3 -c 'import json, sys, jsonschema
jsonschema.validate(json.load(open(sys.argv[2])), json.load(open(sys.argv[1])))' \
            "$source_dir/templates/sweep.schema.json" $file.json 2>&1 | tail -n 1
    done)"
else
    tap_skip 'JSON schema' 'no python3 with jsonschema'
fi
tap_done
