/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Predicts rows of a sweep in several threads.  Each row is a job of its own over the one
 * program; what comes out does not hang on how many threads there are.
 */
#pragma once

#include "src/analysis/predict/predict.h"
#include "src/analysis/sweep/sweep.h"

/* Called in a worker thread with the prediction of a row, before it is freed. Returns the
 * file of the row's own report or NULL; free with g_free(). */
typedef char *(*SweepVisit)(const Prediction *prediction, const SweepRow *row, gpointer data);

typedef struct {
    guint n_threads; /* >= 1 */
    PredictOptions predict;
    SweepVisit visit; /* NULL: none */
    gpointer data;    /* of visit */
} SweepRunOptions;

typedef struct _SweepRun SweepRun;

/* Notes in `sweep` what trace it is about. */
void sweep_describe_trace(Sweep *sweep, const TraceProgram *program);

/* Begins with rows first .. first + n - 1: those of most processors early, so that no thread is
 * left with a long one at the end, and in turn with those of fewest, so that what is done when
 * it is interrupted tells something and the time left can be judged. `sweep` must not be
 * touched until the end; it, `program` and `options` must outlive the run. Signals that the
 * calling thread has blocked are blocked in the workers. */
SweepRun *sweep_run_start(Sweep *sweep, guint first, guint n, const TraceProgram *program,
                          const SweepRunOptions *options);

/* Waits until all rows are done (TRUE) or `microseconds` have passed. */
gboolean sweep_run_wait(SweepRun *run, gint64 microseconds);

/* How many rows are done. */
guint sweep_run_n_done(SweepRun *run);

/* Waits for all rows and frees the run. */
void sweep_run_end(SweepRun *run);

/* Ends it now: rows that are not done stay SWEEP_NOT_RUN whatever the workers still do. They go
 * on, so that `program`, `sweep` and the run must not be freed: the program is to end. */
void sweep_run_abandon(SweepRun *run);
