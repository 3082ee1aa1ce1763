/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The farthest messages are among the farthest pairs for some choice of signs:
 *
 *     distance(s, t) = max over signs of sum over g of +-(s_g - t_g)
 *
 * For given signs that is a sum over the parts of a join.
 */
#include "rater/shadow/sums.h"
#include "rater/transfer/join.h"
#include "rater/transfer/pairs.h"

#include <stdlib.h>

/* No message among so many bytes leaves int64_t. */
#define SURE_BYTES 0x1p62

/* What the coordinates of a part come to. A choice of signs is a mask of the dimensions of
 * which t - s is meant instead of s - t. */
typedef struct {
    RaterSum pairs;
    unsigned dims;      /* the part's dimensions that are longer than one */
    RaterSum *farthest; /* by the mask, for each choice of signs of these; owned, may be NULL */
} Part;

/* A walk through the pairs that several flows join. */
typedef struct {
    RaterTrafficParts wanted;
    RaterTransferJoin join;
    RaterSums sums;
    int current; /* the part that is gone through */
    Part part[RATER_JOIN_MAX_SLOTS];
    __int128 entry[RATER_SUM_BYTES + RATER_JOIN_MAX_FLOWS];
} Walk;

typedef struct {
    __int128 pairs, bytes, distance, largest;
} Found;

/* The different flows of several transfers. */
typedef struct {
    RaterTransferFlow *flow; /* owned array of `count` */
    size_t count;
} Kinds;

/* Adds the entry for each choice of signs. */
static RaterStatus
note_distances(Walk *walk, const Part *part)
{
    const RaterTransferJoin *join = &walk->join;
    int64_t difference[RATER_MAX_RANK] = { 0 }; /* s - t as far as they are in the part */
    int rank = join->grid->rank;
    unsigned choice = 0;
    RaterStatus status = RATER_OK;
    for (int i = join->start[walk->current]; i < join->start[walk->current + 1]; i++) {
        int slot = join->order[i];
        difference[slot % rank] += slot < rank ? -join->value[slot] : join->value[slot];
    }
    do {
        __int128 *distance = &walk->entry[RATER_SUM_DISTANCE];
        *distance = 0;
        for (int g = 0; g < rank; g++)
            *distance += choice >> g & 1 ? -difference[g] : difference[g];
        status = rater_sum_add(&walk->sums, &part->farthest[choice], walk->entry);
        choice = (choice - part->dims) & part->dims;
    } while (choice != 0 && status == RATER_OK);
    return status;
}

static RaterStatus
note_combination(void *context, const RaterTransferJoin *join, const int64_t product[],
                 int64_t copies)
{
    Walk *walk = context;
    Part *part = &walk->part[walk->current];
    RaterStatus status = RATER_OK;
    walk->entry[RATER_SUM_PAIRS] = copies;
    for (int i = 0; i < join->n; i++)
        walk->entry[RATER_SUM_BYTES + i] = (__int128)product[i] * copies;
    if (walk->wanted & RATER_TRAFFIC_SUMS)
        status = rater_sum_add(&walk->sums, &part->pairs, walk->entry);
    if (status == RATER_OK && copies == 1 && part->farthest != NULL)
        status = note_distances(walk, part);
    return status;
}

static RaterStatus
walk_part(Walk *walk, int i)
{
    RaterTransferJoin *join = &walk->join;
    Part *part = &walk->part[i];
    for (int j = join->start[i]; j < join->start[i + 1]; j++) {
        int g = join->order[j] % join->grid->rank;
        if (join->grid->size[g] > 1)
            part->dims |= 1U << g;
    }
    if (walk->wanted & RATER_TRAFFIC_PEAK) {
        part->farthest = calloc((size_t)part->dims + 1, sizeof *part->farthest);
        if (part->farthest == NULL)
            return RATER_ERROR_MEMORY;
        for (unsigned choice = 0; choice <= part->dims; choice++)
            part->farthest[choice].farthest = true;
    }
    walk->current = i;
    return rater_transfer_join_walk(join, i, note_combination, walk);
}

