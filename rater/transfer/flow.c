/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/transfer/flow.h"

#include <stddef.h>

static const RaterRange no_coords = { 0, 0 };

/* How many of `ordinals` stand for an element of `held`. */
static int64_t
count_needed(const RaterNeed *need, RaterRange ordinals, RaterRange held)
{
    return rater_range_count(
        rater_range_preimage(held.lo, held.hi, need->u, need->v, ordinals));
}

/* Elements of its axis that coordinate s of source dimension g sends from. */
static RaterRange
held_by(const RaterTransfer *transfer, int g, int64_t s)
{
    const RaterPlace *place = &transfer->from[g];
    return rater_range_meet(rater_place_local(place, s), transfer->held[place->axis]);
}

/* The coordinates from the owner of one end of `span` to that of the other. */
static RaterRange
owners(const RaterPlace *place, RaterRange span)
{
    RaterRange inside = rater_range_meet(span, place->valid);
    if (rater_range_is_empty(inside))
        return no_coords;
    int64_t one = rater_place_owner(place, inside.lo);
    int64_t other = rater_place_owner(place, inside.hi - 1);
    return one < other ? (RaterRange){ one, other + 1 } : (RaterRange){ other, one + 1 };
}

void
rater_transfer_flow_init(RaterTransferFlow *flow, const RaterTransfer *transfer)
{
    *flow = (RaterTransferFlow){ .transfer = transfer, .weight = transfer->element_bytes };
    for (int k = 0; k < transfer->n_axes; k++)
        flow->source_dim[k] = -1;
    for (int g = 0; g < transfer->source.rank; g++) {
        const RaterPlace *place = &transfer->from[g];
        flow->parent[g] = g;
        if (place->kind == RATER_PLACE_AXIS) {
            flow->source_dim[place->axis] = g;
            flow->parent[g] = transfer->need[place->axis].dim;
        }
    }
    for (int k = 0; k < transfer->n_axes; k++) {
        const RaterNeed *need = &transfer->need[k];
        if (flow->source_dim[k] < 0 && need->dim < 0)
            flow->weight *= count_needed(need, need->all, transfer->held[k]);
    }
}

/* Whether a factor depends on axis k. */
static bool
is_used(const RaterTransferFlow *flow, int k)
{
    return k < flow->transfer->n_axes &&
           (flow->source_dim[k] >= 0 || flow->transfer->need[k].dim >= 0);
}

static bool
axis_alike(const RaterTransferFlow *a, const RaterTransferFlow *b, int k)
{
    if (is_used(a, k) != is_used(b, k))
        return false;
    const RaterNeed *one = &a->transfer->need[k], *other = &b->transfer->need[k];
    return !is_used(a, k) ||
           (one->dim == other->dim && one->u == other->u && one->v == other->v &&
            rater_range_equal(a->transfer->held[k], b->transfer->held[k]) &&
            (one->dim >= 0 || rater_range_equal(one->all, other->all)));
}

bool
rater_transfer_flow_alike(const RaterTransferFlow *a, const RaterTransferFlow *b)
{
    for (int g = 0; g < a->transfer->source.rank; g++)
        if (!rater_place_equal(&a->transfer->from[g], &b->transfer->from[g]))
            return false;
    for (int h = 0; h < a->transfer->target.rank; h++)
        if (!rater_place_alike(&a->transfer->to[h], &b->transfer->to[h]))
            return false;
    for (int k = 0; k < RATER_MAX_RANK; k++)
        if (!axis_alike(a, b, k))
            return false;
    return true;
}

/* The one of `coords` (not empty) that is nearest to c. */
static int64_t
nearest(RaterRange coords, int64_t c)
{
    if (c < coords.lo)
        return coords.lo;
    return c < coords.hi ? c : coords.hi - 1;
}

RaterRange
rater_transfer_flow_targets(const RaterTransferFlow *flow, int h)
{
    const RaterPlace *place = &flow->transfer->to[h];
    switch (place->kind) {
    case RATER_PLACE_AXIS:
        return owners(place, place->valid);
    case RATER_PLACE_SOME:
        return place->coords;
    case RATER_PLACE_ALL:
        break;
    }
    return (RaterRange){ 0, flow->transfer->target.size[h] };
}

