/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A schedule: which processor does which task when.
 */
#pragma once

#include "src/analysis/schedule/problem.h"

/* Why a task of the critical path does not begin earlier. */
typedef enum {
    SCHEDULE_START,     /* it begins at 0 */
    SCHEDULE_DATA,      /* for a predecessor on the same processor */
    SCHEDULE_PROCESSOR, /* for the task before it there */
    SCHEDULE_MESSAGE,   /* for the message of a predecessor elsewhere */
    SCHEDULE_N_CAUSES
} ScheduleCause;

typedef struct {
    guint task;
    ScheduleCause cause;
} ScheduleStep;

typedef struct {
    const char *name; /* of the heuristic */
    guint n, p;
    guint *processor;      /* [task] */
    double *start, *finish; /* [task] */
    GArray **lanes;        /* [processor]: of guint, tasks in their order */
    double makespan;
    guint used; /* processors with a task */
} Schedule;

/* Nothing is placed. */
Schedule *schedule_new(const ScheduleProblem *problem, const char *name);
void schedule_free(Schedule *schedule);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Schedule, schedule_free)

/* When all data of task i are there, for each processor: arrival[p]. All predecessors are placed. */
void schedule_arrivals(const ScheduleProblem *problem, const Schedule *schedule, guint i,
                       double arrival[]);

/* When the last task of a processor ends, 0 without any. */
static inline double
schedule_end(const Schedule *schedule, guint p)
{
    const GArray *lane = schedule->lanes[p];

    return lane->len > 0 ? schedule->finish[g_array_index(lane, guint, lane->len - 1)] : 0;
}

/* Where a task that takes `time` and may begin at `arrival` fits in between; its start, and its
 * place in the lane. */
double schedule_gap(const Schedule *schedule, guint p, double arrival, double time,
                    guint *place);

/* Puts task i there. */
void schedule_put(Schedule *schedule, guint i, guint p, guint place, double start, double time);

/* When everything is placed: makespan and used. */
void schedule_end_all(Schedule *schedule);

/* The critical path from its start on: ScheduleStep; as long as the make-span. */
GArray *schedule_path(const ScheduleProblem *problem, const Schedule *schedule);

/* "start", "data", "processor", "message". */
const char *schedule_cause_name(ScheduleCause cause);
