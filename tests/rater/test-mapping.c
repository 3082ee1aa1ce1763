/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/geometry/mapping.h"
#include "tests/rater/geometry.h"
#include "tests/tap.h"

#include <stddef.h>

#define CHECK_RANGE(actual, from, to)                                                          \
    do {                                                                                       \
        RaterRange range_ = (actual);                                                          \
        CHECK_INT(range_.lo, (from));                                                          \
        CHECK_INT(range_.hi, (to));                                                            \
    } while (0)

static RaterMapping
map_on_plane(int rank, const int64_t size[], RaterAlignRule first, RaterAlignRule second)
{
    RaterDist dist = geometry_plane(1);
    RaterAlign align;
    RaterMapping mapping = { 0 };
    RaterAlignRule rules[] = { first, second };
    CHECK_INT(rater_align_array(&align, rank, size, 2, dist.size, NULL, 2, rules), RATER_OK);
    CHECK_INT(rater_mapping_init(&mapping, &align, &dist), RATER_OK);
    return mapping;
}

static void
test_blocks(void)
{
    RaterMapping mapping =
        map_on_plane(3, (int64_t[]){ 10, 6, 19 }, (RaterAlignRule){ 3, -1, 19 },
                     (RaterAlignRule){ 1, 2, 1 });
    RaterRange block[3];
    CHECK_INT(mapping.dim[0], 1);
    CHECK_INT(mapping.dim[1], -1);
    CHECK_INT(mapping.dim[2], 0);
    CU_ASSERT_TRUE(geometry_local(&mapping, (int64_t[]){ 0, 3 }, block));
    CHECK_RANGE(block[0], 7, 10);  /* 2x+1 in 15..19 */
    CHECK_RANGE(block[1], 0, 6);   /* not distributed */
    CHECK_RANGE(block[2], 10, 19); /* 19-x in 0..9 */
    CU_ASSERT_TRUE(geometry_local(&mapping, (int64_t[]){ 1, 0 }, block));
    CHECK_RANGE(block[0], 0, 2); /* 1, 3 */
    CHECK_RANGE(block[2], 0, 10);
    CHECK_INT(rater_place_owner(&mapping.place[0], 18), 0);
    CHECK_INT(rater_place_owner(&mapping.place[1], 9), 3);
}

static void
test_constants(void)
{
    RaterMapping mapping = map_on_plane(1, (int64_t[]){ 20 }, (RaterAlignRule){ 1, 1, 0 },
                                        (RaterAlignRule){ 0, 0, 12 });
    RaterRange block[1];
    CHECK_INT(mapping.place[1].kind, RATER_PLACE_SOME);
    CHECK_RANGE(mapping.place[1].coords, 2, 3);
    CU_ASSERT_TRUE(geometry_local(&mapping, (int64_t[]){ 1, 2 }, block));
    CHECK_RANGE(block[0], 10, 20);
    CU_ASSERT_FALSE(geometry_local(&mapping, (int64_t[]){ 1, 1 }, block));
    mapping = map_on_plane(1, (int64_t[]){ 20 }, (RaterAlignRule){ 1, 1, 0 },
                           (RaterAlignRule){ 0, 0, 20 });
    for (int64_t c = 0; c < 4; c++) {
        CU_ASSERT_FALSE(rater_place_holds(&mapping.place[1], c));
        CU_ASSERT_FALSE(geometry_local(&mapping, (int64_t[]){ 0, c }, block));
    }
}

/* A constant or an axis on a template axis that is not distributed restricts nothing. */
static void
test_not_distributed(void)
{
    RaterDist dist = geometry_plane(0);
    RaterAlign align;
    RaterMapping mapping;
    RaterRange block[1];
    RaterAlignRule rules[] = { { 0, 0, 3 }, { -1, 0, 0 } };
    CHECK_INT(rater_align_array(&align, 1, (int64_t[]){ 7 }, 2, dist.size, NULL, 2, rules),
              RATER_OK);
    CHECK_INT(rater_mapping_init(&mapping, &align, &dist), RATER_OK);
    CU_ASSERT_TRUE(geometry_local(&mapping, (int64_t[]){ 1, 3 }, block));
    CHECK_RANGE(block[0], 0, 7);
    rules[0].konst = 20; /* there is no such element: nobody has it all the same */
    CHECK_INT(rater_align_array(&align, 1, (int64_t[]){ 7 }, 2, dist.size, NULL, 2, rules),
              RATER_OK);
    CHECK_INT(rater_mapping_init(&mapping, &align, &dist), RATER_OK);
    CU_ASSERT_FALSE(geometry_local(&mapping, (int64_t[]){ 1, 3 }, block));
}

