/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/transfer/remote.h"

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

/* The ordinals (0 for init) of the iterations whose values lie in `values`. */
static RaterRange
ordinals_of(const RaterLoopAxis *axis, RaterRange values)
{
    RaterRange all = { 0, INT64_MAX };
    return rater_range_preimage(values.lo, values.hi, axis->step, axis->init, all);
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
    place->valid = ordinals_of(axis, place->valid);
    RaterStatus status = compose(&place->b, a, axis->init, place->b);
    if (status == RATER_OK)
        status = compose(&place->a, a, axis->step, 0);
    return status;
}

/* What a rule needs of an array axis. */
static RaterStatus
set_need(RaterNeed *need, const RaterLoop *loop, const RaterRemoteRule *rule, RaterRange held)
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
    need->all = ordinals_of(axis, loop->valid[l]);
    RaterStatus status = compose(&need->u, rule->coeff, axis->step, 0);
    if (status == RATER_OK)
        status = compose(&need->v, rule->coeff, axis->init, rule->konst);
    return status;
}

/* A loop without iterations: nobody needs anything. */
static bool
is_empty(const RaterLoop *loop)
{
    for (int l = 0; l < loop->rank; l++)
        if (loop->count[l] == 0)
            return true;
    return false;
}

static RaterStatus
set_needs(RaterTransfer *transfer, const RaterLoop *loop, int n_rules,
          const RaterRemoteRule rules[])
{
    const RaterRemoteRule whole = { .axis = -1 };
    RaterStatus status = RATER_OK;
    for (int k = 0; k < transfer->n_axes && status == RATER_OK; k++)
        status = set_need(&transfer->need[k], loop, k < n_rules ? &rules[k] : &whole,
                          transfer->held[k]);
    for (int h = 0; h < loop->grid.rank && status == RATER_OK; h++)
        status = set_target(&transfer->to[h], loop, h);
    return status;
}

RaterStatus
rater_remote_init(RaterTransfer *transfer, const RaterMapping *from, const RaterLoop *loop,
                  int n_rules, const RaterRemoteRule rules[], int64_t element_bytes)
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
    if (is_empty(loop))
        made.held[0] = (RaterRange){ 0, 0 };
    *transfer = made;
    return RATER_OK;
}
