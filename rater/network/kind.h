/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A kind of network: a constant of its own file, listed in network.c (internal to
 * rater/network).  The functions are those of network.h.
 */
#pragma once

#include "rater/network/network.h"

struct RaterNetworkKind {
    const char *name;
    const char *alias; /* another name for it, or NULL */
    RaterTrafficParts wants;
    bool symmetric;
    /* NULL where nothing is wanted: communication is for nothing. */
    double (*transfers)(const RaterNetwork *network, const RaterTraffic *traffic,
                        int64_t n_processors);
    /* The product of the sizes over which is reduced is above 1. */
    /* NULL unless it is wanted. */
    RaterStatus (*exchange)(const RaterNetwork *network, size_t n, const RaterParcel parcels[],
                            RaterExchange *exchange);
    RaterStatus (*reduction)(const RaterNetwork *network, const RaterTeam *team,
                             const bool spread[], double bytes, RaterExchange *exchange);
    RaterStatus (*broadcast)(const RaterNetwork *network, const RaterTeam *team, double bytes,
                             RaterExchange *exchange);
    /* NULL: TS + TB * bytes. */
    double (*message)(const RaterNetwork *network, int64_t p, int64_t q, double bytes);
    /* NULL where distance does not count. */
    double (*message_over)(const RaterNetwork *network, int64_t distance, int64_t bytes);
};

extern const RaterNetworkKind rater_network_bus, rater_network_transputer, rater_network_ideal;
/* and rater_network_links of network.h */

/* (TS + TB * bytes) * scale. */
static inline double
rater_network_linear(const RaterNetwork *network, double bytes)
{
    return (rater_atto_seconds(network->start_time) +
            rater_atto_seconds(network->byte_time) * bytes) *
           network->scale;
}

/* Product of the sizes of the dimensions with spread[g] != 0. */
static inline double
rater_network_spread(const RaterGrid *grid, const bool spread[])
{
    double product = 1;
    for (int g = 0; g < grid->rank; g++)
        if (spread[g])
            product *= (double)grid->size[g];
    return product;
}

/* Pipelined message of `bytes` over `distance` links of a transputer grid; here for the tests.
 * *piece (may be NULL) is the piece size found. Where times leave 126 bits (beyond 10^19 s), it
 * is floor(S0) without the search, in long double. */
double rater_network_pipeline(const RaterNetwork *network, int64_t distance, int64_t bytes,
                              int64_t *piece);
