/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Transfers pair by pair, for source and target that may be different systems: which holder
 * sends (transfer/pairs.h), and two walks over what is sent: axis by axis, and for sections
 * that do not conform in runs of elements with the same holders.
 */
#include "rater/transfer/flow.h"
#include "rater/transfer/pairs.h"

#include <stddef.h>

/* Coordinates and holders gone through before RATER_ERROR_MEMORY. */
#define MOST_STEPS (INT64_C(1) << 26)
#define MOST_RUNS  10000000

typedef struct {
    const RaterGrid *source, *target;
    /* One a dimension of the source; of an AXIS place only the kind counts. */
    const RaterPlace *from;
    const int64_t *source_number, *target_number;
    RaterDistance distance;
    const void *context;
    RaterPairs *pairs;
    int64_t steps; /* left */
} Route;

static int64_t
root_number(const int64_t numbers[], const RaterGrid *grid, const int64_t index[])
{
    int64_t number = rater_grid_number(grid, index);
    return numbers != NULL ? numbers[number] : number;
}

/* The holders by these places whose coordinates along AXIS places are those of `index`: the
 * first of them in row-major order is filled into it. False: there are none. */
static bool
first_in_box(const RaterPlace places[], const RaterGrid *grid, int64_t index[],
             RaterRange box[])
{
    for (int g = 0; g < grid->rank; g++) {
        box[g] = (RaterRange){ 0, grid->size[g] };
        if (places[g].kind == RATER_PLACE_AXIS)
            box[g] = (RaterRange){ index[g], index[g] + 1 };
        else if (places[g].kind == RATER_PLACE_SOME)
            box[g] = places[g].coords;
        if (rater_range_is_empty(box[g]))
            return false;
        index[g] = box[g].lo;
    }
    return true;
}

/* False after the last. */
static bool
next_in_box(const RaterRange box[], int rank, int64_t index[])
{
    for (int g = rank - 1; g >= 0; g--) {
        if (++index[g] < box[g].hi)
            return true;
        index[g] = box[g].lo;
    }
    return false;
}

/* Adds `bytes` for the target processor at index q from its nearest holder: least distance,
 * then least number, which is the processor itself if it is one. p has the coordinates of the
 * holders along the AXIS places; the others of p are changed. */
static RaterStatus
deliver(Route *route, int64_t p[], const int64_t q[], int64_t bytes)
{
    const int64_t root = root_number(route->target_number, route->target, q);
    RaterRange box[RATER_MAX_RANK];
    int64_t best = -1, least = 0;
    if (!first_in_box(route->from, route->source, p, box))
        return RATER_OK;
    do {
        if (--route->steps < 0)
            return RATER_ERROR_MEMORY;
        int64_t number = root_number(route->source_number, route->source, p);
        int64_t distance = route->distance(number, root, route->context);
        if (best < 0 || distance < least || (distance == least && number < best)) {
            best = number;
            least = distance;
        }
    } while (best != root && next_in_box(box, route->source->rank, p));
    return rater_pairs_add(route->pairs, best, root, bytes);
}

/* A walk over target processors, and for each over the coordinates of its senders. */
typedef struct {
    RaterTransferFlow flow;
    Route route;
    int64_t p[RATER_MAX_RANK], q[RATER_MAX_RANK];
} Walk;

/* Goes through the coordinates of dimension d and those after it: first those of the target,
 * then those of the source along which the elements are distributed. */
static RaterStatus
walk_dimension(Walk *walk, int d, int64_t bytes)
{
    const RaterTransferFlow *flow = &walk->flow;
    const RaterTransfer *transfer = flow->transfer;
    int g = d - transfer->target.rank;
    if (g == transfer->source.rank)
        return deliver(&walk->route, walk->p, walk->q, bytes);
    if (g >= 0 && transfer->from[g].kind != RATER_PLACE_AXIS)
        return walk_dimension(walk, d + 1, bytes);

    int64_t t = g >= 0 && flow->parent[g] >= 0 ? walk->q[flow->parent[g]] : 0;
    RaterRange range =
        g >= 0 ? rater_transfer_flow_senders(flow, g, t) : rater_transfer_flow_targets(flow, d);
    if (rater_range_count(range) > walk->route.steps)
        return RATER_ERROR_MEMORY;
    for (int64_t c = range.lo; c < range.hi; c++) {
        if (--walk->route.steps < 0)
            return RATER_ERROR_MEMORY;
        int64_t factor = g >= 0 ? rater_transfer_flow_source_factor(flow, g, c, t)
                                : rater_transfer_flow_target_factor(flow, d, c);
        if (factor == 0)
            continue;
        *(g >= 0 ? &walk->p[g] : &walk->q[d]) = c;
        RaterStatus status = walk_dimension(walk, d + 1, bytes * factor);
        if (status != RATER_OK)
            return status;
    }
    return RATER_OK;
}

RaterStatus
rater_transfer_pairs(const RaterTransfer *transfer, const int64_t source_number[],
                     const int64_t target_number[], RaterDistance distance, const void *context,
                     RaterPairs *pairs)
{
    Walk walk = { .route = { .source = &transfer->source,
                             .target = &transfer->target,
                             .from = transfer->from,
                             .source_number = source_number,
                             .target_number = target_number,
                             .distance = distance,
                             .context = context,
                             .steps = MOST_STEPS,
                             .pairs = pairs } };
    rater_transfer_flow_init(&walk.flow, transfer);
    return walk.flow.weight > 0 ? walk_dimension(&walk, 0, walk.flow.weight) : RATER_OK;
}

