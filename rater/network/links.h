/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What a parameter file says of a network of nodes and links (docs/networks.md), as
 * rater/network/parameters.def has it.
 */
#pragma once

#include "rater/exchange/exchange.h"

/* The names of the topologies, as a parameter file has them. */
#define RATER_TOPOLOGY_NAMES                                                                   \
    "line, ring, mesh, torus, hypercube, tree, star, full, shared, fat tree, dragonfly"

/* `vary speed`: rater_random_slowness(). */
typedef struct {
    bool given;
    uint64_t seed;
    double low; /* 0 .. 1 */
} RaterVariation;

typedef struct {
    const RaterTopologyKind *kind; /* NULL: another network, or nested clusters */
    RaterTopologyShape shape;
    RaterFabric fabric;
    RaterCongestion congestion;
    RaterVariation variation;
    /* What a parameter file does not say: fabric.topology, and where virtual processors are. */
    RaterPlacement placement; /* its table is borrowed */
    /* The grid of all virtual processors is that of the network, a line to torus of single
     * cores, and each dimension is placed by itself: c of dimension k at coordinate[k][c] (NULL:
     * all at their own; borrowed). */
    bool by_dimension;
    const int64_t *const *coordinate;
} RaterLinks;
