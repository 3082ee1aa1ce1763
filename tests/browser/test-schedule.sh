#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Pages of schedules and of traces of grains, in Chromium: schedule.mjs. tests/browser.sh tells what it needs.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
. "$SRCDIR/tests/browser.sh"
browser_need 'schedule'
script=$(cd "$SRCDIR/tests/browser" && pwd)/schedule.mjs
graphs=$(cd "$SRCDIR/samples/graphs" && pwd)
cd "$tap_dir" || exit 99

"$PREDICTOR" schedule -q -p 1..4 --every --measured "$graphs/pi.trace" "$graphs/pi-cold.tg" -o pi.html -o pi.json || exit 99
"$PREDICTOR" schedule -q "$graphs/heft10.dot" -o heft.html -o heft.json || exit 99
# more tasks than bars are drawn: 5000 in chains of 5
awk 'BEGIN { print "digraph many {"; for (i = 0; i < 5000; i++) print "t" i " [time=" 1 + i % 7 "];";
    for (i = 0; i < 5000; i++) if (i % 5) print "t" i - 1 " -> t" i " [delay=1];"; print "}" }' >many.dot
"$PREDICTOR" schedule -q -p 12 --heuristic heft --states 0 many.dot -o many.html -o many.json || exit 99
"$PREDICTOR" grains -q "$graphs/pi.trace" -o grains.html -o grains.json || exit 99
"$PREDICTOR" grains -q "$SRCDIR/tests/schedule/twice.trace" -o circle.html -o circle.json || exit 99

HOME=$tap_dir node "$script" "$modules" "$browser" "$tap_dir"
