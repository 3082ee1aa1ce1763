/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/shadow/face.h"

RaterStatus
rater_shadow_face_check(const RaterShadow *shadow, const RaterGrid *grid)
{
    if (!rater_grid_equal(&shadow->mapping->grid, grid))
        return RATER_ERROR_RANK;
    if (shadow->element_bytes < 1)
        return RATER_ERROR_SIZE;
    for (int x = 0; x < shadow->mapping->rank; x++)
        if (shadow->low[x] < 0 || shadow->high[x] < 0)
            return RATER_ERROR_WIDTH;
    return RATER_OK;
}

int
rater_shadow_face_most_axes(const RaterShadow *shadow)
{
    return shadow->max_axes > 1 ? shadow->max_axes : 1;
}

/* Elements of the axis of `place` that coordinate c has of the part that is meant. */
static int64_t
part_of(const RaterShadow *shadow, const RaterPlace *place, int64_t c)
{
    return rater_range_count(
        rater_range_meet(rater_place_local(place, c), shadow->part[place->axis]));
}

static int64_t
stay(const RaterShadow *shadow, int g, int64_t c)
{
    const RaterPlace *place = &shadow->mapping->place[g];
    if (place->kind != RATER_PLACE_AXIS)
        return rater_place_holds(place, c);
    return shadow->sign[place->axis] & RATER_SHADOW_NONE ? part_of(shadow, place, c) : 0;
}

/* Layer j of `width` is the element width - j before the end of the block. */
static int64_t
layers_up(const RaterShadow *shadow, int axis, int64_t count)
{
    int64_t width = shadow->low[axis];
    int64_t missing = count < width ? width - count : 0;
    return rater_range_count(
        rater_range_meet(shadow->low_layers[axis], (RaterRange){ missing, width }));
}

/* Layer j is element j of the block. */
static int64_t
layers_down(const RaterShadow *shadow, int axis, int64_t count)
{
    int64_t width = shadow->high[axis];
    return rater_range_count(rater_range_meet(
        shadow->high_layers[axis], (RaterRange){ 0, count < width ? count : width }));
}

RaterShadowMoves
rater_shadow_face_moves(const RaterShadow *shadow, int g, int64_t c)
{
    const RaterPlace *place = &shadow->mapping->place[g];
    RaterShadowMoves moves = { .factor = { stay(shadow, g, c) } };
    if (place->kind != RATER_PLACE_AXIS)
        return moves;
    /* To the owners of the elements next to c's block, where these have some of the part. */
    RaterRange block = rater_place_local(place, c);
    int64_t count = rater_range_count(block);
    int axis = place->axis, sign = shadow->sign[axis];
    if (count > 0 && (sign & RATER_SHADOW_HIGH) && block.lo > place->valid.lo) {
        int64_t below = rater_place_owner(place, block.lo - 1);
        moves.offset[RATER_SHADOW_DOWN] = below - c;
        if (part_of(shadow, place, below) > 0)
            moves.factor[RATER_SHADOW_DOWN] = layers_down(shadow, axis, count);
    }
    if (count > 0 && (sign & RATER_SHADOW_LOW) && block.hi < place->valid.hi) {
        int64_t above = rater_place_owner(place, block.hi);
        moves.offset[RATER_SHADOW_UP] = above - c;
        if (part_of(shadow, place, above) > 0)
            moves.factor[RATER_SHADOW_UP] = layers_up(shadow, axis, count);
    }
    return moves;
}

__int128
rater_shadow_face_bytes(const RaterShadow *shadow)
{
    const __int128 too_many = (__int128)INT64_MAX + 1;
    __int128 bytes = shadow->element_bytes;
    for (int x = 0; x < shadow->mapping->rank; x++) {
        if (shadow->mapping->dim[x] >= 0)
            continue;
        RaterRange part = rater_range_meet(shadow->mapping->valid[x], shadow->part[x]);
        bytes *= shadow->sign[x] & RATER_SHADOW_NONE ? rater_range_count(part) : 0;
        bytes = bytes < too_many ? bytes : too_many;
    }
    return bytes;
}
