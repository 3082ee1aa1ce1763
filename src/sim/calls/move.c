/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/calls/move.h"

#include <stdlib.h>
#include <string.h>

#include "rater/transfer/exchange.h"
#include "src/base/hash.h"

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
    const gint64 head[] = { kind, sim->system->id, sim->network.without };
    GArray *key = g_array_new(FALSE, FALSE, sizeof(gint64));
    return g_array_append_vals(key, head, G_N_ELEMENTS(head));
}

/* A remembered result. */
typedef struct {
    RaterTraffic traffic;
    RaterExchange exchange;
    guint number; /* that watchers know it by */
} Known;

static void
known_free(gpointer v)
{
    Known *known = v;
    rater_exchange_clear(&known->exchange);
    g_free(known);
}

GHashTable *
sim_moves_new(void)
{
    return g_hash_table_new_full(hash_bytes, g_bytes_equal, (GDestroyNotify)g_bytes_unref,
                                 known_free);
}

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

/* What the messages cost, one by one. */
static RaterStatus
walk_exchange(const Question *question, RaterExchange *exchange)
{
    g_autoptr(RaterPairs) pairs = NULL;
    const RaterStatus status = find_pairs(question, &pairs);
    if (status != RATER_OK)
        return status;
    const gsize n = (gsize)rater_pairs_count(pairs);
    g_autofree RaterPair *list = g_new(RaterPair, n + 1);
    rater_pairs_list(pairs, list);
    g_clear_pointer(&pairs, rater_pairs_free);
    return rater_network_exchange(&question->sim->network, n, list, exchange);
}

/* The same by dimension where that is possible; one by one where links are watched, if it is. */
static RaterStatus
find_exchange(const Question *question, RaterExchange *exchange)
{
    const SimMovement *movement = question->movement;
    RaterStatus status = RATER_ERROR_RANK;
    if (movement->exchange == NULL)
        return walk_exchange(question, exchange);
    if (question->sim->watches_links)
        status = walk_exchange(question, exchange);
    if (status != RATER_OK)
        status = movement->exchange(question->sim, movement->what, exchange);
    return status == RATER_ERROR_RANK || status == RATER_ERROR_MEMORY
               ? walk_exchange(question, exchange)
               : status;
}

static RaterStatus
find_sums(const Question *question, RaterTraffic *traffic)
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

static RaterStatus
find_known(const Question *question, Known *known)
{
    RaterExchange *exchange = &known->exchange;
    if ((rater_network_wants(&question->sim->network) & RATER_TRAFFIC_EXCHANGE) == 0)
        return find_sums(question, &known->traffic);
    const RaterStatus status = find_exchange(question, exchange);
    known->traffic = (RaterTraffic){ .messages = (double)exchange->messages,
                                     .bytes = (double)exchange->bytes,
                                     .exchange = exchange };
    return status;
}

/* Links are told with an exchange that is new; nobody else wants them. */
static void
tell_exchange(Simulator *sim, Known *known)
{
    SIM_TELL(&sim->watchers, exchange, known->number, &known->exchange);
    g_clear_pointer(&known->exchange.use, free);
    known->exchange.n_uses = 0;
}

gboolean
sim_movement_traffic(Simulator *sim, const GArray *key, const SimMovement *movement,
                     RaterTraffic *traffic)
{
    *traffic = (RaterTraffic){ 0 };
    if (rater_network_wants(&sim->network) == RATER_TRAFFIC_NONE)
        return TRUE; /* nothing depends on it */
    const Question question = { sim, movement };
    const SimPairsFinder finder = { find_for_watcher, &question };
    g_autoptr(GBytes) bytes = g_bytes_new(key->data, key->len * sizeof(gint64));
    Known *known = g_hash_table_lookup(sim->traffic, bytes);
    const gboolean is_new = known == NULL;
    if (is_new) {
        known = g_new0(Known, 1);
        const RaterStatus status = find_known(&question, known);
        if (status != RATER_OK) {
            known_free(known);
            return sim_check(sim, status);
        }
        known->number = g_hash_table_size(sim->traffic);
        g_hash_table_insert(sim->traffic, g_bytes_ref(bytes), known);
    }
    *traffic = known->traffic;
    if (traffic->exchange != NULL)
        tell_exchange(sim, known);
    SIM_TELL(&sim->watchers, traffic, known->number, traffic, is_new ? &finder : NULL);
    return TRUE;
}

