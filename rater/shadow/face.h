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

/* What a coordinate does along one dimension: it stays, the edge being one of another dimension
 * (1 where the array does not lie on this one and the coordinate has it); it sends layers down
 * or up, to the owners of the elements below and above its block. Elements or layers, 0: nothing
 * is sent so; and the offset of the coordinate to which, which is 0 only for staying. */
enum { RATER_SHADOW_STAY, RATER_SHADOW_DOWN, RATER_SHADOW_UP, RATER_SHADOW_MOVES };
typedef struct {
    int64_t factor[RATER_SHADOW_MOVES];
    int64_t offset[RATER_SHADOW_MOVES];
} RaterShadowMoves;
RaterShadowMoves rater_shadow_face_moves(const RaterShadow *shadow, int g, int64_t c);

/* Bytes of the axes that are not distributed for one element of the others; 2^63 stands for
 * anything larger. */
__int128 rater_shadow_face_bytes(const RaterShadow *shadow);
