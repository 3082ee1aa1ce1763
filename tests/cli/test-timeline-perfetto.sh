#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Timelines in Perfetto's format: protoc decodes them by the fields that are meant, and they say
# what those in Chrome's format say of the same run.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
par=$SRCDIR/params/network.par
cd "$tap_dir" || exit 99

for tool in protoc python3; do
    command -v $tool >/dev/null && continue
    tap_missing 'Perfetto' "$tool"
    tap_done
    exit
done

# The fields of Perfetto's schema that are written, by its numbers.
cat >trace.proto <<'END'
syntax = "proto2";
message Process { optional int32 pid = 1; optional string process_name = 6; }
message Track {
    optional uint64 uuid = 1;
    optional string name = 2;
    optional Process process = 3;
    optional uint64 parent_uuid = 5;
    optional int32 child_ordering = 11;
    optional int32 sibling_order_rank = 12;
}
message Annotation {
    optional uint64 uint_value = 3;
    optional double double_value = 5;
    optional string string_value = 6;
    optional string name = 10;
}
message Event {
    repeated uint64 category_iids = 3;
    repeated Annotation debug_annotations = 4;
    optional int32 type = 9;
    optional uint64 name_iid = 10;
    optional uint64 track_uuid = 11;
    optional string name = 23;
    repeated fixed64 flow_ids = 47;
    repeated fixed64 terminating_flow_ids = 48;
}
message Interned { optional uint64 iid = 1; optional string name = 2; }
message InternedData {
    repeated Interned event_categories = 1;
    repeated Interned event_names = 2;
}
message Packet {
    optional uint64 timestamp = 8;
    optional uint32 trusted_packet_sequence_id = 10;
    optional Event track_event = 11;
    optional InternedData interned_data = 12;
    optional uint32 sequence_flags = 13;
    optional Track track_descriptor = 60;
}
message Trace { repeated Packet packet = 1; }
END

# same.py DECODED JSON: prints what differs.
cat >same.py <<'END'
import json, re, sys
from collections import Counter


def decode(path):
    """Messages of protoc's text as dicts of lists."""
    root = {}
    stack = [root]
    for line in open(path, encoding="utf-8"):
        line = line.strip()
        if line == "}":
            stack.pop()
        elif line.endswith(" {"):
            stack.append({})
            stack[-2].setdefault(line[:-2], []).append(stack[-1])
        else:
            field, value = line.split(": ", 1)
            if not value.startswith('"'):
                value = float(value) if re.search("[.en]", value) else int(value)
            else:  # bytes outside of ASCII are octal escapes
                value = re.sub(rb"\\([0-7]{3}|.)", lambda m: bytes([int(m[1], 8)])
                               if len(m[1]) == 3 else m[1], value[1:-1].encode()).decode()
            stack[-1].setdefault(field, []).append(value)
        unknown = [name for name in stack[-1] if name.isdigit()]
        if unknown:
            print("unknown field", unknown, line)
    return root["packet"]


def annotations(event):
    found = {}
    for one in event.get("debug_annotations", []):
        (value,) = [one[key][0] for key in one if key != "name"]
        found[one["name"][0]] = value
    return tuple(sorted(found.items()))


packets = decode(sys.argv[1])
chrome = json.load(open(sys.argv[2], encoding="utf-8"))

if any(packet["trusted_packet_sequence_id"] != [1] for packet in packets):
    print("a packet of another sequence")
if [packet["sequence_flags"][0] for packet in packets] != [1] + [2] * (len(packets) - 1):
    print("flags of the sequence")
data = packets[0]["interned_data"][0]
names, categories = ({one["iid"][0]: one["name"][0] for one in data[key]}
                     for key in ("event_names", "event_categories"))
