/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/transfer/join.h"
#include "rater/transfer/pairs.h"

#include <stdlib.h>

/* No message among so many bytes leaves int64_t. */
#define SURE_BYTES 0x1p62

typedef unsigned __int128 Wide;

/* How many pairs there are at which just the flows of a mask move something. */
typedef struct {
    uint64_t mask;
    Wide count; /* at most the square of the processors, below 2^124 */
} Tally;

typedef struct {
    size_t count, room;
    Tally *tally; /* owned; none has mask 0 */
    /* Of each flow. No processor gets more than int64_t bytes: what all get, or would by some
     * of the axes, is below 2^125. */
    Wide elements[RATER_JOIN_MAX_FLOWS];
} Totals;

/* The different flows of several transfers. */
typedef struct {
    RaterTransferFlow *flow; /* owned array of `count` */
    size_t count;
} Kinds;

static RaterStatus
count_mask(Totals *totals, uint64_t mask, Wide count, int64_t *steps)
{
    size_t i = 0;
    if (mask == 0)
        return RATER_OK;
    while (i < totals->count && totals->tally[i].mask != mask)
        i++;
    *steps -= (int64_t)i / 8;
    if (i == totals->count) {
        if (totals->count == totals->room) {
            totals->room = totals->room > 0 ? totals->room * 2 : 4;
            Tally *tally = realloc(totals->tally, totals->room * sizeof *tally);
            if (tally == NULL)
                return RATER_ERROR_MEMORY;
            totals->tally = tally;
        }
        totals->tally[totals->count++] = (Tally){ .mask = mask };
    }
    totals->tally[i].count += count;
    return *steps < 0 ? RATER_ERROR_MEMORY : RATER_OK;
}

static RaterStatus
add_combination(void *context, const RaterTransferJoin *join, uint64_t alive,
                const int64_t product[], int64_t copies)
{
    Totals *part = context;
    for (int i = 0; i < join->n; i++)
        part->elements[i] += (Wide)product[i] * (Wide)copies;
    return count_mask(part, alive, (Wide)copies, join->steps);
}

/* Combines the pairs so far with the combinations of one more part: a flow moves
 * something when it does so in both. */
static RaterStatus
multiply_totals(Totals *totals, const Totals *part, int n, int64_t *steps)
{
    Totals products = { 0 };
    RaterStatus status = RATER_OK;
    for (int i = 0; i < n; i++)
        products.elements[i] = totals->elements[i] * part->elements[i];
    for (size_t i = 0; i < totals->count; i++)
        for (size_t j = 0; j < part->count && status == RATER_OK; j++) {
            status = count_mask(&products, totals->tally[i].mask & part->tally[j].mask,
                                totals->tally[i].count * part->tally[j].count, steps);
            --*steps;
        }
    free(totals->tally);
    *totals = products;
    return status;
}

/* The totals over all pairs, or over those of a processor with itself. Free the tallies in
 * every case. */
static RaterStatus
find_totals(const RaterGrid *grid, const RaterTransferFlow flows[], int n, bool diagonal,
            Totals *totals, int64_t *steps)
{
    RaterTransferJoin join;
    *totals = (Totals){ 0 };
    for (int i = 0; i < n; i++)
        totals->elements[i] = 1;
    RaterStatus status = rater_transfer_join_init(&join, grid, flows, n, diagonal, steps);
    if (status == RATER_OK)
        status = count_mask(totals, UINT64_MAX, 1, steps);
    for (int i = 0; i < join.n_parts && status == RATER_OK; i++) {
        Totals part = { 0 };
        status = rater_transfer_join_walk(&join, i, add_combination, &part);
        if (status == RATER_OK)
            status = multiply_totals(totals, &part, n, steps);
        free(part.tally);
    }
    rater_transfer_join_free(&join);
    return status;
}

static Wide
tallied(const Totals *totals)
{
    Wide count = 0;
    for (size_t i = 0; i < totals->count; i++)
        count += totals->tally[i].count;
    return count;
}

/* Messages and bytes of all flows. */
static RaterStatus
join_sums(const RaterGrid *grid, const RaterTransferFlow flows[], int n, RaterTraffic *traffic,
          int64_t *steps)
{
    Totals all, same = { 0 };
    RaterStatus status = find_totals(grid, flows, n, false, &all, steps);
    if (status == RATER_OK)
        status = find_totals(grid, flows, n, true, &same, steps);
    if (status == RATER_OK)
        traffic->messages = (double)(tallied(&all) - tallied(&same));
    for (int i = 0; i < n && status == RATER_OK; i++) {
        Wide elements = all.elements[i] - same.elements[i], bytes;
        traffic->bytes += __builtin_mul_overflow(elements, (Wide)flows[i].weight, &bytes)
                              ? (double)elements * (double)flows[i].weight
                              : (double)bytes;
    }
    free(all.tally);
    free(same.tally);
    return status;
}

