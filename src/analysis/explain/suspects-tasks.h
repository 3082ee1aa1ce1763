/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Regions of tasks: how much the processors of each task have to do in all tasks together.
 */
#pragma once

#include "src/analysis/explain/suspects.h"

/* For each cause of a SUSPECT_TASK the time of all tasks that the busiest of its processors
 * executes, seconds; free with g_free(). Tasks whose systems were named apart but are the same
 * processors, or share some, add up. */
double *suspects_tasks_loads(const Suspect *region, SimSystems *systems);

/* What each processor outside of the region would have, evenly shared. */
double suspects_tasks_mean(const Suspect *region);