/* One end of the copy, as element k of the section (in row-major order) passes by. */
typedef struct {
    const RaterMapping *mapping;
    const RaterSection *section;
    int64_t stride[RATER_MAX_RANK]; /* elements from one index of an axis to the next */
    int64_t coord[RATER_MAX_RANK];  /* of the holders of element k, along AXIS places */
} End;

typedef struct {
    End source, target;
    Route route;
    int64_t element_bytes;
} Runs;

static void
init_end(End *end, const RaterMapping *mapping, const RaterSection *section)
{
    *end = (End){ .mapping = mapping, .section = section };
    int64_t stride = 1;
    for (int x = section->rank - 1; x >= 0; x--) {
        end->stride[x] = stride;
        stride *= section->count[x];
    }
}

/* The indices of axis x around `index` with the same holders. False when they have
 * no place; otherwise the coordinate of the holders is set. */
static bool
same_holders(End *end, int x, int64_t index, RaterRange *indices)
{
    const RaterMapping *mapping = end->mapping;
    RaterRange valid = mapping->valid[x];
    int g = mapping->dim[x];
    if (!rater_range_contains(valid, index)) {
        if (rater_range_is_empty(valid))
            *indices = (RaterRange){ 0, mapping->size[x] };
        else
            *indices = index < valid.lo ? (RaterRange){ 0, valid.lo }
                                        : (RaterRange){ valid.hi, mapping->size[x] };
        return false;
    }
    *indices = valid;
    if (g >= 0) {
        end->coord[g] = rater_place_owner(&mapping->place[g], index);
        *indices = rater_place_local(&mapping->place[g], end->coord[g]);
    }
    return true;
}

/* Sets the holders of element k; *next becomes the first element after k, below it
 * so far, that may have others. False when k has no place. */
static bool
go_to(End *end, int64_t k, int64_t *next)
{
    const RaterSection *section = end->section;
    bool placed = true;
    for (int x = 0; x < section->rank; x++) {
        int64_t stride = end->stride[x];
        int64_t digit = k / stride % section->count[x];
        int64_t index = section->first[x] + section->step[x] * digit;
        RaterRange elements = { 0, section->count[x] };
        RaterRange same;
        if (!same_holders(end, x, index, &same))
            placed = false;
        RaterRange digits = rater_range_preimage(same.lo, same.hi, section->step[x],
                                                 section->first[x], elements);
        if (rater_range_count(digits) == section->count[x])
            continue;
        int64_t change = (k / stride - digit + digits.hi) * stride;
        *next = change < *next ? change : *next;
    }
    return placed;
}

/* Delivers a run to every holder of its target elements. */
static RaterStatus
deliver_run(Runs *runs, int64_t bytes)
{
    const RaterMapping *mapping = runs->target.mapping;
    RaterRange box[RATER_MAX_RANK];
    int64_t *q = runs->target.coord;
    RaterStatus status = RATER_OK;
    if (!first_in_box(mapping->place, &mapping->grid, q, box))
        return RATER_OK;
    do
        status = deliver(&runs->route, runs->source.coord, q, bytes);
    while (status == RATER_OK && next_in_box(box, mapping->grid.rank, q));
    return status;
}

static RaterStatus
walk_runs(Runs *runs, int64_t total)
{
    int64_t next, n_runs = 0;
    for (int64_t k = 0; k < total; k = next) {
        if (++n_runs > MOST_RUNS)
            return RATER_ERROR_MEMORY;
        next = total;
        bool placed = go_to(&runs->source, k, &next);
        placed = go_to(&runs->target, k, &next) && placed;
        if (!placed)
            continue;
        RaterStatus status = deliver_run(runs, (next - k) * runs->element_bytes);
        if (status != RATER_OK)
            return status;
    }
    return RATER_OK;
}

/* That the section is one of the mapping's array and its bytes can be counted. */
static RaterStatus
check_end(const RaterMapping *mapping, const RaterSection *section, int64_t element_bytes)
{
    RaterTransfer transfer;
    return rater_transfer_init_buffer(&transfer, mapping, section, &mapping->grid, 0,
                                      element_bytes);
}

RaterStatus
rater_transfer_runs(const RaterMapping *from, const RaterSection *source,
                    const int64_t source_number[], const RaterMapping *to,
                    const RaterSection *target, const int64_t target_number[],
                    int64_t element_bytes, RaterDistance distance, const void *context,
                    RaterPairs *pairs)
{
    if (source->total != target->total)
        return RATER_ERROR_SECTION;
    RaterStatus status = check_end(from, source, element_bytes);
    if (status == RATER_OK)
        status = check_end(to, target, element_bytes);
    if (status != RATER_OK || source->total == 0)
        return status;
    Runs runs = { .element_bytes = element_bytes,
                  .route = { .source = &from->grid,
                             .target = &to->grid,
                             .from = from->place,
                             .source_number = source_number,
                             .target_number = target_number,
                             .distance = distance,
                             .context = context,
                             .steps = MOST_STEPS,
                             .pairs = pairs } };
    init_end(&runs.source, from, source);
    init_end(&runs.target, to, target);
    return walk_runs(&runs, source->total);
}
