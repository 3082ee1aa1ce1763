/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A network of nodes and links as parameters describe it, ready to be asked what messages cost.
 */
#pragma once

#include "rater/exchange/tree-operation.h"
#include "src/params/clusters.h"

typedef struct {
    RaterFabric fabric;
    RaterPlacement placement;
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

/* The speeds of the virtual processors in order, of a machine that is not NULL those of the
 * physical ones they run on: of ParamsSpeed, empty: all 1; free with g_array_unref(). */
GArray *params_machine_speeds(const ParamsMachine *machine, const Params *params);

/* Whether several virtual processors are on one physical one. */
gboolean params_machine_is_shared(const ParamsMachine *machine);

/* A broadcast or reduction over `grid`, which is that of the virtual processors. */
RaterTree params_machine_tree(const ParamsMachine *machine, const RaterGrid *grid);
