/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * List schedulers (heuristics.def): each takes one ready task after the other and says where and
 * when it runs.  docs/schedules.md has their rules and where they come from.
 */
#pragma once

#include "src/analysis/schedule/schedule.h"

typedef enum {
#define HEURISTIC(id, summary) SCHEDULE_##id,
#include "src/analysis/schedule/heuristics.def"
#undef HEURISTIC
    SCHEDULE_N_HEURISTICS
} ScheduleHeuristic;

/* "heft"; what it is. */
const char *schedule_heuristic_name(ScheduleHeuristic heuristic);
const char *schedule_heuristic_summary(ScheduleHeuristic heuristic);

/* The one of this name; FALSE: there is none. */
gboolean schedule_heuristic_find(const char *name, ScheduleHeuristic *heuristic);

/* The schedule that it makes. */
Schedule *schedule_make(const ScheduleProblem *problem, ScheduleHeuristic heuristic);

/* PEFT's table: what is still to come behind task i on processor p at least, [i * p]; free with
 * g_free(). */
double *schedule_optimistic_costs(const ScheduleProblem *problem);
