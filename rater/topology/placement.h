/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Which physical processor a virtual one runs on (docs/networks.md, "Mappings").  V virtual
 * processors of a grid, M physical ones.
 *
 *     identity      rank = number
 *     tiles         rank box by box of a x .., row-major both; boxes at the edge may be partial
 *     hilbert       rank along the curve on a grid of rank 2
 *
 * V <= M: the rank is the processor, of hilbert that place on the curve of the physical grid if
 * that has rank 2.  V > M: ranks go to blocks, of which the first V mod M have one more.
 *
 *     random        a permutation of all M (V > M: identity)
 *     ring2line     V = M = n: i to 2i up to (n-1)/2, then to 2(n-i)-1
 *     torus2mesh    V = M: the same in each dimension of the virtual grid
 */
#pragma once

#include "rater/topology/topology.h"

typedef struct {
    int64_t n_virtual, n_physical;
    int64_t *place; /* [n_virtual], owned; NULL: identity */
} RaterPlacement;

/* The physical processor of virtual processor v. */
int64_t rater_placement_of(const RaterPlacement *placement, int64_t v);

RaterPlacement rater_placement_identity(int64_t n_virtual, int64_t n_physical);

/* The others make the same as a table; `placement` is untouched on failure, which can be
 * RATER_ERROR_MEMORY. tile[] has an extent >= 1 for each dimension of the grid. */
RaterStatus rater_placement_tiles(RaterPlacement *placement, const RaterGrid *system,
                                  int64_t n_physical, const int64_t tile[]);
RaterStatus rater_placement_hilbert(RaterPlacement *placement, const RaterGrid *system,
                                    const RaterTopology *topology);
RaterStatus rater_placement_random(RaterPlacement *placement, int64_t n_virtual,
                                   int64_t n_physical, uint64_t seed);

/* RATER_ERROR_SIZE: V != M. */
RaterStatus rater_placement_ring_to_line(RaterPlacement *placement, int64_t n_virtual,
                                         int64_t n_physical);
RaterStatus rater_placement_torus_to_mesh(RaterPlacement *placement, const RaterGrid *system,
                                          int64_t n_physical);

/* Frees what it holds. */
void rater_placement_clear(RaterPlacement *placement);

/* The i-th output of SplitMix64 from this seed, i >= 0. */
uint64_t rater_random_bits(uint64_t seed, uint64_t i);

/* `vary speed`: the part of its speed that physical processor u keeps, in (low, 1]:
 * low + (1 - low) ((x >> 11) + 1) / 2^53, x the u-th output; low = 0: it may be that low. */
double rater_random_slowness(uint64_t seed, double low, int64_t u);
