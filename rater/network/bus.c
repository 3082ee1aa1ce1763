/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * One line that all processors share: it carries `channels` messages at once.  What is sent
 * adds up, and the sum is divided by the smaller of `channels` and N.
 */
#include "rater/network/kind.h"

static double
share(const RaterNetwork *network, int64_t n_processors)
{
    int64_t share = network->channels < n_processors ? network->channels : n_processors;
    return share > 1 ? (double)share : 1;
}

/* TS * messages + TB * bytes */
static double
transfers(const RaterNetwork *network, const RaterTraffic *traffic, int64_t n_processors)
{
    return (rater_atto_seconds(network->start_time) * traffic->messages +
            rater_atto_seconds(network->byte_time) * traffic->bytes) /
           share(network, n_processors) * network->scale;
}

/* The product of the sizes - 1 messages of partial results, and N - 1 of the result. */
static RaterStatus
reduction(const RaterNetwork *network, const RaterTeam *team, const bool spread[], double bytes,
          RaterExchange *exchange)
{
    exchange->seconds =
        rater_network_linear(network, bytes) *
        (rater_network_spread(team->grid, spread) + (double)team->n_processors - 2) /
        share(network, team->n_processors);
    return RATER_OK;
}

/* N - 1 messages */
static RaterStatus
broadcast(const RaterNetwork *network, const RaterTeam *team, double bytes,
          RaterExchange *exchange)
{
    int64_t count = rater_grid_count(team->grid);
    exchange->seconds =
        rater_network_linear(network, bytes) * (double)(count - 1) / share(network, count);
    return RATER_OK;
}

const RaterNetworkKind rater_network_bus = {
    .name = "network",
    .alias = "ethernet",
    .wants = RATER_TRAFFIC_SUMS,
    .symmetric = true,
    .transfers = transfers,
    .reduction = reduction,
    .broadcast = broadcast,
};
