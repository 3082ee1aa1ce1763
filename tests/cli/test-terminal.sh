#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Colour and the progress bar: on a terminal only, and not when they are not wanted. script(1) is
# the terminal.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
par=$SRCDIR/params/network.par
cd "$tap_dir" || exit 99
escape=$(printf '\033')
unset NO_COLOR
export TERM=xterm

# on_terminal COMMAND: its output there, an escape character as ^.
on_terminal() {
    script -qec "$1" /dev/null </dev/null 2>&1 | tr "$escape" '^'
}

if ! script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    tap_skip 'terminal' 'script(1) is missing or has no terminal'
    tap_done
    exit
fi

wrong="'$PREDICTOR' '$par' missing.trc"
tap_match 'terminal: an error is red' "$(on_terminal "$wrong")" '*^[[]1;31merror:^[[]0m*'
tap_match 'terminal: NO_COLOR' "$(on_terminal "NO_COLOR=1 $wrong")" 'missing.trc: error:*'
tap_match 'terminal: an empty NO_COLOR' "$(on_terminal "NO_COLOR= $wrong")" '*^[[]1;31merror:*'
tap_match 'terminal: TERM=dumb' "$(on_terminal "TERM=dumb $wrong")" 'missing.trc: error:*'
tap_match 'pipe: no colour' "$("$PREDICTOR" "$par" missing.trc 2>&1 | tr "$escape" '^')" \
    'missing.trc: error:*'
tap_match 'terminal: a name cannot drive it' \
    "$(on_terminal "'$PREDICTOR' '$par' '${escape}[2Jx'")" '*\\x1b[[]2Jx*'

# A trace that never comes keeps the program waiting for longer than a moment; the bar is wiped when
# it is stopped.
mkfifo never
waiting="timeout --preserve-status -s INT 1.5 '$PREDICTOR' '$par' never"
opened="timeout 5 sh -c 'sleep 3 >never' &"
tap_match 'terminal: a bar' "$(on_terminal "$opened $waiting")" '*reading the trace*^[[]K*'
tap_result 'terminal: --no-progress' "$(on_terminal "$opened $waiting --no-progress" | grep reading)"
tap_result 'terminal: -q' "$(on_terminal "$opened $waiting -q" | grep reading)"
timeout 5 sh -c 'sleep 3 >never' &
tap_result 'pipe: no bar' "$(timeout -s INT 1.5 "$PREDICTOR" "$par" never 2>&1)"
tap_done
