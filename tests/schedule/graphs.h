/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Task graphs and machines for tests; each function ends the program when it fails.
 */
#pragma once

#include "src/analysis/schedule/study.h"

/* Reads samples/graphs/NAME. */
TaskGraph *graphs_sample(const char *name);

/* Reads a text of any format. */
TaskGraph *graphs_text(const char *text);

/* n processors linked so (NULL: full), of speeds (NULL: 1). `sizes`: of a grid, 0-terminated;
 * NULL: n of them. */
ScheduleMachine *graphs_machine(const char *links, guint n, const gint64 *sizes,
                                const double *speeds);

/* The make-span that a heuristic finds. */
double graphs_makespan(const ScheduleProblem *problem, ScheduleHeuristic heuristic);

/* A random graph in layers of n tasks, of whole times 0..9 and delays 0..max_delay; the same for
 * the same seed. */
TaskGraph *graphs_random(guint32 seed, guint n, guint max_delay);
