#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# predictor sweep as a user has it: options, order, formats, reports, merging.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
cd "$tap_dir" || exit 99
for name in params/network.par params/ideal.par params/transputer.par tests/sweep/many-channels.par; do
    cp "$SRCDIR/$name" . || exit 99
done
for name in heat2d.trc heat2d_large.trc task_regions_2x2.trc adi_across.trc; do
    cp "$SRCDIR/samples/$name" . || exit 99
done

# sweep ARGUMENT...: leaves out, err and status.
sweep() {
    "$PREDICTOR" sweep "$@" >out 2>err
    status=$?
}

# rows: the topologies of the table in out, in one line.
rows() {
    sed -n '/Topology/,/^$/p' out | sed 1d | awk 'NF { printf "%s%s", sep, $1; sep = " " } END { print "" }'
}

sweep --processors 1..16 many-channels.par heat2d_large.trc
tap_equal 'powers of two, most even' "$status $(rows) $(cat err)" '0 1x1 2x1 2x2 4x2 4x4 '
sweep --processors 3..6 --every many-channels.par heat2d_large.trc
tap_equal '--every' "$(rows)" '3x1 2x2 5x1 3x2'
sweep --processors 4,6 --grid best many-channels.par heat2d_large.trc
tap_equal '--grid best, symmetric ones once' "$(rows)" '4x1 2x2 6x1 3x2'
sweep --processors 4 --grid best many-channels.par adi_across.trc
tap_equal '--grid best, not symmetric' "$(rows)" '4x1 2x2 1x4'
sweep --topologies 8,2x2,1 many-channels.par heat2d_large.trc
tap_equal 'the order asked for' "$(rows)" '8 2x2 1'
sweep -t 3x2 many-channels.par heat2d_large.trc
tap_equal '--topology' "$(rows)" '3x2'
sweep many-channels.par network.par heat2d_large.trc
tap_equal 'parameter files' "$(rows)" 'many-channels.par network.par'
sweep --vary 'type=network,transputer,ideal' --vary 'start time=1,2' --topologies '2 4' \
    --format csv network.par ideal.par heat2d.trc
tap_equal 'products, in order' "$(cut -d, -f4-6,11 out | sed 1d | head -n 5 | tr '\n' ' ')" \
    'network.par,network,1e-06,2 network.par,network,1e-06,4 network.par,network,2e-06,2 network.par,network,2e-06,4 network.par,transputer,1e-06,2 '
tap_equal 'products, how many' "$(wc -l <out | tr -d ' ')" 25

# A configuration that cannot run is a row.
sweep --vary 'speed={4 x 1},{2 x 1}' --topologies 2,4 network.par heat2d.trc
tap_equal 'cannot run: status' "$status" 0
tap_match 'cannot run: a row with its reason' "$(cat out)" '*2 x 1 *4 *4  cannot run: *speed*2*4*'
tap_match 'cannot run: said' "$(cat err)" '*warning: 4 with network.par cannot run: *speed*warning: 1 of 4 configurations cannot run'

# When nothing can run there is no answer; outputs are written all the same.
sweep --set 'speed={2 x 1}' --topologies 4,8,4x4,5,6 -o none.json -q network.par heat2d.trc
tap_match 'nothing can run: said' "$status $(tr '\n' ' ' <err)" '1 *error: 4 with network.par cannot run: *error: 8 with *error: 4x4 with *error: no configuration can run '
tap_equal 'nothing can run: not more than three reasons' "$(wc -l <err | tr -d ' ')" 4
tap_equal 'nothing can run: rows' "$(grep -c '"status": "failed"' none.json)" 5
sed 's/PatternRef=[0-9a-f]* (AMView)/PatternRef=1 (AMView)/' heat2d.trc >bad.trc
sweep --topologies 2,4 network.par bad.trc
tap_match 'nothing can run: the place comes first' "$status $(cat err)" \
    '1 bad.trc:[0-9]*: error: 2 with network.par cannot run: *predictor: error: no configuration can run'
sweep --merge none.json
tap_match 'nothing can run: merged' "$status $(cat out)" '1 *No configuration can run. 4: *speed*'
sweep --objective efficiency --floor 100% --topologies 2,4 network.par heat2d.trc
tap_match 'no configuration reaches the floor' "$status $(cat out)" '0 *No configuration reaches an efficiency of 100.0 %. The most efficient is 2 *'
sweep --vary 'power=1,2,1.0' --topologies 1 network.par network.par heat2d.trc
tap_equal 'equal machines once' "$(rows)" '1 2'

