#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# samples/Makefile.sweep in a user's makefile, with GNU make: one result a configuration, nothing made
# again that did not change.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
cd "$tap_dir" || exit 99
make=
for name in gmake make; do
    case $("$name" --version 2>/dev/null) in
    'GNU Make'*) make=$name && break ;;
    esac
done
if [ -z "$make" ]; then
    tap_skip 'make' 'no GNU make'
    tap_done
    exit
fi
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES GNUMAKEFLAGS

mkdir more
# make splits names of files to include at blanks, which $SRCDIR may have.
cp "$SRCDIR/samples/Makefile.sweep" . || exit 99
cp "$SRCDIR/samples/heat2d.trc" x.trc && cp "$SRCDIR/params/network.par" y.par &&
    cp "$SRCDIR/params/ideal.par" more/y.par || exit 99
# The program is a script that notes what it is asked for.
cat >program <<END
#!/bin/sh
echo "\$*" >>'$tap_dir/calls'
exec '$PREDICTOR' "\$@"
END
chmod +x program
chmod u+w x.trc y.par more/y.par
touch -d '2020-01-01' x.trc y.par more/y.par program
printf 'include Makefile.sweep\nmine:\n\t@echo my own goal\n' >Makefile

# run ARGUMENT...: which configurations were predicted, how many merges, the status.
run() {
    : >calls
    PREDICTOR=./program "$make" -j2 "$@" >said 2>&1
    status=$?
    grep -v merge calls | sed 's/.*--topologies \([0-9x]*\) .* \([^ ]*\) x.trc$/\2:\1/' | sort | tr '\n' ' '
    echo "$(grep -c merge calls) $status"
}

tap_equal 'the first goal is the user'"'"'s' "$("$make")" 'my own goal'
tap_equal 'all' "$(run sweep TOPOLOGIES='1 2 4 2x2' TRACE=x.trc PARAMS=y.par)" 'y.par:1 y.par:2 y.par:2x2 y.par:4 3 0'
tap_equal 'again: nothing' "$(run sweep TOPOLOGIES='1 2 4 2x2' TRACE=x.trc PARAMS=y.par)" '0 0'
tap_equal 'one more topology' "$(run sweep TOPOLOGIES='1 2 4 2x2 8' TRACE=x.trc PARAMS=y.par)" 'y.par:8 3 0'
tap_equal 'one less: merged anew' "$(run sweep TOPOLOGIES='1 2 4 8' TRACE=x.trc PARAMS=y.par)" '3 0'
tap_equal 'a second machine' "$(run sweep TOPOLOGIES='1 8' TRACE=x.trc PARAMS='y.par more/y.par')" 'more/y.par:1 more/y.par:8 3 0'
touch more/y.par
tap_equal 'a machine changed' "$(run sweep TOPOLOGIES='1 8' TRACE=x.trc PARAMS='y.par more/y.par')" 'more/y.par:1 more/y.par:8 3 0'
touch x.trc
tap_equal 'the trace changed' "$(run sweep TOPOLOGIES='1 8' TRACE=x.trc PARAMS=y.par)" 'y.par:1 y.par:8 3 0'
tap_equal 'other options' "$(run sweep TOPOLOGIES='1 8' TRACE=x.trc PARAMS=y.par SWEEP_FLAGS=--pop)" 'y.par:1 y.par:8 3 0'
tap_equal 'another objective: merged anew' "$(run sweep TOPOLOGIES='1 8' TRACE=x.trc PARAMS=y.par SWEEP_FLAGS=--pop MERGE_FLAGS='--objective cost')" '3 0'
tap_equal 'again: nothing' "$(run sweep TOPOLOGIES='1 8' TRACE=x.trc PARAMS=y.par SWEEP_FLAGS=--pop MERGE_FLAGS='--objective cost')" '0 0'
rm sweep/sweep.csv
tap_equal 'a result is missing' "$(run sweep TOPOLOGIES='1 8' TRACE=x.trc PARAMS=y.par SWEEP_FLAGS=--pop MERGE_FLAGS='--objective cost')" '1 0'
touch program
tap_equal 'another program' "$(run sweep TOPOLOGIES='1 8' TRACE=x.trc PARAMS=y.par SWEEP_FLAGS=--pop)" 'y.par:1 y.par:8 3 0'

# Both ways give the same.
all='TOPOLOGIES=1 2 4 2x2 8x4'
run sweep "$all" TRACE=x.trc PARAMS='y.par more/y.par' >/dev/null
run sweep-at-once "$all" TRACE=x.trc PARAMS='y.par more/y.par' >/dev/null
for suffix in json csv html; do
    tap_result "at once: the same .$suffix" "$(cmp sweep/sweep.$suffix sweep/at-once.$suffix 2>&1)"
done

cp x.trc 'a trace.trc'
tap_match 'blanks in the name of the trace' "$(run sweep TOPOLOGIES=2 TRACE='a trace.trc' PARAMS=y.par)" '* 3 0'
tap_equal 'blanks: again nothing' "$(run sweep TOPOLOGIES=2 TRACE='a trace.trc' PARAMS=y.par)" '0 0'

# A configuration that cannot run is a row; a trace that is none ends it.
printf 'speed = { 4 x 1 };\n' >>y.par
tap_equal 'cannot run' "$(run sweep TOPOLOGIES='4 8' TRACE=x.trc PARAMS=y.par)" 'y.par:4 y.par:8 3 0'
tap_equal 'cannot run: a row' "$(grep -c '"status": "failed"' sweep/sweep.json)" 1
tap_match 'nothing can run' "$(run sweep TOPOLOGIES='8 16' TRACE=x.trc PARAMS=y.par; cat said)" '*1 2*8 with y.par cannot run: *16 with y.par cannot run: *no configuration can run*'
tap_result 'nothing can run: no result' "$(ls sweep/sweep.json 2>/dev/null)"
tap_match 'nothing can run: again' "$(run sweep TOPOLOGIES='8 16' TRACE=x.trc PARAMS=y.par)" '1 2'
tap_equal 'make -n: nothing is run' "$(run sweep -n TOPOLOGIES='1 2 3' TRACE=x.trc PARAMS=y.par)" '0 0'
tap_match 'make -n: what would be' "$(cat said)" '*--topologies ?3? *--merge*'
echo 'no trace' >x.trc
tap_match 'a wrong trace' "$(run sweep TOPOLOGIES='4' TRACE=x.trc PARAMS=y.par)" '* 2'
tap_match 'nothing given' "$(run sweep; cat said)" '*TRACE and PARAMS are wanted*'
tap_match 'no topologies' "$(run sweep TRACE=x.trc PARAMS=y.par TOPOLOGIES=' '; cat said)" '0 2*TOPOLOGIES*'
tap_result 'no half results' "$(find sweep -name '*part*' -o -name '*new*')"
tap_done