/* Traffic of n <= RATER_JOIN_MAX_FLOWS flows together. Sums take two walks over the coordinates
 * and the peak a third: only what is wanted. */
static RaterStatus
join_traffic(const RaterGrid *grid, const RaterTransferFlow flows[], int n,
             RaterTrafficParts parts, RaterTraffic *traffic)
{
    RaterTraffic found = { 0 };
    int64_t steps = RATER_JOIN_MAX_STEPS;
    RaterStatus status = RATER_OK;
    if (parts & RATER_TRAFFIC_SUMS)
        status = join_sums(grid, flows, n, &found, &steps);
    bool nothing = (parts & RATER_TRAFFIC_SUMS) && !(found.messages > 0);
    if (status == RATER_OK && (parts & RATER_TRAFFIC_PEAK) && !nothing)
        status = rater_transfer_peak(grid, flows, n, &steps, &found.distance, &found.largest);
    if (status == RATER_OK)
        *traffic = found;
    return status;
}

/* Adds the weight of a flow to that of its kind. */
static RaterStatus
add_flow(Kinds *kinds, const RaterTransfer *transfer)
{
    RaterTransferFlow flow;
    rater_transfer_flow_init(&flow, transfer);
    if (flow.weight == 0)
        return RATER_OK;
    for (size_t i = 0; i < kinds->count; i++) {
        RaterTransferFlow *kind = &kinds->flow[i];
        if (rater_transfer_flow_alike(kind, &flow))
            return __builtin_add_overflow(kind->weight, flow.weight, &kind->weight)
                       ? RATER_ERROR_OVERFLOW
                       : RATER_OK;
    }
    kinds->flow[kinds->count++] = flow;
    return RATER_OK;
}

/* More kinds than a join takes: pair by pair. */
static RaterStatus
traffic_of_pairs(const RaterTransfer transfers[], int n, RaterTraffic *traffic)
{
    RaterPairs *pairs = rater_pairs_new();
    RaterStatus status = pairs != NULL ? RATER_OK : RATER_ERROR_MEMORY;
    for (int i = 0; i < n && status == RATER_OK; i++)
        status = rater_transfer_pairs(&transfers[i], NULL, NULL, rater_pairs_grid_distance,
                                      &transfers[0].source, pairs);
    if (status == RATER_OK)
        rater_pairs_traffic(pairs, rater_pairs_grid_distance, &transfers[0].source, traffic);
    rater_pairs_free(pairs);
    return status;
}

static RaterStatus
traffic_of(const RaterTransfer transfers[], int n, RaterTrafficParts parts,
           RaterTraffic *traffic)
{
    Kinds kinds = { .flow = calloc((size_t)n + 1, sizeof *kinds.flow) };
    RaterStatus status = kinds.flow != NULL ? RATER_OK : RATER_ERROR_MEMORY;
    for (int i = 0; i < n && status == RATER_OK; i++)
        status = add_flow(&kinds, &transfers[i]);
    if (status == RATER_OK && kinds.count > RATER_JOIN_MAX_FLOWS)
        status = traffic_of_pairs(transfers, n, traffic);
    else if (status == RATER_OK && kinds.count > 0)
        status =
            join_traffic(&transfers[0].source, kinds.flow, (int)kinds.count, parts, traffic);
    free(kinds.flow);
    return status;
}

RaterStatus
rater_transfer_traffic(const RaterTransfer transfers[], int n, RaterTrafficParts parts,
                       RaterTraffic *traffic)
{
    for (int i = 0; i < n; i++)
        if (!rater_grid_equal(&transfers[i].source, &transfers[0].source) ||
            !rater_grid_equal(&transfers[i].target, &transfers[0].source))
            return RATER_ERROR_RANK;
    RaterTraffic found = { 0 };
    RaterStatus status = traffic_of(transfers, n, parts, &found);
    /* A message may be too large, which the peak tells: an error whatever is wanted. */
    if (status == RATER_OK && found.bytes >= SURE_BYTES)
        status = traffic_of(transfers, n, RATER_TRAFFIC_ALL, &found);
    if (status != RATER_OK)
        return status;
    *traffic = (RaterTraffic){ 0 };
    if (parts & RATER_TRAFFIC_SUMS) {
        traffic->messages = found.messages;
        traffic->bytes = found.bytes;
    }
    if (parts & RATER_TRAFFIC_PEAK) {
        traffic->distance = found.distance;
        traffic->largest = found.largest;
    }
    return RATER_OK;
}
