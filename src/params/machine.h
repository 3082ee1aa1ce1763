/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A network of nodes and links as parameters describe it, ready to be asked what messages cost.
 */
#pragma once

#include "rater/exchange/exchange.h"
#include "rater/topology/hosts.h"
#include "src/params/clusters.h"

/* Most physical processors that a program is predicted for where some have several virtual
 * ones, and most virtual ones on them. */
#define PARAMS_MOST_HOSTS     65536
#define PARAMS_MOST_RESIDENTS (1 << 24)

typedef struct {
    RaterFabric fabric;
    RaterPlacement placement;
    RaterHosts hosts; /* of params_machine_find_hosts() */
    RaterCongestion congestion;
    char *name;              /* of the outermost cluster, NULL: there are none */
    ParamsClusterRows *rows; /* what the topology of clusters borrows */
    /* Each dimension is placed by itself (rater/network/links.h). */
    gboolean by_dimension;
    int64_t *coordinate[RATER_TOPOLOGY_RANK]; /* owned; NULL: all at their own */
} ParamsMachine;

/* Of params_is_links(). Without `place` virtual processors are where the default mapping has
 * them. NULL: it cannot be; the message has the place of the parameter to blame. */
ParamsMachine *params_machine_new(const Params *params, gboolean place, GError **error);
void params_machine_free(ParamsMachine *machine);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ParamsMachine, params_machine_free)

/* The network, which borrows from the machine, without the costs that `params` leaves out. */
RaterNetwork params_machine_network(const ParamsMachine *machine, const Params *params);

/* Fills machine->hosts where several virtual processors are on one physical one. FALSE: there
 * are too many for a prediction. */
gboolean params_machine_find_hosts(ParamsMachine *machine, GError **error);

/* The speeds of the virtual processors in order, of a machine that is not NULL those of the
 * physical ones they run on, of one with hosts those of these: of ParamsSpeed, empty: all 1;
 * free with g_array_unref(). */
GArray *params_machine_speeds(const ParamsMachine *machine, const Params *params);
