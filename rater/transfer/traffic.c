/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/transfer/pairs.h"
#include "rater/transfer/peak.h"

#include <stdlib.h>
#include <string.h>

#define MOST_TALLIES 65536

/* No message among so many bytes leaves int64_t. */
#define SURE_BYTES 0x1p62

typedef unsigned __int128 Wide;

/* How many pairs there are at which just the flows of a mask move something. */
typedef struct {
    uint64_t mask;
    Wide count; /* at most the square of the processors, below 2^124 */
} Tally;

/* By mask; a mask of 0 is left out. */
typedef struct {
    size_t count, room;
    Tally *tally;
} Tallies;

/* A number of elements: exact while it fits, and rounded. */
typedef struct {
    Wide exact;
    bool overflow;
    double rounded;
} Elements;

typedef struct {
    Tallies tallies;
    Elements elements; /* of flow 0 */
} Totals;

/* What a part adds up to. */
typedef struct {
    Tallies tallies;
    Wide elements; /* of flow 0 */
} Sums;

/* One kind of transfer with what is known of it alone. */
typedef struct {
    RaterTransferFlow *flow; /* owned array of `count`, all different, each moving something */
    size_t count;
    RaterTraffic *alone; /* one a flow */
} Kinds;

static RaterStatus
insert_tally(Tallies *tallies, size_t at, uint64_t mask)
{
    if (tallies->count == tallies->room) {
        size_t room = tallies->room > 0 ? tallies->room * 2 : 4;
        if (room > MOST_TALLIES)
            return RATER_ERROR_MEMORY;
        Tally *tally = realloc(tallies->tally, room * sizeof *tally);
        if (tally == NULL)
            return RATER_ERROR_MEMORY;
        tallies->tally = tally;
        tallies->room = room;
    }
    Tally *place = tallies->tally + at;
    memmove(place + 1, place, (tallies->count - at) * sizeof *place);
    *place = (Tally){ .mask = mask };
    tallies->count++;
    return RATER_OK;
}

static RaterStatus
count_mask(Tallies *tallies, uint64_t mask, Wide count)
{
    size_t low = 0, high = tallies->count;
    if (mask == 0)
        return RATER_OK;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (tallies->tally[middle].mask < mask)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == tallies->count || tallies->tally[low].mask != mask) {
        RaterStatus status = insert_tally(tallies, low, mask);
        if (status != RATER_OK)
            return status;
    }
    tallies->tally[low].count += count;
    return RATER_OK;
}

static RaterStatus
add_combination(void *context, const RaterTransferJoin *join, uint64_t alive,
                const int64_t product[], int64_t copies)
{
    Sums *sums = context;
    (void)join;
    sums->elements += (Wide)product[0] * (Wide)copies;
    return count_mask(&sums->tallies, alive, (Wide)copies);
}

/* Combines the pairs so far with the combinations of one more part: a flow moves
 * something when it does so in both. */
static RaterStatus
multiply_tallies(Tallies *tallies, const Tallies *part, int64_t *steps)
{
    Tallies products = { 0 };
    RaterStatus status = RATER_OK;
    *steps -= (int64_t)(tallies->count * part->count);
    if (*steps < 0)
        return RATER_ERROR_MEMORY;
    for (size_t i = 0; i < tallies->count; i++)
        for (size_t j = 0; j < part->count && status == RATER_OK; j++)
            status = count_mask(&products, tallies->tally[i].mask & part->tally[j].mask,
                                tallies->tally[i].count * part->tally[j].count);
    free(tallies->tally);
    *tallies = products;
    return status;
}

static void
multiply_elements(Elements *elements, Wide factor)
{
    if (__builtin_mul_overflow(elements->exact, factor, &elements->exact))
        elements->overflow = true;
    elements->rounded *= (double)factor;
}

/* The totals over all pairs, or over those of a processor with itself. Free the
 * tallies in every case. */
static RaterStatus
add_up(RaterTransferJoin *join, Totals *totals)
{
    *totals = (Totals){ .elements = { .exact = 1, .rounded = 1 } };
    RaterStatus status = count_mask(&totals->tallies, UINT64_MAX, 1);
    for (int i = 0; i < join->n_parts && status == RATER_OK; i++) {
        Sums sums = { 0 };
        status = rater_transfer_join_walk(join, i, add_combination, &sums);
        if (status == RATER_OK)
            status = multiply_tallies(&totals->tallies, &sums.tallies, join->steps);
        multiply_elements(&totals->elements, sums.elements);
        free(sums.tallies.tally);
    }
    return status;
}

static Wide
tallied(const Tallies *tallies)
{
    Wide count = 0;
    for (size_t i = 0; i < tallies->count; i++)
        count += tallies->tally[i].count;
    return count;
}

/* Bytes of flow 0 between different processors. */
static double
bytes_between(const Totals *all, const Totals *same, int64_t weight)
{
    Wide bytes;
    if (!all->elements.overflow && !same->elements.overflow &&
        !__builtin_mul_overflow(all->elements.exact - same->elements.exact, (Wide)weight,
                                &bytes))
        return (double)bytes;
    double elements = all->elements.rounded - same->elements.rounded;
    return elements > 0 ? elements * (double)weight : 0;
}

static RaterStatus
join_totals(const RaterGrid *grid, const RaterTransferFlow flows[], int n, bool diagonal,
            Totals *totals, int64_t *steps)
{
    RaterTransferJoin join;
    *totals = (Totals){ 0 };
    RaterStatus status = rater_transfer_join_init(&join, grid, flows, n, diagonal, steps);
    if (status == RATER_OK)
        status = add_up(&join, totals);
    rater_transfer_join_free(&join);
    return status;
}

