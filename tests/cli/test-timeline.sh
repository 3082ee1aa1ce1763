#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# --timeline: what is written where, what is said about it, and that pajeng reads it. Without
# pj_dump (Debian's pajeng) that part is skipped, except in CI (CI=true), where it fails.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
par=$SRCDIR/params/network.par
trace=$SRCDIR/samples/heat2d.trc
cd "$tap_dir" || exit 99

# run ARGUMENT...: leaves $status and the files out and err.
run() {
    "$PREDICTOR" "$@" >out 2>err
    status=$?
}

# usage NAME PATTERN ARGUMENT...: wrong usage, and nothing is written.
usage() {
    name=$1 pattern=$2
    shift 2
    run "$@" "$par" "$trace"
    tap_equal "$name: status" "$status" 2
    tap_match "$name: message" "$(head -n 1 err)" "$pattern"
    tap_result "$name: nothing is written" "$(ls ./*.json ./*.pftrace ./*.paje ./*.html 2>/dev/null)"
}

usage 'suffix' '*is no timeline*' --timeline t.html
usage 'needs --timeline' '*--timeline-window needs --timeline*' --timeline-window 0:1
usage 'window' "*--timeline-window: '2:1' is not*" --timeline t.json --timeline-window 2:1
usage 'window without a colon' "*'2' is not*" --timeline t.json --timeline-window 2
usage 'window of words' "*'a:b' is not*" --timeline t.json --timeline-window a:b
usage 'budget' "*--timeline-budget: '0'*" --timeline t.json --timeline-budget 0
usage 'budget of another unit' "*'5Q'*" --timeline t.json --timeline-budget 5Q
usage 'a window behind the end' '*--timeline-window: it begins at 1000 s, the run ends at *' \
    --timeline t.json --timeline-window 1000:
usage 'huge budget' "*'99999999999G'*" --timeline t.json --timeline-budget 99999999999G
usage 'processor that is not there' "*'4' is not one of 0-3*" -t 2x2 --timeline t.json \
    --timeline-processors 0,4
usage 'empty processors' '*names no processor*' --timeline t.json --timeline-processors ''
usage 'range backwards' "*'3-1' is not*" -t 4 --timeline t.json --timeline-processors 3-1
usage 'the same place as a report' '*two outputs go to the same place*' --timeline t.json -o t.json
cp "$trace" trace.json
run --timeline trace.json "$par" trace.json
tap_equal 'over an input: status' "$status" 2
tap_result 'over an input: it is as before' "$(cmp "$trace" trace.json 2>&1)"
rm trace.json

run -t 2x2 "$par" "$trace"
cp out summary
run -t 2x2 --timeline t.json "$par" "$trace"
tap_equal 'json: status' "$status" 0
tap_result 'json: the summary is the same' "$(cmp out summary 2>&1)"
tap_result 'json: nothing is said' "$(cat err)"
tap_result 'json: it is there' "$([ -s t.json ] || echo missing)"
tap_equal 'json: names its machine' "$(grep -c "\"machine\":\"$par\"" t.json)" 1
run -q -t 2x2 --timeline t.paje "$par" "$trace"
tap_equal 'paje: names its machine' "$(head -n 1 t.paje)" "# machine $par"
rm t.paje
run run -t 2x2 --timeline u.json -o u.html "$par" "$trace"
tap_result 'run: the same, beside a report' "$(cmp t.json u.json 2>&1)"
run explain -t 2x2 --timeline e.json -o e.txt "$par" "$trace"
tap_result 'explain: the same, beside its tables' "$(cmp t.json e.json 2>&1)"

# The metrics in JSON are one set of numbers at all levels.
run explain -q -t 2x2 -o m.json "$par" "$trace"
if command -v python3 >/dev/null; then
    cat >metrics.py <<'END'
import json, math

report = json.load(open("m.json", encoding="utf-8"))
metrics = report["metrics"]
program, bins = metrics["program"], metrics["histogram"]
lists = {"machines": metrics["machines"], "processors": metrics["processors"],
         "intervals": metrics["intervals"]}


def same(what, value, expected):
    if not math.isclose(value, expected, rel_tol=1e-9, abs_tol=1e-15):
        print(what, value, "expected", expected)


for metric in ("cpu", "wait", "wait_cpu", "calls"):
    for level, rows in lists.items():
        same(level + ": " + metric, math.fsum(row[metric] for row in rows), program[metric])
for metric in ("cpu", "wait", "wait_cpu", "calls", "messages", "bytes"):
    same("histogram: " + metric, math.fsum(bins[metric]), program[metric])
