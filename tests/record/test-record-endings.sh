#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# However a recorded program ends, its exit status is its own and its trace is sound, though it may be
# truncated; $DVM_RECORD, $DVM_RECORD_BUFFER, $DVM_RECORD_STRICT.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}" "${BUILDDIR:?}"
. "$SRCDIR/tests/tap.sh"
cd "$tap_dir" || exit 99
ending=$BUILDDIR/tests/record/ending
unset DVM_RECORD DVM_RECORD_BUFFER DVM_RECORD_STRICT

# ends HOW STATUS SAID [FINDING]: records into a.trc; what it says on standard error, and what check finds,
# are patterns.
ends() {
    rm -f a.trc
    "$ending" "$1" a.trc >out 2>err
    tap_equal "$1: status" "$?" "$2"
    sed -i '/^[^:]*\(Killed\|Aborted\)/d' err # what the shell says
    tap_match "$1: standard error" "$(cat err)" "$3"
    "$PREDICTOR" check a.trc >checked 2>&1
    tap_match "$1: trace" "$(cat checked)" "${4-*: no findings}"
}

ends return 0 ''
tap_match 'return: all calls are there' "$(cat checked)" '*2000 calls*'
ends exit 3 ''
ends mistake 0 '*ending.c:*: dvmr_loop_end: no parallel loop is open'
ends open 0 '*: exit: the interval that line * of *ending.c began is open'
ends threads 0 '*: exit: 800 calls of other threads were not recorded'
tap_match 'threads: those of one are there' "$(cat checked)" '*4000 calls*'
ends signals 0 ''
ends fork 0 ''
tap_match 'fork: the child recorded nothing' "$(cat checked)" '*2000 calls*'
tap_equal 'fork: no trace of the child' "$(find . -name child.trc)" ''
ends 'exit of a thread' 3 '*'
ends twice 0 ''
tap_equal 'twice: both record' "$(cat out)" '1
1'
tap_match 'twice: the second trace' "$("$PREDICTOR" check second.trc 2>&1)" '*2000 calls: no findings'

# Killed: what was written before is there, up to its last complete call.
truncated='*warning: *truncated*'
ends killed 137 '' "$truncated"
ends abort 134 '' "$truncated"
export DVM_RECORD_BUFFER=4K
ends killed 137 '' "$truncated"
tap_match 'killed, with a small buffer: calls are there' "$(cat checked)" '*18?? calls*'
ends return 0 ''
tap_match 'a small buffer: all calls are there' "$(cat checked)" '*2000 calls*'

# On a full disk the program goes on; what is told is told once.
if [ -w /dev/full ]; then
    "$ending" return /dev/full >out 2>err
    tap_equal 'full: status' "$?" 0
    tap_match 'full: standard error' "$(cat err)" \
        '*: dvmr_interval_begin: /dev/full: No space left on device; recording stops'
else
    tap_skip 'full' 'there is no /dev/full'
fi
unset DVM_RECORD_BUFFER

# Compressed while it is written; cut, it is truncated.
"$ending" return a.trc.gz >/dev/null
tap_match 'gz: trace' "$("$PREDICTOR" check a.trc.gz 2>&1)" '*2000 calls: no findings'
tap_equal 'gz: it is compressed' "$(gzip -dc a.trc.gz | head -n 1)" 'RTS VERSION = 0'
DVM_RECORD_BUFFER=4K "$ending" killed b.trc.gz >/dev/null 2>&1
tap_match 'gz, killed: trace' "$("$PREDICTOR" check b.trc.gz 2>&1)" "$truncated"

# Names.
files=$(find . -type f | sort)
tap_equal 'no name: nothing is recorded' "$("$ending" return; find . -type f | sort)" "0
$files"
tap_equal 'DVM_RECORD' "$(DVM_RECORD=named.trc "$ending" return)" 1
tap_match 'DVM_RECORD: trace' "$("$PREDICTOR" check named.trc 2>&1)" '*2000 calls: no findings'
tap_match 'no such folder' "$("$ending" exit no/such/a.trc 2>&1; echo $?)" \
    "*ending.c:*: dvmr_begin: no/such/a.trc: No such file or directory
*3"

# With DVM_RECORD_STRICT=1 a mistake ends the program.
DVM_RECORD_STRICT=1 "$ending" mistake a.trc >/dev/null 2>err
tap_equal 'strict: status' "$?" 134
tap_match 'strict: standard error' "$(head -n 1 err)" '*: dvmr_loop_end: no parallel loop is open'
tap_match 'strict: trace' "$("$PREDICTOR" check a.trc 2>&1)" "*2000 calls: 1 warning"
tap_done
