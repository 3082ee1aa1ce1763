#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# A sweep that is interrupted leaves what it has, says so, and can be completed; a bar with the time
# left on a terminal only.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
par=$SRCDIR/params/network.par
trace=$SRCDIR/samples/wavefront_sor.trc
cd "$tap_dir" || exit 99
escape=$(printf '\033')
export TERM=xterm

# More configurations than can be predicted in a few seconds, each in a moment.
many="$(seq -s, 1 60),$(seq -s, 3000 6999)"

if [ "$(sh -c 'kill -INT $$; echo ignored' 2>/dev/null)" = ignored ]; then
    tap_skip 'interrupt' 'interrupts are ignored here'
else
    timeout --preserve-status -k 60 -s INT 2 "$PREDICTOR" sweep --topologies "$many" -j 1 \
        -o part.json -o part.html -o part.csv "$par" "$trace" 2>err
    tap_equal 'interrupt: status' $? 130
    tap_match 'interrupt: the JSON says so' "$(tr '\n' ' ' <part.json)" '*"complete": false,*"not run"*'
    tap_match 'interrupt: the page says so' "$(tr '\n' ' ' <part.html)" '*The sweep was interrupted. *'
    tap_match 'interrupt: the advice says so' "$(cat part.json)" '*interrupted.*'
    tap_match 'interrupt: rows were done' "$(cat part.json)" '*"status": "done"*'
    if python3 -c 'import jsonschema' 2>/dev/null; then
        tap_result 'interrupt: valid by the schema' "$(python3 -c '
import json, sys, jsonschema
jsonschema.validate(json.load(open("part.json")), json.load(open(sys.argv[1])))' \
            "$SRCDIR/templates/sweep.schema.json" 2>&1)"
    else
        tap_skip 'interrupt: valid by the schema' 'no python3 with jsonschema'
    fi
    tap_result 'interrupt: nothing else is left' "$(find . -name '.*' -type f)"
    tap_result 'interrupt: nothing was said' "$(grep -v 'warning: ' err)"
    "$PREDICTOR" sweep --merge part.json >table
    tap_match 'interrupt: merged it is still not whole' "$(cat table)" '*INTERRUPTED: *'

    # Reports that are being written become whole.
    timeout --preserve-status -k 60 -s TERM 2 "$PREDICTOR" sweep --topologies "$many" -j 2 \
        --reports r -o r.json "$par" "$trace" 2>err
    tap_equal 'interrupt with reports: status' $? 143
    tap_result 'interrupt with reports: all are whole' \
        "$(for file in r/*; do [ -e "$file" ] && ! grep -q '</html>' "$file" && echo "$file"; done)"
    tap_result 'interrupt with reports: nothing else is left' "$(find . -name '.*' -type f)"
fi

if script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    command="timeout --preserve-status -s INT 3 '$PREDICTOR' sweep --topologies $many -j 1 -o t.json"
    script -qec "$command '$par' '$trace'" /dev/null </dev/null 2>&1 | tr "$escape" '^' >said
    tap_match 'terminal: a bar with the time left' "$(cat said)" '*] * of 4060 configurations, * s left*'
    tap_match 'terminal: the bar is wiped' "$(tail -c 200 said)" '*^[[]K*'
    script -qec "$command -q '$par' '$trace'" /dev/null </dev/null 2>&1 | tr "$escape" '^' >said
    tap_result 'terminal: -q' "$(grep left said)"
else
    tap_skip 'terminal' 'script(1) is missing or has no terminal'
fi
timeout --preserve-status -s INT 2 "$PREDICTOR" sweep --topologies "$many" -j 1 \
    -o t.json "$par" "$trace" >said 2>&1
tap_result 'pipe: no bar' "$(grep left said)"

# The rest, predicted later, completes it.
trace=$SRCDIR/samples/heat2d.trc
"$PREDICTOR" sweep --topologies 1,2,4 -o some.json "$par" "$trace"
sed -e 's/"complete": true,$/"complete": false,/' \
    -e '/"id": 2,/s/"status": "done"\(.*"processors": 2\),.*}/"status": "not run"\1}/' some.json >gap.json
"$PREDICTOR" sweep --merge gap.json >table
tap_match 'a gap' "$(cat table)" '*INTERRUPTED: 1 not run*'
"$PREDICTOR" sweep --topologies 2 -o rest.json "$par" "$trace"
"$PREDICTOR" sweep --merge gap.json rest.json -o whole.json
tap_result 'a gap is filled' "$(cmp whole.json some.json 2>&1)"
tap_done
