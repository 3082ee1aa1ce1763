/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/transfer/route.h"

#define MOST_RUNS 10000000

/* One end of the copy, as element k of the section (in row-major order) passes by. */
typedef struct {
    const RaterMapping *mapping;
    const RaterSection *section;
    int64_t stride[RATER_MAX_RANK]; /* elements from one index of an axis to the next */
    int64_t coord[RATER_MAX_RANK];  /* of the holders of element k, along AXIS places */
} End;

typedef struct {
    End source, target;
    RaterTransferRoute route;
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

/* Delivers a run to every holder of its target elements, dimension by dimension. */
static RaterStatus
deliver(Runs *runs, int h, int64_t q[], int64_t bytes)
{
    const RaterMapping *mapping = runs->target.mapping;
    if (h == mapping->grid.rank)
        return rater_transfer_route_deliver(&runs->route, runs->source.coord, q, bytes);
    const RaterPlace *place = &mapping->place[h];
    RaterRange coords = { 0, mapping->grid.size[h] };
    if (place->kind == RATER_PLACE_AXIS)
        coords = (RaterRange){ runs->target.coord[h], runs->target.coord[h] + 1 };
    else if (place->kind == RATER_PLACE_SOME)
        coords = place->coords;
    RaterStatus status = RATER_OK;
    for (int64_t c = coords.lo; c < coords.hi && status == RATER_OK; c++) {
        if (--runs->route.steps < 0)
            return RATER_ERROR_MEMORY;
        q[h] = c;
        status = deliver(runs, h + 1, q, bytes);
    }
    return status;
}

static RaterStatus
walk_runs(Runs *runs, int64_t total)
{
    int64_t q[RATER_MAX_RANK];
    int64_t next;
    int64_t n_runs = 0;
    for (int64_t k = 0; k < total; k = next) {
        if (++n_runs > MOST_RUNS)
            return RATER_ERROR_MEMORY;
        next = total;
        bool placed = go_to(&runs->source, k, &next);
        placed = go_to(&runs->target, k, &next) && placed;
        if (!placed)
            continue;
        RaterStatus status = deliver(runs, 0, q, (next - k) * runs->element_bytes);
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
                             .pairs = pairs } };
    init_end(&runs.source, from, source);
    init_end(&runs.target, to, target);
    status = rater_transfer_route_init(&runs.route);
    if (status == RATER_OK)
        status = walk_runs(&runs, source->total);
    rater_transfer_route_free(&runs.route);
    return status;
}
