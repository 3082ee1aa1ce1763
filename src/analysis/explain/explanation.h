/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Why a program is slow: findings, each with the seconds that it could save at most, which come
 * from simulating again without the cause (docs/findings.md); the critical path; and
 * the timeline they were read from.
 */
#pragma once

#include "src/analysis/activity/critical-path.h"
#include "src/analysis/explain/finding.h"
#include "src/analysis/predict/predict.h"
#include "src/timeline/timeline.h"

typedef struct {
    GPtrArray *findings; /* of Finding, owned; largest bound first; may be empty */
    double together;     /* seconds saved at most by all of them, simulated without all */
    double serial_time;  /* of the program on one processor, Prediction.serial_time */
    RaterGrid fewer;     /* fewer processors on which the program is faster, the fastest of its
                          * halves; rank 0: on none of them, by what is worth a word */
    double fewer_time;   /* the execution time there */
    RaterGrid half;   /* where nothing was found and the efficiency is below half: the largest
                       * of the halves that reaches that; rank 0: not asked for */
    double half_time; /* the execution time there */
    double half_efficiency; /* there, start and exit of the process left out */
    CriticalPath *path;     /* or NULL */
    Timeline *timeline;     /* what the path was read from; or NULL */
    Simulator *simulator;   /* owned: the timeline's groups name its partitions */
} Explanation;

/* Most stretches of the path that are kept apart. */
#define EXPLAIN_MOST_STRETCHES 4000

/* Findings below this share of the run are not worth a word. */
#define EXPLAIN_LEAST_SHARE 0.02

typedef struct {
    guint n_threads;     /* of re-simulations; 0: all processors of this machine */
    guint most_findings; /* 0: 10 */
    double least_share;  /* findings below this share of the run are left out; <= 0:
                          * EXPLAIN_LEAST_SHARE */
    gboolean no_path;    /* findings only: no timeline is recorded */
    gboolean keep_going; /* as the prediction was made */
    /* Told how many of the simulations that were asked for at once are done (or NULL), by any
     * thread, by one at a time. */
    const RaterWatch *watch;
} ExplainOptions;

/* Whether nothing was found, or all findings together save less than half of what `prediction`
 * loses, and that is worth a word: then the rest wants to be told. */
gboolean explanation_is_quiet(const Explanation *explanation, const Prediction *prediction);

void explanation_free(Explanation *explanation);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Explanation, explanation_free)

/* Explains `prediction`, which was made of the same program and parameters. `options` may be
 * NULL. The same result for any number of threads. NULL with SIMULATOR_ERROR_*. */
Explanation *explain(const TraceProgram *program, const Params *params,
                     const Prediction *prediction, const ExplainOptions *options,
                     GError **error);
