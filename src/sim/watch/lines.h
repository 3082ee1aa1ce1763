/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Times by line of the source: a second tally in which a line is what an interval is in the
 * first.  Only a simulator with SimulatorOptions.lines has it; all others pay for one test of a
 * pointer.  Lines are children of the root, which has no time of its own; number of operations
 * and levels mean nothing in it.
 */
#pragma once

#include "src/sim/core/tally.h"

/* The site of what stands in no line: the end of the program. */
#define SIM_LINES_NO_SITE G_MAXUINT32

/* From here on times go to the line of `site` (as of sim_site()). `lines` may be NULL. */
static inline void
sim_lines_enter(SimTally *lines, guint32 site)
{
    if (lines == NULL)
        return;
    if (sim_tally_current(lines) != 0)
        sim_tally_leave(lines);
    sim_tally_enter(lines, INTERVAL_USER, site, FALSE, 0);
}

/* What is added to sum `i` of an entry of the interval, for the line. `lines` may be NULL. */
static inline void
sim_lines_add(SimTally *lines, SimTallyKind kind, gconstpointer of, guint n_sums, guint i,
              double t)
{
    if (lines != NULL)
        sim_sum_add(&sim_tally_sums(lines, kind, of, n_sums)[i], t);
}

/* What is added to sum `i` of class c of `partition`. */
static inline void
sim_lines_add_operation(SimTally *lines, SimTallyKind kind, const SimPartition *partition,
                        guint c, guint i, double t)
{
    sim_lines_add(lines, kind, partition, partition->n_classes * SIM_N_OPERATION_SUMS,
                  c * SIM_N_OPERATION_SUMS + i, t);
}

/* Input/output of processor 0. */
static inline void
sim_lines_add_io(SimTally *lines, double t)
{
    if (lines == NULL)
        return;
    SimInterval *line = sim_tally_interval(lines, sim_tally_current(lines));
    line->has_io = TRUE;
    sim_sum_add(&line->io, t);
}
