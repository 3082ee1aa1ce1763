/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/calls/move.h"

#include "src/sim/core/message.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC(RaterPairs, rater_pairs_free)

/* Distances in the current system where it has both processors, else in the root. */
typedef struct {
    const RaterGrid *root;
    const SimSystem *current;
    GHashTable
        *number_in; /* root number -> number in the current system; NULL: root or range */
} DistanceContext;

static void
distance_init(DistanceContext *context, Simulator *sim)
{
    *context = (DistanceContext){ &sim_systems_root(sim->systems)->grid, sim->system, NULL };
    if (sim->system->is_box)
        context->current = NULL; /* distances in a box are those of the root */
    if (sim->system->is_box || sim->system->is_linear ||
        sim->system->count > SIM_MOST_LISTED) /* refused elsewhere */
        return;
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
    const SimSystem *current = context->current;
    if (current != NULL && current->is_linear) {
        const gint64 m = p - current->first, n = q - current->first;
        if (m >= 0 && m < current->count && n >= 0 && n < current->count)
            return rater_grid_distance(&current->grid, m, n);
    } else if (context->number_in != NULL) {
        gint64 a = p, b = q;
        const gint64 *m = g_hash_table_lookup(context->number_in, &a);
        const gint64 *n = g_hash_table_lookup(context->number_in, &b);
        if (m != NULL && n != NULL)
            return rater_grid_distance(&current->grid, *m, *n);
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

/* A remembered result. */
typedef struct {
    RaterTraffic traffic;
    guint number; /* that watchers know it by */
} Known;

/* TRUE when nothing need be found out: it came before, which watchers are told, or nothing
 * depends on it. */
static gboolean
traffic_known(Simulator *sim, GBytes *key, RaterTraffic *traffic)
{
    *traffic = (RaterTraffic){ 0, 0, 0, 0 };
    if (rater_network_wants(&sim->network) == RATER_TRAFFIC_NONE)
        return TRUE;
    const Known *known = g_hash_table_lookup(sim->traffic, key);
    if (known == NULL)
        return FALSE;
    *traffic = known->traffic;
    SIM_TELL(&sim->watchers, traffic, known->number, traffic, NULL);
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
    /* A row of a box follows in the root too: indices of a million processors one by one were
     * nearly all of the time of a task region on them. */
    gint64 row = system->numbers != NULL ? 1 : system->grid.size[system->grid.rank - 1];
    for (gint64 n = 0; n < system->count; n += row) {
        int64_t first = sim_system_number(sim->systems, system, n);
        for (gint64 i = 0; i < row; i++)
            numbers[n + i] = first + i;
    }
    return numbers;
}

/* Adds what moves to `pairs`. */
typedef RaterStatus (*FindPairs)(Simulator *sim, gconstpointer what,
                                 const DistanceContext *context, RaterPairs *pairs);

static RaterStatus
by_pairs(Simulator *sim, FindPairs find, gconstpointer what, RaterTraffic *traffic)
{
    g_autoptr(RaterPairs) pairs = rater_pairs_new();
    g_auto(DistanceContext) context;
    distance_init(&context, sim);
    RaterStatus status = pairs != NULL ? find(sim, what, &context, pairs) : RATER_ERROR_MEMORY;
    if (status == RATER_OK)
        rater_pairs_traffic(pairs, distance, &context, traffic);
    return status;
}

/* What watchers can ask for. */
typedef struct {
    Simulator *sim;
    FindPairs find;
    gconstpointer what;
} Question;

static RaterPairs *
find_all(gconstpointer data)
{
    const Question *question = data;
    g_autoptr(RaterPairs) pairs = rater_pairs_new();
    g_auto(DistanceContext) context;
    distance_init(&context, question->sim);
    gboolean found = pairs != NULL &&
                     question->find(question->sim, question->what, &context, pairs) == RATER_OK;
    return found ? g_steal_pointer(&pairs) : NULL;
}

/* Finds what moves in one system without looking at each pair. */
typedef RaterStatus (*FindSums)(const Simulator *sim, gconstpointer what,
                                RaterTraffic *traffic);

/* The traffic that `key` stands for, found once and told to watchers. quick: NULL where only
 * pairs will do. */
static gboolean
traffic_get(Simulator *sim, const SimCall *call, SimMoveKind kind, const GArray *key,
            FindSums quick, FindPairs find, gconstpointer what, RaterTraffic *traffic,
            GError **error)
{
    g_autoptr(GBytes) bytes = traffic_key(sim, kind, key);
    if (traffic_known(sim, bytes, traffic))
        return TRUE;
    RaterStatus status =
        quick != NULL ? quick(sim, what, traffic) : by_pairs(sim, find, what, traffic);
    if (!sim_check(sim, call, status, error))
        return FALSE;
    const Known known = { *traffic, g_hash_table_size(sim->traffic) };
    const Question question = { sim, find, what };
    const SimPairsFinder finder = { find_all, &question };
    g_hash_table_insert(sim->traffic, g_bytes_ref(bytes), g_memdup2(&known, sizeof known));
    SIM_TELL(&sim->watchers, traffic, known.number, traffic, &finder);
    return TRUE;
}

typedef struct {
    const SimMove *moves;
    guint n;
} Moves;

static RaterStatus
find_moves(Simulator *sim, gconstpointer what, const DistanceContext *context,
           RaterPairs *pairs)
{
    const Moves *all = what;
    RaterStatus status = RATER_OK;
    for (guint i = 0; i < all->n && status == RATER_OK; i++) {
        const SimMove *move = &all->moves[i];
        g_autofree int64_t *source = system_numbers(sim, move->source);
        g_autofree int64_t *target = system_numbers(sim, move->target);
        status = source == NULL || target == NULL
                     ? RATER_ERROR_MEMORY
                     : rater_transfer_pairs(&move->transfer, source, target, distance, context,
                                            pairs);
    }
    return status;
}

/* What the network's costs depend on; a watcher of traffic wants all. */
static RaterTrafficParts
wanted_parts(const Simulator *sim)
{
    for (guint i = 0; i < sim->watchers.n; i++) {
        if (sim->watchers.list[i]->class->traffic != NULL)
            return RATER_TRAFFIC_ALL;
    }
    return rater_network_wants(&sim->network);
}

static RaterStatus
sum_moves(const Simulator *sim, gconstpointer what, RaterTraffic *traffic)
{
    const Moves *all = what;
    g_autofree RaterTransfer *transfers = g_new(RaterTransfer, all->n + 1);
    for (guint i = 0; i < all->n; i++)
        transfers[i] = all->moves[i].transfer;
    return rater_transfer_traffic(transfers, (int)all->n, wanted_parts(sim), traffic);
}

gboolean
sim_move_known(Simulator *sim, SimMoveKind kind, const GArray *key, RaterTraffic *traffic)
{
    g_autoptr(GBytes) bytes = traffic_key(sim, kind, key);
    return traffic_known(sim, bytes, traffic);
}

gboolean
sim_moves_traffic(Simulator *sim, const SimCall *call, SimMoveKind kind, const GArray *key,
                  const SimMove moves[], guint n, RaterTraffic *traffic, GError **error)
{
    const Moves all = { moves, n };
    gboolean one_system = !sim->per_processor;
    for (guint i = 0; i < n; i++)
        one_system = one_system && moves[i].source == moves[0].source &&
                     moves[i].target == moves[0].source && own_distances(sim, moves[0].source);
    return traffic_get(sim, call, kind, key, one_system ? sum_moves : NULL, find_moves, &all,
                       traffic, error);
}

typedef struct {
    const RaterShadow *shadows;
    const SimSystem *const *systems;
    guint n;
} Shadows;

static RaterStatus
find_shadows(Simulator *sim, gconstpointer what, G_GNUC_UNUSED const DistanceContext *context,
             RaterPairs *pairs)
{
    const Shadows *all = what;
    RaterStatus status = RATER_OK;
    for (guint i = 0; i < all->n && status == RATER_OK; i++) {
        g_autofree int64_t *numbers = system_numbers(sim, all->systems[i]);
        status = numbers == NULL ? RATER_ERROR_MEMORY
                                 : rater_shadow_pairs(&all->shadows[i], 1, numbers, pairs);
    }
    return status;
}

static RaterStatus
sum_shadows(G_GNUC_UNUSED const Simulator *sim, gconstpointer what, RaterTraffic *traffic)
{
    const Shadows *all = what;
    return rater_shadow_traffic(all->shadows, (int)all->n, traffic);
}

gboolean
sim_shadows_traffic(Simulator *sim, const SimCall *call, const GArray *key,
                    const RaterShadow shadows[], const SimSystem *const systems[], guint n,
                    RaterTraffic *traffic, GError **error)
{
    const Shadows all = { shadows, systems, n };
    gboolean one_system = !sim->per_processor;
    for (guint i = 0; i < n; i++)
        one_system = one_system && systems[i] == systems[0] && own_distances(sim, systems[0]);
    return traffic_get(sim, call, SIM_MOVE_SHADOW, key, one_system ? sum_shadows : NULL,
                       find_shadows, &all, traffic, error);
}

typedef struct {
    const SimMapping *from, *to;
    const RaterSection *source, *target;
    int64_t element_bytes;
} Copy;

static RaterStatus
find_copy(Simulator *sim, gconstpointer what, const DistanceContext *context, RaterPairs *pairs)
{
    const Copy *copy = what;
    g_autofree int64_t *from_numbers = system_numbers(sim, copy->from->system);
    g_autofree int64_t *to_numbers = system_numbers(sim, copy->to->system);
    if (from_numbers == NULL || to_numbers == NULL)
        return RATER_ERROR_MEMORY;
    return rater_transfer_runs(&copy->from->map, copy->source, from_numbers, &copy->to->map,
                               copy->target, to_numbers, copy->element_bytes, distance, context,
                               pairs);
}

gboolean
sim_runs_traffic(Simulator *sim, const SimCall *call, const GArray *key, const SimMapping *from,
                 const RaterSection *source, const SimMapping *to, const RaterSection *target,
                 int64_t element_bytes, RaterTraffic *traffic, GError **error)
{
    const Copy copy = { from, to, source, target, element_bytes };
    return traffic_get(sim, call, SIM_MOVE_COPY, key, NULL, find_copy, &copy, traffic, error);
}