/* All parts together: the pairs, or the farthest with this choice of signs. */
static RaterStatus
multiply_parts(Walk *walk, bool farthest, unsigned choice, RaterSum *sum)
{
    /* One axis stands for all: none of these pairs is left out. */
    walk->entry[RATER_SUM_AXES] = walk->entry[RATER_SUM_PAIRS] = 1;
    walk->entry[RATER_SUM_DISTANCE] = 0;
    for (int i = 0; i < walk->join.n; i++)
        walk->entry[RATER_SUM_BYTES + i] = walk->join.flows[i].weight;
    RaterStatus status = rater_sum_add(&walk->sums, sum, walk->entry);
    for (int i = 0; i < walk->join.n_parts && status == RATER_OK; i++) {
        const Part *part = &walk->part[i];
        status = rater_sum_multiply(
            &walk->sums, sum, farthest ? &part->farthest[choice & part->dims] : &part->pairs);
    }
    return status;
}

static RaterStatus
find_pairs(Walk *walk, Found *found)
{
    RaterSum sum = { .farthest = false };
    RaterStatus status = multiply_parts(walk, false, 0, &sum);
    if (status == RATER_OK)
        status = rater_sum_total(&walk->sums, &sum, &found->pairs, &found->bytes);
    free(sum.entries);
    return status;
}

static RaterStatus
find_farthest(Walk *walk, Found *found)
{
    unsigned dims = 0, choice = 0;
    RaterStatus status = RATER_OK;
    for (int i = 0; i < walk->join.n_parts; i++)
        dims |= walk->part[i].dims;
    do {
        RaterSum sum = { .farthest = true };
        status = multiply_parts(walk, true, choice, &sum);
        if (status == RATER_OK)
            status = rater_sum_peak(&walk->sums, &sum, &found->distance, &found->largest);
        free(sum.entries);
        choice = (choice - dims) & dims;
    } while (choice != 0 && status == RATER_OK);
    return status;
}

static void
free_parts(Walk *walk)
{
    for (int i = 0; i < walk->join.n_parts; i++) {
        Part *part = &walk->part[i];
        for (unsigned choice = 0; part->farthest != NULL && choice <= part->dims; choice++)
            free(part->farthest[choice].entries);
        free(part->farthest);
        free(part->pairs.entries);
    }
}

/* Goes through all pairs, or through those of a processor with itself. */
static RaterStatus
walk_pairs(const RaterGrid *grid, const RaterTransferFlow flows[], int n, bool diagonal,
           RaterTrafficParts wanted, Found *found)
{
    Walk walk = { .wanted = wanted, .sums = { .n = n, .work = RATER_SUMS_MOST_WORK } };
    RaterStatus status =
        rater_transfer_join_init(&walk.join, grid, flows, n, diagonal, &walk.sums.work);
    for (int i = 0; i < walk.join.n_parts && status == RATER_OK; i++)
        status = walk_part(&walk, i);
    if (status == RATER_OK && (wanted & RATER_TRAFFIC_SUMS))
        status = find_pairs(&walk, found);
    if (status == RATER_OK && (wanted & RATER_TRAFFIC_PEAK))
        status = find_farthest(&walk, found);
    free_parts(&walk);
    rater_transfer_join_free(&walk.join);
    return status;
}

/* Traffic of n <= RATER_JOIN_MAX_FLOWS flows together. */
static RaterStatus
join_traffic(const RaterGrid *grid, const RaterTransferFlow flows[], int n,
             RaterTrafficParts parts, RaterTraffic *traffic)
{
    Found all = { 0 }, same = { 0 };
    RaterStatus status = walk_pairs(grid, flows, n, false, parts, &all);
    if (status == RATER_OK && (parts & RATER_TRAFFIC_SUMS))
        status = walk_pairs(grid, flows, n, true, RATER_TRAFFIC_SUMS, &same);
    if (status != RATER_OK)
        return status;
    if (all.largest > INT64_MAX)
        return RATER_ERROR_OVERFLOW;
    *traffic = (RaterTraffic){ .messages = (double)(all.pairs - same.pairs),
                               .bytes = (double)(all.bytes - same.bytes),
                               .distance = (int64_t)all.distance,
                               .largest = (int64_t)all.largest };
    return RATER_OK;
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
