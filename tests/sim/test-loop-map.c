/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Loops that are kept come out as they went in, and equal ones are one pointer.
 */
#include "src/sim/objects/loop-map.h"
#include "tests/sim/sim-check.h"

#define SEED    4404
#define N_CASES 3000

/* A loop on an array of some rank on a grid of some rank; it borrows `prefix`. */
static gboolean
make(GRand *random, const int64_t *prefix, RaterLoop *loop)
{
    int rank = sim_check_between(random, 1, 4), grid_rank = sim_check_between(random, 1, 4);
    int64_t size[RATER_MAX_RANK], parts[RATER_MAX_RANK];
    RaterDistDim dims[RATER_MAX_RANK] = { { 0 } };
    RaterAlignRule rules[RATER_MAX_RANK];
    RaterLoopAxis axes[RATER_MAX_RANK];
    RaterGrid grid;
    RaterDist dist;
    RaterAlign align;
    for (int g = 0; g < grid_rank; g++) {
        parts[g] = sim_check_between(random, 1, 9);
        dims[g] = (RaterDistDim){ g < rank ? g + 1 : 0, 0, NULL };
    }
    for (int x = 0; x < rank; x++) {
        size[x] = sim_check_between(random, 1, 200);
        rules[x] = (RaterAlignRule){ sim_check_between(random, 0, 3) > 0
                                         ? x + 1
                                         : sim_check_between(random, -1, 0),
                                     1, sim_check_between(random, -3, 3) };
        axes[x] = (RaterLoopAxis){ sim_check_between(random, -200, 250),
                                   sim_check_between(random, -200, 250),
                                   sim_check_between(random, 1, 5) };
    }
    if (sim_check_between(random, 0, 4) == 0) {
        size[0] = 8;
        parts[0] = 2;
        dims[0].prefix = prefix;
    }
    return rater_grid_init(&grid, grid_rank, parts) == RATER_OK &&
           rater_dist_init(&dist, &grid, rank, size, grid_rank, dims, NULL) == RATER_OK &&
           rater_align_array(&align, rank, size, rank, size, NULL, rank, rules) == RATER_OK &&
           rater_loop_init(loop, rank, axes, &align, &dist, rank, rules) == RATER_OK;
}

/* Each iteration is executed where it was. */
static gboolean
same_counts(const RaterLoop *a, const RaterLoop *b)
{
    int64_t at[RATER_MAX_RANK];
    for (int64_t p = 0; p < rater_grid_count(&a->grid); p++) {
        rater_grid_index(&a->grid, p, at);
        if (rater_loop_count(a, at) != rater_loop_count(b, at))
            return FALSE;
    }
    return rater_loop_total(a) == rater_loop_total(b);
}

/* The same iterations on the same coordinates of equal grids. */
static gboolean
same_loop(const RaterLoop *a, const RaterLoop *b)
{
    gboolean same = a->rank == b->rank && rater_grid_equal(&a->grid, &b->grid);
    for (int l = 0; same && l < a->rank; l++) {
        const RaterLoopAxis *one = &a->axis[l], *other = &b->axis[l];
        same = one->init == other->init && one->last == other->last &&
               one->step == other->step && rater_range_equal(a->valid[l], b->valid[l]) &&
               a->dim[l] == b->dim[l];
    }
    for (int g = 0; same && g < a->grid.rank; g++)
        same = rater_place_equal(&a->place[g], &b->place[g]);
    return same;
}

static void
test_loops(void)
{
    static const int64_t prefix[] = { 0, 3, 8 };
    static const RaterGrid grid = { 1, { 9 } };
    g_autoptr(GRand) random = sim_check_random(SEED);
    g_autoptr(SimSystems) systems = sim_systems_new(&grid, &grid, FALSE);
    const SimSystem *root = systems->root;
    SimLoopMaps *maps = sim_loop_maps_new();
    SimLoopMap *last = NULL;
    RaterLoop loop, before, got;
    guint n = 0;
    for (guint i = 0; i < N_CASES; i++) {
        const SimLoopOrigin origin = { i, 2 * i, 3 };
        if (!make(random, prefix, &loop))
            continue;
        CU_ASSERT_PTR_NULL(sim_loop_maps_find(maps, &origin));
        SimLoopMap *map = sim_loop_maps_add(maps, &origin, &loop, root);
        CU_ASSERT_PTR_EQUAL(sim_loop_maps_find(maps, &origin), map);
        sim_loop_map_get(map, &got);
        CHECK_THAT(same_loop(&loop, &got), "loop %u", i);
        CHECK_THAT(same_counts(&loop, &got), "iterations of loop %u", i);
        const SimLoopOrigin other = { i, 2 * i, 4 };
        CU_ASSERT_PTR_EQUAL(sim_loop_maps_add(maps, &other, &got, root), map);
        if (last != NULL)
            CHECK_THAT((last == map) == same_loop(&before, &loop), "loop %u and the one before",
                       i);
        last = map;
        before = loop;
        n++;
    }
    CHECK_THAT(n > N_CASES / 2, "%u loops were made", n);
    sim_loop_maps_free(maps);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "loops", test_loops },
        CU_TEST_INFO_NULL,
    };
    return tap_run("loop-map", tests);
}
