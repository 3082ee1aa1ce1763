/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/schedule/machine.h"

#include <math.h>
#include <string.h>

#include "src/analysis/sweep/topology.h"
#include "src/base/types.h"

typedef gint64 Distance(const ScheduleMachine *machine, gint64 p, gint64 q);

static gint64
distance_one(const ScheduleMachine *machine G_GNUC_UNUSED, gint64 p G_GNUC_UNUSED,
             gint64 q G_GNUC_UNUSED)
{
    return 1;
}

static gint64
distance_star(const ScheduleMachine *machine G_GNUC_UNUSED, gint64 p, gint64 q)
{
    return p == 0 || q == 0 ? 1 : 2;
}

static gint64
distance_line(const ScheduleMachine *machine G_GNUC_UNUSED, gint64 p, gint64 q)
{
    return ABS(p - q);
}

static gint64
distance_ring(const ScheduleMachine *machine, gint64 p, gint64 q)
{
    const gint64 d = ABS(p - q);

    return MIN(d, machine->n - d);
}

static gint64
distance_cube(const ScheduleMachine *machine G_GNUC_UNUSED, gint64 p, gint64 q)
{
    return __builtin_popcountll((guint64)(p ^ q));
}

static gint64
distance_mesh(const ScheduleMachine *machine, gint64 p, gint64 q)
{
    return rater_grid_distance(&machine->sizes, p, q);
}

static gint64
distance_torus(const ScheduleMachine *machine, gint64 p, gint64 q)
{
    gint64 a[RATER_MAX_RANK], b[RATER_MAX_RANK], sum = 0;

    rater_grid_index(&machine->sizes, p, a);
    rater_grid_index(&machine->sizes, q, b);
    for (int k = 0; k < machine->sizes.rank; k++) {
        const gint64 d = ABS(a[k] - b[k]);
        sum += MIN(d, machine->sizes.size[k] - d);
    }
    return sum;
}

/* A number that grows with the hops, and tells clusters and nodes apart. */
static gint64
distance_links(const ScheduleMachine *machine, gint64 p, gint64 q)
{
    const RaterTopology *topology = &machine->links->fabric.topology;
    const gint64 a = rater_placement_of(&machine->links->placement, p) / topology->cores;
    const gint64 b = rater_placement_of(&machine->links->placement, q) / topology->cores;
    if (a == b)
        return 0;
    const RaterCluster *common = rater_topology_common(topology, a, b);
    return rater_topology_hops(topology, a, b) * G_MAXUINT16 +
           (common != NULL ? common - topology->cluster : 0);
}

static const struct {
    const char *name;
    Distance *distance;
} links[] = {
    { "full", distance_one },   { "bus", distance_one },        { "star", distance_star },
    { "line", distance_line },  { "ring", distance_ring },      { "hypercube", distance_cube },
    { "mesh", distance_mesh },  { "torus", distance_torus },
};

static gboolean
fail(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

static gboolean
fail(GError **error, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    g_autofree char *message = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error_literal(error, PARAMS_ERROR, PARAMS_ERROR_VALUE, message);
    return FALSE;
}

/* The distances that occur, ascending: gint64. */
static GArray *
distances_of(const ScheduleMachine *machine, Distance *distance)
{
    GArray *found = g_array_new(FALSE, FALSE, sizeof(gint64));
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);

    for (guint p = 0; p < machine->n; p++)
        for (guint q = 0; q < machine->n; q++) {
            const gint64 d = distance(machine, p, q);
            if (p == q || g_hash_table_contains(known, &d))
                continue;
            gint64 *kept = g_new(gint64, 1);
            *kept = d;
            g_hash_table_add(known, kept);
            g_array_append_val(found, d);
        }
    g_array_sort(found, compare_int64);
    return found;
}

