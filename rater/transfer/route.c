/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/transfer/route.h"

#include "rater/transfer/flow.h"

#include <stdlib.h>

static int64_t
root_number(const int64_t numbers[], const RaterGrid *grid, const int64_t index[])
{
    int64_t number = rater_grid_number(grid, index);
    return numbers != NULL ? numbers[number] : number;
}

static int
compare_holders(const void *a, const void *b)
{
    const RaterTransferHolder *one = a;
    const RaterTransferHolder *other = b;
    return one->root < other->root ? -1 : one->root > other->root;
}

/* Whether several processors may hold the same elements. */
static bool
has_choice(const RaterTransferRoute *route)
{
    for (int g = 0; g < route->source->rank; g++)
        if (route->from[g].kind != RATER_PLACE_AXIS && route->source->size[g] > 1)
            return true;
    return false;
}

RaterStatus
rater_transfer_route_init(RaterTransferRoute *route)
{
    route->steps = RATER_ROUTE_MAX_STEPS;
    route->holders = NULL;
    if (route->distance == NULL)
        return rater_grid_equal(route->source, route->target) ? RATER_OK : RATER_ERROR_RANK;
    if (route->source_number == NULL || !has_choice(route))
        return RATER_OK;
    int64_t count = rater_grid_count(route->source);
    if (count > route->steps)
        return RATER_ERROR_MEMORY;
    route->holders = malloc((size_t)count * sizeof *route->holders);
    if (route->holders == NULL)
        return RATER_ERROR_MEMORY;
    for (int64_t i = 0; i < count; i++)
        route->holders[i] = (RaterTransferHolder){ route->source_number[i], i };
    qsort(route->holders, (size_t)count, sizeof *route->holders, compare_holders);
    return RATER_OK;
}

void
rater_transfer_route_free(RaterTransferRoute *route)
{
    free(route->holders);
    route->holders = NULL;
}

/* The number in the source system of the processor with this root number, -1: none. */
static int64_t
number_in_source(const RaterTransferRoute *route, int64_t root)
{
    int64_t count = rater_grid_count(route->source);
    if (route->source_number == NULL)
        return root < count ? root : -1;
    if (route->holders == NULL)
        return -1;
    RaterTransferHolder key = { .root = root };
    const RaterTransferHolder *found =
        bsearch(&key, route->holders, (size_t)count, sizeof *route->holders, compare_holders);
    return found != NULL ? found->number : -1;
}

/* Whether the processor with this root number is one of the holders. */
static bool
holds_itself(const RaterTransferRoute *route, const int64_t p[], int64_t root)
{
    int64_t index[RATER_MAX_RANK];
    int64_t number = number_in_source(route, root);
    if (number < 0)
        return false;
    rater_grid_index(route->source, number, index);
    for (int g = 0; g < route->source->rank; g++) {
        const RaterPlace *place = &route->from[g];
        if (place->kind == RATER_PLACE_AXIS ? index[g] != p[g]
                                            : !rater_place_holds(place, index[g]))
            return false;
    }
    return true;
}

/* The coordinates among which the holder is sought along dimension g. */
static RaterRange
holder_coords(const RaterTransferRoute *route, const int64_t p[], int g)
{
    switch (route->from[g].kind) {
    case RATER_PLACE_AXIS:
        return (RaterRange){ p[g], p[g] + 1 };
    case RATER_PLACE_SOME:
        return route->from[g].coords;
    case RATER_PLACE_ALL:
        break;
    }
    return (RaterRange){ 0, route->source->size[g] };
}

/* Moves p to the next processor of the box in row-major order; false after the last. */
static bool
next_in_box(int64_t p[], const RaterRange box[], int rank)
{
    for (int g = rank - 1; g >= 0; g--) {
        if (++p[g] < box[g].hi)
            return true;
        p[g] = box[g].lo;
    }
    return false;
}

/* The root number of the nearest holder: least distance, then least number. */
static RaterStatus
find_holder(RaterTransferRoute *route, int64_t p[], int64_t root, int64_t *holder)
{
    RaterRange box[RATER_MAX_RANK];
    int rank = route->source->rank;
    int64_t best = -1, least = 0;
    for (int g = 0; g < rank; g++) {
        box[g] = holder_coords(route, p, g);
        p[g] = box[g].lo;
    }
    do {
        if (--route->steps < 0)
            return RATER_ERROR_MEMORY;
        int64_t number = root_number(route->source_number, route->source, p);
        int64_t distance = route->distance(number, root, route->context);
        if (best < 0 || distance < least || (distance == least && number < best)) {
            best = number;
            least = distance;
        }
    } while (next_in_box(p, box, rank));
    *holder = best;
    return RATER_OK;
}

/* Source and target are one grid: the nearest holder dimension by dimension. */
static RaterStatus
deliver_on_grid(RaterTransferRoute *route, int64_t p[], const int64_t q[], int64_t bytes)
{
    for (int g = 0; g < route->source->rank; g++) {
        if (route->from[g].kind == RATER_PLACE_ALL)
            p[g] = q[g];
        else if (route->from[g].kind == RATER_PLACE_SOME)
            p[g] = rater_transfer_flow_nearest(route->from[g].coords, q[g]);
    }
    return rater_pairs_add(route->pairs, root_number(route->source_number, route->source, p),
                           root_number(route->source_number, route->source, q), bytes);
}

RaterStatus
rater_transfer_route_deliver(RaterTransferRoute *route, int64_t p[], const int64_t q[],
                             int64_t bytes)
{
    for (int g = 0; g < route->source->rank; g++)
        if (route->from[g].kind == RATER_PLACE_SOME &&
            rater_range_is_empty(route->from[g].coords))
            return RATER_OK;
    if (--route->steps < 0)
        return RATER_ERROR_MEMORY;
    if (route->distance == NULL)
        return deliver_on_grid(route, p, q, bytes);
    int64_t root = root_number(route->target_number, route->target, q);
    if (holds_itself(route, p, root))
        return RATER_OK;
    int64_t holder;
    RaterStatus status = find_holder(route, p, root, &holder);
    if (status != RATER_OK)
        return status;
    return rater_pairs_add(route->pairs, holder, root, bytes);
}