static RaterStatus
join_peak(const RaterGrid *grid, const RaterTransferFlow flows[], int n, uint64_t far,
          RaterTraffic *traffic, int64_t *steps)
{
    RaterTransferJoin join;
    RaterStatus status = rater_transfer_join_init(&join, grid, flows, n, false, steps);
    if (status == RATER_OK)
        status = rater_transfer_peak(&join, far, &traffic->distance, &traffic->largest);
    rater_transfer_join_free(&join);
    return status;
}

/* Messages of all flows, and bytes of flow 0. */
static RaterStatus
join_sums(const RaterGrid *grid, const RaterTransferFlow flows[], int n, RaterTraffic *traffic,
          int64_t *steps)
{
    Totals all, same = { 0 };
    RaterStatus status = join_totals(grid, flows, n, false, &all, steps);
    if (status == RATER_OK)
        status = join_totals(grid, flows, n, true, &same, steps);
    if (status == RATER_OK) {
        traffic->messages = (double)(tallied(&all.tallies) - tallied(&same.tallies));
        traffic->bytes = bytes_between(&all, &same, flows[0].weight);
    }
    free(all.tallies.tally);
    free(same.tallies.tally);
    return status;
}

/* Traffic of n <= RATER_JOIN_MAX_FLOWS flows together; bytes are those of flow 0. Sums take two
 * walks over the coordinates and the peak a third: only what is wanted, which makes a
 * redistribution with weights, 32 x 32, cheaper by a quarter on a bus. */
static RaterStatus
join_traffic(const RaterGrid *grid, const RaterTransferFlow flows[], int n, uint64_t far,
             RaterTrafficParts parts, RaterTraffic *traffic)
{
    RaterTraffic found = { 0 };
    int64_t steps = RATER_JOIN_MAX_STEPS;
    RaterStatus status = RATER_OK;
    if (parts & RATER_TRAFFIC_SUMS)
        status = join_sums(grid, flows, n, &found, &steps);
    bool nothing = (parts & RATER_TRAFFIC_SUMS) && !(found.messages > 0);
    if (status == RATER_OK && (parts & RATER_TRAFFIC_PEAK) && !nothing)
        status = join_peak(grid, flows, n, far, &found, &steps);
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

/* Finds the kinds of transfers and the traffic of each; drops those that move nothing. */
static RaterStatus
init_kinds(Kinds *kinds, const RaterTransfer transfers[], int n, RaterTrafficParts parts)
{
    *kinds = (Kinds){
        .flow = calloc((size_t)n, sizeof *kinds->flow),
        .alone = calloc((size_t)n, sizeof *kinds->alone),
    };
    if (kinds->flow == NULL || kinds->alone == NULL)
        return RATER_ERROR_MEMORY;
    RaterStatus status = RATER_OK;
    for (int i = 0; i < n && status == RATER_OK; i++)
        status = add_flow(kinds, &transfers[i]);
    size_t kept = 0;
    for (size_t i = 0; i < kinds->count && status == RATER_OK; i++) {
        RaterTraffic *alone = &kinds->alone[kept];
        kinds->flow[kept] = kinds->flow[i];
        status = join_traffic(&transfers[0].source, &kinds->flow[kept], 1, 1, parts, alone);
        kept += status == RATER_OK && (alone->messages > 0 || alone->distance > 0);
    }
    kinds->count = kept;
    return status;
}

/* All kinds together. A flow that alone does not go as far as another cannot have the
 * farthest messages. */
static RaterStatus
traffic_of_kinds(const Kinds *kinds, const RaterGrid *grid, RaterTrafficParts parts,
                 RaterTraffic *traffic)
{
    int64_t distance = 0;
    double bytes = 0;
    uint64_t far = 0;
    for (size_t i = 0; i < kinds->count; i++) {
        if (kinds->alone[i].distance > distance)
            far = 0;
        if (kinds->alone[i].distance >= distance) {
            distance = kinds->alone[i].distance;
            far |= UINT64_C(1) << i;
        }
        bytes += kinds->alone[i].bytes;
    }
    RaterStatus status =
        join_traffic(grid, kinds->flow, (int)kinds->count, far, parts, traffic);
    if (status == RATER_OK)
        traffic->bytes = bytes;
    return status;
}

/* More kinds than a join takes: pair by pair. */
static RaterStatus
traffic_of_pairs(const RaterTransfer transfers[], int n, RaterTraffic *traffic)
{
    RaterPairs *pairs = rater_pairs_new();
    RaterStatus status = pairs != NULL ? RATER_OK : RATER_ERROR_MEMORY;
    for (int i = 0; i < n && status == RATER_OK; i++)
        status = rater_transfer_pairs(&transfers[i], NULL, NULL, NULL, NULL, pairs);
    if (status == RATER_OK)
        rater_pairs_traffic(pairs, rater_pairs_grid_distance, &transfers[0].source, traffic);
    rater_pairs_free(pairs);
    return status;
}

static RaterStatus
traffic_of(const RaterTransfer transfers[], int n, RaterTrafficParts parts,
           RaterTraffic *traffic)
{
    Kinds kinds = { 0 };
    RaterStatus status = n > 0 ? init_kinds(&kinds, transfers, n, parts) : RATER_OK;
    if (status == RATER_OK && kinds.count == 1)
        *traffic = kinds.alone[0];
    else if (status == RATER_OK && kinds.count > RATER_JOIN_MAX_FLOWS)
        status = traffic_of_pairs(transfers, n, traffic);
    else if (status == RATER_OK && kinds.count > 1)
        status = traffic_of_kinds(&kinds, &transfers[0].source, parts, traffic);
    free(kinds.flow);
    free(kinds.alone);
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
