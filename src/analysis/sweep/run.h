/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Predicts rows of a sweep in several threads.  Each row is a job of its own over the one
 * program; what comes out does not depend on how many threads there are.
 */
#pragma once

#include "src/analysis/predict/predict.h"
#include "src/analysis/sweep/known.h"
#include "src/analysis/sweep/sweep.h"

/* Called in a worker thread with the prediction of a row, before it is freed. Returns the
 * file of the row's own report or NULL; free with g_free(). */
typedef char *(*SweepVisit)(const Prediction *prediction, const SweepRow *row, gpointer data);

/* Called in the calling thread before the first row and then again and again: so many of `n`
 * rows are done. FALSE: no more rows are wanted. */
typedef gboolean (*SweepGoOn)(guint n_done, guint n, gpointer data);

/* Rows that are under way, as who helps sees them. */
typedef struct _SweepDeal SweepDeal;

/* Others that predict rows too, such as other processes: this room knows nothing of them. What
 * they do is said in the thread that calls sweep_run(). */
typedef struct {
    /* Called again and again until all rows are done: hands in what others have predicted
     * (sweep_deal_done()) and takes more for them (sweep_deal_next()). FALSE: one of them
     * failed, no more rows are wanted. */
    gboolean (*serve)(SweepDeal *deal, gpointer data);
    gpointer data;
} SweepHelpers;

typedef struct {
    guint n_threads; /* >= 1 */
    PredictOptions predict;
    SweepVisit visit; /* NULL: none */
    SweepGoOn go_on;  /* NULL: all rows are wanted */
    /* There is no thread but the calling one: go_on is asked between two rows only. NULL: need
     * not be told. */
    void (*alone)(gpointer data);
    gpointer data;               /* of all of these */
    guint before;                /* rows that were done before, which go_on is to count too */
    const SweepHelpers *helpers; /* NULL: the threads do it all */
    const SweepKnown *known;     /* rows that need no prediction; NULL: none */
    /* With `known` and `visit`: whether the file `report` is what `visit` would have made of
     * the row. */
    gboolean (*has_report)(const SweepRow *row, const char *report, gpointer data);
} SweepRunOptions;

/* The trace that all rows are about. */
const SweepTrace *sweep_deal_trace(const SweepDeal *deal);

/* How many rows nobody has begun. */
guint sweep_deal_left(SweepDeal *deal);

/* Takes the next one: its machine and topology, which stay as they are, and its number. NULL:
 * none is left. */
const SweepRow *sweep_deal_next(SweepDeal *deal, guint *number);

/* What was predicted for a row that was taken: status, reason, result and report of `found`,
 * which are moved, and the warnings (NULL-terminated, or NULL), which are taken over. */
void sweep_deal_done(SweepDeal *deal, guint number, SweepRow *found, char **warnings);

/* Predicts one row, which is only read; returns a row that has nothing else than what was found
 * out. *warnings is as above; both are the caller's. */
SweepRow sweep_predict_row(const TraceProgram *program, const SweepRow *row,
                           const SweepRunOptions *options, char ***warnings);

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
