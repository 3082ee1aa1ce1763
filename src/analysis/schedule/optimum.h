/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The shortest schedule of a small graph, by branch and bound.
 */
#pragma once

#include "src/analysis/schedule/schedule.h"

/* Larger graphs are not tried. */
#define SCHEDULE_MOST_TASKS  20
#define SCHEDULE_MOST_STATES 1000000

typedef struct {
    double makespan; /* NAN: it was not looked for */
    gboolean proven; /* nothing is shorter; else it is the best that was found */
    guint64 states;  /* that were looked at */
} ScheduleOptimum;

/* best: the make-span of some schedule; bound: what none is shorter than. Looks at `most` partial
 * schedules at most. */
ScheduleOptimum schedule_optimum(const ScheduleProblem *problem, double best, double bound,
                                 guint64 most);
