/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The blocks of a distribution one after another, equal neighbours at once: a walk over
 * all coordinates that costs the number of runs of equal blocks where weights are equal.
 */
#pragma once

#include "rater/geometry/blocks.h"

typedef struct {
    RaterRange
        coords;    /* not empty; the blocks of these coordinates have `size` elements each */
    int64_t first; /* element of the first of these blocks; n when they are empty at the end */
    int64_t size;  /* >= 0 */
    /* Private: of what; elements of each whole block when that is known of all, else 0;
     * n * coords.lo modulo the parts. */
    const RaterBlocks *blocks;
    int64_t unit, rest;
} RaterBlocksRun;

/* The run that begins at coordinate c (0 <= c < parts). Borrows `blocks`. Runs need not be as
 * long as they could be: neighbours may be equal. */
void rater_blocks_run_first(RaterBlocksRun *run, const RaterBlocks *blocks, int64_t c);

/* The run after it; false, the run being untouched, when it reaches the last coordinate. */
bool rater_blocks_run_next(RaterBlocksRun *run);