same("time", program["time"], report["execution_time"])
same("width of the bins", bins["bin_seconds"] * bins["bins"], program["time"])
same("parallelism", program["parallelism"], report["parallelism"])
same("processors", len(metrics["processors"]), 4)
same("parts of the time", program["cpu"] + program["wait"] + program["wait_cpu"],
     math.fsum(row["time"] for row in metrics["processors"]))
END
    tap_result 'explain: metrics add up' "$(python3 metrics.py 2>&1)"
else
    tap_skip 'explain: metrics add up' 'no python3 is installed'
fi
run explain -t 2x2 --timeline nowhere/e.json -o e.txt "$par" "$trace"
tap_equal 'explain: not written: status' "$status" 3
run -t 2x2 --timeline-processors 0-3,2 --timeline v.json "$par" "$trace"
tap_equal 'processors: rows' "$(grep -c thread_name v.json)" 4

run -t 2x2 --timeline w.json --timeline-window 0.001: --timeline-budget 20K "$par" "$trace"
tap_match 'left out: said' "$(cat err)" '*w.json: warning: shortened: what is before 0.001 s; *'
tap_equal 'left out: said once' "$(wc -l <err | tr -d ' ')" 1
tap_match 'left out: in the file' "$(grep -o '"shortened":"[^"]*"' w.json)" '*what is before 0.001 s; *'
for suffix in json pftrace paje prv; do
    run -q -t 2x2 --timeline plain.$suffix "$par" "$trace"
    run -q -t 2x2 --timeline packed.$suffix.gz "$par" "$trace"
    tap_result "gzip: $suffix" "$(gzip -dc packed.$suffix.gz 2>&1 | cmp - plain.$suffix 2>&1)"
    cp packed.$suffix.gz again.gz
    run -q -t 2x2 --timeline packed.$suffix.gz "$par" "$trace"
    tap_result "gzip: $suffix: the same bytes again" "$(cmp packed.$suffix.gz again.gz 2>&1)"
done
run -q -t 2x2 --timeline w.json --timeline-budget 20K "$par" "$trace"
tap_result 'left out: -q' "$(cat err)"

# Paraver: three files, none over another; a reader of its own finds what the JSON has.
cp "$trace" trace.row
run --timeline trace.prv "$par" trace.row
tap_equal 'paraver: over an input: status' "$status" 2
tap_result 'paraver: over an input: it is as before' "$(cmp "$trace" trace.row 2>&1)"
run --timeline report.prv -o report.pcf --format txt "$par" "$trace"
tap_equal 'paraver: over a report: status' "$status" 2
mkdir names.pcf
run --timeline names.prv "$par" "$trace"
tap_equal 'paraver: names not written: status' "$status" 3
tap_match 'paraver: names not written: message' "$(cat err)" '*names.pcf: error: cannot be written*'
tap_result 'paraver: names not written: nothing is' "$(ls names.prv names.row 2>/dev/null)"
run -q -t 2x2 --timeline plain.prv "$par" "$trace"
cp plain.pcf first.pcf
cp plain.row first.row
run -q -t 2x2 --timeline plain.prv.gz "$par" "$trace"
tap_result 'paraver: names are the same, not compressed' \
    "$(cmp plain.pcf first.pcf 2>&1; cmp plain.row first.row 2>&1)"
cat >paraver.py <<'END'
import json, re, sys
from collections import defaultdict

name = sys.argv[1]
lines = open(name + ".prv", encoding="ascii").read().splitlines()
header = re.fullmatch(r"#Paraver \(\d\d/\d\d/\d\d at \d\d:\d\d\):(\d+)_ns:1\((\d+)\):1:(\d+)\(([0-9:,]+)\)",
                      lines[0])
if header is None:
    sys.exit("header: " + lines[0])
end, lanes = int(header[1]), int(header[2])
if int(header[3]) != lanes or header[4] != ",".join(["1:1"] * lanes):
    print("lanes of the header:", lines[0])
names, section, declares = defaultdict(set), [], False
for line in open(name + ".pcf", encoding="ascii"):
    words = line.split()
    if not words:
        section = []
    elif words[0] in ("STATES", "EVENT_TYPE"):
        declares = words[0] == "EVENT_TYPE"
        section = [] if declares else ["state"]
    elif words[0] == "VALUES":
        declares = False
    elif words[0].isdigit() and declares:
        section.append(words[1])
        names[words[1]]
    elif words[0].isdigit():
        for what in section:
            names[what].add(words[0])
rows = open(name + ".row", encoding="ascii").read().split("\n\n")
for level in rows:
    first, *rest = level.strip().split("\n")
    if int(first.split()[-1]) != len(rest):
        print("rows:", first)

time = n_open = 0
state, until, inside, sent = defaultdict(int), defaultdict(int), defaultdict(int), []
for line in lines[1:]:
    if line.startswith("#"):
        continue
    kind, cpu, appl, task, thread, *rest = line.split(":")
    if appl != "1" or thread != "1" or cpu != task or not 1 <= int(task) <= lanes:
        print("place:", line)
    if int(rest[0]) < time or int(rest[0]) > end:
        print("time:", line)
    time = int(rest[0])
    if kind == "1":
        if time < until[task] or int(rest[1]) <= time or rest[2] not in names["state"]:
            print("state:", line)
        until[task] = int(rest[1])
        state[int(task)] += until[task] - time
    elif kind == "2":
        for what, value in zip(rest[1::2], rest[2::2]):
            if what not in names or names[what] and value not in names[what]:
                print("no name:", line)
            if int(what) >= 1000:
                if (inside[task, what] == 0) == (value == "0"):
                    print("interval:", line)
                inside[task, what] = int(value)
    elif kind == "3":
        if not time <= int(rest[1]) <= int(rest[6]) == int(rest[7]) <= end:
            print("communication:", line)
        sent.append((time, int(task), int(rest[4]), int(rest[8])))
    else:
        print("record:", line)
if any(inside.values()):
    print("an interval has no end")

busy, begun, expected = defaultdict(int), {}, []
for event in json.load(open(name + ".json", encoding="utf-8"))["traceEvents"]:
    if event["ph"] == "X" and event["cat"] == "activity":
        busy[event["tid"]] += round(event["dur"] * 1000)
    elif event["ph"] == "s":
        begun[event["id"]] = (round(event["ts"] * 1000), event["tid"], event["args"]["bytes"])
    elif event["ph"] == "f":
        ts, tid, size = begun[event["id"]]
        expected.append((ts, tid, event["tid"], round(size)))
if busy != state:
    print("states:", dict(state), "JSON:", dict(busy))
if sorted(sent) != sorted(expected):
    print("communications:", len(sent), "JSON:", len(expected))
END
if command -v python3 >/dev/null; then
    for name in heat2d wavefront_sor adi_across task_regions io_files nested_intervals; do
        for suffix in json prv; do
            run -q -t 4 --timeline p_$name.$suffix --timeline-budget 1G "$par" "$SRCDIR/samples/$name.trc"
        done
        tap_result "paraver: $name" "$(python3 paraver.py p_$name 2>&1)"
    done
    sed '/^1:1:/{s/:[0-9]*$/:99/;}' p_heat2d.prv >broken.prv
    for suffix in pcf row json; do
        cp p_heat2d.$suffix broken.$suffix
    done
    tap_match 'paraver: the reader notices what is broken' "$(python3 paraver.py broken 2>&1)" 'state:*'
    run -q -t 2x2 --timeline part.prv --timeline-window 0.001: --timeline-budget 9K "$par" "$trace"
    tap_match 'paraver: left out: in the file' "$(sed -n 4p part.prv)" '# shortened: what is before 0.001 s; *'
else
    tap_skip 'paraver' 'no python3 is installed'
fi

mkdir folder.json
run --timeline folder.json "$par" "$trace"
tap_equal 'not written: status' "$status" 3
tap_match 'not written: message' "$(cat err)" '*folder.json: error: cannot be written*'
run --timeline nowhere/t.json "$par" "$trace"
tap_equal 'no such folder: status' "$status" 3
for file in .predictor*; do
    tap_result 'no temporary file is left' "$([ ! -e "$file" ] || echo "$file")"
done

if command -v pj_dump >/dev/null; then
    for name in heat2d wavefront_sor adi_across task_regions io_files remote_access; do
        run -q -t 4 --timeline $name.paje "$par" "$SRCDIR/samples/$name.trc"
        tap_result "pajeng: $name" "$(pj_dump $name.paje 2>&1 >$name.dump)"
        tap_equal "pajeng: $name has its states" "$(grep -c '^State' $name.dump)" \
            "$(grep -c '^6' $name.paje)"
    done
    run -q -t 2x2 --timeline part.trace --timeline-window 0.001:0.002 --timeline-budget 9K \
        "$par" "$trace"
    tap_result 'pajeng: a part' "$(pj_dump part.trace 2>&1 >part.dump)"
    tap_result 'pajeng: a part has states' "$(grep -q '^State' part.dump || echo none)"
    sed '/^9 /d' heat2d.paje >broken.paje
    tap_result 'pajeng: notices a broken file' "$(pj_dump broken.paje >/dev/null 2>&1 && echo not)"
elif [ "${CI-}" = true ]; then
    tap_result 'pajeng' 'pj_dump is not installed; in CI it must be'
else
    tap_skip 'pajeng' 'pj_dump is not installed'
fi
tap_done
