#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# samples/sweep.slurm on a Slurm of one node, which the test starts in its own folder.
set -u
: "${PREDICTOR:?}" "${SRCDIR:?}"
. "$SRCDIR/tests/tap.sh"
cd "$tap_dir" || exit 99
PATH=$PATH:/usr/sbin:/sbin

skip() {
    tap_skip 'a job array of Slurm' "$1"
    tap_done
    exit
}
for tool in slurmctld slurmd sbatch sinfo; do
    command -v "$tool" >/dev/null || skip "$tool is not installed"
done
[ "$(id -u)" = 0 ] || skip 'slurmd wants to be root'

mkdir spool state
node=$(hostname -s)
port=$((20000 + $$ % 20000))
cat >slurm.conf <<END
ClusterName=test
SlurmctldHost=$node(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/none
CredType=cred/none
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmctldPidFile=$tap_dir/slurmctld.pid
SlurmdPidFile=$tap_dir/slurmd.pid
SlurmdSpoolDir=$tap_dir/spool
StateSaveLocation=$tap_dir/state
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=1,batch_sched_delay=0
SwitchType=switch/none
MpiDefault=none
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
JobCompType=jobcomp/none
PlugStackConfig=$tap_dir/none
SlurmdParameters=config_overrides
MailProg=/bin/true
NodeName=$node NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
END
export SLURM_CONF=$tap_dir/slurm.conf
timeout 120 slurmctld -D -c >slurmctld.log 2>&1 &
control=$!
timeout 120 slurmd -D >slurmd.log 2>&1 &
daemon=$!
finish() {
    kill "$daemon" "$control" 2>/dev/null
    wait "$daemon" "$control" 2>/dev/null
    rm -rf "$tap_dir"
}
trap finish EXIT

# until_true COMMAND...: waits for it, half a minute at most.
until_true() {
    for _ in $(seq 150); do
        "$@" && return
        sleep 0.2
    done
    return 1
}
is_idle() { [ "$(timeout 5 sinfo -h -o %t 2>/dev/null)" = idle ]; }
until_true is_idle ||
    skip "no Slurm can be started here: $(cat slurmctld.log slurmd.log | grep -E 'fatal|error' | tail -n 1)"

cp "$SRCDIR/samples/wavefront_sor.trc" x.trc
cp "$SRCDIR/params/network.par" x.par
axes=(--processors '1..16' --grid best --pop)
"$PREDICTOR" sweep "${axes[@]}" -o plain.json -o plain.csv x.par x.trc
last=$(PARTS=3 OUT=s timeout 20 sh "$SRCDIR/samples/sweep.slurm" "${axes[@]}" x.par x.trc)
tap_match 'submitted' "$last" '[0-9]*'
tap_result 'the joining job is done' \
    "$(until_true [ -e s.html ] || { timeout 5 squeue; cat slurm-*.out; tail -n 5 slurmctld.log slurmd.log; } 2>&1)"
tap_result 'the same JSON as one sweep' "$(cmp s.json plain.json 2>&1)"
tap_result 'the same CSV' "$(cmp s.csv plain.csv 2>&1)"
is_over() { [ -z "$(timeout 5 squeue -h)" ]; }
until_true is_over
tap_result 'no parts are left' "$(ls s.part* 2>/dev/null)"
tap_done
