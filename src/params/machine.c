/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/params/machine.h"

#include <string.h>

#include "src/params/mapping.h"

/* The topology cannot be: which parameter is to blame. */
static gboolean
refuse_shape(const Params *params, const RaterTopologyShape *shape, RaterStatus status,
             GError **error)
{
    const char *type = params_type_name(params);
    ParamsId id = PARAMS_NODES;
    g_autofree char *why = NULL;
    if (status == RATER_ERROR_WEIGHT) {
        id = PARAMS_GLOBAL_LINKS;
        why = g_strdup("'global links' are too few for a link to each other group");
    } else if (status == RATER_ERROR_OVERFLOW) {
        why = g_strdup_printf(
            "a %s of so many processors is out of range, expected at most 2^31", type);
    } else if (status == RATER_ERROR_RANK && shape->n_tapers > 1 && shape->rank > 0 &&
               shape->n_tapers != shape->rank - 1) {
        id = PARAMS_TAPER;
        why = g_strdup_printf("expected one taper, or %d: one for each level but the last",
                              shape->rank - 1);
    } else if (status == RATER_ERROR_RANK) {
        why = g_strdup_printf("type '%s' wants %s in 'nodes'", type,
                              strcmp(type, "dragonfly") == 0 ? "three numbers" : "one number");
    } else {
        why = g_strdup_printf("the %s cannot be: %s", type, rater_status_text(status));
    }
    return params_place_error(params->file, params->place[id], error, "%s", why);
}

static gboolean
make_topology(const Params *params, RaterTopology *topology, GError **error)
{
    const RaterTopologyKind *kind = params->network.links.kind;
    RaterTopologyShape shape = params->network.links.shape;
    RaterStatus status = RATER_OK;
    if (shape.rank == 0)
        status = rater_topology_default(kind, &params->topology, &shape);
    if (status == RATER_ERROR_RANK)
        return params_place_error(params->file, params->place[PARAMS_TYPE], error,
                                  "'nodes' is missing, which type '%s' wants%s",
                                  params_type_name(params),
                                  shape.cores > 1 ? " with several cores" : "");
    if (status == RATER_OK)
        status = rater_topology_init(topology, kind, &shape);
    return status == RATER_OK || refuse_shape(params, &shape, status, error);
}

static gboolean
make_clusters(const Params *params, ParamsMachine *machine, GError **error)
{
    machine->rows = params_clusters_resolve(params->clusters, error);
    if (machine->rows == NULL)
        return FALSE;
    /* Its own times count; no packets, no gaps, no delays. */
    machine->fabric = (RaterFabric){ .topology = machine->rows->topology,
                                     .flit_size = 1,
                                     .flit_buffer = 1,
                                     .virtual_channels = 1,
                                     .header_ratio = RATER_RATIO_ONE };
    machine->congestion = RATER_CONGESTION_LOAD;
    machine->name = g_strdup(params->clusters->outermost);
    return TRUE;
}

static gboolean
make_links(const Params *params, ParamsMachine *machine, GError **error)
{
    machine->fabric = params->network.links.fabric;
    machine->fabric.start_time = params->network.start_time;
    machine->fabric.byte_time = params->network.byte_time;
    machine->congestion = params->network.links.congestion;
    return make_topology(params, &machine->fabric.topology, error);
}

/* Whether the grid of the virtual processors is that of the nodes, of single cores. */
static gboolean
is_same_grid(const ParamsMachine *machine, const RaterGrid *grid)
{
    const RaterTopology *topology = &machine->fabric.topology;
    const RaterGrid nodes = rater_topology_grid(topology);
    return rater_topology_is_grid(topology) && topology->cores == 1 &&
           rater_grid_equal(&nodes, grid);
}

/* Where the coordinates are of a mapping that places each dimension by itself. */
static void
find_coordinates(const Params *params, ParamsMachine *machine)
{
    const RaterGrid *grid = &params->topology;
    const ParamsMapping *meant = params_mapping_meant(params->mapping);
    const gboolean folded =
        meant != NULL && (meant->kind == PARAMS_MAPPING_TORUS_TO_MESH ||
                          (meant->kind == PARAMS_MAPPING_RING_TO_LINE && grid->rank == 1));
    if (!is_same_grid(machine, grid) || (machine->placement.place != NULL && !folded))
        return;
    machine->by_dimension = TRUE;
    gint64 stride = 1;
    for (int k = grid->rank - 1; k >= 0 && machine->placement.place != NULL; k--) {
        machine->coordinate[k] = g_new(int64_t, grid->size[k]);
        for (gint64 c = 0; c < grid->size[k]; c++)
            machine->coordinate[k][c] =
                rater_placement_of(&machine->placement, c * stride) / stride;
        stride *= grid->size[k];
    }
}

