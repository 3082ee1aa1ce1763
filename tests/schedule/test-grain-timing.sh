#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# grain-timing.h: a program of two files and four threads is run, and its trace read.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}" "${BUILDDIR:?}"
. "$SRCDIR/tests/tap.sh"
program=$BUILDDIR/tests/schedule/grain-program
cd "$tap_dir" || exit 1

"$program"
tap_equal 'grain timing: status' "$?" 0
tap_equal 'grain timing: records' "$(wc -l <grains.trace | tr -d ' ')" 34
tap_equal 'grain timing: a line' "$(grep -cE '^sendBegin	to_1	1	[0-9]+\.[0-9]{6}$' grains.trace)" 1
tap_equal 'grain timing: no finding' "$("$PREDICTOR" grains grains.trace 2>&1 >report)" ''
tap_equal 'grain timing: the report' "$(grep -c '^5 grains, 6 structures' report)" 1
tap_equal 'grain timing: its graph' \
    "$("$PREDICTOR" schedule -p 3 grains.trace 2>&1 | sed -n '1s/;.*//p')" 'grains.trace: 5 tasks, 6 edges'

GRAIN_TRACE=x%p.trace "$program" fork
tap_equal 'grain timing: a child drops what it inherited' "$(cat x*.trace | wc -l | tr -d ' ')" 34
tap_equal 'grain timing: a child that records nothing makes no file' "$(find . -name 'x*.trace' | wc -l | tr -d ' ')" 1
tap_equal 'grain timing: standard output' "$(GRAIN_TRACE=- GRAIN_TRACE_FLUSH=1 "$program" | wc -l | tr -d ' ')" 34
tap_equal 'grain timing: a file that cannot be' "$(GRAIN_TRACE=none/x "$program" 2>&1)" \
    'grain-timing: 34 records were not written'
GRAIN_TRACE=many.trace "$program" many
tap_equal 'grain timing: a million records' "$(wc -l <many.trace | tr -d ' ')" 1000034
if command -v g++ >/dev/null; then
    printf '#include "record/grain-timing.h"\nint main() { get_grain_start_time(0, 1); get_grain_stop_time(0, 1); }\n' >a.cc
    tap_equal 'grain timing: C++' "$(g++ -Wall -Wextra -I"$SRCDIR" -pthread a.cc -o a 2>&1 && ./a && wc -l <grains.trace | tr -d ' ')" 2
else
    tap_skip 'grain timing: C++' 'no g++'
fi
tap_done
