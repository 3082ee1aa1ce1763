/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A schedule as a timeline: tasks are CPU of their processor at their line of the graph, messages
 * go from the end of a task to the start of another, and processors wait in between.  Its critical
 * path is as long as the schedule.
 */
#pragma once

#include "src/analysis/schedule/schedule.h"
#include "src/timeline/timeline.h"

/* Fills an empty timeline of as many processors. Times are seconds, or units where nobody knows how
 * long one is. */
void schedule_timeline_fill(const ScheduleProblem *problem, const Schedule *schedule,
                            Timeline *timeline);
