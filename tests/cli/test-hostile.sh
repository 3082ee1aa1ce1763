#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Names that are commands of terminals, turn text round or are formulas: what people read has them escaped, on
# terminals too, and a spreadsheet runs none of them.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
. "$SRCDIR/tests/hostile.sh"
SRCDIR=$(cd "$SRCDIR" && pwd)
cd "$tap_dir" || exit 99
hostile_files .
hostile_trace=${hostile_trace#./} hostile_params=${hostile_params#./} hostile_report=${hostile_report#./}

# plain NAME FILE: control characters, marks of direction and what is not UTF-8 do not stand in the file, but
# escaped.
plain() {
    tap_result "$1: all is plain text" "$(iconv -f UTF-8 -t UTF-8 "$2" 2>&1 >/dev/null | head -n 1
        LC_ALL=C grep -aP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xd8\x9c|\xe2\x80[\x8e\x8f\xaa-\xae]|\xe2\x81[\xa6-\xa9]' "$2" |
            cat -v | head -n 3)"
    tap_result "$1: escapes" "$(grep -q 'x1b\|[.][.][.].*hostile' "$2" || head -n 5 "$2" | cat -v)"
}

"$PREDICTOR" -t 2x2 -o "$hostile_report" -o run.csv -o run.html --timeline run.prv "$hostile_params" "$hostile_trace" 2>errors || exit 99
"$PREDICTOR" -t 2x2 "$hostile_params" "$hostile_trace" >run.txt 2>&1
"$PREDICTOR" explain --full -t 2x2 "$hostile_params" "$hostile_trace" >explain.txt 2>&1
"$PREDICTOR" explain -t 2x2 -o explain.html --timeline explain.paje "$hostile_params" "$hostile_trace" 2>>errors
"$PREDICTOR" check "$hostile_params" "$hostile_trace" >check.txt 2>&1
"$PREDICTOR" compare "$hostile_report" "$hostile_report" >compare.txt 2>&1
"$PREDICTOR" sweep -q --processors 1,4 -o sweep.csv "$hostile_params" "$hostile_trace" >sweep.txt 2>&1
"$PREDICTOR" "$hostile_params" "$hostile_params" "$hostile_trace.no" >missing.txt 2>&1
"$PREDICTOR" -t 2x2 --csv processors -o classes.csv "$hostile_params" "$hostile_trace" 2>>errors
for file in run.txt explain.txt check.txt compare.txt missing.txt run.html explain.html explain.paje run.prv run.pcf run.row run.csv classes.csv; do
    plain "$file" "$file"
done
for file in run.csv classes.csv sweep.csv; do
    tap_result "$file: no formulas" "$(grep -E '(^|,)"?[=+@]|(^|,)"?-[^0-9.]' "$file" | cut -c1-200 | head -n 3)"
    tap_result "$file: the name is there" "$(grep -qF "'=1+1<img" "$file" || head -n 3 "$file" | cut -c1-300)"
done
if command -v script >/dev/null; then
    LC_ALL=C.UTF-8 NO_COLOR=1 script -qec "'$PREDICTOR' -q -t 2x2 '$(dirname "$hostile_params")'/*.par \
        '$(dirname "$hostile_params")'/*.trc" /dev/null </dev/null 2>&1 | tr -d '\r' >terminal.txt
    plain terminal terminal.txt
else
    tap_skip 'terminal' 'script is not installed'
fi
tap_done
