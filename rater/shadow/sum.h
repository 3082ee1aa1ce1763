/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Sums over all pairs of processors from the steps of each grid dimension
 * (internal to rater-shadow).
 *
 * Dimension by dimension, an entry stands for all choices of steps so far that go
 * on alike: the same arrays still send something, and the same number of offsets
 * is not 0. One walk adds up pairs and bytes; the other keeps, for the farthest
 * pairs, the messages that no other exceeds in every array.
 */
#pragma once

#include "rater/shadow/steps.h"

typedef struct {
    uint64_t group;   /* hash of axes and of which arrays send */
    int axes;         /* offsets that are not 0 */
    int64_t distance; /* sum of the offsets' amounts */
    __int128 pairs;   /* pairs of processors */
} RaterShadowEntry;

typedef struct {
    int n;        /* arrays */
    bool maxima;  /* keeps the largest messages of the farthest pairs instead of sums */
    size_t count; /* entries */
    size_t room;  /* entries that fit */
    RaterShadowEntry *entry;
    __int128 *value; /* n an entry: bytes of each array, 0: it sends nothing */
    uint64_t work;   /* done so far; limited */
} RaterShadowSum;

/* One entry: one processor that sends bytes[i] of array i to itself. Free it in
 * every case. RATER_ERROR_MEMORY. */
RaterStatus rater_shadow_sum_init(RaterShadowSum *sum, int n, const __int128 bytes[],
                                  bool maxima);
void rater_shadow_sum_free(RaterShadowSum *sum);

/* Goes on by one dimension. After the `last` one there are at most two entries: axes 0
 * (messages of a processor to itself) and 1, whose value is that of all arrays together, in the
 * first array. RATER_ERROR_OVERFLOW, _MEMORY. */
RaterStatus rater_shadow_sum_extend(RaterShadowSum *sum, const RaterShadow shadows[],
                                    const RaterShadowSteps *steps, bool last);