static void
test_partly_replicated(void)
{
    RaterDist dist = geometry_plane(1);
    RaterAlign y, x;
    RaterMapping mapping;
    RaterAlignRule shifted[] = { { 1, 1, 0 }, { 2, 1, 6 } };
    RaterAlignRule whole[] = { { 1, 1, 0 }, { -1, 0, 0 } };
    CHECK_INT(rater_align_array(&y, 2, (int64_t[]){ 20, 5 }, 2, dist.size, NULL, 2, shifted),
              RATER_OK);
    CHECK_INT(rater_align_array(&x, 1, (int64_t[]){ 20 }, 0, NULL, &y, 2, whole), RATER_OK);
    CHECK_INT(rater_mapping_init(&mapping, &x, &dist), RATER_OK);
    CHECK_INT(mapping.place[1].kind, RATER_PLACE_SOME); /* template indices 6..10 */
    CHECK_RANGE(mapping.place[1].coords, 1, 3);
}

static void
test_replicated(void)
{
    RaterGrid grid;
    RaterMapping mapping, same;
    RaterRange block[2];
    int64_t size[] = { 4, 7 };
    CHECK_INT(rater_grid_init(&grid, 2, (int64_t[]){ 2, 3 }), RATER_OK);
    CHECK_INT(geometry_replicate(&mapping, 2, size, &grid), RATER_OK);
    CU_ASSERT_TRUE(geometry_local(&mapping, (int64_t[]){ 1, 2 }, block));
    CHECK_RANGE(block[1], 0, 7);
    CHECK_INT(geometry_replicate(&same, 2, size, &grid), RATER_OK);
    CU_ASSERT_TRUE(rater_mapping_equal(&mapping, &same));
    CHECK_INT(geometry_replicate(&same, 1, size, &grid), RATER_OK);
    CU_ASSERT_FALSE(rater_mapping_equal(&mapping, &same));
    CHECK_INT(geometry_replicate(&same, 0, size, &grid), RATER_ERROR_RANK);
    CHECK_INT(geometry_replicate(&same, 1, (int64_t[]){ 0 }, &grid), RATER_ERROR_SIZE);
}

static void
test_equality(void)
{
    int64_t size[] = { 10 };
    RaterAlignRule axis = { 1, 1, 0 }, whole = { -1, 0, 0 }, constant = { 0, 0, 12 };
    RaterMapping a = map_on_plane(1, size, axis, whole);
    RaterMapping b = map_on_plane(1, size, axis, whole);
    CU_ASSERT_TRUE(rater_mapping_equal(&a, &b));
    b = map_on_plane(1, size, (RaterAlignRule){ 1, 1, 1 }, whole);
    CU_ASSERT_FALSE(rater_mapping_equal(&a, &b));
    b = map_on_plane(1, size, axis, constant);
    CU_ASSERT_FALSE(rater_mapping_equal(&a, &b));
    a = map_on_plane(1, size, axis, (RaterAlignRule){ 0, 0, 13 }); /* the same block */
    CU_ASSERT_TRUE(rater_mapping_equal(&a, &b));
    RaterDist dist = geometry_plane(1);
    RaterAlign align = { .rank = 1, .template_rank = 1 };
    CHECK_INT(rater_mapping_init(&a, &align, &dist), RATER_ERROR_RANK);
}

/* Whether the mapping lets coordinate c of dimension g hold the element x. */
static bool
holds_element(const RaterPlace *place, int64_t c, const int64_t x[])
{
    if (place->kind != RATER_PLACE_AXIS)
        return rater_place_holds(place, c);
    RaterRange local = rater_place_local(place, c);
    return x[place->axis] >= local.lo && x[place->axis] < local.hi;
}

/* Compares with the slow computation along dimension g. Of a contiguous set only
 * coordinates between two holders may be too many: blocks without an element. */
static int
count_wrong(const RaterPlace *place, int64_t size, const bool held[], const int64_t x[])
{
    int64_t first = size, last = -1;
    int wrong = 0, owners = 0;
    for (int64_t c = 0; c < size; c++)
        if (held[c]) {
            first = c < first ? c : first;
            last = c;
        }
    for (int64_t c = 0; c < size; c++) {
        bool expected = held[c];
        if (place->kind == RATER_PLACE_SOME)
            expected = c >= first && c <= last;
        wrong += holds_element(place, c, x) != expected;
        if (place->kind == RATER_PLACE_AXIS && expected) {
            owners++;
            wrong += rater_place_owner(place, x[place->axis]) != c;
        }
    }
    return wrong + (place->kind == RATER_PLACE_AXIS && owners != 1);
}

