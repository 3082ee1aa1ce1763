/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/transfer/transfer.h"

#include <stddef.h>

/* One end of a copy in terms of the virtual axes. */
typedef struct {
    int n_axes;
    int dim[RATER_MAX_RANK];          /* grid dimension of each virtual axis, -1: none */
    RaterRange valid[RATER_MAX_RANK]; /* elements of each virtual axis that have a place */
    RaterPlace place[RATER_MAX_RANK]; /* one a grid dimension */
    bool nothing;                     /* no element has a place */
} End;

/* Checks that the section's elements are in an array of the mapping's sizes. */
static RaterStatus
check_section(const RaterMapping *mapping, const RaterSection *section)
{
    if (section->rank != mapping->rank)
        return RATER_ERROR_RANK;
    for (int x = 0; x < section->rank && section->total > 0; x++) {
        RaterRange array = { 0, mapping->size[x] };
        int64_t last = section->first[x] + section->step[x] * (section->count[x] - 1);
        if (!rater_range_contains(array, section->first[x]) ||
            !rater_range_contains(array, last))
            return RATER_ERROR_SECTION;
    }
    return RATER_OK;
}

/* An axis of one element: a constant place. */
static void
drop_axis(End *end, const RaterMapping *mapping, int x, int64_t index)
{
    int g = mapping->dim[x];
    if (!rater_range_contains(mapping->valid[x], index)) {
        end->nothing = true;
    } else if (g >= 0) {
        int64_t owner = rater_place_owner(&mapping->place[g], index);
        end->place[g] =
            (RaterPlace){ .kind = RATER_PLACE_SOME, .coords = { owner, owner + 1 } };
    }
}

/* offset + factor * x, which must fit. */
static RaterStatus
compose(int64_t *result, int64_t factor, int64_t x, int64_t offset)
{
    int64_t product;
    if (__builtin_mul_overflow(factor, x, &product) ||
        __builtin_add_overflow(product, offset, result))
        return RATER_ERROR_OVERFLOW;
    return RATER_OK;
}

/* An axis of several elements first + step * e: composes its place. */
static RaterStatus
add_axis(End *end, const RaterMapping *mapping, const RaterSection *section, int x)
{
    int k = end->n_axes++;
    int g = mapping->dim[x];
    int64_t first = section->first[x];
    int64_t step = section->step[x];
    RaterRange elements = { 0, section->count[x] };
    RaterRange valid = mapping->valid[x];
    end->dim[k] = g;
    end->valid[k] = rater_range_preimage(valid.lo, valid.hi, step, first, elements);
    if (rater_range_is_empty(end->valid[k]))
        end->nothing = true;
    if (g < 0 || end->nothing)
        return RATER_OK;
    RaterPlace *place = &end->place[g];
    place->axis = k;
    place->valid = end->valid[k];
    RaterStatus status = compose(&place->b, place->a, first, place->b);
    return status == RATER_OK ? compose(&place->a, place->a, step, 0) : status;
}

static RaterStatus
init_end(End *end, const RaterMapping *mapping, const RaterSection *section)
{
    RaterStatus status = check_section(mapping, section);
    if (status != RATER_OK)
        return status;
    *end = (End){ .nothing = section->total == 0 };
    for (int g = 0; g < mapping->grid.rank; g++) {
        end->place[g] = mapping->place[g];
        if (end->place[g].kind == RATER_PLACE_SOME &&
            rater_range_is_empty(end->place[g].coords))
            end->nothing = true;
    }
    for (int x = 0; x < section->rank && !end->nothing && status == RATER_OK; x++) {
        if (section->count[x] == 1)
            drop_axis(end, mapping, x, section->first[x]);
        else
            status = add_axis(end, mapping, section, x);
    }
    return status;
}