# Objectives.
sweep --processors 1..16 --objective efficiency --floor 80% many-channels.par heat2d_large.trc
tap_match 'objective: efficiency' "$(tr '\n' ' ' <out)" '*Use 2x2 (4 processors): *More processors are not efficient enough: the next, 4x2 *efficiency is 76.1 %*'
sweep --processors 1..16 --objective cost many-channels.par heat2d_large.trc
tap_match 'objective: cost' "$(cat out)" '*Use 1x1 (1 processor): *processor-seconds*'
sweep --search 12 --objective time many-channels.par heat2d_large.trc
tap_match 'search' "$(cat out)" '*Use 4x3 (12 processors)*at most 12*no other*can be better.*'
sweep --search 100000 many-channels.par heat2d_large.trc
tap_match 'search with a bound' "$(tr '\n' ' ' <out)" '*by Amdahl*s law none of them can take less than 15.[0-9] ms, which is * below the best of these.*'
tap_match 'search within the extents' "$(tr '\n' ' ' <out)" '*Grids beyond 2000x2000, the extents of the distributed arrays, were not tried.*'
sweep --processors 6000 --grid best --format json -o - many-channels.par heat2d_large.trc
tap_match 'extents in JSON' "$(tr -d ' \n' <out)" '*"extents":\[2000,2000\]*"grids_left_out":true*'
sweep --processors 1..64 --grid best --format html -o - many-channels.par heat2d_large.trc
tap_match 'axes are labelled' "$(tr -d '\n' <out)" '*>20 ms</text>*>processors (log)<*>time (log)<*>speed-up (log)<*>productive / total time<*'
tap_match 'times differ by more than a decade' "$(tr -d '\n' <out)" '*Colours on a logarithmic scale, from <span class="h0">21.2</span><span class="h1">*</span> ms</p>*'
tap_match 'the machine is named' "$(cat out)" '*Machine: <code>many-channels.par</code>*'
sweep --processors 16,64 --grid best --format html -o - many-channels.par heat2d_large.trc
tap_match 'times of one decade' "$(tr -d '\n' <out)" '*Colours on a linear scale, from <span class="h0">21.2</span>*'
sweep --topologies 3000x1 many-channels.par heat2d_large.trc
tap_match 'beyond the extents' "$(tr '\n' ' ' <out)" '*On 3000x1 some processors have no elements: the distributed arrays end at 2000x2000.*'
sweep --processors 5000011 --grid best many-channels.par heat2d_large.trc
tap_match 'no grid within the extents' "$status $(cat err)" '2 *every grid of so many processors leaves some without elements*'
sweep -t 2x2 --sensitivity network.par heat2d.trc
tap_equal 'sensitivity' "$(grep -c ' %  .* [mu]*s .* %$' out)" 4
tap_match 'sensitivity: what is 0' "$(cat out)" '*trace overhead    is 0, and stays so*'
sweep -t 2x2 --sensitivity --format html network.par heat2d.trc
tap_match 'sensitivity: what is 0 on the page' "$(grep 'trace overhead' out | head -n 1)" '*trace overhead</th><td>0 microseconds</td><td colspan="4" class="text">is 0, and stays so</td>*'

# The same bytes for any number of threads.
for jobs in 1 2 5; do
    "$PREDICTOR" sweep --processors 1..12 --every --grid best --vary 'start time=1,75' --pop -j $jobs \
        --sensitivity -o $jobs.json -o $jobs.html -o $jobs.csv -o $jobs.txt network.par \
        task_regions_2x2.trc 2>$jobs.err
done
for suffix in json html csv txt err; do
    tap_result "threads: the same .$suffix" "$(cmp 1.$suffix 2.$suffix 2>&1; cmp 1.$suffix 5.$suffix 2>&1)"
done
"$PREDICTOR" sweep --search 200 -j 1 -o s1.json network.par heat2d.trc
"$PREDICTOR" sweep --search 200 -j 3 -o s3.json network.par heat2d.trc
tap_result 'threads: the same search' "$(cmp s1.json s3.json 2>&1)"
"$PREDICTOR" sweep -q -j2 -os2.json --search 200 -- network.par heat2d.trc
tap_result 'values joined to short options' "$(cmp s1.json s2.json 2>&1)"

# A row is what a single prediction gives.
"$PREDICTOR" -o one.json -t 3x2 network.par heat2d_large.trc
sweep --topologies 3x2 --pop -o row.json network.par heat2d_large.trc
tap_equal 'a row is a prediction' "$(grep -o '"execution_time": [^,]*' row.json | head -n 1)" \
    "$(grep -o '"execution_time": [^,]*' one.json | head -n 1)"
tap_equal 'POP factors' "$(grep -o '"transfer_efficiency": [^,}]*' row.json | head -n 1)" \
    "$(grep -o '"transfer_efficiency": [^,}]*' one.json | head -n 1)"

