/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/geometry/range.h"

RaterRange
rater_range_meet(RaterRange a, RaterRange b)
{
    int64_t lo = a.lo > b.lo ? a.lo : b.lo;
    int64_t hi = a.hi < b.hi ? a.hi : b.hi;
    return (RaterRange){ lo, hi > lo ? hi : lo };
}

__int128
rater_floor_div(__int128 a, __int128 b)
{
    /* A division of 128 bits takes several times as long as one of 64, which nearly always
     * does. The one quotient that would leave 64 bits is left to 128. */
    if (a == (int64_t)a && b == (int64_t)b && a > INT64_MIN) {
        int64_t quotient = (int64_t)a / (int64_t)b, rest = (int64_t)a % (int64_t)b;
        return rest != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
    }
    __int128 quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

__int128
rater_ceil_div(__int128 a, __int128 b)
{
    return -rater_floor_div(-a, b);
}

RaterRange
rater_range_image(int64_t a, int64_t b, RaterRange r)
{
    if (rater_range_is_empty(r))
        return (RaterRange){ 0, 0 };
    int64_t one = (int64_t)((__int128)a * r.lo + b);
    int64_t other = (int64_t)((__int128)a * (r.hi - 1) + b);
    return one < other ? (RaterRange){ one, other + 1 } : (RaterRange){ other, one + 1 };
}

RaterRange
rater_range_preimage(int64_t lower, int64_t upper, int64_t a, int64_t b, RaterRange within)
{
    RaterRange none = { within.lo, within.lo };
    if (lower >= upper || rater_range_is_empty(within))
        return none;

    /* The ends of a*x in [lower - b, upper - 1 - b], in the order of x. */
    __int128 low = (__int128)lower - b;
    __int128 high = (__int128)upper - 1 - b;
    __int128 first = rater_ceil_div(a > 0 ? low : high, a);
    __int128 last = rater_floor_div(a > 0 ? high : low, a);
    if (first < within.lo)
        first = within.lo;
    if (last > within.hi - 1)
        last = within.hi - 1;
    return first <= last ? (RaterRange){ (int64_t)first, (int64_t)last + 1 } : none;
}
