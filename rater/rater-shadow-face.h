/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What a block sends along one distributed axis to fill a neighbour's shadow edge (internal;
 * the rules are those of rater-shadow.h).
 */
#pragma once

#include "rater/rater-shadow.h"

/* Elements of the axis of `place` that coordinate c has of the part that is meant. */
int64_t rater_shadow_face_part(const RaterShadow *shadow, const RaterPlace *place, int64_t c);

/* Layers that a block of `count` elements of the axis sends to the owner of the elements above
 * it, and to the owner of those below it. */
int64_t rater_shadow_face_up(const RaterShadow *shadow, int axis, int64_t count);
int64_t rater_shadow_face_down(const RaterShadow *shadow, int axis, int64_t count);

/* Bytes of the axes that are not distributed for one element of the others; 2^63 stands for
 * anything larger. */
__int128 rater_shadow_face_bytes(const RaterShadow *shadow);
