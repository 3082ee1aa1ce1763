/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A regular section of an array: on each axis a first index, a step and a number
 * of elements. Indices are 0-based; element k is counted in row-major order.
 */
#pragma once

#include "rater/geometry/grid.h"

typedef struct {
    int rank;
    int64_t first[RATER_MAX_RANK]; /* index of element 0 */
    int64_t step[RATER_MAX_RANK];  /* not 0, may be negative; 1 where count < 2 */
    int64_t count[RATER_MAX_RANK]; /* elements on the axis, >= 0 */
    int64_t total;                 /* their product */
} RaterSection;

/* The section init, init + step, ... up to last of each axis of an array of `size`, as the
 * trace gives it: init = -1 is the whole axis (last and step are not used), step 0 the one
 * element init; a step that leads away from last gives no elements. Errors: RATER_ERROR_RANK,
 * _SIZE, _SECTION (an element outside of the array), _OVERFLOW. */
RaterStatus rater_section_init(RaterSection *section, int rank, const int64_t size[],
                               const int64_t init[], const int64_t last[],
                               const int64_t step[]);

/* The section that crtrbp_ names by CoordArray: one index an axis, negative: the whole axis.
 * Errors as above. */
RaterStatus rater_section_init_coords(RaterSection *section, int rank, const int64_t size[],
                                      const int64_t coord[]);

/* Whether the axes longer than one element have equal extents one by one, so that element k of
 * one section goes to element k of the other axis by axis. Empty sections conform. */
bool rater_section_conforms(const RaterSection *a, const RaterSection *b);
