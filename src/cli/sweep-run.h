/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Running the rows of a sweep: threads, the bar with the time left, reports of configurations,
 * and what an interrupt does.  Until the run is finished a signal is no end of the program: it
 * is noted, rows that are not done stay so, and what is done can be written.
 */
#pragma once

#include <signal.h>

#include "src/analysis/sweep/plan.h"
#include "src/cli/cli.h"
#include "src/report/value/report.h"

typedef struct {
    const Cli *cli;
    SweepRunOptions options; /* those of the run; `data` is this */
    gboolean is_search;      /* more rows may come than are known */
    int signal;              /* that interrupted it, <= 0: none */
    /* Reports of configurations: */
    const char *folder; /* NULL: none */
    const char *template_dir;
    gboolean number_machines; /* in their names */
    /* not for others */
    gint64 start; /* monotonic microseconds */
    gboolean drawn;
    sigset_t signals; /* those that interrupt, held back between start and finish */
    sigset_t before;  /* the mask as it was */
    gboolean held;
    GRWLock writing; /* read by threads that write a report; written by who wants no more */
    GMutex lock;     /* of `failure` */
    GError *failure; /* the first report that could not be written */
} CliSweepRun;

void cli_sweep_run_clear(CliSweepRun *run);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CliSweepRun, cli_sweep_run_clear)

/* Before the run, which is all zero but for cli, options.predict, options.n_threads, is_search
 * and what is about reports. Makes the folder when it is not there; FALSE: it cannot be made,
 * which has been reported. */
gboolean cli_sweep_run_start(CliSweepRun *run);

/* Predicts all of `plan`. Interrupted, no more reports are begun, and those that are being
 * written become whole. */
void cli_sweep_run_predict(CliSweepRun *run, const SweepPlan *plan, Sweep *sweep,
                           const TraceProgram *program);

/* From now on signals end the program again. CLI_NOT_WRITTEN when a report could not be
 * written, which is reported now. */
CliStatus cli_sweep_run_finish(CliSweepRun *run);