tracks = [packet["track_descriptor"][0] for packet in packets if "track_descriptor" in packet]
process, lanes = tracks[0], tracks[1:]
lane_of = {lane["uuid"][0]: i for i, lane in enumerate(lanes)}
if len(lane_of) != len(lanes) or process["uuid"][0] in lane_of:
    print("tracks are not unique")
if process["child_ordering"] != [3]:
    print("tracks have no order")
for i, lane in enumerate(lanes):
    if lane["parent_uuid"] != process["uuid"] or lane["sibling_order_rank"] != [i]:
        print("track", i)
shown = {"processes": [one["process_name"][0] for one in process["process"]],
         "lanes": [lane["name"][0] for lane in lanes], "metadata": {}, "slices": Counter(),
         "flows": Counter()}
last, open_slices, begun, ended = 0, {}, {}, {}
for packet in packets:
    if "track_event" not in packet:
        continue
    event, time = packet["track_event"][0], packet["timestamp"][0]
    if time < last:
        print("goes back in time", time)
    last = time
    kind, track = event["type"][0], event["track_uuid"][0]
    if track == process["uuid"][0]:
        shown["metadata"] = {name: str(value) for name, value in annotations(event)}
        continue
    lane = lane_of[track]
    if kind == 2:
        start, *rest = open_slices[lane].pop()
        shown["slices"][(lane, start, time - start, *rest)] += 1
        continue
    name, category = names[event["name_iid"][0]], categories[event["category_iids"][0]]
    if kind == 1:
        open_slices.setdefault(lane, []).append((time, name, category, annotations(event)))
    elif "flow_ids" in event:
        begun[event["flow_ids"][0]] = (lane, time, name, category, annotations(event))
    else:
        flow = event["terminating_flow_ids"][0]
        if flow not in begun or flow in ended:
            print("flow", flow, "ends without a begin, or twice")
        ended[flow] = (lane, time, name, category)
if any(open_slices.values()):
    print("slices without an end")
shown["flows"] = Counter((begun[flow], ended.get(flow)) for flow in begun)


def ns(us):
    return round(us * 1000)


def arguments(event):
    return tuple(sorted(event.get("args", {}).items()))


wanted = {"processes": [], "lanes": [], "metadata": chrome["otherData"], "slices": Counter()}
begun, ended = {}, {}
for event in chrome["traceEvents"]:
    lane, kind = event["tid"] - 1, event["ph"]
    if kind == "M":
        if event["name"] == "process_name":
            wanted["processes"].append(event["args"]["name"])
        elif event["name"] == "thread_name":
            wanted["lanes"].append(event["args"]["name"])
        continue
    here = (event["name"], event["cat"])
    if kind == "X":
        wanted["slices"][(lane, ns(event["ts"]), ns(event["dur"]), *here, arguments(event))] += 1
    elif kind == "s":
        begun[event["id"]] = (lane, ns(event["ts"]), *here, arguments(event))
    else:
        ended[event["id"]] = (lane, ns(event["ts"]), *here)
wanted["flows"] = Counter((begun[flow], ended[flow]) for flow in begun)
for what, value in wanted.items():
    if not isinstance(value, Counter):
        if shown[what] != value:
            print(what, shown[what], "expected", value)
        continue
    for sign, rest in ("more", shown[what] - value), ("missing", value - shown[what]):
        for one in list(rest)[:3]:
            print(what, sign, one)
print(len(shown["lanes"]), sum(shown["slices"].values()), sum(shown["flows"].values()),
      file=sys.stderr)
END

# same NAME SAMPLE ARGUMENT...: both formats of one run.
same() {
    name=$1 trace=$SRCDIR/samples/$2.trc
    shift 2
    "$PREDICTOR" run -q --timeline t.pftrace "$@" "$par" "$trace" >out 2>err
    tap_result "$name: written" "$(cat err)"
    "$PREDICTOR" run -q --timeline t.json "$@" "$par" "$trace" >out 2>err
    tap_result "$name: decoded" "$(protoc --decode=Trace trace.proto <t.pftrace 2>&1 >decoded)"
    tap_result "$name: says what Chrome's says" "$(python3 same.py decoded t.json 2>counts)"
    tap_match "$name: has rows and slices" "$(cat counts)" '[1-9]* [1-9]* *'
}