static guint
place_of(const GArray *distances, gint64 d)
{
    guint low = 0, high = distances->len;

    while (low + 1 < high) {
        const guint middle = (low + high) / 2;
        if (g_array_index(distances, gint64, middle) <= d)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Class k + 1 is the k-th distance. */
static void
make_classes(ScheduleMachine *machine, Distance *distance)
{
    const gsize n = machine->n;
    g_autoptr(GArray) all = NULL;

    if (distance == distance_one) {
        const gint64 one = 1;
        all = g_array_new(FALSE, FALSE, sizeof(gint64));
        g_array_append_val(all, one);
    } else {
        all = distances_of(machine, distance);
        machine->class_of = g_new0(guint16, n * n);
    }
    machine->n_classes = all->len + 1;
    machine->hops = g_new0(double, machine->n_classes);
    machine->pairs = g_new0(double, machine->n_classes);
    machine->example = g_new0(gint64, 2 * machine->n_classes);
    if (machine->class_of == NULL) {
        machine->hops[1] = 1;
        machine->pairs[1] = (double)n * ((double)n - 1);
        machine->example[3] = 1;
        return;
    }
    for (gsize p = 0; p < n; p++)
        for (gsize q = 0; q < n; q++) {
            if (p == q)
                continue;
            const gint64 d = distance(machine, (gint64)p, (gint64)q);
            const guint class = place_of(all, d) + 1;
            machine->class_of[p * n + q] = (guint16)class;
            machine->hops[class] =
                (double)(distance == distance_links ? d / G_MAXUINT16 : d);
            machine->pairs[class]++;
            machine->example[2 * class] = (gint64)p;
            machine->example[2 * class + 1] = (gint64)q;
        }
}

static ScheduleMachine *
machine_new(gint64 n, const double speeds[], GError **error)
{
    if (n > SCHEDULE_MOST_PROCESSORS) {
        fail(error, "%" G_GINT64_FORMAT " processors are more than a schedule can have, %d", n,
             SCHEDULE_MOST_PROCESSORS);
        return NULL;
    }
    ScheduleMachine *machine = g_new0(ScheduleMachine, 1);
    machine->n = (guint)n;
    machine->count = n;
    machine->power = 1;
    machine->speeds = g_new(double, machine->n);
    for (guint p = 0; p < machine->n; p++)
        machine->speeds[p] = speeds != NULL ? speeds[p] : 1;
    return machine;
}

static gboolean
is_grid(const char *name)
{
    return g_str_equal(name, "mesh") || g_str_equal(name, "torus");
}

ScheduleMachine *
schedule_machine_new(const char *name, const RaterGrid *sizes, const double speeds[],
                     GError **error)
{
    const gint64 n = rater_grid_count(sizes);
    gsize i = 0;

    name = name != NULL ? name : "full";
    while (i < G_N_ELEMENTS(links) && !g_str_equal(links[i].name, name))
        i++;
    if (i == G_N_ELEMENTS(links)) {
        fail(error, "unknown links '%s' (expected one of " SCHEDULE_LINKS ")", name);
        return NULL;
    }
    if (g_str_equal(name, "hypercube") && (n & (n - 1)) != 0) {
        fail(error, "a hypercube has 1, 2, 4, 8, .. processors, and not %" G_GINT64_FORMAT, n);
        return NULL;
    }
    ScheduleMachine *machine = machine_new(n, speeds, error);
    if (machine == NULL)
        return NULL;
    machine->topology = links[i].name;
    if (is_grid(name))
        machine->sizes = sizes->rank > 1 ? *sizes : topology_even(n, 2);
    else if (sizes->rank > 1)
        machine->sizes = *sizes;
    make_classes(machine, links[i].distance);
    return machine;
}

static void
take_speeds(ScheduleMachine *machine, const Params *params)
{
    guint p = 0;

    for (guint i = 0; i < params->speeds->len; i++) {
        const ParamsSpeed *some = &g_array_index(params->speeds, ParamsSpeed, i);
        for (gint64 k = 0; k < some->count && p < machine->n; k++)
            machine->speeds[p++] = some->speed;
    }
}

ScheduleMachine *
schedule_machine_of(const Params *params, const double speeds[], GError **error)
{
    g_autoptr(ScheduleMachine) machine =
        machine_new(rater_grid_count(&params->topology), speeds, error);

    if (machine == NULL)
        return NULL;
    machine->params = params_copy(params);
    machine->power = params->power;
    if (speeds == NULL)
        take_speeds(machine, params);
    if (params_is_links(params)) {
        machine->links = params_machine_new(params, TRUE, error);
        if (machine->links == NULL)
            return NULL;
        machine->topology = params_type_name(params);
        make_classes(machine, distance_links);
        return g_steal_pointer(&machine);
    }
    const gboolean far = rater_network_has_distance(&params->network);
    machine->topology = far ? "mesh" : "full";
    if (far || params->topology.rank > 1)
        machine->sizes = params->topology;
    make_classes(machine, far ? distance_mesh : distance_one);
    return g_steal_pointer(&machine);
}

void
schedule_machine_free(ScheduleMachine *machine)
{
    if (machine == NULL)
        return;
    g_free(machine->speeds);
    g_free(machine->class_of);
    g_free(machine->hops);
    g_free(machine->pairs);
    g_free(machine->example);
    params_free(machine->params);
    params_machine_free(machine->links);
    g_free(machine);
}

gboolean
schedule_machine_is_free(const ScheduleMachine *machine)
{
    return machine->params != NULL && machine->links == NULL &&
           rater_network_wants(&machine->params->network) == RATER_TRAFFIC_NONE;
}

double
schedule_machine_message(const ScheduleMachine *machine, guint class, double bytes)
{
    const gint64 whole = bytes < 0x1p62 ? (gint64)ceil(bytes) : (gint64)1 << 62;
    RaterMessage one;

    if (whole == 0)
        return 0;
    if (machine->links == NULL)
        return rater_network_message_over(&machine->params->network,
                                          (gint64)machine->hops[class], whole);
    const ParamsMachine *net = machine->links;
    const gint64 p = rater_placement_of(&net->placement, machine->example[2 * class]);
    const gint64 q = rater_placement_of(&net->placement, machine->example[2 * class + 1]);
    if (rater_message(&net->fabric, p, q, whole, &one) != RATER_OK)
        return 1e30; /* longer than anything that is predicted */
    return (double)(one.latency + one.occupation) * 1e-18 * net->fabric.scale;
}

gboolean
schedule_machine_is_even(const ScheduleMachine *machine)
{
    for (guint p = 0; p < machine->n; p++)
        if (machine->speeds[p] != 1)
            return FALSE;
    return TRUE;
}
