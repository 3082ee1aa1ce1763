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
rater_network_without(const RaterNetwork *network, RaterNetworkPart part)
{
    RaterNetwork rest = *network;
    if (part == RATER_NETWORK_COSTS)
        rest.kind = &rater_network_ideal;
    else if (part == RATER_NETWORK_STARTS)
        rest.start_time = 0;
    else
        rest.byte_time = 0;
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

double
rater_network_reduction(const RaterNetwork *network, const RaterGrid *grid, const bool spread[],
                        int64_t n_processors, double bytes)
{
    if (is_free(network) || rater_network_spread(grid, spread) <= 1)
        return 0;
    return network->kind->reduction(network, grid, spread, n_processors, bytes);
}

double
rater_network_broadcast(const RaterNetwork *network, const RaterGrid *grid, double bytes)
{
    return is_free(network) ? 0 : network->kind->broadcast(network, grid, bytes);
}

double
rater_network_message(const RaterNetwork *network, double bytes)
{
    return is_free(network) ? 0 : network->kind->message(network, bytes);
}
