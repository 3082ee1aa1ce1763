#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What the summary of run names first is the first finding of explain; without findings, or with
# --no-explain, it is the line that loses most.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
source_dir=$(cd "$SRCDIR" && pwd)
cd "$tap_dir" || exit 99

# file:line, title of the first finding, from the JSON and from the summary; long file names are cut
# at their left.
cat >first.py <<'END'
import json, re, sys

with open(sys.argv[1], encoding="utf-8") as file:
    findings = json.load(file)["findings"]
with open(sys.argv[2], encoding="utf-8") as file:
    named = re.search(r"^  Try first at +(?:\.\.\.)?(\S*):(\d+), (.*)\n +saves at most", file.read(), re.M)
if not findings or not named:
    print("" if not findings and not named else f"{findings[:1]} and {named}")
else:
    first = findings[0]
    if not (first["file"].endswith(named[1]) and str(first["line"]) == named[2] and first["title"] == named[3]):
        print(f"{named[0]} for {first}")
END
for machine in network transputer infiniband-hdr; do
    for name in redistribute_in_loop_fault redistribute_in_loop_fixed wavefront_sor unbalanced_fault heat2d copy_line; do
        "$PREDICTOR" explain -q -t 4x2 "$source_dir/params/$machine.par" "$source_dir/samples/$name.trc" -o e.json 2>err ||
            "$PREDICTOR" explain -q -t 8 "$source_dir/params/$machine.par" "$source_dir/samples/$name.trc" -o e.json 2>err
        "$PREDICTOR" run -q -t 4x2 "$source_dir/params/$machine.par" "$source_dir/samples/$name.trc" >run.txt 2>err ||
            "$PREDICTOR" run -q -t 8 "$source_dir/params/$machine.par" "$source_dir/samples/$name.trc" >run.txt 2>err
        tap_result "headline: $name on $machine" "$(python3 first.py e.json run.txt 2>&1)"
    done
done
"$PREDICTOR" run -q --no-explain -t 4x2 "$source_dir/params/network.par" "$source_dir/samples/heat2d.trc" >run.txt
tap_equal 'headline: --no-explain' "$(grep -cE '^  (Lost most|Try first) at' run.txt) $(grep -c '^  Lost most at' run.txt)" '1 1'
tap_done
