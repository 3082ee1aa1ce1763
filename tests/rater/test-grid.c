/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/geometry/grid.h"
#include "tests/tap.h"

#include <string.h>

static void
test_numbers(void)
{
    RaterGrid grid;
    CHECK_INT(rater_grid_init(&grid, 3, (int64_t[]){ 2, 3, 4 }), RATER_OK);
    CHECK_INT(rater_grid_count(&grid), 24);
    CHECK_INT(rater_grid_number(&grid, (int64_t[]){ 0, 0, 1 }), 1);
    CHECK_INT(rater_grid_number(&grid, (int64_t[]){ 0, 1, 0 }), 4);
    CHECK_INT(rater_grid_number(&grid, (int64_t[]){ 1, 2, 3 }), 23);
    for (int64_t number = 0; number < 24; number++) {
        int64_t index[3];
        rater_grid_index(&grid, number, index);
        CHECK_INT(rater_grid_number(&grid, index), number);
    }
}

static void
test_distance(void)
{
    RaterGrid grid;
    CHECK_INT(rater_grid_init(&grid, 2, (int64_t[]){ 3, 5 }), RATER_OK);
    CHECK_INT(rater_grid_distance(&grid, 7, 7), 0);
    CHECK_INT(rater_grid_distance(&grid, 4, 5), 5);  /* (0,4) to (1,0): no wrap-around */
    CHECK_INT(rater_grid_distance(&grid, 14, 0), 6); /* (2,4) to (0,0) */
    CHECK_INT(rater_grid_distance(&grid, 0, 14), 6);
}

static void
test_errors(void)
{
    RaterGrid grid = { .rank = 7 };
    int64_t many[16] = { 0 };
    CHECK_INT(rater_grid_init(&grid, 0, many), RATER_ERROR_RANK);
    CHECK_INT(rater_grid_init(&grid, 16, many), RATER_ERROR_RANK);
    CHECK_INT(rater_grid_init(&grid, 2, (int64_t[]){ 2, 0 }), RATER_ERROR_SIZE);
    CHECK_INT(rater_grid_init(&grid, 2, (int64_t[]){ 2, -3 }), RATER_ERROR_SIZE);
    int64_t huge = (int64_t)1 << 31;
    CHECK_INT(rater_grid_init(&grid, 3, (int64_t[]){ huge, huge, 2 }), RATER_ERROR_OVERFLOW);
    CHECK_INT(grid.rank, 7); /* untouched */
    CHECK_INT(rater_grid_init(&grid, 2, (int64_t[]){ huge, huge }), RATER_OK);
    CHECK_INT(rater_grid_count(&grid), (int64_t)1 << 62);
    CHECK_INT(rater_grid_distance(&grid, 0, ((int64_t)1 << 62) - 1), 2 * (huge - 1));
}

static void
test_equal(void)
{
    RaterGrid a, b, c;
    rater_grid_init(&a, 2, (int64_t[]){ 3, 5 });
    rater_grid_init(&b, 2, (int64_t[]){ 3, 5 });
    rater_grid_init(&c, 2, (int64_t[]){ 5, 3 });
    CU_ASSERT_TRUE(rater_grid_equal(&a, &b));
    CU_ASSERT_FALSE(rater_grid_equal(&a, &c));
    rater_grid_init(&c, 1, (int64_t[]){ 3 });
    CU_ASSERT_FALSE(rater_grid_equal(&a, &c));
}

static void
test_texts(void)
{
    for (int a = RATER_OK; a <= RATER_ERROR_SECTION; a++)
        for (int b = RATER_OK; b < a; b++)
            CU_ASSERT_TRUE(
                strcmp(rater_status_text((RaterStatus)a), rater_status_text((RaterStatus)b)));
    CU_ASSERT_PTR_NOT_NULL(rater_status_text((RaterStatus)1000));
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "numbers", test_numbers }, { "distance", test_distance }, { "errors", test_errors },
        { "equal", test_equal },     { "texts", test_texts },       CU_TEST_INFO_NULL,
    };
    return tap_run("grid", tests);
}