for sample in heat2d wavefront_sor adi_across task_regions io_files remote_access; do
    same $sample $sample -t 4
done
same processors heat2d -t 2x2 --timeline-processors 0-3
tap_match 'processors: messages' "$(cat counts)" '4 [1-9]* [1-9]*'
same window heat2d -t 2x2 --timeline-window 0.001:0.002

"$PREDICTOR" run -q -t 2x2 --timeline b.pftrace --timeline-budget 20K "$par" "$SRCDIR/samples/heat2d.trc" >out
protoc --decode=Trace trace.proto <b.pftrace >decoded
tap_match 'budget: what is joined is said' "$(grep -A 1 '"shortened"' decoded)$(grep -A 1 'string_value: .*joined by' decoded)" '*joined by windows*'
tap_result 'budget: joined activities are' "$(grep -q 'name: "joined"' decoded || echo none)"
for kib in 2 8 32 128; do
    "$PREDICTOR" run -q -t 2x2 --timeline s.pftrace --timeline-budget ${kib}K "$par" "$SRCDIR/samples/heat2d.trc" >out
    tap_result "budget of $kib KiB: kept, but for names" \
        "$([ "$(wc -c <s.pftrace)" -le $((kib * 1024 + 4096)) ] || wc -c s.pftrace)"
    protoc --decode=Trace trace.proto <s.pftrace >decoded
    tap_result "budget of $kib KiB: slices, flows and tracks hold" \
        "$(python3 same.py decoded t.json 2>&1 | grep -Ev '^(slices|flows|metadata|[0-9]+) ')"
done
# What is a little too large does not pass for fitting.
for sample in heat2d wavefront_sor io_files; do
    "$PREDICTOR" run -q -t 4 --timeline s.pftrace --timeline-processors 0-3 "$par" "$SRCDIR/samples/$sample.trc" >out
    less=$(($(wc -c <s.pftrace) * 9 / 10))
    "$PREDICTOR" run -q -t 4 --timeline s.pftrace --timeline-processors 0-3 --timeline-budget $less \
        "$par" "$SRCDIR/samples/$sample.trc" >out
    tap_result "budget below the size of $sample: kept" "$([ "$(wc -c <s.pftrace)" -le $less ] || wc -c s.pftrace)"
done
"$PREDICTOR" run -q -t 2x2 --timeline c.perfetto-trace --timeline-budget 20K "$par" "$SRCDIR/samples/heat2d.trc" >out
tap_result 'the other suffix: the same' "$(cmp b.pftrace c.perfetto-trace 2>&1)"
"$PREDICTOR" run -q -t 2x2 --timeline d.pftrace.gz --timeline-budget 20K "$par" "$SRCDIR/samples/heat2d.trc" >out
tap_result 'gzip: the same' "$(gzip -dc d.pftrace.gz | cmp - b.pftrace 2>&1)"

"$PREDICTOR" run -q -t 2x2 --timeline t.pftrace "$par" "$SRCDIR/samples/heat2d.trc" >out
"$PREDICTOR" run -q -t 4 --timeline t.json "$par" "$SRCDIR/samples/heat2d.trc" >out
protoc --decode=Trace trace.proto <t.pftrace >decoded
tap_result 'another run is noticed' "$([ -n "$(python3 same.py decoded t.json 2>counts)" ] || echo not)"
sed 's/ name = 23;/ name = 24;/' trace.proto >other.proto
protoc --decode=Trace other.proto <t.pftrace >decoded
tap_result 'an unknown field is noticed' "$(python3 same.py decoded t.json 2>&1 | grep -q 'unknown field' || echo not)"
tap_done
