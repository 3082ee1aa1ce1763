#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# predictor check: kinds of files, findings, exit status.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
par=$SRCDIR/params/network.par
trace=$SRCDIR/samples/matmul.trc
cd "$tap_dir" || exit 99

# check NAME STATUS OUTPUT-PATTERN ERROR-PATTERN FILE...
check() {
    name=$1 status=$2 out=$3 err=$4
    shift 4
    "$PREDICTOR" check "$@" >out 2>err
    tap_equal "$name: status" "$?" "$status"
    tap_match "$name: standard output" "$(cat out)" "$out"
    tap_match "$name: standard error" "$(cat err)" "$err"
}

check 'a sound trace' 0 '*matmul.trc: trace, * calls: no findings' '' "$trace"
check 'a sound parameter file' 0 '*network.par: parameter file: no findings' '' "$par"
check 'a trace from standard input' 0 '-: trace, * calls: no findings' '' - <"$trace"

# The name does not tell the kind.
cp "$trace" trace.par
cp "$par" params.trc
gzip -c "$trace" >packed
check 'a trace named .par' 0 'trace.par: trace,*' '' trace.par
check 'parameters named .trc' 0 'params.trc: parameter file:*' '' params.trc
check 'a compressed trace' 0 'packed: trace,*' '' packed

# A trace that stops is a warning.
head -c 30000 "$trace" >cut.trc
check 'a cut trace' 0 'cut.trc: trace, * calls: * warning*' '*cut.trc:*warning: *' cut.trc

# Neither the one nor the other.
: >empty
printf 'call me\n' >letter
head -c 1000 "$PREDICTOR" >binary
check 'an empty file' 1 'empty: *: 1 error' 'empty: error: *' empty
check 'a letter' 1 'letter: *: 1 error' 'letter: error: *' letter
check 'a binary file' 1 'binary: *: 1 error' 'binary: error: *' binary
check 'a missing file' 1 'missing: not read: 1 error' 'missing: error: *No such file*' missing
mkdir folder
check 'a folder' 1 'folder: not read: 1 error' 'folder: error: *' folder

# As large as no parameter file is.
{
    cat "$par"
    head -c 17000000 /dev/zero | tr '\0' ' '
} >large.par
check 'a large parameter file' 1 'large.par: parameter file: 1 error' \
    'large.par: error: *too large*' large.par
rm large.par

# Every error of a parameter file, each with its line; the sound lines between are kept.
cat >bad.par <<'END'
// three mistakes
type = network;
strat time = 75;
power = -1;
topology = { 4 };
send byte time = 0.2;
channels = many;
END
check 'three mistakes' 1 'bad.par: parameter file: 3 errors' \
    'bad.par:3:*: error: *bad.par:4:*: error: *bad.par:7:*: error: *' bad.par
tap_equal 'three mistakes: a line each' "$(wc -l <err)" 3
printf 'topology = { 4 };\nspeed = { 1, 1 };\n' >slow.par
check 'speeds that do not suffice' 1 'slow.par: parameter file: 1 error' 'slow.par:*error: *' slow.par

# Errors of a trace: all of them, although a prediction stops at the first.
awk '/^call_/ && /distr_|crtda_/ { print; getline; gsub(/AMViewRef=[0-9a-f]+/, "AMViewRef=zzz")
         gsub(/Rank=[0-9]+/, "Rank=-3") } { print }' "$trace" >bad.trc
check 'a trace with errors' 1 'bad.trc: trace, * calls: * errors*' 'bad.trc:*: error: *' bad.trc
tap_result 'a trace with errors: more than one line' "$([ "$(grep -c 'bad.trc:[0-9]*: error:' err)" -gt 1 ] || cat err)"
tap_result 'a trace with errors: each line once' "$(sort err | uniq -d)"

# Several files: all are checked, the worst counts.
check 'several files' 1 'letter: *network.par: *matmul.trc: *' 'letter: error: *' letter "$par" "$trace"
"$PREDICTOR" check -q "$par" letter >out 2>err
tap_result 'check -q: nothing on standard output' "$(cat out)"
tap_match 'check -q: errors' "$(cat err)" 'letter: error: *'
tap_done
