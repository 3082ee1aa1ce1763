#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# predictor-mpi: what it writes are the bytes of predictor, whatever the number of ranks; traces that not
# all ranks have; a rank that fails, is killed, or is interrupted.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}" "${BUILDDIR:?}"
. "$SRCDIR/tests/tap.sh"
mpi=$BUILDDIR/predictor-mpi
cd "$tap_dir" || exit 99

if command -v readelf >/dev/null; then
    tap_result 'the plain program has nothing of MPI' \
        "$(readelf -W --dyn-syms -d "$PREDICTOR" | grep -E ' MPI_|NEEDED.*mpi')"
fi
if [ ! -x "$mpi" ] || ! mpirun --version >/dev/null 2>&1; then
    tap_skip 'predictor-mpi' 'it was not built (--with-mpi), or there is no mpirun'
    tap_done
    exit
fi

# Open MPI wants to be asked twice for each of these; other launchers do not look at them.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
    OMPI_MCA_btl=self,vader OMPI_MCA_plm_rsh_agent=false
# Its leaks are its own.
export ASAN_OPTIONS="${ASAN_OPTIONS-}:detect_leaks=0"
# ranks N COMMAND...: without what the launcher says of a status that is not 0.
ranks() {
    n=$1
    shift
    timeout -k 5 60 mpirun -n "$n" "$@" 2>err.all
    ranks_status=$?
    grep -E '(error|warning): |predictor: ' err.all >err
    return "$ranks_status"
}
# The rank of a process, of Open MPI or MPICH, in a command of `sh -c`.
# shellcheck disable=SC2016 # of that shell
my_rank='rank=${OMPI_COMM_WORLD_RANK-${PMI_RANK-0}}'

cp "$SRCDIR/samples/wavefront_sor.trc" x.trc
cp "$SRCDIR/samples/heat2d.trc" y.trc
cp "$SRCDIR/params/network.par" a.par
{ cat "$SRCDIR/params/ideal.par" && echo 'speed = { 9 x 1, 7 x 2 };'; } >b.par

# Rows that cannot run, and warnings, are among them.
axes=(--processors '1..64' --grid best --pop --keep-going)
"$PREDICTOR" sweep "${axes[@]}" -o all.json -o all.csv -o all.html a.par b.par x.trc 2>plain.err
for n in 1 2 3 5; do
    ranks "$n" "$mpi" sweep "${axes[@]}" -j 2 -o m.json -o m.csv -o m.html a.par b.par x.trc
    tap_equal "$n ranks: status" $? 0
    for suffix in json csv html; do
        tap_result "$n ranks: the same .$suffix" "$(cmp m.$suffix all.$suffix 2>&1)"
    done
    tap_result "$n ranks: the same messages" "$(diff err plain.err)"
done
ranks 2 "$mpi" sweep --processors 1..300 --every -j 1 -v -o m.json a.par x.trc
tap_match 'rows are dealt out' "$(grep 'other ranks' err)" 'predictor: [1-9]* rows were predicted by other ranks'

"$PREDICTOR" sweep --search 40 --sensitivity -o search.json a.par x.trc
ranks 3 "$mpi" sweep --search 40 --sensitivity -o m.json a.par x.trc
tap_result 'a search, and sensitivity: the same' "$(cmp m.json search.json 2>&1)"
"$PREDICTOR" sweep --topologies 1,2,4,2x2 --reports r -o m.json a.par b.par x.trc 2>plain.err
mv r plain && cp m.json plain.json
ranks 3 "$mpi" sweep --topologies 1,2,4,2x2 --reports r -o m.json a.par b.par x.trc
tap_result 'reports: the same' "$(cmp m.json plain.json 2>&1; diff -r r plain 2>&1)"

# Ranks other than 0 work in another folder, where there is nothing.
mkdir empty other
cp y.trc other/x.trc
elsewhere="$my_rank; [ \$rank = 0 ] || cd empty; exec '$mpi' sweep \"\$@\""
"$PREDICTOR" sweep --topologies 1,2,4 -o plain.json a.par - <x.trc
ranks 3 sh -c "$elsewhere" sh --topologies 1,2,4 -o m.json a.par - <x.trc
tap_result 'standard input: the same' "$(cmp m.json plain.json 2>&1)"
gzip -c x.trc >z.trc.gz
"$PREDICTOR" sweep --topologies 1,2,4 -o plain.json a.par z.trc.gz
ranks 3 sh -c "$elsewhere" sh --broadcast --topologies 1,2,4 -o m.json a.par z.trc.gz
tap_result '--broadcast: the same' "$(cmp m.json plain.json 2>&1)"