static int
check_element(const Geometry *geometry, const RaterMapping *mapping, const int64_t x[])
{
    bool held[GEOMETRY_RANK][16];
    const GeometryArray *array = geometry_last(geometry);
    bool exists =
        geometry_holders(geometry, geometry->depth - 1, array->n_rules, array->rules, x, held);
    bool valid = true;
    for (int axis = 0; axis < mapping->rank; axis++)
        valid =
            valid && x[axis] >= mapping->valid[axis].lo && x[axis] < mapping->valid[axis].hi;
    int wrong = exists != valid;
    for (int g = 0; g < mapping->grid.rank && exists; g++)
        wrong += count_wrong(&mapping->place[g], mapping->grid.size[g], held[g], x);
    return wrong;
}

/* A dense place has no coordinate without elements between two that have some. Returns whether
 * it is one; counts otherwise whether there is none. */
static bool
check_dense(const RaterMapping *mapping, int g, int *holes_missed)
{
    const RaterPlace *place = &mapping->place[g];
    int64_t first = -1, last = -1, n = 0;
    for (int64_t c = 0; c < mapping->grid.size[g]; c++) {
        if (!rater_place_holds(place, c))
            continue;
        first = first < 0 ? c : first;
        last = c;
        n++;
    }
    bool dense = rater_place_is_dense(place);
    bool holes = n > 0 && n != last - first + 1;
    CU_ASSERT_FALSE(dense && holes);
    *holes_missed += !dense && !holes;
    return dense;
}

/* Every element exactly where template index by template index it is. */
static void
check_geometry(const Geometry *geometry)
{
    const GeometryArray *array = geometry_last(geometry);
    RaterMapping mapping;
    CHECK_INT(rater_mapping_init(&mapping, &array->align, &geometry->dist), RATER_OK);
    int64_t x[GEOMETRY_RANK] = { 0 };
    int wrong = 0;
    for (int axis = 0; axis < array->rank;) {
        wrong += check_element(geometry, &mapping, x);
        for (axis = 0; axis < array->rank && ++x[axis] == array->domain[axis].hi; axis++)
            x[axis] = 0;
    }
    CHECK_INT(wrong, 0);
}

static void
test_random(void)
{
    Random random = random_start(424242);
    for (int round = 0; round < 6000; round++) {
        RaterGrid grid;
        Geometry geometry;
        geometry_random_grid(&grid, &random, (int)random_between(&random, 1, 3), 6);
        geometry_random_dist(&geometry, &random, &grid, 14);
        geometry_random_arrays(&geometry, &random, (int)random_between(&random, 1, 3), 6);
        check_geometry(&geometry);
    }
}

static void
test_dense(void)
{
    Random random = random_start(424243);
    int dense = 0, missed = 0, all = 0;
    for (int round = 0; round < 6000; round++) {
        RaterGrid grid;
        Geometry geometry;
        RaterMapping mapping;
        geometry_random_grid(&grid, &random, (int)random_between(&random, 1, 3), 6);
        geometry_random_dist(&geometry, &random, &grid, 14);
        geometry_random_arrays(&geometry, &random, (int)random_between(&random, 1, 3), 6);
        CHECK_INT(
            rater_mapping_init(&mapping, &geometry_last(&geometry)->align, &geometry.dist),
            RATER_OK);
        for (int g = 0; g < grid.rank; g++) {
            if (mapping.place[g].kind != RATER_PLACE_AXIS)
                continue;
            dense += check_dense(&mapping, g, &missed);
            all++;
        }
    }
    CU_ASSERT_TRUE(dense > all / 4);
    CU_ASSERT_TRUE(all - dense - missed > 100); /* real holes came up */
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "blocks", test_blocks },
        { "constants", test_constants },
        { "axis not distributed", test_not_distributed },
        { "partly replicated", test_partly_replicated },
        { "replicated", test_replicated },
        { "equality", test_equality },
        { "random compositions, element by element", test_random },
        { "dense places", test_dense },
        CU_TEST_INFO_NULL,
    };
    return tap_run("mapping", tests);
}
