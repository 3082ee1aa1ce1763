/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What no schedule can be shorter than.  A task takes its least time w', messages nothing, and
 * there are P' = sum of speeds / largest speed processors (P with times of their own).
 */
#pragma once

#include "src/analysis/schedule/problem.h"

/* Tasks for which the bound of Fernandez and Bussell is worked out. */
#define SCHEDULE_MOST_BOUNDED 2000

typedef struct {
    double critical_path;     /* the longest path CP */
    double work;              /* sum of w' / P' */
    double fernandez_bussell; /* NAN: more than SCHEDULE_MOST_BOUNDED tasks */
    double bound;             /* the largest */
} ScheduleBounds;

ScheduleBounds schedule_bounds(const ScheduleProblem *problem);
