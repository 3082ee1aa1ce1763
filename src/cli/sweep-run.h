/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Running the rows of a sweep: threads, the bar with the time left, reports of configurations,
 * and what an interrupt does.  Until the run is finished a signal is no end of the program: it
 * is noted, rows that are not done stay so, and what is done can be written.
 */
#pragma once

#include "src/analysis/sweep/run.h"
#include "src/cli/cli.h"

typedef struct _CliSweepRun CliSweepRun;

/* `n` rows are going to be predicted, 0: nobody knows how many. `reports`: folder for reports
 * of configurations, made when it is not there, or NULL; `template_dir` is for them. Everything
 * given must outlive the result. NULL: the folder cannot be made, which has been reported. */
CliSweepRun *cli_sweep_run_new(const Cli *cli, const TraceProgram *program, guint n,
                               guint n_threads, const PredictOptions *predict,
                               const char *reports, const char *template_dir);
void cli_sweep_run_free(CliSweepRun *run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CliSweepRun, cli_sweep_run_free)

/* Reports of configurations get the number of their machine in their names. */
void cli_sweep_run_number_machines(CliSweepRun *run);

/* No reports for what follows. */
void cli_sweep_run_stop_reports(CliSweepRun *run);

/* A SweepBatch with the run as its data: predicts rows. FALSE: interrupted; the run, the sweep
 * and the graph must not be freed any more, as threads may still use them. */
gboolean cli_sweep_run_batch(Sweep *sweep, guint first, guint n, gpointer run);

/* The signal that interrupted it, 0: none. */
int cli_sweep_run_signal(const CliSweepRun *run);

/* From now on signals end the program again. CLI_NOT_WRITTEN when a report could not be
 * written, which is reported now. */
CliStatus cli_sweep_run_finish(CliSweepRun *run);
