/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/calls/move.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC(RaterPairs, rater_pairs_free)

int64_t
sim_move_distance(int64_t p, int64_t q, const void *data)
{
    const Simulator *sim = data;
    if (!sim->system->is_box) { /* distances in a box are those of the root */
        const gint64 m = sim_system_find(sim->systems, sim->system, p);
        const gint64 n = sim_system_find(sim->systems, sim->system, q);
        if (m >= 0 && n >= 0)
            return rater_grid_distance(&sim->system->grid, m, n);
    }
    return rater_grid_distance(&sim->systems->root->grid, p, q);
}

gboolean
sim_move_sums(const Simulator *sim, const SimSystem *system)
{
    return !sim->per_processor &&
           (system == sim->system || (system->is_box && sim->system->is_box));
}

int64_t *
sim_move_numbers(const Simulator *sim, const SimSystem *system)
{
    if (system->count > SIM_MOST_LISTED)
        return NULL;
    int64_t *numbers = g_new(int64_t, system->count);
    for (gint64 n = 0; n < system->count; n++)
        numbers[n] = sim_system_number(sim->systems, system, n);
    return numbers;
}

GArray *
sim_move_key(const Simulator *sim, SimMoveKind kind)
{
    const gint64 head[] = { kind, sim->system->id };
    GArray *key = g_array_new(FALSE, FALSE, sizeof(gint64));
    return g_array_append_vals(key, head, G_N_ELEMENTS(head));
}

/* A remembered result. */
typedef struct {
    RaterTraffic traffic;
    guint number; /* that watchers know it by */
} Known;

/* What watchers can ask for. */
typedef struct {
    const Simulator *sim;
    const SimMovement *movement;
} Question;

static RaterStatus
find_pairs(const Question *question, RaterPairs **pairs)
{
    *pairs = rater_pairs_new();
    return *pairs == NULL
               ? RATER_ERROR_MEMORY
               : question->movement->find(question->sim, question->movement->what, *pairs);
}

static RaterPairs *
find_for_watcher(gconstpointer question)
{
    g_autoptr(RaterPairs) pairs = NULL;
    return find_pairs(question, &pairs) == RATER_OK ? g_steal_pointer(&pairs) : NULL;
}

static RaterStatus
find_traffic(const Question *question, RaterTraffic *traffic)
{
    const SimMovement *movement = question->movement;
    g_autoptr(RaterPairs) pairs = NULL;
    if (movement->sum != NULL)
        return movement->sum(question->sim, movement->what, traffic);
    const RaterStatus status = find_pairs(question, &pairs);
    if (status == RATER_OK)
        rater_pairs_traffic(pairs, sim_move_distance, question->sim, traffic);
    return status;
}

gboolean
sim_movement_traffic(Simulator *sim, const GArray *key, const SimMovement *movement,
                     RaterTraffic *traffic)
{
    *traffic = (RaterTraffic){ 0, 0, 0, 0 };
    if (rater_network_wants(&sim->network) == RATER_TRAFFIC_NONE)
        return TRUE; /* nothing depends on it */
    const Question question = { sim, movement };
    const SimPairsFinder finder = { find_for_watcher, &question };
    g_autoptr(GBytes) bytes = g_bytes_new(key->data, key->len * sizeof(gint64));
    Known *known = g_hash_table_lookup(sim->traffic, bytes);
    const gboolean is_new = known == NULL;
    if (is_new) {
        const RaterStatus status = find_traffic(&question, traffic);
        if (status != RATER_OK)
            return sim_check(sim, status);
        known = g_new(Known, 1);
        *known = (Known){ *traffic, g_hash_table_size(sim->traffic) };
        g_hash_table_insert(sim->traffic, g_bytes_ref(bytes), known);
    }
    *traffic = known->traffic;
    SIM_TELL(&sim->watchers, traffic, known->number, traffic, is_new ? &finder : NULL);
    return TRUE;
}

typedef struct {
    const SimMove *moves;
    guint n;
} Moves;

static RaterStatus
find_moves(const Simulator *sim, gconstpointer what, RaterPairs *pairs)
{
    const Moves *all = what;
    RaterStatus status = RATER_OK;
    for (guint i = 0; i < all->n && status == RATER_OK; i++) {
        const SimMove *move = &all->moves[i];
        g_autofree int64_t *source = sim_move_numbers(sim, move->source);
        g_autofree int64_t *target = sim_move_numbers(sim, move->target);
        status = source == NULL || target == NULL
                     ? RATER_ERROR_MEMORY
                     : rater_transfer_pairs(&move->transfer, source, target, sim_move_distance,
                                            sim, pairs);
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
sim_moves_traffic(Simulator *sim, const GArray *key, const SimMove moves[], guint n,
                  RaterTraffic *traffic)
{
    const Moves all = { moves, n };
    gboolean sums = TRUE;
    for (guint i = 0; i < n; i++)
        sums = sums && moves[i].source == moves[0].source &&
               moves[i].target == moves[0].source && sim_move_sums(sim, moves[0].source);
    return sim_movement_traffic(
        sim, key, &(SimMovement){ &all, find_moves, sums ? sum_moves : NULL }, traffic);
}
