/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/rater-pairs.h"
#include "rater/rater-shadow-face.h"

#include <stddef.h>

/* Coordinates gone through before RATER_ERROR_MEMORY. */
#define MOST_STEPS (INT64_C(1) << 26)

/* Stands for any number of bytes that is too large for a message. */
static const __int128 too_many = (__int128)INT64_MAX + 1;

/* What a coordinate does along one dimension: it stays, or sends to another coordinate. */
typedef struct {
    int64_t to;
    int64_t factor; /* elements along this dimension, 1 where the array does not lie on it */
} Move;

enum { STAY, DOWN, UP, N_MOVES };

/* A walk over the processors of one array, dimension by dimension. */
typedef struct {
    const RaterShadow *shadow;
    const int64_t *number;
    RaterPairs *pairs;
    int64_t steps; /* left */
    int64_t from[RATER_MAX_RANK], to[RATER_MAX_RANK];
} Walk;

static void
moves_on_axis(Move moves[], const RaterShadow *shadow, const RaterPlace *place, int64_t c)
{
    int axis = place->axis;
    int sign = shadow->sign[axis];
    RaterRange block = rater_place_local(place, c);
    int64_t count = rater_range_count(block);
    if (count == 0)
        return;
    if (sign & RATER_SHADOW_NONE)
        moves[STAY] = (Move){ c, rater_shadow_face_part(shadow, place, c) };
    if ((sign & RATER_SHADOW_HIGH) && block.lo > place->valid.lo) {
        int64_t below = rater_place_owner(place, block.lo - 1);
        if (rater_shadow_face_part(shadow, place, below) > 0)
            moves[DOWN] = (Move){ below, rater_shadow_face_down(shadow, axis, count) };
    }
    if ((sign & RATER_SHADOW_LOW) && block.hi < place->valid.hi) {
        int64_t above = rater_place_owner(place, block.hi);
        if (rater_shadow_face_part(shadow, place, above) > 0)
            moves[UP] = (Move){ above, rater_shadow_face_up(shadow, axis, count) };
    }
}

static RaterStatus
add_message(const Walk *walk, __int128 wide)
{
    if (wide >= too_many)
        return RATER_ERROR_OVERFLOW;
    int64_t bytes = (int64_t)wide;
    const RaterGrid *grid = &walk->shadow->mapping->grid;
    int64_t from = rater_grid_number(grid, walk->from);
    int64_t to = rater_grid_number(grid, walk->to);
    if (walk->number != NULL)
        return rater_pairs_add(walk->pairs, walk->number[from], walk->number[to], bytes);
    return rater_pairs_add(walk->pairs, from, to, bytes);
}

/* Goes through the coordinates of dimension g and the dimensions after it; `axes` is
 * the number of dimensions so far along which something is sent. */
static RaterStatus
walk_dimension(Walk *walk, int g, int axes, __int128 bytes)
{
    const RaterMapping *mapping = walk->shadow->mapping;
    if (g == mapping->grid.rank)
        return axes > 0 ? add_message(walk, bytes) : RATER_OK;
    const RaterPlace *place = &mapping->place[g];
    for (int64_t c = 0; c < mapping->grid.size[g]; c++) {
        Move moves[N_MOVES] = { 0 };
        if (--walk->steps < 0)
            return RATER_ERROR_MEMORY;
        if (place->kind == RATER_PLACE_AXIS)
            moves_on_axis(moves, walk->shadow, place, c);
        else
            moves[STAY] = (Move){ c, rater_place_holds(place, c) };
        for (int m = 0; m < N_MOVES; m++) {
            if (moves[m].factor == 0 || (m != STAY && axes >= walk->shadow->max_axes))
                continue;
            __int128 product = bytes * moves[m].factor;
            product = product < too_many ? product : too_many;
            walk->from[g] = c;
            walk->to[g] = moves[m].to;
            RaterStatus status = walk_dimension(walk, g + 1, axes + (m != STAY), product);
            if (status != RATER_OK)
                return status;
        }
    }
    return RATER_OK;
}

static RaterStatus
check(const RaterShadow *shadow, const RaterGrid *grid)
{
    if (!rater_grid_equal(&shadow->mapping->grid, grid))
        return RATER_ERROR_RANK;
    if (shadow->element_bytes < 1)
        return RATER_ERROR_SIZE;
    for (int x = 0; x < shadow->mapping->rank; x++)
        if (shadow->low[x] < 0 || shadow->high[x] < 0)
            return RATER_ERROR_WIDTH;
    return rater_grid_count(grid) > MOST_STEPS ? RATER_ERROR_MEMORY : RATER_OK;
}

RaterStatus
rater_shadow_pairs(const RaterShadow shadows[], int n, const int64_t number[],
                   RaterPairs *pairs)
{
    for (int i = 0; i < n; i++) {
        RaterStatus status = check(&shadows[i], &shadows[0].mapping->grid);
        if (status != RATER_OK)
            return status;
    }
    for (int i = 0; i < n; i++) {
        Walk walk = {
            .shadow = &shadows[i], .number = number, .pairs = pairs, .steps = MOST_STEPS
        };
        __int128 bytes = rater_shadow_face_bytes(&shadows[i]);
        RaterStatus status = bytes > 0 ? walk_dimension(&walk, 0, 0, bytes) : RATER_OK;
        if (status != RATER_OK)
            return status;
    }
    return RATER_OK;
}
