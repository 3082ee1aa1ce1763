/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/geometry/blocks-run.h"

#include <stddef.h>

/* Whether block c is floor(n * c / parts) .. floor(n * (c + 1) / parts) - 1. */
static bool
is_proportional(const RaterBlocks *blocks)
{
    return blocks->prefix == NULL && blocks->fixed == 0 && blocks->multiple == 1 &&
           blocks->n >= blocks->parts;
}

/* From coordinate coords.lo on. The blocks have n / parts elements, and one more where the
 * remainder of n * c / parts passes `parts`: how far it is from that tells the length of the
 * run by one division, and what the next remainder is. */
static void
set_proportional(RaterBlocksRun *run)
{
    int64_t parts = run->blocks->parts;
    int64_t left = parts - run->coords.lo;
    int64_t rise = run->blocks->n % parts;
    int64_t fall = parts - rise;
    run->size = run->blocks->n / parts;
    int64_t length = left;
    if (run->rest >= fall) {
        run->size++;
        length = run->rest - fall < fall ? 1 : run->rest / fall;
        run->rest -= length * fall;
    } else if (rise > 0) {
        length = fall - run->rest <= rise ? 1 : (fall - run->rest - 1) / rise + 1;
        run->rest += length * rise;
    }
    run->coords.hi = run->coords.lo + (length < left ? length : left);
}

/* Whole blocks of a unit, else one block; those after the end of the axis are all empty. */
static void
set_blocks(RaterBlocksRun *run)
{
    const RaterBlocks *blocks = run->blocks;
    int64_t c = run->coords.lo;
    RaterRange block = rater_blocks_range(blocks, c);
    int64_t whole = run->unit > 0 ? blocks->n / run->unit : 0;
    run->first = block.lo;
    run->size = rater_range_count(block);
    run->coords.hi = c + 1;
    if (block.lo == blocks->n)
        run->coords.hi = blocks->parts;
    else if (c < whole && c < blocks->parts - 1)
        run->coords.hi = whole < blocks->parts - 1 ? whole : blocks->parts - 1;
}

void
rater_blocks_run_first(RaterBlocksRun *run, const RaterBlocks *blocks, int64_t c)
{
    *run = (RaterBlocksRun){ .coords = { c, c },
                             .blocks = blocks,
                             .unit = rater_blocks_unit(blocks) };
    if (!is_proportional(blocks)) {
        set_blocks(run);
        return;
    }
    run->first = rater_blocks_range(blocks, c).lo;
    run->rest = (int64_t)((__int128)blocks->n * c % blocks->parts);
    set_proportional(run);
}

bool
rater_blocks_run_next(RaterBlocksRun *run)
{
    if (run->coords.hi >= run->blocks->parts)
        return false;
    run->first += rater_range_count(run->coords) * run->size;
    run->coords.lo = run->coords.hi;
    if (is_proportional(run->blocks))
        set_proportional(run);
    else
        set_blocks(run);
    return true;
}
