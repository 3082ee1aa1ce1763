/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/sim-move.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC(RaterPairs, rater_pairs_free)

/* Distances in the current system where it has both processors, else in the root. */
typedef struct {
    const RaterGrid *root;
    const SimSystem *current;
    GHashTable
        *number_in; /* root number -> number in the current system + 1; NULL: root alone */
} DistanceContext;

static void
distance_init(DistanceContext *context, Simulator *sim)
{
    *context = (DistanceContext){ &sim_systems_root(sim->systems)->grid, sim->system, NULL };
    if (sim->system->is_box || sim->system->count > SIM_MOST_LISTED)
        return; /* distances in a box are those of the root; too many are refused elsewhere */
    context->number_in = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    for (gint64 n = 0; n < sim->system->count; n++) {
        gint64 p = sim_system_number(sim->systems, sim->system, n);
        g_hash_table_insert(context->number_in, g_memdup2(&p, sizeof p),
                            g_memdup2(&n, sizeof n));
    }
}

static void
distance_clear(DistanceContext *context)
{
    g_clear_pointer(&context->number_in, g_hash_table_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(DistanceContext, distance_clear)

static int64_t
distance(int64_t p, int64_t q, const void *data)
{
    const DistanceContext *context = data;
    if (context->number_in != NULL) {
        gint64 a = p, b = q;
        const gint64 *m = g_hash_table_lookup(context->number_in, &a);
        const gint64 *n = g_hash_table_lookup(context->number_in, &b);
        if (m != NULL && n != NULL)
            return rater_grid_distance(&context->current->grid, *m, *n);
    }
    return rater_grid_distance(context->root, p, q);
}

/* Whether distances in the system's own grid are those that count: it is the current system, or
 * both are boxes of the root. */
static gboolean
own_distances(const Simulator *sim, const SimSystem *system)
{
    return system == sim->system || (system->is_box && sim->system->is_box);
}

/* Takes over `key`'s place: what is asked, as bytes. */
static GBytes *
traffic_key(const Simulator *sim, SimMoveKind kind, const GArray *key)
{
    g_autoptr(GArray) words = g_array_sized_new(FALSE, FALSE, sizeof(gint64), key->len + 2);
    gint64 head[] = { kind, sim->system->id };
    g_array_append_vals(words, head, G_N_ELEMENTS(head));
    g_array_append_vals(words, key->data, key->len);
    return g_bytes_new(words->data, words->len * sizeof(gint64));
}

/* A known result; on an ideal network nothing needs to be known, since it costs nothing. */
static gboolean
traffic_known(const Simulator *sim, GBytes *key, RaterTraffic *traffic)
{
    *traffic = (RaterTraffic){ 0, 0, 0, 0 };
    if (sim->network.kind == RATER_NETWORK_IDEAL)
        return TRUE;
    const RaterTraffic *known = g_hash_table_lookup(sim->traffic, key);
    if (known != NULL)
        *traffic = *known;
    return known != NULL;
}

static gboolean
traffic_remember(Simulator *sim, const SimCall *call, GBytes *key, RaterStatus status,
                 const RaterTraffic *traffic, GError **error)
{
    if (!sim_check(sim, call, status, error))
        return FALSE;
    g_hash_table_insert(sim->traffic, g_bytes_ref(key), g_memdup2(traffic, sizeof *traffic));
    return TRUE;
}

/* Root numbers of a system's processors in row-major order; free with g_free(). NULL when they
 * are too many. */
static int64_t *
system_numbers(const Simulator *sim, const SimSystem *system)
{
    if (system->count > SIM_MOST_LISTED)
        return NULL;
    int64_t *numbers = g_new(int64_t, system->count);
    for (gint64 n = 0; n < system->count; n++)
        numbers[n] = sim_system_number(sim->systems, system, n);
    return numbers;
}

static RaterStatus
moves_by_pairs(Simulator *sim, const SimMove moves[], guint n, RaterTraffic *traffic)
{
    g_autoptr(RaterPairs) pairs = rater_pairs_new();
    g_auto(DistanceContext) context;
    distance_init(&context, sim);
    RaterStatus status = pairs != NULL ? RATER_OK : RATER_ERROR_MEMORY;
    for (guint i = 0; i < n && status == RATER_OK; i++) {
        g_autofree int64_t *source = system_numbers(sim, moves[i].source);
        g_autofree int64_t *target = system_numbers(sim, moves[i].target);
        status = source == NULL || target == NULL
                     ? RATER_ERROR_MEMORY
                     : rater_transfer_pairs(&moves[i].transfer, source, target, distance,
                                            &context, pairs);
    }
    if (status == RATER_OK)
        rater_pairs_traffic(pairs, distance, &context, traffic);
    return status;
}

gboolean
sim_moves_traffic(Simulator *sim, const SimCall *call, SimMoveKind kind, const GArray *key,
                  const SimMove moves[], guint n, RaterTraffic *traffic, GError **error)
{
    g_autoptr(GBytes) bytes = traffic_key(sim, kind, key);
    if (traffic_known(sim, bytes, traffic))
        return TRUE;
    gboolean one_system = TRUE;
    for (guint i = 0; i < n; i++)
        one_system = one_system && moves[i].source == moves[0].source &&
                     moves[i].target == moves[0].source && own_distances(sim, moves[0].source);
    RaterStatus status;
    if (one_system && !sim->options.per_processor) {
        g_autofree RaterTransfer *transfers = g_new(RaterTransfer, n + 1);
        for (guint i = 0; i < n; i++)
            transfers[i] = moves[i].transfer;
        status = rater_transfer_traffic(transfers, (int)n, traffic);
    } else {
        status = moves_by_pairs(sim, moves, n, traffic);
    }
    return traffic_remember(sim, call, bytes, status, traffic, error);
}

static RaterStatus
shadows_by_pairs(Simulator *sim, const RaterShadow shadows[], const SimSystem *const systems[],
                 guint n, RaterTraffic *traffic)
{
    g_autoptr(RaterPairs) pairs = rater_pairs_new();
    g_auto(DistanceContext) context;
    distance_init(&context, sim);
    RaterStatus status = pairs != NULL ? RATER_OK : RATER_ERROR_MEMORY;
    for (guint i = 0; i < n && status == RATER_OK; i++) {
        g_autofree int64_t *numbers = system_numbers(sim, systems[i]);
        status = numbers == NULL ? RATER_ERROR_MEMORY
                                 : rater_shadow_pairs(&shadows[i], 1, numbers, pairs);
    }
    if (status == RATER_OK)
        rater_pairs_traffic(pairs, distance, &context, traffic);
    return status;
}

gboolean
sim_shadows_traffic(Simulator *sim, const SimCall *call, const GArray *key,
                    const RaterShadow shadows[], const SimSystem *const systems[], guint n,
                    RaterTraffic *traffic, GError **error)
{
    g_autoptr(GBytes) bytes = traffic_key(sim, SIM_MOVE_SHADOW, key);
    if (traffic_known(sim, bytes, traffic))
        return TRUE;
    gboolean one_system = TRUE;
    for (guint i = 0; i < n; i++)
        one_system = one_system && systems[i] == systems[0] && own_distances(sim, systems[0]);
    RaterStatus status = one_system && !sim->options.per_processor
                             ? rater_shadow_traffic(shadows, (int)n, traffic)
                             : shadows_by_pairs(sim, shadows, systems, n, traffic);
    return traffic_remember(sim, call, bytes, status, traffic, error);
}

gboolean
sim_runs_traffic(Simulator *sim, const SimCall *call, const GArray *key, const SimMapping *from,
                 const RaterSection *source, const SimMapping *to, const RaterSection *target,
                 int64_t element_bytes, RaterTraffic *traffic, GError **error)
{
    g_autoptr(GBytes) bytes = traffic_key(sim, SIM_MOVE_COPY, key);
    if (traffic_known(sim, bytes, traffic))
        return TRUE;
    g_autoptr(RaterPairs) pairs = rater_pairs_new();
    g_auto(DistanceContext) context;
    distance_init(&context, sim);
    g_autofree int64_t *from_numbers = system_numbers(sim, from->system);
    g_autofree int64_t *to_numbers = system_numbers(sim, to->system);
    RaterStatus status =
        pairs == NULL || from_numbers == NULL || to_numbers == NULL
            ? RATER_ERROR_MEMORY
            : rater_transfer_runs(&from->map, source, from_numbers, &to->map, target,
                                  to_numbers, element_bytes, distance, &context, pairs);
    if (status == RATER_OK)
        rater_pairs_traffic(pairs, distance, &context, traffic);
    return traffic_remember(sim, call, bytes, status, traffic, error);
}
