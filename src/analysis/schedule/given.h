/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The schedule that somebody gives: processors and order.
 */
#pragma once

#include "src/analysis/schedule/schedule.h"
#include "src/graph/assign.h"

/* Appends all tasks as the list has them, each as early as it can be. NULL with GRAPH_ERROR: the
 * list is not one of all tasks of the graph, has a processor that is not there, or an order that
 * contradicts the graph. */
Schedule *schedule_given(const ScheduleProblem *problem, const GArray *assignments,
                         GError **error);
