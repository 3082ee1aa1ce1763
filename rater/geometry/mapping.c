/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/geometry/mapping.h"

/* The coordinates that own something of the template indices `span`. */
static RaterRange
coords_of_span(const RaterBlocks *blocks, RaterRange span)
{
    RaterRange inside = rater_range_meet(span, (RaterRange){ 0, blocks->n });
    if (rater_range_is_empty(inside))
        return (RaterRange){ 0, 0 };
    return (RaterRange){ rater_blocks_owner(blocks, inside.lo),
                         rater_blocks_owner(blocks, inside.hi - 1) + 1 };
}

/* The place along a grid dimension over which `blocks` distribute a template axis,
 * for an array that lies on that axis by `term`. */
static RaterPlace
place_of_term(const RaterAlign *align, const RaterAlignTerm *term, const RaterBlocks *blocks)
{
    RaterPlace place = { .kind = RATER_PLACE_ALL };
    switch (term->kind) {
    case RATER_ALIGN_AXIS:
        place.kind = RATER_PLACE_AXIS;
        place.axis = term->axis;
        place.a = term->a;
        place.b = term->b;
        place.valid = align->valid[term->axis];
        place.blocks = *blocks;
        break;
    case RATER_ALIGN_CONST:
        place.kind = RATER_PLACE_SOME;
        if (term->b >= 0 && term->b < blocks->n) {
            place.coords.lo = rater_blocks_owner(blocks, term->b);
            place.coords.hi = place.coords.lo + 1;
        }
        break;
    case RATER_ALIGN_SOME:
        place.kind = RATER_PLACE_SOME;
        place.coords = coords_of_span(blocks, term->span);
        break;
    case RATER_ALIGN_ALL:
        break;
    }
    return place;
}

RaterStatus
rater_mapping_init(RaterMapping *mapping, const RaterAlign *align, const RaterDist *dist)
{
    if (align->template_rank != dist->rank)
        return RATER_ERROR_RANK;
    RaterMapping made = { .grid = dist->grid, .rank = align->rank };
    for (int x = 0; x < align->rank; x++) {
        made.size[x] = align->size[x];
        made.valid[x] = align->valid[x];
        made.dim[x] = -1;
    }
    for (int g = 0; g < dist->grid.rank; g++) {
        made.place[g].kind = RATER_PLACE_ALL;
        int t = dist->axis[g];
        if (t < 0)
            continue;
        made.place[g] = place_of_term(align, &align->term[t], &dist->blocks[g]);
        if (made.place[g].kind == RATER_PLACE_AXIS)
            made.dim[made.place[g].axis] = g;
    }
    *mapping = made;
    return RATER_OK;
}

RaterRange
rater_place_local(const RaterPlace *place, int64_t c)
{
    RaterRange block = rater_blocks_range(&place->blocks, c);
    return rater_range_preimage(block.lo, block.hi, place->a, place->b, place->valid);
}

bool
rater_place_holds(const RaterPlace *place, int64_t c)
{
    switch (place->kind) {
    case RATER_PLACE_AXIS:
        return !rater_range_is_empty(rater_place_local(place, c));
    case RATER_PLACE_SOME:
        return rater_range_contains(place->coords, c);
    case RATER_PLACE_ALL:
        break;
    }
    return true;
}

bool
rater_place_is_dense(const RaterPlace *place)
{
    /* Two neighbouring elements are |a| apart: a block of as many holds one of them. */
    int64_t least = rater_blocks_least(&place->blocks);
    return place->a >= -least && place->a <= least;
}

int64_t
rater_place_owner(const RaterPlace *place, int64_t x)
{
    return rater_blocks_owner(&place->blocks, (int64_t)((__int128)place->a * x + place->b));
}

bool
rater_place_alike(const RaterPlace *a, const RaterPlace *b)
{
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case RATER_PLACE_AXIS:
        return a->a == b->a && a->b == b->b && rater_range_equal(a->valid, b->valid) &&
               rater_blocks_equal(&a->blocks, &b->blocks);
    case RATER_PLACE_SOME:
        return rater_range_equal(a->coords, b->coords);
    case RATER_PLACE_ALL:
        break;
    }
    return true;
}

bool
rater_place_equal(const RaterPlace *a, const RaterPlace *b)
{
    return rater_place_alike(a, b) && (a->kind != RATER_PLACE_AXIS || a->axis == b->axis);
}

bool
rater_mapping_equal(const RaterMapping *a, const RaterMapping *b)
{
    if (a->rank != b->rank || !rater_grid_equal(&a->grid, &b->grid))
        return false;
    for (int x = 0; x < a->rank; x++)
        if (a->size[x] != b->size[x] || !rater_range_equal(a->valid[x], b->valid[x]))
            return false;
    for (int g = 0; g < a->grid.rank; g++)
        if (!rater_place_equal(&a->place[g], &b->place[g]))
            return false;
    return true;
}
