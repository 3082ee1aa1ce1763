/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Block distribution of the n elements of one template axis over the
 * coordinates 0..parts-1 of one grid dimension (docs/semantics.md, "Templates,
 * distribution, weights").  Elements are 0-based.
 */
#pragma once

#include "rater/geometry/grid.h"
#include "rater/geometry/range.h"

typedef struct {
    int64_t n;             /* elements, >= 1 */
    int64_t parts;         /* coordinates, >= 1 */
    int64_t multiple;      /* blkdiv_: bounds are rounded down to multiples of this; 1 = none */
    int64_t fixed;         /* DistrParamArray: elements a unit of weight, 0 = none */
    const int64_t *prefix; /* parts + 1 prefix sums W(0)=0..W(parts) of the weights, or NULL
                            * when equal; borrowed, must outlive the value */
} RaterBlocks;

/* Checks and fills `blocks`. `prefix` may be NULL (equal weights); when given it
 * must start at 0, never fall, and end above 0 (else RATER_ERROR_WEIGHT).
 * `multiple` >= 1; `fixed` >= 0 (0: none; otherwise `multiple` is not used). */
RaterStatus rater_blocks_init(RaterBlocks *blocks, int64_t n, int64_t parts, int64_t multiple,
                              int64_t fixed, const int64_t *prefix);

/* Elements that coordinate c owns (0 <= c < parts); possibly empty. */
RaterRange rater_blocks_range(const RaterBlocks *blocks, int64_t c);

/* The coordinate that owns element x (0 <= x < n). Every element has exactly one. */
int64_t rater_blocks_owner(const RaterBlocks *blocks, int64_t x);

/* Elements that every block before the last one that is not empty has at least; 0 may stand for
 * not known. */
int64_t rater_blocks_least(const RaterBlocks *blocks);

/* Values are equal (prefixes compared by content). */
bool rater_blocks_equal(const RaterBlocks *a, const RaterBlocks *b);

/* setelw_: cuts `loads` (n_loads equal pieces of the
 * axis) first-fit from the left into at most `parts` consecutive groups with
 * the least possible largest sum and writes the number of loads of each group
 * as prefix sums into prefix[0..parts]. A coordinate without a group gets the
 * count of the last group. Fewer loads than coordinates: equal weights (1 each).
 * RATER_ERROR_SIZE: no coordinates; RATER_ERROR_WEIGHT: a load negative or not finite;
 * RATER_ERROR_OVERFLOW: their sum, or a sum of counts. */
RaterStatus rater_blocks_weigh(const double *loads, int64_t n_loads, int64_t parts,
                               int64_t *prefix);

/* The blocks of a distribution one after another, equal neighbours at once: a walk over all
 * coordinates that costs the number of runs of equal blocks where weights are equal. */
typedef struct {
    RaterRange coords; /* not empty; their blocks have `size` >= 0 elements each */
    int64_t size;
    int64_t first; /* element of the first of these blocks; n when they are empty at the end */
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

/* How many of evenly spaced template indices (the elements of an array, the iterations of a
 * loop) each coordinate owns, neighbours with equal numbers at once. */
typedef struct {
    RaterRange coords; /* not empty; the run */
    int64_t count;     /* indices that each of its coordinates owns; 0 is possible */
    /* Private: the indices are low, low + stride, ..., high; the owner of the last; the blocks
     * in which the run is. */
    int64_t low, high, stride, last_coord;
    RaterBlocksRun blocks;
} RaterIndexRun;

/* The first run for `count` >= 1 indices from low to high (both in [0, n)): coordinates before
 * it own none. Borrows `blocks`. */
void rater_index_run_first(RaterIndexRun *run, const RaterBlocks *blocks, int64_t low,
                           int64_t high, int64_t count);

/* The run that follows immediately; false, the run being untouched, when the coordinates after
 * it own none. */
bool rater_index_run_next(RaterIndexRun *run);
