/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A task graph with the times of a traced run.
 */
#pragma once

#include "src/graph/grains.h"

/* The graph with, by grain number, the times and delays of the trace in place of its own; tasks and
 * edges that the trace does not have keep theirs, and it warns of them. */
TaskGraph *schedule_measured_graph(const TaskGraph *graph, const GrainTrace *trace);
