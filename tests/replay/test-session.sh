#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# predictor debug: its manual and its commands agree and all of them run, the session of docs/replay.md is what
# the program says, and scripts end as they should.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}" "${BUILDDIR:?}"
page=$SRCDIR/man/predictor-debug.1
. "$SRCDIR/tests/tap.sh"
cd "$tap_dir" || exit 99
ln -s "$SRCDIR/params" "$SRCDIR/samples" .

# debug SCRIPT [OPTION...]: leaves its output in $said and its status in $status.
debug() {
    script=$1
    shift
    said=$(printf '%b' "$script" | "$PREDICTOR" debug "$@" params/network.par samples/heat2d.trc 2>&1)
    status=$?
}

commands_of_help() {
    echo help | "$PREDICTOR" debug -t 4x2 params/network.par samples/heat2d.trc | sed '1d; s/ .*//' | sort
}

commands_of_page() {
    sed -n 's/^\.It Ic \([a-z-]*\) No (.*/\1/p' "$page" | sort
}

# The short forms of both.
letters_of_help() {
    echo help | "$PREDICTOR" debug -t 4x2 params/network.par samples/heat2d.trc |
        sed -E '1d; s/   *([a-z]+)  .*/ \1/; s/ .* / /' | sort
}

letters_of_page() {
    sed -nE 's/^\.It Ic ([a-z-]*) No \(([a-z]+)\).*/\1 \2/p' "$page" | sort
}

tap_equal 'debug: commands of the manual' "$(commands_of_page)" "$(commands_of_help)"
tap_equal 'debug: short forms of the manual' "$(letters_of_page)" "$(letters_of_help)"

sed -n 's/^(predictor) //p' "$page" | sed 's/\\-/-/g' >page.script
tap_equal 'debug: the manual shows each command' "$(sed 's/ .*//' page.script | sort -u)" "$(commands_of_help)"
said=$("$PREDICTOR" debug -t 4x2 --batch page.script params/network.par samples/heat2d.trc 2>&1)
tap_equal 'debug: the session of the manual ends well' "$?" 0
tap_result 'debug: no command of the manual fails' "$(printf '%s\n' "$said" | grep '^error:')"

# The script that was saved says again what it said.
sed '/^save/,$d' page.script >first.script
"$PREDICTOR" debug -t 4x2 --batch first.script params/network.par samples/heat2d.trc >first.out 2>&1
{ cat first.script; echo 'save again.script'; } >second.script
"$PREDICTOR" debug -t 4x2 --batch second.script params/network.par samples/heat2d.trc >/dev/null 2>&1
"$PREDICTOR" debug -t 4x2 --batch again.script params/network.par samples/heat2d.trc 2>&1 | sed 1d >second.out
tap_result 'debug: a saved session is the same session' "$(diff first.out second.out)"

# session FILE: the indented block whose first line begins with "$ predictor debug".
session() {
    sed -n '/^    \$ predictor debug/,/^[^ ]/p' "$1" | sed -n 's/^    //p'
}

session "$SRCDIR/docs/replay.md" >doc.session
options=$(sed -n '1s/^\$ predictor debug //p' doc.session)
sed -n 's/^(predictor) //p' doc.session >doc.script
# shellcheck disable=SC2086 # words on purpose
"$PREDICTOR" debug --batch doc.script $options >doc.out 2>&1
tap_result 'debug: the session of docs/replay.md' "$(sed 1d doc.session | sed 's/ *$//' | diff - doc.out)"
tap_equal 'debug: it has ten commands' "$(wc -l <doc.script)" 10

debug 'run\n'
tap_equal 'debug: a script without an error' "$status" 0
debug 'prnt 1\nrun\n'
tap_equal 'debug: an error ends no session' "$status ${said##*run}" "1 $(debug 'run\n' && echo "${said##*run}")"
debug 'quit\nnothing\n'
tap_equal 'debug: nothing is read behind quit' "$status" 0
debug 'help\n' --batch missing
tap_equal 'debug: a script that is not there' "$status" 1
debug '' --batch .
tap_equal 'debug: a script that is a folder' "$status" 1
printf 'source loop\nrun\n' >loop
debug 'source loop\n'
tap_equal 'debug: a script that reads itself' "$status" 1
said=$(head -c 3000000 /dev/zero | tr '\0' a | "$PREDICTOR" debug params/network.par samples/heat2d.trc 2>&1 | wc -c)
tap_equal 'debug: a line without end is refused' "$([ "$said" -lt 1000 ] && echo short)" short
said=$("$PREDICTOR" debug params/network.par - <samples/heat2d.trc 2>&1)
tap_equal 'debug: trace and commands cannot both be standard input' "$?" 2

# Typed on a terminal: nothing is shown twice, an empty line steps again, what was typed is kept.
if script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    said=$(printf 'run\nback 3\n\nprnt\nquit\n' | XDG_STATE_HOME=$tap_dir/state TERM=dumb script -qec \
        "'$PREDICTOR' debug -t 4x2 params/network.par samples/heat2d.trc; echo status \$?" /dev/null 2>&1)
    tap_match 'debug: on a terminal' "$said" '*the end of the run*583 *580 *did you mean*status 0*'
    if grep -q HAVE_READLINE "$BUILDDIR/config.h" && ! grep -q 'undef HAVE_READLINE' "$BUILDDIR/config.h"; then
        tap_equal 'debug: the history of a terminal' "$(cat state/predictor/debug-history)" \
            "$(printf 'run\nback 3\nprnt\nquit')"
    else
        tap_skip 'debug: the history of a terminal' 'no readline'
    fi
else
    tap_missing 'debug: on a terminal' script
fi
tap_done
