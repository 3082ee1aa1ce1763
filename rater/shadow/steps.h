/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What a shadow exchange does along one grid dimension (internal to rater-shadow).
 *
 * A step is an offset o together with the coordinates c that behave alike towards
 * c + o: for each array the factor by which that dimension multiplies the elements
 * that a processor at c sends to one at c + o. A pair of processors is one step in
 * each dimension, and an array's elements between them are the product of its
 * factors: that is why nothing here is done for pairs.
 */
#pragma once

#include "rater/shadow/shadow.h"

#include <stddef.h>

typedef struct {
    int n;         /* arrays */
    size_t count;  /* steps */
    int64_t *rows; /* count rows of n + 2: weight (coordinates), offset, factor of each array */
    size_t room;   /* rows that fit */
    uint32_t *slot; /* hash table of row numbers + 1, 0: free */
    size_t n_slots; /* a power of 2 */
    uint64_t work;  /* done so far; limited */
} RaterShadowSteps;

/* Fills `steps` for grid dimension g; free it in every case. RATER_ERROR_MEMORY. */
RaterStatus rater_shadow_steps_init(RaterShadowSteps *steps, const RaterShadow shadows[], int n,
                                    int g);
void rater_shadow_steps_free(RaterShadowSteps *steps);

/* Row i: [0] weight, [1] offset, [2 ...] factors. */
const int64_t *rater_shadow_steps_row(const RaterShadowSteps *steps, size_t i);
