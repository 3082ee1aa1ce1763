/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Sections of arrays.
 */
#include "rater/transfer/section.h"
#include "tests/rater/random.h"
#include "tests/tap.h"

#define SIZE_MAX_62 (INT64_C(1) << 62)

static RaterStatus
section_of_axis(RaterSection *section, int64_t size, int64_t init, int64_t last, int64_t step)
{
    return rater_section_init(section, 1, &size, &init, &last, &step);
}

/* The section of one axis by its three parameters has these. */
static void
check_axis(int64_t size, int64_t init, int64_t last, int64_t step, int64_t expected_first,
           int64_t expected_step, int64_t expected_count)
{
    RaterSection section = { 0 };
    CHECK_INT(section_of_axis(&section, size, init, last, step), RATER_OK);
    CHECK_INT(section.first[0], expected_first);
    CHECK_INT(section.step[0], expected_step);
    CHECK_INT(section.count[0], expected_count);
    CHECK_INT(section.total, expected_count);
}

static void
test_axes(void)
{
    check_axis(10, 0, 9, 1, 0, 1, 10);
    check_axis(10, 2, 9, 3, 2, 3, 3);   /* 2 5 8 */
    check_axis(10, 9, 0, -4, 9, -4, 3); /* 9 5 1 */
    check_axis(10, 3, 3, 0, 3, 1, 1);
    check_axis(10, 3, 77, 0, 3, 1, 1); /* step 0: last does not count */
    check_axis(10, 3, 5, 7, 3, 1, 1);
    check_axis(10, -1, -55, 0, 0, 1, 10); /* the whole axis */
    check_axis(10, 4, 3, 1, 4, 1, 0);
    check_axis(10, 4, 5, -1, 4, 1, 0);
    check_axis(10, 4, 4, -1, 4, 1, 1);
    check_axis(9, 0, 9, 2, 0, 2, 5); /* last is outside, no element is */
}

/* Against going through the indices. */
static void
test_random(void)
{
    Random random = random_start(20261128);
    for (int number = 0; number < 20000; number++) {
        int64_t size = random_between(&random, 1, 12);
        int64_t init = random_between(&random, -3, 14), last = random_between(&random, -3, 14);
        int64_t step = random_between(&random, -5, 5);
        int64_t count = 0;
        bool inside = true;
        if (init == -1)
            continue;
        for (int64_t i = init; step != 0 && (step > 0 ? i <= last : i >= last); i += step) {
            inside = inside && i >= 0 && i < size;
            count++;
        }
        if (step == 0) {
            count = 1;
            inside = init >= 0 && init < size;
        }
        RaterSection section = { 0 };
        CHECK_INT(section_of_axis(&section, size, init, last, step),
                  inside ? RATER_OK : RATER_ERROR_SECTION);
        if (inside)
            CHECK_INT(section.count[0], count);
    }
}

static void
test_coords(void)
{
    int64_t size[] = { 4, 5, 6 }, coord[] = { 2, -1, 0 }, outside[] = { 0, 5, 0 };
    int64_t far_down[] = { 0, INT64_MIN, 0 };
    RaterSection section = { 0 };
    CHECK_INT(rater_section_init_coords(&section, 3, size, coord), RATER_OK);
    CHECK_INT(section.first[0], 2);
    CHECK_INT(section.count[0], 1);
    CHECK_INT(section.first[1], 0);
    CHECK_INT(section.count[1], 5);
    CHECK_INT(section.total, 5);
    CHECK_INT(rater_section_init_coords(&section, 3, size, outside), RATER_ERROR_SECTION);
    CHECK_INT(section.total, 5); /* untouched */
    CHECK_INT(rater_section_init_coords(&section, 3, size, far_down), RATER_OK);
    CHECK_INT(section.count[1], 5);
    CHECK_INT(rater_section_init_coords(&section, 0, size, coord), RATER_ERROR_RANK);
    CHECK_INT(rater_section_init_coords(&section, 16, size, coord), RATER_ERROR_RANK);
    size[1] = 0;
    CHECK_INT(rater_section_init_coords(&section, 3, size, coord), RATER_ERROR_SIZE);
}

