/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/geometry/dist.h"
#include "tests/tap.h"

#include <stddef.h>

static RaterGrid
grid_of(int rank, const int64_t size[])
{
    RaterGrid grid = { 0 };
    CHECK_INT(rater_grid_init(&grid, rank, size), RATER_OK);
    return grid;
}

static void
test_axes(void)
{
    RaterGrid grid = grid_of(3, (int64_t[]){ 2, 3, 4 });
    RaterDistDim dims[] = { { .axis = 2 }, { .axis = 0 }, { .axis = 1 } };
    RaterDist dist;
    CHECK_INT(rater_dist_init(&dist, &grid, 2, (int64_t[]){ 40, 10 }, 3, dims, NULL), RATER_OK);
    CHECK_INT(dist.axis[0], 1);
    CHECK_INT(dist.axis[1], -1);
    CHECK_INT(dist.axis[2], 0);
    CHECK_INT(rater_blocks_range(&dist.blocks[0], 1).lo, 5);
    CHECK_INT(rater_blocks_range(&dist.blocks[2], 1).lo, 10);
    CHECK_INT(rater_dist_dim_of_axis(&dist, 0), 2);
    CHECK_INT(rater_dist_dim_of_axis(&dist, 1), 0);
}

static void
test_surplus_and_missing(void)
{
    RaterGrid line = grid_of(1, (int64_t[]){ 2 });
    RaterDistDim dims[] = { { .axis = 1 }, { .axis = 2 } };
    RaterDist dist;
    /* a line takes the first named axis only, and what the rest names is not looked at */
    CHECK_INT(rater_dist_init(&dist, &line, 2, (int64_t[]){ 8, 8 }, 2, dims, NULL), RATER_OK);
    CHECK_INT(dist.axis[0], 0);
    CHECK_INT(rater_dist_dim_of_axis(&dist, 1), -1);
    RaterGrid plane = grid_of(2, (int64_t[]){ 2, 2 });
    CHECK_INT(rater_dist_init(&dist, &plane, 2, (int64_t[]){ 8, 8 }, 1, dims, NULL), RATER_OK);
    CHECK_INT(dist.axis[1], -1);
    CHECK_INT(rater_dist_init(&dist, &plane, 2, (int64_t[]){ 8, 8 }, 0, NULL, NULL), RATER_OK);
    CHECK_INT(dist.axis[0], -1);
}

static void
test_parameters(void)
{
    RaterGrid grid = grid_of(2, (int64_t[]){ 2, 3 });
    RaterDistDim dims[] = { { .axis = 1, .prefix = (int64_t[]){ 0, 1, 4 } },
                            { .axis = 2, .fixed = 5 } };
    RaterDist dist;
    int64_t size[] = { 8, 30 };
    CHECK_INT(rater_dist_init(&dist, &grid, 2, size, 2, dims, (int64_t[]){ 1, 4 }), RATER_OK);
    CHECK_INT(rater_blocks_range(&dist.blocks[0], 1).lo, 2);
    CHECK_INT(rater_blocks_range(&dist.blocks[1], 2).lo, 10);
    dims[1].fixed = -1; /* none: 30/3 down to multiples of 4 */
    CHECK_INT(rater_dist_init(&dist, &grid, 2, size, 2, dims, (int64_t[]){ 1, 4 }), RATER_OK);
    CHECK_INT(rater_blocks_range(&dist.blocks[1], 1).lo, 8);
    CHECK_INT(rater_blocks_range(&dist.blocks[1], 2).lo, 20);
}

static void
test_errors(void)
{
    RaterGrid grid = grid_of(2, (int64_t[]){ 2, 3 });
    RaterDist dist = { .rank = 9 };
    RaterDistDim dims[] = { { .axis = 1 }, { .axis = 1 } };
    int64_t size[] = { 8, 8 };
    CHECK_INT(rater_dist_init(&dist, &grid, 0, size, 2, dims, NULL), RATER_ERROR_RANK);
    CHECK_INT(rater_dist_init(&dist, &grid, 16, size, 2, dims, NULL), RATER_ERROR_RANK);
    CHECK_INT(rater_dist_init(&dist, &grid, 2, size, 2, dims, NULL), RATER_ERROR_AXIS);
    dims[1].axis = 3;
    CHECK_INT(rater_dist_init(&dist, &grid, 2, size, 2, dims, NULL), RATER_ERROR_AXIS);
    dims[1].axis = INT64_MAX;
    CHECK_INT(rater_dist_init(&dist, &grid, 2, size, 2, dims, NULL), RATER_ERROR_AXIS);
    dims[1].axis = 2;
    dims[1].prefix = (int64_t[]){ 0, 0, 0, 0 };
    CHECK_INT(rater_dist_init(&dist, &grid, 2, size, 2, dims, NULL), RATER_ERROR_WEIGHT);
    dims[1].prefix = NULL;
    CHECK_INT(rater_dist_init(&dist, &grid, 2, (int64_t[]){ 8, 0 }, 2, dims, NULL),
              RATER_ERROR_SIZE);
    CHECK_INT(dist.rank, 9);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "axes", test_axes },
        { "surplus and missing dimensions", test_surplus_and_missing },
        { "parameters", test_parameters },
        { "errors", test_errors },
        CU_TEST_INFO_NULL,
    };
    return tap_run("dist", tests);
}
