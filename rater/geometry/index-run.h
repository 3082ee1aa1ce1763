/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * How many of evenly spaced template indices (the elements of an array, the iterations of a
 * loop) each coordinate owns, neighbours with equal numbers at once.
 */
#pragma once

#include "rater/geometry/blocks-run.h"

typedef struct {
    RaterRange coords; /* not empty; the run */
    int64_t count;     /* indices that each of its coordinates owns; 0 is possible */
    /* Private: the indices are low, low + stride, ..., high; the owner of the last; the blocks
     * in which the run is. */
    int64_t low, high, stride, last_coord;
    RaterBlocksRun blocks;
} RaterIndexRun;

/* The first run for `count` >= 1 indices from `one` to `other` (both in [0, n), in any order):
 * coordinates before it own none. Borrows `blocks`. */
void rater_index_run_first(RaterIndexRun *run, const RaterBlocks *blocks, int64_t one,
                           int64_t other, int64_t count);

/* The run that follows immediately; false, the run being untouched, when the coordinates after
 * it own none. */
bool rater_index_run_next(RaterIndexRun *run);