# Merging.
"$PREDICTOR" sweep --topologies 1,2 --vary 'power=1,2' -o m1.json network.par heat2d.trc
"$PREDICTOR" sweep --topologies 1,2 -o m2.json ideal.par heat2d.trc
"$PREDICTOR" sweep --topologies 1,2 --vary 'power=1,2' -o m3.json network.par ideal.par heat2d.trc
sweep --merge m1.json m2.json m1.json --format csv
tap_equal 'merge: each configuration once' "$status $(wc -l <out | tr -d ' ')" '0 7'
sweep --merge m3.json -o m4.json
tap_result 'merge: one file is itself' "$(cmp m3.json m4.json 2>&1)"
sweep --merge --objective cost m1.json
tap_match 'merge: another objective' "$(cat out)" '*processor-seconds*'
"$PREDICTOR" sweep --topologies 1,2 -o other.json network.par heat2d_large.trc
sweep --merge m1.json other.json
tap_match 'merge: another trace' "$status $(cat err)" '1 other.json: error: the trace *'
head -c 900 m1.json >cut.json
sweep --merge cut.json
tap_match 'merge: a damaged file' "$status $(cat err)" '1 cut.json:*:*: error: this is not JSON: *'
sed 's/"version": "[^"]*"/"version": "0.0.0"/' m1.json >old.json
sweep --merge m1.json old.json
tap_match 'merge: another version' "$status $(cat err)" '0 old.json: warning: made by version 0.0.0 of the program*'
sed '/"id": 1,/s/"execution_time": [^,]*/"execution_time": 9/' m1.json >changed.json
sweep --merge m1.json changed.json
tap_match 'merge: results that differ' "$status $(cat err)" '0 predictor: warning: results * differ between files: 1; *'
sweep --merge m1.json missing.json
tap_match 'merge: no file' "$status $(cat err)" '1 missing.json: error: *'

# Reports of configurations, and links to them.
sweep --topologies 2,2x2 --reports 'their reports' -o page/../p.html network.par heat2d.trc
tap_equal 'reports' "$status $(cat err) $(echo 'their reports'/*)" \
    '3 page/../p.html: error: cannot be written: No such file or directory their reports/2.html their reports/2x2.html'
