/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Predicts rows of a sweep in several threads.  Each row is a job of its own over the one
 * program; what comes out does not depend on how many threads there are.
 */
#pragma once

#include "src/analysis/predict/predict.h"
#include "src/analysis/sweep/sweep.h"

/* Called in a worker thread with the prediction of a row, before it is freed. Returns the
 * file of the row's own report or NULL; free with g_free(). */
typedef char *(*SweepVisit)(const Prediction *prediction, const SweepRow *row, gpointer data);

/* Called in the calling thread before the first row and then again and again: so many of `n`
 * rows are done. FALSE: no more rows are wanted. */
typedef gboolean (*SweepGoOn)(guint n_done, guint n, gpointer data);

typedef struct {
    guint n_threads; /* >= 1 */
    PredictOptions predict;
    SweepVisit visit; /* NULL: none */
    SweepGoOn go_on;  /* NULL: all rows are wanted */
    /* There is no thread but the calling one: go_on is asked between two rows only. NULL: need
     * not be told. */
    void (*alone)(gpointer data);
    gpointer data; /* of all of these */
    guint before;  /* rows that were done before, which go_on is to count too */
} SweepRunOptions;

/* Notes in `sweep` what trace it is about. */
void sweep_describe_trace(Sweep *sweep, const TraceProgram *program);

/* Predicts rows first .. first + n - 1, begins with those of most processors, so that no thread
 * is left with a long one at the end, and in turn with those of fewest, so that what is done
 * when it is interrupted tells something and the time left can be judged. Signals that the
 * calling thread has blocked are blocked in the workers.
 *
 * FALSE: interrupted, and sweep->interrupted is set. Rows that are not done are SWEEP_NOT_RUN
 * and stay so whatever the workers still do. They go on, so that `sweep`, `program` and `data`
 * must not be freed: the program is to end. */
gboolean sweep_run(Sweep *sweep, guint first, guint n, const TraceProgram *program,
                   const SweepRunOptions *options);
