/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/network/kind.h"

#include <stddef.h>
#include <string.h>

static const RaterNetworkKind *const kinds[] = {
    &rater_network_bus,
    &rater_network_transputer,
    &rater_network_ideal,
};

const RaterNetworkKind *
rater_network_find(const char *name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i]->name, name) == 0 ||
            (kinds[i]->alias != NULL && strcmp(kinds[i]->alias, name) == 0))
            return kinds[i];
    return NULL;
}

const char *
rater_network_name(const RaterNetwork *network)
{
    return network->kind->name;
}

RaterTrafficParts
rater_network_wants(const RaterNetwork *network)
{
    return network->kind->wants;
}

bool
rater_network_is_symmetric(const RaterNetwork *network)
{
    return network->kind->symmetric;
}

RaterNetwork
rater_network_without(const RaterNetwork *network, unsigned parts)
{
    RaterNetwork rest = *network;
    RaterFabric *fabric = &rest.links.fabric;
    rest.without |= parts;
    if (parts & RATER_NETWORK_COSTS)
        rest.kind = &rater_network_ideal;
    if (parts & RATER_NETWORK_STARTS) {
        rest.start_time = 0;
        fabric->start_time = fabric->packet_start_time = fabric->message_gap = 0;
        fabric->core_start_time = 0;
        fabric->clusters_start_free = true;
    }
    if (parts & RATER_NETWORK_BYTES) {
        rest.byte_time = 0;
        fabric->byte_time = fabric->core_byte_time = 0;
        fabric->clusters_send_free = true;
    }
    if (parts & RATER_NETWORK_CONGESTION)
        rest.links.congestion = RATER_CONGESTION_NONE;
    return rest;
}

static bool
is_free(const RaterNetwork *network)
{
    return network->kind->wants == RATER_TRAFFIC_NONE;
}

double
rater_network_transfers(const RaterNetwork *network, const RaterTraffic *traffic,
                        int64_t n_processors)
{
    return is_free(network) ? 0 : network->kind->transfers(network, traffic, n_processors);
}

bool
rater_network_is_by_dimension(const RaterNetwork *network, const RaterGrid *grid)
{
    const RaterLinks *links = &network->links;
    RaterGrid nodes = rater_topology_grid(&links->fabric.topology);
    return links->by_dimension && rater_topology_is_grid(&links->fabric.topology) &&
           links->fabric.topology.cores == 1 && rater_grid_equal(&nodes, grid);
}

RaterStatus
rater_network_exchange(const RaterNetwork *network, size_t n, const RaterParcel parcels[],
                       RaterExchange *exchange)
{
    return network->kind->exchange(network, n, parcels, exchange);
}

RaterStatus
rater_network_reduction(const RaterNetwork *network, const RaterTeam *team, const bool spread[],
                        double bytes, RaterExchange *exchange)
{
    *exchange = (RaterExchange){ 0 };
    if (is_free(network) || rater_network_spread(team->grid, spread) <= 1)
        return RATER_OK;
    return network->kind->reduction(network, team, spread, bytes, exchange);
}

RaterStatus
rater_network_broadcast(const RaterNetwork *network, const RaterTeam *team, double bytes,
                        RaterExchange *exchange)
{
    *exchange = (RaterExchange){ 0 };
    return is_free(network) ? RATER_OK
                            : network->kind->broadcast(network, team, bytes, exchange);
}

double
rater_network_message(const RaterNetwork *network, int64_t p, int64_t q, double bytes)
{
    if (is_free(network))
        return 0;
    return network->kind->message != NULL ? network->kind->message(network, p, q, bytes)
                                          : rater_network_linear(network, bytes);
}

double
rater_network_message_bytes(const RaterNetwork *network, int64_t p, int64_t q, double bytes)
{
    if (is_free(network))
        return 0;
    if (network->kind->message == NULL)
        return rater_atto_seconds(network->byte_time) * bytes * network->scale;
    /* inf - inf is none */
    double start = network->kind->message(network, p, q, 0);
    double whole = network->kind->message(network, p, q, bytes);
    return whole - start > 0 ? whole - start : 0;
}

bool
rater_network_has_distance(const RaterNetwork *network)
{
    return network->kind->message_over != NULL;
}

double
rater_network_message_over(const RaterNetwork *network, int64_t distance, int64_t bytes)
{
    return rater_network_has_distance(network)
               ? network->kind->message_over(network, distance, bytes)
               : rater_network_message(network, 0, 0, (double)bytes);
}
