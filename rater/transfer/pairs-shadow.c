/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/shadow/face.h"
#include "rater/transfer/pairs.h"

#include <stddef.h>

/* Coordinates gone through before RATER_ERROR_MEMORY. */
#define MOST_STEPS (INT64_C(1) << 26)

/* Stands for any number of bytes that is too large for a message. */
static const __int128 too_many = (__int128)INT64_MAX + 1;

/* A walk over the processors of one array, dimension by dimension. */
typedef struct {
    const RaterShadow *shadow;
    const int64_t *number;
    RaterPairs *pairs;
    int64_t steps; /* left */
    int64_t from[RATER_MAX_RANK], to[RATER_MAX_RANK];
} Walk;

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

static RaterStatus walk_dimension(Walk *walk, int g, int axes, __int128 bytes);

/* From coordinate c of dimension g to the one at `offset`, `factor` elements along it. */
static RaterStatus
walk_move(Walk *walk, int g, int64_t c, int64_t offset, int64_t factor, int axes,
          __int128 bytes)
{
    axes += offset != 0;
    if (factor == 0 || axes > rater_shadow_face_most_axes(walk->shadow))
        return RATER_OK;
    __int128 product = bytes * factor;
    walk->from[g] = c;
    walk->to[g] = c + offset;
    return walk_dimension(walk, g + 1, axes, product < too_many ? product : too_many);
}

/* Goes through the coordinates of dimension g and the dimensions after it; `axes` is
 * the number of dimensions so far along which something is sent. */
static RaterStatus
walk_dimension(Walk *walk, int g, int axes, __int128 bytes)
{
    const RaterMapping *mapping = walk->shadow->mapping;
    if (g == mapping->grid.rank)
        return axes > 0 ? add_message(walk, bytes) : RATER_OK;
    for (int64_t c = 0; c < mapping->grid.size[g]; c++) {
        if (--walk->steps < 0)
            return RATER_ERROR_MEMORY;
        RaterShadowMoves moves = rater_shadow_face_moves(walk->shadow, g, c);
        for (int k = 0; k < RATER_SHADOW_MOVES; k++) {
            RaterStatus status =
                walk_move(walk, g, c, moves.offset[k], moves.factor[k], axes, bytes);
            if (status != RATER_OK)
                return status;
        }
    }
    return RATER_OK;
}

RaterStatus
rater_shadow_pairs(const RaterShadow shadows[], int n, const int64_t number[],
                   RaterPairs *pairs)
{
    RaterStatus status = RATER_OK;
    for (int i = 0; i < n && status == RATER_OK; i++)
        status = rater_shadow_face_check(&shadows[i], &shadows[0].mapping->grid);
    if (status == RATER_OK && n > 0 && rater_grid_count(&shadows[0].mapping->grid) > MOST_STEPS)
        status = RATER_ERROR_MEMORY;
    for (int i = 0; i < n && status == RATER_OK; i++) {
        Walk walk = {
            .shadow = &shadows[i], .number = number, .pairs = pairs, .steps = MOST_STEPS
        };
        __int128 bytes = rater_shadow_face_bytes(&shadows[i]);
        if (bytes > 0)
            status = walk_dimension(&walk, 0, 0, bytes);
    }
    return status;
}
