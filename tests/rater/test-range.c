/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/geometry/range.h"
#include "tests/tap.h"

#define CHECK_RANGE(actual, from, to)                                                          \
    do {                                                                                       \
        RaterRange range_ = (actual);                                                          \
        CHECK_INT(range_.lo, (from));                                                          \
        CHECK_INT(range_.hi, (to));                                                            \
    } while (0)

static void
test_meet(void)
{
    CHECK_RANGE(rater_range_meet((RaterRange){ 0, 5 }, (RaterRange){ 3, 9 }), 3, 5);
    CHECK_RANGE(rater_range_meet((RaterRange){ -7, 9 }, (RaterRange){ -2, 3 }), -2, 3);
    CHECK_INT(rater_range_count(rater_range_meet((RaterRange){ 0, 2 }, (RaterRange){ 5, 9 })),
              0);
    RaterRange apart = rater_range_meet((RaterRange){ 0, 2 }, (RaterRange){ 5, 9 });
    CHECK_INT(apart.lo, apart.hi);
    CHECK_INT(rater_range_count((RaterRange){ 4, 1 }), 0);
    CU_ASSERT_TRUE(rater_range_is_empty((RaterRange){ 4, 4 }));
    CHECK_INT(rater_range_count((RaterRange){ INT64_MIN, INT64_MAX }), INT64_MAX);
}

static void
test_division(void)
{
    CHECK_INT((long long)rater_floor_div(7, 2), 3);
    CHECK_INT((long long)rater_floor_div(-7, 2), -4);
    CHECK_INT((long long)rater_floor_div(7, -2), -4);
    CHECK_INT((long long)rater_floor_div(-7, -2), 3);
    CHECK_INT((long long)rater_floor_div(-8, 2), -4);
    CHECK_INT((long long)rater_ceil_div(7, 2), 4);
    CHECK_INT((long long)rater_ceil_div(-7, 2), -3);
    CHECK_INT((long long)rater_ceil_div(7, -2), -3);
    CHECK_INT((long long)rater_ceil_div(-7, -2), 4);
    CHECK_INT((long long)rater_ceil_div(0, -5), 0);
}

/* Against going through all x. */
static void
check_preimage(int64_t lower, int64_t upper, int64_t a, int64_t b, RaterRange within)
{
    RaterRange range = rater_range_preimage(lower, upper, a, b, within);
    int wrong = 0;
    for (int64_t x = within.lo - 3; x < within.hi + 3; x++) {
        bool inside =
            x >= within.lo && x < within.hi && a * x + b >= lower && a * x + b < upper;
        wrong += inside != (x >= range.lo && x < range.hi);
    }
    CHECK_INT(wrong, 0);
}

static void
test_preimage(void)
{
    CHECK_RANGE(rater_range_preimage(4, 9, 2, 1, (RaterRange){ 0, 100 }), 2, 4);   /* 5, 7 */
    CHECK_RANGE(rater_range_preimage(4, 9, -3, 10, (RaterRange){ 0, 100 }), 1, 3); /* 7, 4 */
    CHECK_RANGE(rater_range_preimage(0, 50, 1, 0, (RaterRange){ 0, 10 }), 0,
                10); /* cut to the size */
    CHECK_INT(rater_range_count(rater_range_preimage(4, 5, 3, 0, (RaterRange){ 0, 9 })),
              0); /* between 3 and 6 */
    for (int64_t a = -4; a <= 4; a++)
        for (int64_t b = -6; b <= 6; b++)
            for (int64_t lower = -5; lower < 9; lower++)
                for (int64_t upper = lower - 1; upper < 12 && a != 0; upper++) {
                    check_preimage(lower, upper, a, b, (RaterRange){ 0, 7 });
                    check_preimage(lower, upper, a, b, (RaterRange){ -6, 3 });
                }
}

static void
test_preimage_of_extremes(void)
{
    CHECK_RANGE(rater_range_preimage(INT64_MIN, INT64_MAX, 1, 0, (RaterRange){ 0, INT64_MAX }),
                0, INT64_MAX);
    CHECK_RANGE(
        rater_range_preimage(0, INT64_MAX, INT64_MIN, INT64_MAX, (RaterRange){ 0, INT64_MAX }),
        0, 0);
    CHECK_RANGE(rater_range_preimage(0, INT64_MAX, INT64_MAX, 0, (RaterRange){ 0, INT64_MAX }),
                0, 1);
    CHECK_RANGE(
        rater_range_preimage(INT64_MIN, 0, INT64_MIN, INT64_MIN, (RaterRange){ 0, INT64_MAX }),
        0, 1);
    CHECK_RANGE(
        rater_range_preimage(INT64_MIN, INT64_MAX, -1, 0, (RaterRange){ INT64_MIN, INT64_MAX }),
        INT64_MIN + 2, INT64_MAX);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "meet", test_meet },
        { "division", test_division },
        { "preimage", test_preimage },
        { "preimage of extremes", test_preimage_of_extremes },
        CU_TEST_INFO_NULL,
    };
    return tap_run("range", tests);
}
