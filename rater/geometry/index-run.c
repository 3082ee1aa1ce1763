/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/geometry/index-run.h"

/* How many of the indices low, low + stride, ..., high are below x. */
static int64_t
indices_below(const RaterIndexRun *run, int64_t x)
{
    if (x <= run->low)
        return 0;
    int64_t distance = (x <= run->high ? x : run->high + 1) - run->low - 1;
    /* A division is most of the cost of a coordinate, and nearly all loops have stride 1. */
    return (run->stride == 1 ? distance : distance / run->stride) + 1;
}

/* Sets the run that begins at coords.lo, which the blocks stand at or contain. */
static void
set_run(RaterIndexRun *run)
{
    int64_t c = run->coords.lo;
    int64_t size = run->blocks.size;
    int64_t block = run->blocks.first + (c - run->blocks.coords.lo) * size;
    /* A block strictly between the ends is full of indices when these follow each other. */
    if (run->stride == 1 && block >= run->low && c < run->last_coord) {
        run->count = size;
        run->coords.hi =
            run->blocks.coords.hi < run->last_coord ? run->blocks.coords.hi : run->last_coord;
        return;
    }
    run->count = indices_below(run, block + size) - indices_below(run, block);
    run->coords.hi = c + 1;
}

void
rater_index_run_first(RaterIndexRun *run, const RaterBlocks *blocks, int64_t one, int64_t other,
                      int64_t count)
{
    int64_t low = one < other ? one : other, high = one < other ? other : one;
    *run = (RaterIndexRun){ .low = low, .high = high };
    run->stride = count > 1 ? (high - low) / (count - 1) : 1;
    run->coords.lo = rater_blocks_owner(blocks, low);
    run->last_coord = rater_blocks_owner(blocks, high);
    rater_blocks_run_first(&run->blocks, blocks, run->coords.lo);
    set_run(run);
}

bool
rater_index_run_next(RaterIndexRun *run)
{
    if (run->coords.hi > run->last_coord)
        return false;
    run->coords.lo = run->coords.hi;
    if (run->coords.lo >= run->blocks.coords.hi)
        rater_blocks_run_next(&run->blocks);
    set_run(run);
    return true;
}
