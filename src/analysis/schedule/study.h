/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A task graph scheduled by several heuristics on several machines.
 */
#pragma once

#include "src/analysis/schedule/bounds.h"
#include "src/analysis/schedule/heuristics.h"
#include "src/analysis/schedule/optimum.h"

/* A schedule in the table. */
typedef struct {
    const char *name;
    Schedule *schedule; /* owned */
    double speed_up, efficiency;
} ScheduleResult;

/* A machine. */
typedef struct {
    ScheduleMachine *machine; /* owned */
    ScheduleProblem *problem; /* owned; NULL before the run */
    ScheduleBounds bounds;
    ScheduleOptimum optimum;
    GArray *results; /* of ScheduleResult, in the order of heuristics.def */
    guint best;      /* of results */
} ScheduleRow;

typedef struct {
    const TaskGraph *graph;
    GArray *rows; /* of ScheduleRow, in the order asked for */
    guint best;   /* of rows: the least make-span, then the fewest processors */
} ScheduleStudy;

typedef struct {
    gboolean heuristics[SCHEDULE_N_HEURISTICS]; /* which are wanted */
    GArray *assignments; /* of GraphAssignment: a schedule `given` as well; NULL: none */
    guint64 states;      /* for the optimum, 0: it is not wanted */
    guint threads;
} ScheduleOptions;

/* No machine; the graph must outlive it. */
ScheduleStudy *schedule_study_new(const TaskGraph *graph);
void schedule_study_free(ScheduleStudy *study);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ScheduleStudy, schedule_study_free)

/* Adds a row; takes over the machine. */
void schedule_study_add(ScheduleStudy *study, ScheduleMachine *machine);

/* Fills all rows. FALSE with GRAPH_ERROR: the graph cannot run on a machine. */
gboolean schedule_study_run(ScheduleStudy *study, const ScheduleOptions *options,
                            GError **error);

static inline const ScheduleRow *
schedule_study_row(const ScheduleStudy *study, guint i)
{
    return &g_array_index(study->rows, ScheduleRow, i);
}

static inline const ScheduleResult *
schedule_row_result(const ScheduleRow *row, guint i)
{
    return &g_array_index(row->results, ScheduleResult, i);
}

/* The result of this name, G_MAXUINT: there is none. */
guint schedule_row_find(const ScheduleRow *row, const char *name);
