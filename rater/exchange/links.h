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
    const RaterTopologyKind *kind; /* NULL: another network */
    RaterTopologyShape shape;
    RaterFabric fabric; /* topology, start and byte time and scale are of others */
    RaterCongestion congestion;
    RaterVariation variation;
} RaterLinks;
