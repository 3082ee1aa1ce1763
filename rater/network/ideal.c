/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A network at no cost.
 */
#include "rater/network/kind.h"

static double
transfers(const RaterNetwork *network, const RaterTraffic *traffic, int64_t n_processors)
{
    (void)network, (void)traffic, (void)n_processors;
    return 0;
}

static double
reduction(const RaterNetwork *network, const RaterGrid *grid, const bool spread[],
          int64_t n_processors, double bytes)
{
    (void)network, (void)grid, (void)spread, (void)n_processors, (void)bytes;
    return 0;
}

static double
broadcast(const RaterNetwork *network, const RaterGrid *grid, double bytes)
{
    (void)network, (void)grid, (void)bytes;
    return 0;
}

static double
message(const RaterNetwork *network, double bytes)
{
    (void)network, (void)bytes;
    return 0;
}

const RaterNetworkKind rater_network_ideal = {
    .name = "ideal",
    .wants = RATER_TRAFFIC_NONE,
    .symmetric = true,
    .transfers = transfers,
    .reduction = reduction,
    .broadcast = broadcast,
    .message = message,
};
