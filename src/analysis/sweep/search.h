/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The best topology with at most a given number of processors, for one machine.
 *
 * When there are at most SWEEP_SEARCH_ALL grids, all are predicted. Otherwise:
 *
 * 1. Sizes worth trying. Blocks of ceil(n / p) elements are the same for runs of p: only both
 * ends of a run are tried, and what the number of processors leaves room for; where tasks cut
 * the system into parts, all sizes (topology_sizes()).
 * 2. A coarse lattice over these sizes, at most SWEEP_SEARCH_COARSE grids.
 * 3. Around the SWEEP_SEARCH_SEEDS best grids found, neighbours in one dimension, and in two
 * with one size rising and one falling, with ever smaller steps, the last of one processor;
 * then also other grids of as many processors, and around the best one sizes that are 1, 2, 4,
 * .. larger or smaller.
 * 4. A bound that holds for every grid (sweep/bound.h) tells which numbers of processors can
 * still be better than the best one found. When their grids are at most SWEEP_SEARCH_ALL, all
 * of them are predicted too, and the answer is that of trying everything.
 * 5. From the fewest processors known to be nearly as good (the knee, sweep/best.h) grids with
 * fewer ones, as long as they are nearly as good too; and all that may be, when they are few.
 *
 * No grid is tried on which processors have no elements (topology_extents()).
 *
 * Otherwise the answer is the best of what was tried, and SweepSearch.bound says how much
 * better any other could be. The tests hold the heuristic against trying everything.
 *
 * Decisions are taken between batches of predictions, so that nothing depends on the number of
 * threads.
 */
#pragma once

#include "src/analysis/sweep/bound.h"
#include "src/analysis/sweep/sweep.h"
#include "src/analysis/sweep/topology.h"

#define SWEEP_SEARCH_ALL    1000
#define SWEEP_SEARCH_COARSE 300
#define SWEEP_SEARCH_SEEDS  6

typedef struct {
    const SweepRow *machine; /* its topology does not matter */
    const SimLayout *layout; /* of the program */
    gint64 most;             /* processors, >= 1 */
    guint all, coarse;       /* SWEEP_SEARCH_ALL, SWEEP_SEARCH_COARSE; less in tests */
    SweepBatch batch;
    gpointer data; /* of batch */
} SweepSearchOptions;

/* Appends the rows that it tries, by number of processors, and an entry to sweep->searches.
 * FALSE when a batch was interrupted: rows and entry are there all the same. */
gboolean sweep_search(Sweep *sweep, const TraceProgram *program,
                      const SweepSearchOptions *options);
