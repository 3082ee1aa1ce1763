/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Sums and maxima over all pairs of processors, made part by part (internal to shadow and
 * transfer).
 *
 * The bytes between a pair are products of factors, each of which depends on a part of the two
 * processors' coordinates: those of one dimension, or of several that hang together. What all
 * pairs send is then the product of what the choices of each part come to, and nothing is done
 * for pairs.
 */
#pragma once

#include "rater/geometry/grid.h"

#include <stddef.h>

/* Values compared and multiplied before RATER_ERROR_MEMORY: a few seconds; and what going to a
 * coordinate stands for: finding a block and its neighbours. */
#define RATER_SUMS_MOST_WORK  (INT64_C(1) << 30)
#define RATER_SUMS_COORDINATE 16

/* What adds up: n flows, each with its own bytes. */
typedef struct {
    int n;
    const int *most_axes; /* of each: offsets of a pair that may be other than 0; NULL: all */
    int64_t work;         /* left */
} RaterSums;

/* An entry: offsets that are not 0, how far its pairs are apart, how many they are, and of each
 * flow the bytes, 0: it sends nothing. */
enum { RATER_SUM_AXES, RATER_SUM_DISTANCE, RATER_SUM_PAIRS, RATER_SUM_BYTES };

/* All choices of coordinates, those that go on alike as one entry: the same flows still send
 * something, and the same number of offsets is not 0. Or the farthest of them alone, with the
 * messages that no other exceeds in every flow. */
typedef struct {
    bool farthest;
    size_t count, room; /* entries */
    __int128 *entries;  /* count of RATER_SUM_BYTES + n numbers; free() it */
} RaterSum;

/* Adds an entry. Errors here and below: RATER_ERROR_OVERFLOW, _MEMORY
 * (also when no work is left). */
RaterStatus rater_sum_add(RaterSums *sums, RaterSum *sum, const __int128 entry[]);

/* Adds another part: each choice so far with each of `part`. */
RaterStatus rater_sum_multiply(RaterSums *sums, RaterSum *sum, const RaterSum *part);

/* Pairs with an offset that is not 0, and their bytes. */
RaterStatus rater_sum_total(const RaterSums *sums, const RaterSum *sum, __int128 *pairs,
                            __int128 *bytes);

/* The greatest distance above 0, unless *distance is greater, and the largest message there,
 * unless *largest is larger. */
RaterStatus rater_sum_peak(const RaterSums *sums, const RaterSum *sum, __int128 *distance,
                           __int128 *largest);
