#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Reports and sweeps with values that no prediction has: compare, with a limit or without, and merging
# refuse them with file, line and member.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
par=$SRCDIR/params/network.par
trace=$SRCDIR/samples/matmul.trc
cd "$tap_dir" || exit 99
"$PREDICTOR" -q -t 2x2 --no-processors -o good.json "$par" "$trace"
"$PREDICTOR" sweep -q --topologies 1,2x2 --pop -o sweep.json "$par" "$trace"

# with FILE MEMBER VALUE: the first value of that member, up to the next comma, bracket or brace, or a
# list, is another; "-": the member has another name.
with() {
    awk -v member="\"$2\": " -v value="$3" '
        { at = done ? 0 : index($0, member)
          if (at) {
              rest = substr($0, at + length(member))
              match(rest, /^(\[[^][]*\]|"[^"]*"|[^],}]*)/)
              rest = substr(rest, RLENGTH + 1)
              kept = substr($0, at + length(member), RLENGTH)
              $0 = substr($0, 1, at - 1) (value == "-" ? "\"other\": " kept : member value) rest
              done = 1
          }
          print }' "$1"
}

# refused LINE MESSAGE COMMAND...: status 1, nothing else, and the place.
refused() {
    line=$1 message=$2
    shift 2
    "$PREDICTOR" "$@" >out 2>err
    status=$?
    [ "$status" = 1 ] && [ ! -s out ] && grep -q "^bad.json:$line:[0-9]*: error: .*$message" err ||
        echo "$*: $status $(head -c 300 out err)"
}

# LINE MEMBER VALUE MESSAGE, a case a line; values have no blanks.
while read -r line member value message; do
    with good.json "$member" "$value" >bad.json
    tap_result "compare: $member $value" "$(refused "$line" "$message" compare good.json bad.json
        refused "$line" "$message" compare bad.json good.json --fail-above 1000000
        refused "$line" "$message" compare good.json bad.json --fail-above 1000000)"
done <<'CASES'
8 processors 0 'processors' is 0, expected 4
8 processors 3 'processors' is 3, expected 4
8 processors -4 'processors' is -4
8 processors 4.5 'processors' is missing or of another type
8 processors 18446744073709551620 the number 18446744073709551620 is out of range
9 execution_time -1 'execution_time' is -1
9 execution_time 1e400 the number 1e400 is out of range
9 execution_time -1e400 the number -1e400 is out of range
9 execution_time 1e-400 the number 1e-400 is out of range
9 execution_time 1e301 'execution_time' is 1e+301
9 execution_time NaN NaN
9 execution_time nan nan
9 execution_time Infinity Infinity
9 execution_time -Infinity unexpected '-'
9 execution_time null 'execution_time' is missing or of another type
9 execution_time "1" 'execution_time' is missing or of another type
9 execution_time [1] 'execution_time' is missing or of another type
9 execution_time true 'execution_time' is missing or of another type
9 execution_time 0x10 unexpected '0'
9 execution_time 01 unexpected '0'
9 execution_time 1. unexpected '1'
9 execution_time .5 unexpected '.'
9 execution_time +1 unexpected '+'
9 execution_time 1e unexpected '1'
9 execution_time 1e10 'execution_time' is 1e+10, expected
9 execution_time 0 'execution_time' is 0, expected
1 execution_time - 'execution_time' is missing
1 processors - 'processors' is missing
7 topology [2,0] an item of 'topology' is no integer
7 topology [2,-2] an item of 'topology' is no integer
7 topology [2,2.0] an item of 'topology' is no integer
7 topology [2,"2"] an item of 'topology' is no integer
7 topology [] 'topology' is missing
7 topology [65536,65536] 'topology' has more than 2^31 processors
7 topology - 'topology' is missing
12 Efficiency 1.01 'Efficiency' is 1.01, expected a share
12 Efficiency -0.5 'Efficiency' is -0.5
12 Efficiency - 'Efficiency' is missing
12 Execution_time -1 'Execution_time' is -1
12 Total_time 1e308 'Total_time' is 1e+308
12 Productive_time -1 'Productive_time' is -1
12 Lost_time -1e-9 'Lost_time' is -1e-09
12 Idle -1 'Idle' is -1
13 communication -1 'communication' is -1
12 count -1 'count' is -1
12 count 1.5 'count' is missing or of another type
12 line -1 'line' is -1
12 id 99999999999 two intervals
13 Start_exit -1 'Start_exit' is -1
13 Efficiency_without_start 2 'Efficiency_without_start' is 2
CASES