ParamsMachine *
params_machine_new(const Params *params, gboolean place, GError **error)
{
    g_autoptr(ParamsMachine) machine = g_new0(ParamsMachine, 1);
    if (!(params->clusters != NULL ? make_clusters(params, machine, error)
                                   : make_links(params, machine, error)))
        return NULL;
    const RaterTopology *topology = &machine->fabric.topology;
    machine->fabric.scale = params->network.scale;
    if (!place)
        machine->placement = rater_placement_identity(rater_grid_count(&params->topology),
                                                      rater_topology_count(topology));
    else if (!params_mapping_place(params->mapping, &params->topology, topology,
                                   &machine->placement, error))
        return NULL;
    find_coordinates(params, machine);
    return g_steal_pointer(&machine);
}

void
params_machine_free(ParamsMachine *machine)
{
    if (machine == NULL)
        return;
    rater_placement_clear(&machine->placement);
    rater_hosts_clear(&machine->hosts);
    params_cluster_rows_free(machine->rows);
    for (int k = 0; k < RATER_TOPOLOGY_RANK; k++)
        g_free(machine->coordinate[k]);
    g_free(machine->name);
    g_free(machine);
}

RaterNetwork
params_machine_network(const ParamsMachine *machine, const Params *params)
{
    RaterNetwork network = params->network;
    network.links.fabric = machine->fabric;
    network.links.congestion = machine->congestion;
    network.links.placement = machine->placement;
    network.links.by_dimension = machine->by_dimension;
    network.links.coordinate = (const int64_t *const *)machine->coordinate;
    return rater_network_without(&network, network.without);
}

/* The speed of each physical processor up to `n`. */
static double *
physical_speeds(const Params *params, gint64 n)
{
    const RaterVariation *variation = &params->network.links.variation;
    double *speed = g_new(double, n);
    gint64 at = 0;
    for (guint i = 0; i < params->speeds->len; i++) {
        const ParamsSpeed *s = &g_array_index(params->speeds, ParamsSpeed, i);
        for (const gint64 end = at + MIN(s->count, n - at); at < end; at++)
            speed[at] = s->speed;
    }
    for (; at < n; at++)
        speed[at] = 1;
    for (gint64 u = 0; u < n && variation->given; u++)
        speed[u] *= rater_random_slowness(variation->seed, variation->low, u);
    return speed;
}

GArray *
params_machine_speeds(const ParamsMachine *machine, const Params *params)
{
    const RaterVariation *variation = &params->network.links.variation;
    if (machine == NULL ||
        (!variation->given && (machine->placement.place == NULL || params->speeds->len <= 1)))
        return g_array_ref(params->speeds);
    const RaterPlacement *placement = &machine->placement;
    const RaterHosts *hosts = &machine->hosts;
    const gint64 n = hosts->n > 0 ? hosts->n : placement->n_virtual;
    g_autofree double *speed = physical_speeds(params, placement->n_physical);
    GArray *speeds = g_array_new(FALSE, FALSE, sizeof(ParamsSpeed));
    for (gint64 i = 0; i < n; i++) {
        const gint64 u = hosts->n > 0 ? hosts->place[i] : rater_placement_of(placement, i);
        const ParamsSpeed one = { 1, speed[u] };
        ParamsSpeed *last = i > 0 ? &g_array_index(speeds, ParamsSpeed, speeds->len - 1) : NULL;
        if (last != NULL && last->speed == one.speed)
            last->count++;
        else
            g_array_append_val(speeds, one);
    }
    return speeds;
}

/* Whether several virtual processors are on one physical one. */
static gboolean
is_shared(const ParamsMachine *machine)
{
    const RaterPlacement *placement = &machine->placement;
    if (placement->n_virtual > placement->n_physical)
        return TRUE;
    if (placement->place == NULL)
        return FALSE;
    g_autofree guint8 *taken = g_new0(guint8, (gsize)placement->n_physical);
    for (gint64 v = 0; v < placement->n_virtual; v++) {
        if (taken[placement->place[v]]++ > 0)
            return TRUE;
    }
    return FALSE;
}

gboolean
params_machine_find_hosts(ParamsMachine *machine, GError **error)
{
    static const char *const shared =
        "several processors of the topology on one of the network";
    const gint64 n = machine->placement.n_virtual;
    if (!is_shared(machine))
        return TRUE;
    if (n > PARAMS_MOST_RESIDENTS) {
        g_set_error(error, PARAMS_ERROR, PARAMS_ERROR_VALUE,
                    "%s, expected at most %d of the topology, found %" G_GINT64_FORMAT, shared,
                    PARAMS_MOST_RESIDENTS, n);
        return FALSE;
    }
    const RaterStatus status = rater_hosts_init(&machine->hosts, &machine->placement);
    if (status == RATER_OK && machine->hosts.n <= PARAMS_MOST_HOSTS)
        return TRUE;
    if (status == RATER_OK)
        g_set_error(
            error, PARAMS_ERROR, PARAMS_ERROR_VALUE,
            "%s, expected at most %d of the network that have any, found %" G_GINT64_FORMAT,
            shared, PARAMS_MOST_HOSTS, (gint64)machine->hosts.n);
    else
        g_set_error(error, PARAMS_ERROR, PARAMS_ERROR_VALUE, "the mapping cannot be: %s",
                    rater_status_text(status));
    return FALSE;
}
