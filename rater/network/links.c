/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Nodes and links (docs/networks.md): each message has its route, and those that meet on a link
 * disturb each other as the model of congestion has it.
 */
#include "rater/network/kind.h"

#include <math.h>

#include "rater/exchange/tree-operation.h"

/* Bytes of a message are whole and below this. */
#define MOST_BYTES 0x1p62

static double
transfers(const RaterNetwork *network, const RaterTraffic *traffic, int64_t n_processors)
{
    (void)network, (void)n_processors;
    return traffic->exchange != NULL ? traffic->exchange->seconds : 0;
}

static RaterStatus
exchange_parcels(const RaterNetwork *network, size_t n, const RaterParcel parcels[],
                 RaterExchange *exchange)
{
    const RaterLinks *links = &network->links;
    return rater_exchange(&links->fabric, &links->placement, links->congestion, n, parcels,
                          exchange);
}

static RaterTree
tree_of(const RaterNetwork *network, const RaterTeam *team)
{
    const RaterLinks *links = &network->links;
    return (RaterTree){ .fabric = &links->fabric,
                        .placement = &links->placement,
                        .congestion = links->congestion,
                        .grid = team->grid,
                        .number = team->number,
                        .by_dimension = links->by_dimension && team->number == NULL,
                        .coordinate = links->coordinate };
}

static RaterStatus
reduction(const RaterNetwork *network, const RaterTeam *team, const bool spread[], double bytes,
          RaterExchange *exchange)
{
    RaterTree tree = tree_of(network, team);
    return bytes < MOST_BYTES ? rater_tree_reduction(&tree, spread, (int64_t)bytes, exchange)
                              : RATER_ERROR_OVERFLOW;
}

static RaterStatus
broadcast(const RaterNetwork *network, const RaterTeam *team, double bytes,
          RaterExchange *exchange)
{
    RaterTree tree = tree_of(network, team);
    return bytes < MOST_BYTES ? rater_tree_broadcast(&tree, (int64_t)bytes, exchange)
                              : RATER_ERROR_OVERFLOW;
}

static double
message(const RaterNetwork *network, int64_t p, int64_t q, double bytes)
{
    const RaterLinks *links = &network->links;
    double seconds;
    RaterStatus status = rater_message_portion(
        &links->fabric, rater_placement_of(&links->placement, p),
        rater_placement_of(&links->placement, q), bytes, &seconds);
    return status == RATER_OK ? seconds : INFINITY;
}

const RaterNetworkKind rater_network_links = {
    .name = "links",
    .wants = RATER_TRAFFIC_EXCHANGE,
    .symmetric = false,
    .transfers = transfers,
    .exchange = exchange_parcels,
    .reduction = reduction,
    .broadcast = broadcast,
    .message = message,
};