/* A transfer of no elements: one axis without any. */
static void
set_nothing(RaterTransfer *transfer)
{
    transfer->n_axes = 1;
    transfer->held[0] = (RaterRange){ 0, 0 };
    transfer->need[0] = (RaterNeed){ .dim = -1, .u = 1 };
    for (int g = 0; g < RATER_MAX_RANK; g++)
        transfer->from[g] = transfer->to[g] = (RaterPlace){ .kind = RATER_PLACE_ALL };
}

/* Keeps every product of counts times element_bytes inside of int64_t. */
static RaterStatus
check_bytes(int64_t element_bytes, const RaterSection *section)
{
    int64_t bytes;
    if (element_bytes < 1)
        return RATER_ERROR_SIZE;
    return __builtin_mul_overflow(section->total, element_bytes, &bytes) ? RATER_ERROR_OVERFLOW
                                                                         : RATER_OK;
}

RaterStatus
rater_transfer_init_copy(RaterTransfer *transfer, const RaterMapping *from,
                         const RaterSection *source, const RaterMapping *to,
                         const RaterSection *target, int64_t element_bytes)
{
    End from_end, to_end;
    if (source->total != target->total)
        return RATER_ERROR_SECTION;
    RaterStatus status = check_bytes(element_bytes, source);
    if (status == RATER_OK)
        status = init_end(&from_end, from, source);
    if (status == RATER_OK)
        status = init_end(&to_end, to, target);
    if (status != RATER_OK)
        return status;
    if (!rater_section_conforms(source, target))
        return RATER_ERROR_RANK;

    *transfer = (RaterTransfer){ .element_bytes = element_bytes,
                                 .source = from->grid,
                                 .target = to->grid,
                                 .n_axes = from_end.n_axes };
    if (from_end.nothing || to_end.nothing) {
        set_nothing(transfer);
        return RATER_OK;
    }
    for (int k = 0; k < from_end.n_axes; k++) {
        transfer->held[k] = from_end.valid[k];
        transfer->need[k] = (RaterNeed){ .dim = to_end.dim[k], .all = to_end.valid[k], .u = 1 };
    }
    for (int g = 0; g < from->grid.rank; g++)
        transfer->from[g] = from_end.place[g];
    for (int h = 0; h < to->grid.rank; h++)
        transfer->to[h] = to_end.place[h];
    return RATER_OK;
}

RaterStatus
rater_transfer_init_redistribution(RaterTransfer *transfer, const RaterMapping *from,
                                   const RaterMapping *to, int64_t element_bytes)
{
    if (from->rank != to->rank)
        return RATER_ERROR_RANK;
    int64_t whole[RATER_MAX_RANK];
    for (int x = 0; x < from->rank; x++) {
        if (from->size[x] != to->size[x])
            return RATER_ERROR_RANK;
        whole[x] = -1;
    }
    RaterSection section;
    RaterStatus status = rater_section_init_coords(&section, from->rank, from->size, whole);
    if (status != RATER_OK)
        return status;
    return rater_transfer_init_copy(transfer, from, &section, to, &section, element_bytes);
}

RaterStatus
rater_transfer_init_buffer(RaterTransfer *transfer, const RaterMapping *from,
                           const RaterSection *source, const RaterGrid *grid, int64_t holder,
                           int64_t element_bytes)
{
    /* The array as it would be with all its elements on the holder, or on all. */
    RaterMapping buffer = { .grid = *grid, .rank = from->rank };
    int64_t index[RATER_MAX_RANK] = { 0 };
    if (holder >= rater_grid_count(grid))
        return RATER_ERROR_SIZE;
    if (holder >= 0)
        rater_grid_index(grid, holder, index);
    for (int x = 0; x < from->rank; x++) {
        buffer.size[x] = from->size[x];
        buffer.valid[x] = (RaterRange){ 0, from->size[x] };
        buffer.dim[x] = -1;
    }
    for (int h = 0; h < grid->rank; h++) {
        buffer.place[h].kind = holder >= 0 ? RATER_PLACE_SOME : RATER_PLACE_ALL;
        buffer.place[h].coords = (RaterRange){ index[h], index[h] + 1 };
    }
    return rater_transfer_init_copy(transfer, from, source, &buffer, source, element_bytes);
}