while read -r line member value message; do
    with sweep.json "$member" "$value" >bad.json
    tap_result "merge: $member $value" "$(refused "$line" "$message" sweep --merge bad.json
        refused "$line" "$message" sweep --merge sweep.json bad.json)"
done <<'CASES'
[0-9]* calls -1 'calls' is -1
[0-9]* calls 1.5 'calls' is missing or of another type
[0-9]* bytes 1e400 the number 1e400 is out of range
[0-9]* extents [0] an item of 'extents' is no integer
[0-9]* extents [1.5] an item of 'extents' is no integer
[0-9]* extents ["4"] an item of 'extents' is no integer
[0-9]* execution_time -1 'execution_time' is -1
[0-9]* execution_time 1e400 the number 1e400 is out of range
[0-9]* execution_time - 'execution_time' is missing
[0-9]* serial_time -1 'serial_time' is -1
[0-9]* total_time 1e301 'total_time' is 1e+301
[0-9]* efficiency 1.5 'efficiency' is 1.5, expected a share
[0-9]* efficiency -1 'efficiency' is -1
[0-9]* efficiency_without_start 7 'efficiency_without_start' is 7
[0-9]* productive_time -1e-20 'productive_time' is -1e-20
[0-9]* start_exit -1 'start_exit' is -1
[0-9]* idle -1 'idle' is -1
[0-9]* load_balance 2 'load_balance' is 2, expected a share
[0-9]* parallel_efficiency -1 'parallel_efficiency' is -1
[0-9]* start_time -1 'start_time'
[0-9]* start_time 1e9 'start_time'
[0-9]* power 0 power
[0-9]* topology [65536,65536] 2^31
[0-9]* topology [0] size
[0-9]* topology [1.5] size
[0-9]* topology [] 'topology'
CASES

# What is no prediction at all.
echo '{}' >bad.json
tap_result 'an empty object' "$(refused 1 'missing' compare good.json bad.json --fail-above 5)"
cp sweep.json bad.json
"$PREDICTOR" compare good.json bad.json --fail-above 5 >out 2>err
tap_match 'a sweep' "$? $(cat err)" '1 *bad.json: error: this is not a report*'
sed 's/"intervals": \[/"intervals": [], "other": [/' good.json >bad.json
tap_result 'no intervals' "$(refused '[0-9]*' 'a report without intervals' compare good.json bad.json --fail-above 5)"
sed 's/"configurations": \[/"configurations": [], "other": [/' sweep.json >bad.json
"$PREDICTOR" sweep --merge bad.json >out 2>err
tap_match 'a sweep of nothing' "$? $(cat out err)" '1 *bad.json: error: no configurations*'
sed 's/"Execution_time": [^,]*/"Execution_time": 0/; s/"execution_time": .*/"execution_time": 0,/' good.json >bad.json
"$PREDICTOR" compare bad.json bad.json --fail-above 5 >out 2>err
tap_match 'no time at all' "$? $(cat out err)" "1 *bad.json: error: 'execution_time' is 0, which --fail-above cannot judge"
sed 's/"processors": 4,/"processors": 4, "processors": 4,/' good.json >bad.json
"$PREDICTOR" compare good.json bad.json --fail-above 5 >out 2>err
tap_match 'a member twice' "$? $(cat out err)" '1 *bad.json: error: a member stands twice*'
for limit in nan inf 1e400 -1 '' % x 5x; do
    "$PREDICTOR" compare good.json good.json --fail-above "$limit" >out 2>err
    tap_match "--fail-above '$limit'" "$? $(head -n 1 err)" '2 *is not a percentage'
done
tap_done
