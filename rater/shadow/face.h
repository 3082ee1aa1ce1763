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

/* What a coordinate does along one dimension: it stays, it sends layers down, it sends layers
 * up.  Elements or layers, 0: nothing is sent so; and the offset of the coordinate to which,
 * which is 0 only for staying. */
enum { RATER_SHADOW_STAY, RATER_SHADOW_DOWN, RATER_SHADOW_UP, RATER_SHADOW_MOVES };
typedef struct {
    int64_t factor[RATER_SHADOW_MOVES];
    int64_t offset[RATER_SHADOW_MOVES];
} RaterShadowMoves;
RaterShadowMoves rater_shadow_face_moves(const RaterShadow *shadow, int g, int64_t c);

/* Layers that a block of `count` elements of the axis sends to the owner of the elements above
 * it, and to the owner of those below it. */
int64_t rater_shadow_face_up(const RaterShadow *shadow, int axis, int64_t count);
int64_t rater_shadow_face_down(const RaterShadow *shadow, int axis, int64_t count);

/* Bytes of the axes that are not distributed for one element of the others; 2^63 stands for
 * anything larger. */
__int128 rater_shadow_face_bytes(const RaterShadow *shadow);
