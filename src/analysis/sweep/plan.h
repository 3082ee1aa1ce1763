/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A sweep from what is asked for to its results.
 */
#pragma once

#include "src/analysis/sweep/run.h"

/* What is asked for, as of sweep/axes.h. */
typedef struct {
    GPtrArray *machines;
    GArray *grids, *counts; /* of RaterGrid, of gint64; not together with `most` */
    gboolean all_grids;     /* of each number of processors, not only the most even one */
    guint part, parts;      /* only part `part` of so many (sweep/part.h); 0: all of it */
    gint64 most;            /* search the best grid of at most so many processors; 0: do not */
    gboolean sensitivity;   /* of the best row */
    SweepObjective objective;
    double floor; /* SWEEP_EFFICIENCY */
} SweepPlan;

/* The sweep with all rows that are known, none yet predicted; a search adds its own. NULL with
 * PARAMS_ERROR. */
Sweep *sweep_plan_rows(const SweepPlan *plan, const TraceProgram *program, GError **error);

/* Predicts it all, until it is interrupted: then sweep->interrupted is set, and what
 * sweep_run() says must not be freed is so here too. */
void sweep_plan_predict(const SweepPlan *plan, Sweep *sweep, const TraceProgram *program,
                        const SweepRunOptions *options);
