/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/exchange/tree-operation.h"

#include <stdlib.h>

#include "rater/exchange/separable.h"

/* The first step along a dimension of n > 1. */
static int64_t
first_step(int64_t n)
{
    int64_t step = 1;
    while (step < n - step)
        step *= 2;
    return step;
}

static int64_t
virtual_number(const RaterTree *tree, int64_t number)
{
    return tree->number != NULL ? tree->number[number] : number;
}

/* The senders of a round along dimension k: numbers in the grid of `senders`, of which
 * dimension g has coordinates 0, every[g], .. */
typedef struct {
    RaterGrid senders;
    int64_t every[RATER_MAX_RANK];
} Round;

static Round
plan_round(const RaterGrid *grid, const bool chosen[], int k, int64_t step)
{
    Round round = { .senders = *grid };
    for (int g = 0; g < grid->rank; g++) {
        round.every[g] = 1;
        if (g > k && chosen[g])
            round.senders.size[g] = 1;
    }
    /* 0, 2s, .. with k + s < n */
    round.every[k] = 2 * step;
    round.senders.size[k] = (grid->size[k] - step - 1) / (2 * step) + 1;
    return round;
}

/* A round along dimension k where coordinates are at their own: each message goes as far as the
 * others, and no two meet. */
static RaterStatus
cost_round_alike(const RaterTree *tree, const Round *round, int k, int64_t bytes,
                 RaterExchange *exchange)
{
    const RaterFabric *fabric = tree->fabric;
    int64_t step = round->every[k] / 2;
    int64_t back = tree->grid->size[k] - step;
    int64_t hops = rater_topology_wraps(&fabric->topology, k) && back < step ? back : step;
    int64_t count = rater_grid_count(&round->senders);
    RaterMessage one;
    RaterExchange made = { .messages = count, .hops = count * hops, .most_hops = hops };
    RaterStatus status = rater_message_over(fabric, hops, bytes, &one);
    if (status == RATER_OK && __builtin_mul_overflow(bytes, count, &made.bytes))
        status = RATER_ERROR_OVERFLOW;
    if (status == RATER_OK) {
        made.none = rater_atto_seconds(one.latency + one.occupation) * fabric->scale;
        made.seconds = made.none;
        *exchange = made;
    }
    return status;
}

/* A round along dimension k, as one stream. */
static RaterStatus
cost_round_by_dimension(const RaterTree *tree, const Round *round, int k, int64_t bytes,
                        RaterExchange *exchange)
{
    RaterSteps steps[RATER_MAX_RANK];
    RaterStep *step[RATER_MAX_RANK] = { NULL };
    int64_t most = 1;
    RaterStatus status = RATER_OK;
    for (int g = 0; g < tree->grid->rank; g++)
        most = round->senders.size[g] > most ? round->senders.size[g] : most;
    int64_t *ones = malloc((size_t)most * sizeof *ones);
    for (int64_t i = 0; i < most && ones != NULL; i++)
        ones[i] = 1;
    for (int g = 0; g < tree->grid->rank; g++) {
        int64_t n = round->senders.size[g];
        int64_t length = g == k ? round->every[k] / 2 : 0;
        const int64_t *place = tree->coordinate != NULL ? tree->coordinate[g] : NULL;
        step[g] = malloc((size_t)n * sizeof *step[g]);
        if (step[g] == NULL || ones == NULL)
            status = RATER_ERROR_MEMORY;
        for (int64_t i = 0; i < n && status == RATER_OK; i++) {
            int64_t c = i * round->every[g];
            step[g][i] = place != NULL ? (RaterStep){ place[c], place[c + length] }
                                       : (RaterStep){ c, c + length };
        }
        steps[g] = (RaterSteps){ (size_t)n, step[g], ones };
    }
    if (status == RATER_OK)
        status = rater_separable(tree->fabric, tree->congestion,
                                 &(RaterSeparable){ 1, &bytes, steps }, exchange);
    free(ones);
    for (int g = 0; g < tree->grid->rank; g++)
        free(step[g]);
    return status;
}

static RaterStatus
walk_round(const RaterTree *tree, const Round *round, int k, int64_t bytes,
           RaterExchange *exchange)
{
    int64_t n = rater_grid_count(&round->senders);
    if (n > RATER_EXCHANGE_COUNTED)
        return RATER_ERROR_LINKS;
    RaterParcel *parcel = malloc((size_t)n * sizeof *parcel);
    if (parcel == NULL)
        return RATER_ERROR_MEMORY;
    for (int64_t i = 0; i < n; i++) {
        int64_t index[RATER_MAX_RANK];
        rater_grid_index(&round->senders, i, index);
        for (int g = 0; g < tree->grid->rank; g++)
            index[g] *= round->every[g];
        int64_t from = rater_grid_number(tree->grid, index);
        index[k] += round->every[k] / 2;
        int64_t to = rater_grid_number(tree->grid, index);
        parcel[i] =
            (RaterParcel){ virtual_number(tree, from), virtual_number(tree, to), bytes };
    }
    RaterStatus status = rater_exchange(tree->fabric, tree->placement, tree->congestion,
                                        (size_t)n, parcel, exchange);
    free(parcel);
    return status;
}

