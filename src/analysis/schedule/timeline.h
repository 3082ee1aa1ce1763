/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A schedule as a timeline: tasks are CPU of their processor at their line of the graph, messages
 * go from the end of a task to the start of another, and processors wait in between.  Its critical
 * path is as long as the schedule.
 */
#pragma once

#include "src/analysis/schedule/schedule.h"
#include "src/timeline/timeline.h"

/* What a timeline is made of. */
typedef struct {
    const ScheduleProblem *problem;
    const Schedule *schedule;
} ScheduleOfProblem;

/* Of a ScheduleOfProblem, with as many processors as its machine has. Times are seconds, or units
 * where nobody knows how long one is. */
TimelineFill schedule_timeline;
