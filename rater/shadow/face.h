/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What a block sends along one distributed axis to fill a neighbour's shadow edge (internal;
 * the rules are those of shadow/shadow.h).
 */
#pragma once

#include "rater/shadow/shadow.h"

/* RATER_ERROR_RANK (not on this grid), _SIZE, _WIDTH. */
RaterStatus rater_shadow_face_check(const RaterShadow *shadow, const RaterGrid *grid);

/* Most dimensions along which one message goes: faces are always sent. */
int rater_shadow_face_most_axes(const RaterShadow *shadow);

/* Elements of the axis of `place` that coordinate c has of the part that is meant. */
int64_t rater_shadow_face_part(const RaterShadow *shadow, const RaterPlace *place, int64_t c);

/* Elements along dimension g that coordinate c sends while it stays there, the edge being one
 * of another dimension; 1 where the array does not lie on the dimension and c has it. */
int64_t rater_shadow_face_stay(const RaterShadow *shadow, int g, int64_t c);

/* What a coordinate does along one dimension: the elements for which it stays, and the layers
 * that it sends down and up, 0 where it sends none; those to the coordinates at an offset,
 * which is never 0 where something is sent. */
typedef struct {
    int64_t stay;
    int64_t down, down_offset;
    int64_t up, up_offset;
} RaterShadowMoves;
RaterShadowMoves rater_shadow_face_moves(const RaterShadow *shadow, int g, int64_t c);

/* Layers that a block of `count` elements of the axis sends to the owner of the elements above
 * it, and to the owner of those below it. */
int64_t rater_shadow_face_up(const RaterShadow *shadow, int axis, int64_t count);
int64_t rater_shadow_face_down(const RaterShadow *shadow, int axis, int64_t count);

/* Bytes of the axes that are not distributed for one element of the others; 2^63 stands for
 * anything larger. */
__int128 rater_shadow_face_bytes(const RaterShadow *shadow);
