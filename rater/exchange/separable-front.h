/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Fronts of rows and profiles of counts, for separable.c (internal to rater/network).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "rater/geometry/grid.h"

/* Rows of `width` numbers of which none is nowhere above another. Starts as all 0 but width. */
typedef struct {
    int width;
    size_t n, room;
    int64_t *row; /* [n][width] */
} RaterFront;

/* Adds a row unless one that is there is nowhere below it; drops those nowhere above it.
 * RATER_ERROR_MEMORY also for too many rows. */
RaterStatus rater_front_add(RaterFront *front, const int64_t row[]);

/* Replaces `front` by its products with `other`, number by number; the first number of rows
 * with `sums` is added instead. */
RaterStatus rater_front_multiply(RaterFront *front, const RaterFront *other, bool sums);

void rater_front_clear(RaterFront *front);

/* How many there are of each mask of streams, by mask; 0 is not there. */
typedef struct {
    uint32_t mask;
    int64_t count;
} RaterMaskCount;

/* Different lists of counts, each with the mask of a coordinate with itself. Starts as all 0.
 */
typedef struct {
    size_t n, room;
    struct RaterProfile {
        uint32_t own;
        size_t n;
        RaterMaskCount *count; /* owned */
    } * profile;
} RaterProfiles;

/* Adds a profile unless it is there. */
RaterStatus rater_profiles_add(RaterProfiles *profiles, uint32_t own, size_t n,
                               const RaterMaskCount count[]);
void rater_profiles_clear(RaterProfiles *profiles);

/* The most combinations, one of the counts of each dimension, that some choice of a profile a
 * dimension has in which a stream is common to all; without the one of all own masks if
 * `others`. Too many choices: RATER_ERROR_MEMORY. */
RaterStatus rater_profiles_most(const RaterProfiles profiles[], int n_dims, bool others,
                                int64_t *most);
