/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Broadcast and reduction on a network with topology: a tree over dimensions D of a grid, in
 * order, with steps s = 2^(ceil(log2 n_k)-1), .., 2, 1.  In a round each processor with
 * coordinate k a multiple of 2s and 0 in the later dimensions of D sends to that at k + s, if
 * there is one.  A round is a set of transfers; rounds add up.
 *
 *     broadcast     all dimensions of the current system
 *     reduction     2 * tree (loop dimensions) + tree (others) of the loop's grid, n_k > 1
 *     clusters      rounds * (TS + bytes * TB) of the outermost
 */
#pragma once

#include "rater/exchange/exchange.h"

typedef struct {
    const RaterFabric *fabric;
    const RaterPlacement *placement;
    RaterCongestion congestion;
    const RaterGrid *grid;
    const int64_t *number; /* virtual processor of each of the grid; NULL: the same number */
    /* The grid is that of the network, a line to torus of single cores, and placement maps each
     * dimension by itself: c of dimension k to coordinate[k][c] (NULL: all to themselves). Then
     * rounds cost coordinates, not processors, where that is possible. */
    bool by_dimension;
    const int64_t *const *coordinate;
} RaterTree;

/* What a broadcast of bytes >= 0 costs, all rounds together; of clusters seconds alone. Clear
 * `exchange`, which is untouched on failure. Errors as of rater_exchange(). */
RaterStatus rater_tree_broadcast(const RaterTree *tree, int64_t bytes, RaterExchange *exchange);

/* Of a reduction over the dimensions with spread[g] and more than one coordinate; none: 0. */
RaterStatus rater_tree_reduction(const RaterTree *tree, const bool spread[], int64_t bytes,
                                 RaterExchange *exchange);