/* Of bytes > 0. */
static RaterStatus
cost_round(const RaterTree *tree, const Round *round, int k, int64_t bytes,
           RaterExchange *exchange)
{
    RaterStatus status = RATER_ERROR_MEMORY;
    RaterGrid physical = rater_topology_grid(&tree->fabric->topology);
    if (tree->by_dimension && rater_grid_equal(&physical, tree->grid) &&
        tree->fabric->topology.cores == 1 && tree->congestion != RATER_CONGESTION_EVENTS)
        status = tree->coordinate == NULL || tree->coordinate[k] == NULL
                     ? cost_round_alike(tree, round, k, bytes, exchange)
                     : cost_round_by_dimension(tree, round, k, bytes, exchange);
    if (status == RATER_ERROR_MEMORY)
        status = walk_round(tree, round, k, bytes, exchange);
    return status;
}

/* A message of the outermost cluster. */
static double
cluster_seconds(const RaterTree *tree, int64_t bytes)
{
    const RaterCluster *outermost = tree->fabric->topology.cluster;
    return (rater_atto_seconds(rater_cluster_start(tree->fabric, outermost)) +
            (double)bytes * rater_atto_seconds(rater_cluster_byte(tree->fabric, outermost))) *
           tree->fabric->scale;
}

/* A tree over the dimensions with chosen[g]: adds its rounds to *sum. */
static RaterStatus
climb(const RaterTree *tree, const bool chosen[], int64_t bytes, RaterExchange *sum)
{
    RaterStatus status = RATER_OK;
    for (int k = 0; k < tree->grid->rank; k++) {
        if (!chosen[k] || tree->grid->size[k] == 1)
            continue;
        int64_t step = first_step(tree->grid->size[k]);
        for (; step >= 1 && status == RATER_OK; step /= 2) {
            RaterExchange exchange = { 0 };
            if (tree->fabric->topology.cluster != NULL) {
                exchange.seconds = exchange.none = cluster_seconds(tree, bytes);
            } else if (bytes > 0) {
                Round round = plan_round(tree->grid, chosen, k, step);
                status = cost_round(tree, &round, k, bytes, &exchange);
            }
            if (status == RATER_OK)
                status = rater_exchange_add(sum, &exchange, 1);
            rater_exchange_clear(&exchange);
        }
    }
    return status;
}

/* `times` trees over these dimensions, added to *sum. */
static RaterStatus
add_trees(const RaterTree *tree, const bool chosen[], int64_t bytes, int64_t times,
          RaterExchange *sum)
{
    RaterExchange one = { 0 };
    RaterStatus status = climb(tree, chosen, bytes, &one);
    if (status == RATER_OK)
        status = rater_exchange_add(sum, &one, times);
    rater_exchange_clear(&one);
    return status;
}

/* Takes over what a status other than RATER_OK leaves behind. */
static RaterStatus
finish(RaterStatus status, RaterExchange *made, RaterExchange *exchange)
{
    if (status == RATER_OK)
        *exchange = *made;
    else
        rater_exchange_clear(made);
    return status;
}

RaterStatus
rater_tree_broadcast(const RaterTree *tree, int64_t bytes, RaterExchange *exchange)
{
    bool all[RATER_MAX_RANK];
    RaterExchange made = { 0 };
    for (int g = 0; g < tree->grid->rank; g++)
        all[g] = true;
    return finish(climb(tree, all, bytes, &made), &made, exchange);
}

RaterStatus
rater_tree_reduction(const RaterTree *tree, const bool spread[], int64_t bytes,
                     RaterExchange *exchange)
{
    bool others[RATER_MAX_RANK];
    bool any = false;
    RaterExchange made = { 0 };
    for (int g = 0; g < tree->grid->rank; g++) {
        others[g] = !spread[g];
        any |= spread[g] && tree->grid->size[g] > 1;
    }
    RaterStatus status = RATER_OK;
    if (any)
        status = add_trees(tree, spread, bytes, 2, &made);
    if (any && status == RATER_OK)
        status = add_trees(tree, others, bytes, 1, &made);
    return finish(status, &made, exchange);
}