static RaterSection
whole_section(int rank, const int64_t size[])
{
    int64_t whole[] = { -1, -1, -1, -1 };
    RaterSection section = { 0 };
    CHECK_INT(rater_section_init_coords(&section, rank, size, whole), RATER_OK);
    return section;
}

static void
test_conforms(void)
{
    int64_t a_size[] = { 1, 4, 1, 6 }, b_size[] = { 4, 6 }, c_size[] = { 6, 4 };
    int64_t d_size[] = { 24 }, e_size[] = { 4, 6, 2 }, f_size[] = { 1 };
    RaterSection a = whole_section(4, a_size), b = whole_section(2, b_size);
    RaterSection c = whole_section(2, c_size), d = whole_section(1, d_size);
    RaterSection e = whole_section(3, e_size), f = whole_section(1, f_size);
    CU_ASSERT_TRUE(rater_section_conforms(&a, &b));
    CU_ASSERT_TRUE(rater_section_conforms(&b, &a));
    CU_ASSERT_FALSE(rater_section_conforms(&a, &c));
    CU_ASSERT_FALSE(rater_section_conforms(&b, &d));
    CU_ASSERT_FALSE(rater_section_conforms(&b, &e));
    CU_ASSERT_FALSE(rater_section_conforms(&e, &b));
    CU_ASSERT_TRUE(rater_section_conforms(&f, &f));
    RaterSection empty = { 0 }, other = { 0 };
    CHECK_INT(section_of_axis(&empty, 5, 3, 2, 1), RATER_OK);
    CHECK_INT(section_of_axis(&other, 9, 7, 2, 2), RATER_OK);
    CU_ASSERT_TRUE(rater_section_conforms(&empty, &other));
    CU_ASSERT_FALSE(rater_section_conforms(&empty, &f));
}

static void
test_large(void)
{
    RaterSection section = { 0 };
    int64_t size[] = { SIZE_MAX_62, 4 }, whole[] = { -1, -1 };
    CHECK_INT(rater_section_init_coords(&section, 2, size, whole), RATER_ERROR_OVERFLOW);
    CHECK_INT(section_of_axis(&section, INT64_MAX, 0, INT64_MAX, 1), RATER_ERROR_SECTION);
    CHECK_INT(section_of_axis(&section, INT64_MAX, 0, INT64_MAX - 1, INT64_MAX), RATER_OK);
    CHECK_INT(section.count[0], 1);
    CHECK_INT(section_of_axis(&section, 5, INT64_MAX, INT64_MIN, -1), RATER_ERROR_SECTION);
    CHECK_INT(section_of_axis(&section, 5, INT64_MIN, INT64_MAX, 1), RATER_ERROR_SECTION);
    CHECK_INT(section_of_axis(&section, INT64_MAX, INT64_MAX - 1, 0, INT64_MIN), RATER_OK);
    CHECK_INT(section.count[0], 1);
    check_axis(SIZE_MAX_62, SIZE_MAX_62 - 1, 0, -1, SIZE_MAX_62 - 1, -1, SIZE_MAX_62);
    /* An empty axis beside one that is too long for a product. */
    int64_t sizes[] = { INT64_MAX, INT64_MAX, 3 }, init[] = { -1, -1, 2 };
    int64_t last[] = { 0, 0, 1 }, step[] = { 0, 0, 1 };
    CHECK_INT(rater_section_init(&section, 3, sizes, init, last, step), RATER_OK);
    CHECK_INT(section.total, 0);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "axes", test_axes },        { "random", test_random }, { "coordinates", test_coords },
        { "conform", test_conforms }, { "large", test_large },   CU_TEST_INFO_NULL,
    };
    return tap_run("section", tests);
}