/* The elements between the first and the last of `ordinals`, as far as held. */
static RaterRange
elements_of(const RaterNeed *need, RaterRange ordinals, RaterRange held)
{
    RaterRange some = rater_range_preimage(held.lo, held.hi, need->u, need->v, ordinals);
    return rater_range_image(need->u, need->v, some);
}

/* The coordinates that may send elements of an AXIS place, whoever gets them. */
static RaterRange
free_sources(const RaterTransfer *transfer, const RaterPlace *place)
{
    const RaterNeed *need = &transfer->need[place->axis];
    RaterRange held = transfer->held[place->axis];
    return owners(place, need->dim < 0 ? elements_of(need, need->all, held) : held);
}

RaterRange
rater_transfer_flow_sources(const RaterTransferFlow *flow, int g)
{
    const RaterPlace *place = &flow->transfer->from[g];
    switch (place->kind) {
    case RATER_PLACE_AXIS:
        return free_sources(flow->transfer, place);
    case RATER_PLACE_SOME:
        return place->coords;
    case RATER_PLACE_ALL:
        break;
    }
    return (RaterRange){ 0, flow->transfer->source.size[g] };
}

RaterRange
rater_transfer_flow_senders(const RaterTransferFlow *flow, int g, int64_t t)
{
    const RaterTransfer *transfer = flow->transfer;
    const RaterPlace *place = &transfer->from[g];
    if (flow->parent[g] < 0)
        return rater_transfer_flow_sources(flow, g);
    if (place->kind == RATER_PLACE_AXIS) {
        RaterRange ordinals = rater_place_local(&transfer->to[flow->parent[g]], t);
        return owners(place, elements_of(&transfer->need[place->axis], ordinals,
                                         transfer->held[place->axis]));
    }
    if (place->kind == RATER_PLACE_SOME) {
        if (rater_range_is_empty(place->coords))
            return no_coords;
        t = nearest(place->coords, t);
    }
    return (RaterRange){ t, t + 1 };
}

RaterRange
rater_transfer_flow_getters(const RaterTransferFlow *flow, int g, int64_t s)
{
    const RaterTransfer *transfer = flow->transfer;
    const RaterPlace *place = &transfer->from[g];
    if (place->kind == RATER_PLACE_AXIS) {
        const RaterPlace *to = &transfer->to[flow->parent[g]];
        const RaterNeed *need = &transfer->need[place->axis];
        RaterRange held = held_by(transfer, g, s);
        return owners(to, rater_range_preimage(held.lo, held.hi, need->u, need->v, to->valid));
    }
    if (place->kind == RATER_PLACE_ALL)
        return (RaterRange){ s, s + 1 };
    if (!rater_range_contains(place->coords, s))
        return no_coords;
    return (RaterRange){ s == place->coords.lo ? 0 : s,
                         s == place->coords.hi - 1 ? transfer->target.size[g] : s + 1 };
}

int64_t
rater_transfer_flow_target_factor(const RaterTransferFlow *flow, int h, int64_t t)
{
    const RaterTransfer *transfer = flow->transfer;
    const RaterPlace *place = &transfer->to[h];
    if (place->kind != RATER_PLACE_AXIS)
        return rater_place_holds(place, t);
    RaterRange ordinals = rater_place_local(place, t);
    int64_t factor = !rater_range_is_empty(ordinals);
    for (int k = 0; k < transfer->n_axes && factor > 0; k++)
        if (transfer->need[k].dim == h && flow->source_dim[k] < 0)
            factor *= count_needed(&transfer->need[k], ordinals, transfer->held[k]);
    return factor;
}

int64_t
rater_transfer_flow_source_factor(const RaterTransferFlow *flow, int g, int64_t s, int64_t t)
{
    const RaterTransfer *transfer = flow->transfer;
    const RaterPlace *place = &transfer->from[g];
    const RaterNeed *need = &transfer->need[place->axis];
    switch (place->kind) {
    case RATER_PLACE_AXIS:
        return count_needed(
            need, need->dim < 0 ? need->all : rater_place_local(&transfer->to[need->dim], t),
            held_by(transfer, g, s));
    case RATER_PLACE_SOME:
        return !rater_range_is_empty(place->coords) && s == nearest(place->coords, t);
    case RATER_PLACE_ALL:
        break;
    }
    return s == t;
}