/* The place of the loop, with the ordinals of its axis instead of their values. */
static RaterStatus
set_target(RaterPlace *place, const RaterLoop *loop, int h)
{
    *place = loop->place[h];
    if (place->kind != RATER_PLACE_AXIS)
        return RATER_OK;
    const RaterLoopAxis *axis = &loop->axis[place->axis];
    int64_t a = place->a;
    place->valid = rater_loop_ordinals(axis, place->valid);
    RaterStatus status = compose(&place->b, a, axis->init, place->b);
    if (status == RATER_OK)
        status = compose(&place->a, a, axis->step, 0);
    return status;
}

/* What a rule needs of an array axis. */
static RaterStatus
set_need(RaterNeed *need, const RaterLoop *loop, const RaterAlignRule *rule, RaterRange held)
{
    if (rule->axis < -1 || rule->axis > loop->rank)
        return RATER_ERROR_AXIS;
    *need = (RaterNeed){ .dim = -1, .u = 1 };
    if (rule->axis == -1) {
        need->all = held;
        return RATER_OK;
    }
    if (rule->axis == 0 || rule->coeff == 0) {
        bool inside = rater_range_contains(held, rule->konst);
        need->all = inside ? (RaterRange){ rule->konst, rule->konst + 1 } : need->all;
        return RATER_OK;
    }
    int l = (int)rule->axis - 1;
    const RaterLoopAxis *axis = &loop->axis[l];
    need->dim = loop->dim[l];
    need->all = rater_loop_ordinals(axis, loop->valid[l]);
    RaterStatus status = compose(&need->u, rule->coeff, axis->step, 0);
    if (status == RATER_OK)
        status = compose(&need->v, rule->coeff, axis->init, rule->konst);
    return status;
}

static RaterStatus
set_needs(RaterTransfer *transfer, const RaterLoop *loop, int n_rules,
          const RaterAlignRule rules[])
{
    const RaterAlignRule whole = { .axis = -1 };
    RaterStatus status = RATER_OK;
    for (int k = 0; k < transfer->n_axes && status == RATER_OK; k++)
        status = set_need(&transfer->need[k], loop, k < n_rules ? &rules[k] : &whole,
                          transfer->held[k]);
    for (int h = 0; h < loop->grid.rank && status == RATER_OK; h++)
        status = set_target(&transfer->to[h], loop, h);
    return status;
}

RaterStatus
rater_transfer_init_remote(RaterTransfer *transfer, const RaterMapping *from,
                           const RaterLoop *loop, int n_rules, const RaterAlignRule rules[],
                           int64_t element_bytes)
{
    int64_t bytes = element_bytes;
    if (n_rules > from->rank)
        return RATER_ERROR_RANK;
    if (element_bytes < 1)
        return RATER_ERROR_SIZE;
    RaterTransfer made = { .element_bytes = element_bytes,
                           .source = from->grid,
                           .target = loop->grid,
                           .n_axes = from->rank };
    for (int x = 0; x < from->rank; x++) {
        if (__builtin_mul_overflow(bytes, from->size[x], &bytes))
            return RATER_ERROR_OVERFLOW;
        made.held[x] = from->valid[x];
    }
    for (int g = 0; g < from->grid.rank; g++)
        made.from[g] = from->place[g];
    RaterStatus status = set_needs(&made, loop, n_rules, rules);
    if (status != RATER_OK)
        return status;
    for (int l = 0; l < loop->rank; l++)
        if (loop->count[l] == 0) /* nobody needs anything */
            made.held[0] = (RaterRange){ 0, 0 };
    *transfer = made;
    return RATER_OK;
}