sweep --topologies 2,2x2 --reports 'their reports' -o p.html -o p.json network.par heat2d.trc
tap_equal 'reports: links' "$status $(grep -o 'href="[^"#]*"' p.html | tr '\n' ' ')" \
    '0 href="their%20reports/2.html" href="their%20reports/2x2.html" '
tap_match 'reports: of this program' "$(tr '\n' ' ' <'their reports/2x2.html')" '*<title>*heat2d.fdv*</html>*'
sweep --topologies 2 --vary 'power=1,2' --reports r network.par heat2d.trc
tap_equal 'reports: of several machines' "$(echo r/*)" 'r/1-2.html r/2-2.html'

# Templates of one's own: what is wrong in one is told with its path.
mkdir templates
sweep --topologies 2 --template-dir templates -o own.html network.par heat2d.trc
tap_equal 'templates: none in the folder' "$status $(cat err)" '0 '
printf '<p xmlns="http://www.w3.org/1999/xhtml">\n{nonsense}</p>\n' >templates/sweep.xhtml
sweep --topologies 2 --template-dir templates -o wrong.html network.par heat2d.trc
tap_match 'templates: where it is wrong' "$status $(cat err)" '1 templates/sweep.xhtml:2: error: *nonsense*'
sweep --topologies 2 --template-dir missing --reports r2 network.par heat2d.trc
tap_match 'templates: none for reports' "$status $(cat err)" '1 missing: error: not a folder of templates'
tap_equal 'templates: no page then' "$(ls wrong.html 2>/dev/null)" ''

# Wrong usage.
wrong() {
    name=$1 pattern=$2
    shift 2
    sweep "$@"
    tap_match "wrong: $name" "$status $(cat err)" "2 predictor: error: $pattern*Try*"
}
wrong 'nothing' '*PARAMS and TRACE are missing' --pop
wrong 'no trace' '*TRACE is missing' network.par
wrong 'a topology' "*--topologies*4y2*" --topologies 4y2 network.par heat2d.trc
wrong 'processors' '*--processors*' --processors 0..4 network.par heat2d.trc
wrong 'a parameter' '*--vary*' --vary 'colour=1' network.par heat2d.trc
wrong 'a parameter twice' "*--vary: 'power' is varied twice*" --vary 'power=1' --vary 'power=2' network.par heat2d.trc
wrong 'a folder of reports without a name' '*--reports*' --reports '' network.par heat2d.trc
wrong 'a grid' '*--grid*' --processors 4 --grid round network.par heat2d.trc
wrong 'a search' '*--search*' --search 0 network.par heat2d.trc
wrong 'an objective' '*--objective*' --objective speed network.par heat2d.trc
wrong 'a floor' '*--floor*' --objective efficiency --floor 2 network.par heat2d.trc
wrong 'a floor of nothing' '*--floor*' --floor 0.5 network.par heat2d.trc
wrong 'jobs' '*--jobs*' -j 0 network.par heat2d.trc
wrong 'search and topologies' '*--search*' --search 8 --topologies 4 network.par heat2d.trc
wrong 'topology and topologies' '*--topology*' -t 4 --topologies 4 network.par heat2d.trc
wrong '--every without processors' '*--every*' --every network.par heat2d.trc
wrong 'merge and predict' '*--merge*' --merge --processors 4 m1.json
wrong 'merge of nothing' '*files to merge*' --merge
wrong 'merge of standard input' '*standard input*' --merge -
wrong 'an output over an input' '*overwrite*' -o network.par --format csv network.par heat2d.trc
wrong 'an output over a merged file' '*overwrite*' --merge -o m1.json m1.json
wrong 'two outputs at one place' '*same place*' -o a.csv -o ./a.csv network.par heat2d.trc
wrong 'an output in place of a report' '*name of a report*' --reports . -o 2x2.html network.par heat2d.trc
sweep -o a.xyz network.par heat2d.trc
tap_match 'wrong: a suffix' "$status $(cat err)" '2 a.xyz: error: the suffix *Try*'
wrong 'parameters from standard input' '*standard input*' - heat2d.trc
wrong 'too many' '*more than 100000*' --processors 1..100001 --every network.par heat2d.trc
sweep network.par missing.trc
tap_match 'no trace there' "$status $(cat err)" '1 *missing.trc: error: *'
sweep --set power=0 network.par heat2d.trc
tap_match 'a wrong setting' "$status $(cat err)" '2 *power*'
sweep -q --topologies 1,2 - network.par <heat2d.trc
tap_match 'a trace in place of parameters' "$status" '[12]'
sweep --topologies 1,2 network.par - <heat2d.trc
tap_equal 'a trace from standard input' "$status $(rows)" '0 1 2'
if [ -w /dev/full ]; then
    "$PREDICTOR" sweep network.par heat2d.trc >/dev/full 2>err
    tap_match 'not written' "$? $(cat err)" '3 *'
else
    tap_skip 'not written' 'no /dev/full'
fi

# JSON by its schema.
cat >validate.py <<'END'
import copy, json, sys
import jsonschema

schema = json.load(open(sys.argv[1], encoding="utf-8"))
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)
for name in sys.argv[2:]:
    sweep = json.load(open(name, encoding="utf-8"))
    for error in list(validator.iter_errors(sweep))[:5]:
        print(name, list(error.absolute_path), error.message)

# What is wrong must be found.
def broken(change):
    wrong = copy.deepcopy(sweep)
    change(wrong)
    if validator.is_valid(wrong):
        print("not found:", change.__doc__)

def unknown(s): "an unknown member"; s["configurations"][0]["foo"] = 1
def missing(s): "a missing loss"; del s["configurations"][0]["losses"]["io"]
def status(s): "an unknown status"; s["configurations"][0]["status"] = "perhaps"
def reason(s): "no reason"; s["configurations"][0]["status"] = "failed"
def result(s): "no result"; del s["configurations"][0]["execution_time"]
def text(s): "text for a number"; s["configurations"][0]["speedup"] = "2"
def pop(s): "half of the POP factors"; s["configurations"][0]["pop"] = {"load_balance": 1}
def version(s): "another version"; s["version"] = 2
def loss(s): "an unknown loss"; s["best"]["limited_by"] = "bad luck"
def change(s): "an unknown parameter"; s["sensitivity"] = [{"parameter": "x", "less": {}, "more": {}}]
for one in unknown, missing, status, reason, result, text, pop, version, loss, change:
    broken(one)
END
"$PREDICTOR" sweep -q --vary 'speed={4 x 1},{2 x 1}' --topologies 2,4 -o failed.json network.par heat2d.trc
if python3 -c 'import jsonschema' 2>/dev/null; then
    tap_result 'JSON schema' "$(python3 validate.py "$SRCDIR/templates/sweep.schema.json" failed.json \
        s1.json m3.json p.json row.json 1.json 2>&1)"
else
    tap_skip 'JSON schema' 'no python3 with jsonschema'
fi
tap_done
