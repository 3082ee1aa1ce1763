/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Half-open ranges [lo, hi) of int64_t and the integer divisions they need.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    int64_t lo; /* first */
    int64_t hi; /* one past the last; hi <= lo means empty */
} RaterRange;

static inline bool
rater_range_is_empty(RaterRange r)
{
    return r.hi <= r.lo;
}

/* Elements; INT64_MAX when there are more. */
static inline int64_t
rater_range_count(RaterRange r)
{
    int64_t count;
    if (r.hi <= r.lo)
        return 0;
    return __builtin_sub_overflow(r.hi, r.lo, &count) ? INT64_MAX : count;
}

static inline bool
rater_range_contains(RaterRange r, int64_t x)
{
    return x >= r.lo && x < r.hi;
}

/* The same ends; two empty ranges may differ. */
static inline bool
rater_range_equal(RaterRange a, RaterRange b)
{
    return a.lo == b.lo && a.hi == b.hi;
}

/* Intersection; empty results are {lo, lo} with some lo. */
RaterRange rater_range_meet(RaterRange a, RaterRange b);

/* floor(a / b) and ceil(a / b) for b != 0, any signs, |a| < 2^127. */
__int128 rater_floor_div(__int128 a, __int128 b);
__int128 rater_ceil_div(__int128 a, __int128 b);

/* From the least to the greatest a*x + b of the x of `r`, which must fit; {0, 0} of none. */
RaterRange rater_range_image(int64_t a, int64_t b, RaterRange r);

/* The x of `within`, whose ends may be negative, with lower <= a*x + b < upper, a != 0: always
 * a range, and where a processor's elements begin and end when [lower, upper) is its block.
 * Exact in 128 bits. */
RaterRange rater_range_preimage(int64_t lower, int64_t upper, int64_t a, int64_t b,
                                RaterRange within);