/* A collective as the network has it, nothing remembered. */
static RaterStatus
find_collective(const Simulator *sim, const SimSystem *system, const bool spread[],
                double bytes, RaterExchange *exchange)
{
    const gboolean numbered = (rater_network_wants(&sim->network) & RATER_TRAFFIC_EXCHANGE) &&
                              (system != sim->systems->root || sim->watches_links);
    g_autofree int64_t *number = numbered ? sim_move_numbers(sim, system) : NULL;
    if (numbered && number == NULL)
        return RATER_ERROR_MEMORY;
    const RaterTeam team = { &system->grid, number, sim->system->count };
    return spread != NULL
               ? rater_network_reduction(&sim->network, &team, spread, bytes, exchange)
               : rater_network_broadcast(&sim->network, &team, bytes, exchange);
}

gboolean
sim_collective(Simulator *sim, const SimSystem *system, const bool spread[], double bytes,
               const RaterExchange **exchange)
{
    *exchange = &sim->collective;
    if ((rater_network_wants(&sim->network) & RATER_TRAFFIC_EXCHANGE) == 0)
        return sim_check(sim, find_collective(sim, system, spread, bytes, &sim->collective));
    g_autoptr(GArray) key =
        sim_move_key(sim, spread != NULL ? SIM_MOVE_REDUCTION : SIM_MOVE_BROADCAST);
    gint64 words[] = { system->id, 0, 0 };
    for (int g = 0; spread != NULL && g < system->grid.rank; g++)
        words[1] |= (gint64)spread[g] << g;
    memcpy(&words[2], &bytes, sizeof bytes);
    g_array_append_vals(key, words, G_N_ELEMENTS(words));
    g_autoptr(GBytes) name = g_bytes_new(key->data, key->len * sizeof(gint64));
    Known *known = g_hash_table_lookup(sim->traffic, name);
    if (known == NULL) {
        known = g_new0(Known, 1);
        const RaterStatus status =
            find_collective(sim, system, spread, bytes, &known->exchange);
        if (status != RATER_OK) {
            known_free(known);
            return sim_check(sim, status);
        }
        known->number = g_hash_table_size(sim->traffic);
        g_hash_table_insert(sim->traffic, g_bytes_ref(name), known);
    }
    *exchange = &known->exchange;
    tell_exchange(sim, known);
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

static RaterStatus
exchange_moves(const Simulator *sim, gconstpointer what, RaterExchange *exchange)
{
    const Moves *all = what;
    g_autofree RaterTransfer *transfers = g_new(RaterTransfer, all->n + 1);
    for (guint i = 0; i < all->n; i++)
        transfers[i] = all->moves[i].transfer;
    return rater_transfer_exchange(&sim->network, transfers, (int)all->n, exchange);
}

gboolean
sim_moves_traffic(Simulator *sim, const GArray *key, const SimMove moves[], guint n,
                  RaterTraffic *traffic)
{
    const Moves all = { moves, n };
    gboolean sums = TRUE, root = TRUE;
    for (guint i = 0; i < n; i++) {
        sums = sums && moves[i].source == moves[0].source &&
               moves[i].target == moves[0].source && sim_move_sums(sim, moves[0].source);
        root = root && moves[i].source == sim->systems->root;
    }
    return sim_movement_traffic(sim, key,
                                &(SimMovement){ .what = &all,
                                                .find = find_moves,
                                                .sum = sums ? sum_moves : NULL,
                                                .exchange =
                                                    sums && root ? exchange_moves : NULL },
                                traffic);
}