# failed NAME MESSAGE: the last run ended with that one message and status 1, and wrote nothing.
failed() {
    tap_equal "$1: status" "$ranks_status" 1
    tap_match "$1: one message" "$(cat err)" "$2"
    tap_equal "$1: one line" "$(wc -l <err)" 1
    tap_result "$1: nothing is written" "$(ls no.json 2>/dev/null)"
}
ranks 3 sh -c "$my_rank; [ \$rank = 1 ] && cd empty; exec '$mpi' sweep -o no.json a.par x.trc"
failed 'a rank cannot read the trace' 'x.trc: error: cannot open: *(rank 1, *)'
ranks 3 sh -c "$my_rank; [ \$rank = 0 ] || cd empty; exec '$mpi' sweep -o no.json a.par x.trc"
failed 'several cannot' 'x.trc: error: cannot open: *(rank [12], *)'
ranks 3 "$mpi" sweep -o no.json a.par none.trc
failed 'nobody can' 'none.trc: error: cannot open: *'
ranks 2 sh -c "$my_rank; [ \$rank = 0 ] || cd other
    exec '$mpi' sweep -j 1 --processors 1..300 --every -o no.json a.par x.trc"
failed 'another trace' 'rank 1: error: it has read another trace than rank 0'
ranks 2 "$mpi" sweep --grid odd a.par x.trc
tap_equal 'a wrong command line: status' "$ranks_status" 2
tap_equal 'a wrong command line: one message' "$(grep -c error: err)" 1
tap_match 'another command' "$(ranks 2 "$mpi" run a.par x.trc; cat err)" '*has no other command than sweep*'
tap_match 'without a launcher' "$("$mpi" sweep --topologies 1,2 a.par x.trc)" '*2 configurations*'

# More rows than are predicted until somebody sends a signal; $1: rank that gets it, $2: signal, $3: file. A signal to
# another rank is for rank 0 alone to act on.
many="$(seq -s, 1 60),$(seq -s, 3000 7000)"
signalled() {
    rm -f pid.*
    timeout -k 5 60 mpirun -n 3 sh -c "$my_rank; echo \$\$ >pid.new.\$rank; mv pid.new.\$rank pid.\$rank
        exec '$mpi' sweep -j 1 --topologies '$many' -o '$3' a.par x.trc" 2>err.all &
    job=$!
    for _ in $(seq 100); do
        [ -s pid.0 ] && [ -s pid.1 ] && [ -s pid.2 ] && break
        sleep 0.1
    done
    sleep 0.7
    kill -TERM "$(cat pid.1)"
    sleep 0.3
    kill "-$2" "$(cat "pid.$1")"
    wait "$job"
    signalled_status=$?
    for _ in $(seq 50); do
        left=$(for file in pid.?; do kill -0 "$(cat "$file")" 2>/dev/null && cat "$file"; done)
        [ -z "$left" ] && break
        sleep 0.1
    done
}
# A sound sweep with some rows done and some not.
check_partial() {
    tap_match "$1: rows are done" "$(grep -c '"status": "done"' "$2")" '[1-9]*'
    tap_match "$1: rows are not run" "$(grep -c '"status": "not run"' "$2")" '[1-9]*'
    tap_match "$1: it can be read" "$("$PREDICTOR" sweep --merge "$2")" '*INTERRUPTED: *'
    tap_result "$1: no process is left" "$left"
}
signalled 0 TERM part.json
tap_equal 'interrupt: status' "$signalled_status" 130
check_partial interrupt part.json
"$PREDICTOR" sweep --processors 1..8 --grid best --topologies 3000,7000,5000 -o plain.json a.par x.trc
"$PREDICTOR" sweep --processors 1..8 --grid best --topologies 3000,7000,5000 --resume part.json -o m.json a.par x.trc
tap_result 'resumed by predictor: the same' "$(cmp m.json plain.json 2>&1)"
ranks 3 "$mpi" sweep --processors 1..8 --grid best --topologies 3000,7000,5000 --resume part.json -o m.json a.par x.trc
tap_result 'resumed by predictor-mpi: the same' "$(cmp m.json plain.json 2>&1)"

# Open MPI ends the others by SIGTERM, which rank 0 takes as an interrupt, and a second later by SIGKILL.
signalled 2 KILL lost.json
tap_match 'a rank is killed: status' "$signalled_status" '[1-9]*'
if [ -e lost.json ]; then
    check_partial 'a rank is killed' lost.json
else
    tap_skip 'a rank is killed: what is done is written' 'the launcher did not let it'
fi

# A launcher hands on no terminal; where rank 0 has one, the bar counts the rows of all ranks.
if script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    export TERM=xterm
    # shellcheck disable=SC2016
    ranks 3 sh -c "$my_rank"'; set -- sweep -j 1 --processors 1..900 --every -o t.json a.par x.trc
        [ $rank = 0 ] || exec "'"$mpi"'" "$@"
        exec script -qec "'"$mpi"' $*" said.txt' >/dev/null
    tap_match 'a bar' "$(tr '\033' '^' <said.txt | tr -d '\r')" '*] * of 900 configurations*'
fi
tap_done
