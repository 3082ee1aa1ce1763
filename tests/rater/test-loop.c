/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/geometry/loop.h"
#include "tests/rater/check-real.h"
#include "tests/rater/geometry.h"
#include "tests/tap.h"

#include <stddef.h>

static RaterLoop
loop_on_plane(int rank, const RaterLoopAxis axes[], RaterAlignRule first, RaterAlignRule second)
{
    RaterDist dist = geometry_plane(1);
    RaterLoop loop = { 0 };
    RaterAlignRule rules[] = { first, second };
    CHECK_INT(rater_loop_init(&loop, rank, axes, NULL, &dist, 2, rules), RATER_OK);
    return loop;
}

static void
check_dim(const RaterLoop *loop, int g, int64_t c, int64_t count, int64_t first, int64_t last)
{
    int64_t from = -99, to = -99;
    CHECK_INT(rater_loop_dim_count(loop, g, c, &from, &to), count);
    CHECK_INT(rater_loop_dim_count(loop, g, c, NULL, NULL), count);
    CHECK_INT(from, count > 0 ? first : -99);
    CHECK_INT(to, count > 0 ? last : -99);
}

static void
test_steps(void)
{
    /* rows 1, 4, 7, 10, 13, 16; columns 18, 16, ..., 2 */
    RaterLoopAxis axes[] = { { 1, 18, 3 }, { 18, 1, -2 } };
    RaterLoop loop =
        loop_on_plane(2, axes, (RaterAlignRule){ 1, 1, 0 }, (RaterAlignRule){ 2, 1, 0 });
    CHECK_INT(loop.count[0], 6);
    CHECK_INT(loop.count[1], 9);
    CHECK_INT(loop.valid[0].lo, 1);
    CHECK_INT(loop.valid[0].hi, 17); /* 18 is no iteration */
    CHECK_INT(loop.valid[1].lo, 2);
    CHECK_INT(loop.dim[0], 0);
    CHECK_INT(loop.dim[1], 1);
    check_dim(&loop, 0, 0, 3, 1, 7);
    check_dim(&loop, 0, 1, 3, 10, 16);
    check_dim(&loop, 1, 0, 2, 4, 2);
    check_dim(&loop, 1, 1, 2, 8, 6);
}

static void
test_offsets(void)
{
    /* values -3..6 at template indices 10 - 3i: 19, 16, ..., 1, without i > 3 */
    RaterLoopAxis axes[] = { { -3, 6, 1 }, { 0, 4, 1 } };
    RaterLoop loop =
        loop_on_plane(2, axes, (RaterAlignRule){ 1, -3, 10 }, (RaterAlignRule){ -1, 0, 0 });
    CHECK_INT(loop.count[0], 7);
    CHECK_INT(loop.count[1], 5); /* on no pattern axis: all */
    CHECK_INT(loop.dim[1], -1);
    CHECK_INT(loop.valid[0].lo, -3);
    CHECK_INT(loop.valid[0].hi, 4);
    check_dim(&loop, 0, 0, 3, 1, 3);
    check_dim(&loop, 0, 1, 4, -3, 0);
    CHECK_REAL(rater_loop_total(&loop), 35, 0);
    CHECK_REAL(rater_loop_count(&loop, (int64_t[]){ 1, 2 }), 20, 0);
}

static void
test_empty(void)
{
    RaterLoopAxis axes[] = { { 5, 4, 1 } };
    RaterLoop loop =
        loop_on_plane(1, axes, (RaterAlignRule){ 1, 1, 0 }, (RaterAlignRule){ -1, 0, 0 });
    CHECK_INT(loop.count[0], 0);
    check_dim(&loop, 0, 0, 0, 0, 0);
    CHECK_REAL(rater_loop_total(&loop), 0, 0);
    axes[0] = (RaterLoopAxis){ 4, 5, -1 };
    loop = loop_on_plane(1, axes, (RaterAlignRule){ 1, 1, 0 }, (RaterAlignRule){ -1, 0, 0 });
    CHECK_INT(loop.count[0], 0);
    axes[0] = (RaterLoopAxis){ 5, 5, -7 };
    loop = loop_on_plane(1, axes, (RaterAlignRule){ 1, 1, 0 }, (RaterAlignRule){ -1, 0, 0 });
    CHECK_INT(loop.count[0], 1);
    check_dim(&loop, 0, 0, 1, 5, 5);
}

static void
test_constants(void)
{
    RaterLoopAxis axes[] = { { 0, 19, 1 } };
    RaterLoop loop =
        loop_on_plane(1, axes, (RaterAlignRule){ 1, 1, 0 }, (RaterAlignRule){ 0, 0, 7 });
    CHECK_REAL(rater_loop_count(&loop, (int64_t[]){ 0, 1 }), 10, 0);
    CHECK_REAL(rater_loop_count(&loop, (int64_t[]){ 0, 0 }), 0, 0);
    CHECK_REAL(rater_loop_total(&loop), 20, 0);
    CHECK_INT(rater_loop_dim_count(&loop, 1, 1, NULL, NULL), 0); /* no loop axis there */
    loop = loop_on_plane(1, axes, (RaterAlignRule){ 1, 1, 0 }, (RaterAlignRule){ 0, 0, -1 });
    CHECK_INT(loop.count[0], 0);
    CHECK_REAL(rater_loop_count(&loop, (int64_t[]){ 0, 0 }), 0, 0);
}

static void
test_on_array(void)
{
    RaterDist dist = geometry_plane(1);
    RaterAlign y;
    RaterLoop loop;
    RaterAlignRule shifted[] = { { 1, 2, 1 }, { 2, 1, 0 } };
    CHECK_INT(rater_align_array(&y, 2, (int64_t[]){ 10, 20 }, 2, dist.size, NULL, 2, shifted),
              RATER_OK);
    /* element i-1 of the array, at template index 2i-1; i = 12 has none */
    RaterLoopAxis axes[] = { { 2, 12, 2 } };
    RaterAlignRule rules[] = { { 1, 1, -1 }, { -1, 0, 0 } };
    CHECK_INT(rater_loop_init(&loop, 1, axes, &y, &dist, 2, rules), RATER_OK);
    CHECK_INT(loop.count[0], 5);
    check_dim(&loop, 0, 0, 2, 2, 4);
    check_dim(&loop, 0, 1, 3, 6, 10);
    CHECK_INT(loop.place[1].kind, RATER_PLACE_SOME);
}

static void
test_large(void)
{
    RaterGrid grid;
    RaterDist dist;
    RaterDistDim dim = { .axis = 1 };
    int64_t n = INT64_MAX;
    CHECK_INT(rater_grid_init(&grid, 1, (int64_t[]){ 2 }), RATER_OK);
    CHECK_INT(rater_dist_init(&dist, &grid, 1, &n, 1, &dim, NULL), RATER_OK);
    RaterLoop loop;
    RaterLoopAxis axis = { n - 1, 1, -2 };
    RaterAlignRule rule = { 1, 1, 0 };
    CHECK_INT(rater_loop_init(&loop, 1, &axis, NULL, &dist, 1, &rule), RATER_OK);
    CHECK_INT(loop.count[0], n / 2);
    check_dim(&loop, 0, 0, n / 4, n / 2 - 1, 2);
    axis = (RaterLoopAxis){ 0, n - 1, n };
    CHECK_INT(rater_loop_init(&loop, 1, &axis, NULL, &dist, 1, &rule), RATER_OK);
    CHECK_INT(loop.count[0], 1);
    axis = (RaterLoopAxis){ INT64_MIN, INT64_MIN, INT64_MIN };
    CHECK_INT(rater_loop_init(&loop, 1, &axis, NULL, &dist, 1, &rule), RATER_OK);
    CHECK_INT(loop.count[0], 0);
    axis = (RaterLoopAxis){ 0, INT64_MIN, INT64_MIN };
    CHECK_INT(rater_loop_init(&loop, 1, &axis, NULL, &dist, 1, &rule), RATER_ERROR_OVERFLOW);
    axis = (RaterLoopAxis){ -2, n - 1, 1 };
    CHECK_INT(rater_loop_init(&loop, 1, &axis, NULL, &dist, 1, &rule), RATER_ERROR_OVERFLOW);
    axis = (RaterLoopAxis){ 0, n, 1 };
    CHECK_INT(rater_loop_init(&loop, 1, &axis, NULL, &dist, 1, &rule), RATER_ERROR_OVERFLOW);
}

static void
test_errors(void)
{
    RaterDist dist = geometry_plane(1);
    RaterLoop loop = { .rank = 9 };
    RaterLoopAxis axes[] = { { 0, 5, 1 }, { 0, 5, 0 } };
    RaterAlignRule rules[] = { { 1, 1, 0 }, { 2, 1, 0 }, { -1, 0, 0 } };
    CHECK_INT(rater_loop_init(&loop, 2, axes, NULL, &dist, 2, rules), RATER_ERROR_STEP);
    CHECK_INT(rater_loop_init(&loop, 1, axes, NULL, &dist, 2, rules), RATER_ERROR_AXIS);
    CHECK_INT(rater_loop_init(&loop, 0, axes, NULL, &dist, 2, rules), RATER_ERROR_RANK);
    CHECK_INT(rater_loop_init(&loop, 16, axes, NULL, &dist, 2, rules), RATER_ERROR_RANK);
    axes[1].step = 1;
    CHECK_INT(rater_loop_init(&loop, 2, axes, NULL, &dist, 3, rules), RATER_ERROR_RANK);
    RaterAlign line = { .rank = 2, .template_rank = 1 };
    CHECK_INT(rater_loop_init(&loop, 2, axes, &line, &dist, 2, rules), RATER_ERROR_RANK);
    CHECK_INT(loop.rank, 9);
}

/* Counts of a random loop by going through all iterations and processors. */
typedef struct {
    int rank;
    RaterLoopAxis axis[GEOMETRY_RANK];
    int n_rules;
    RaterAlignRule rules[GEOMETRY_RANK];
    RaterLoop loop;
    double total;
    double count[256]; /* of each processor */
} Case;

static int64_t
length(const RaterLoopAxis *axis)
{
    int64_t count = 0;
    for (int64_t i = axis->init; axis->step > 0 ? i <= axis->last : i >= axis->last;
         i += axis->step)
        count++;
    return count;
}

static void
random_case(Case *a_case, Geometry *geometry, Random *random)
{
    *a_case = (Case){ .rank = (int)random_between(random, 1, 3) };
    RaterRange domain[GEOMETRY_RANK], pattern[GEOMETRY_RANK];
    for (int l = 0; l < a_case->rank; l++) {
        int64_t from = random_between(random, -5, 9);
        int64_t to = from + random_between(random, -1, 11);
        int64_t step = random_between(random, 1, 3);
        bool down = random_one_in(random, 3);
        a_case->axis[l] =
            down ? (RaterLoopAxis){ to, from, -step } : (RaterLoopAxis){ from, to, step };
        domain[l] = (RaterRange){ from, to + 1 };
    }
    int pattern_rank = geometry->depth > 0 ? geometry_last(geometry)->rank : geometry->rank;
    for (int t = 0; t < pattern_rank; t++)
        pattern[t] = geometry->depth > 0 ? geometry_last(geometry)->domain[t]
                                         : (RaterRange){ 0, geometry->size[t] };
    a_case->n_rules = geometry_random_rules(random, a_case->rules, a_case->rank, domain,
                                            pattern_rank, pattern);
    const RaterAlign *align = geometry->depth > 0 ? &geometry_last(geometry)->align : NULL;
    CHECK_INT(rater_loop_init(&a_case->loop, a_case->rank, a_case->axis, align, &geometry->dist,
                              a_case->n_rules, a_case->rules),
              RATER_OK);
}

static void
count_iteration(Case *a_case, const Geometry *geometry, const int64_t x[])
{
    bool held[GEOMETRY_RANK][16];
    if (!geometry_holders(geometry, geometry->depth, a_case->n_rules, a_case->rules, x, held))
        return;
    a_case->total++;
    for (int64_t p = 0; p < rater_grid_count(&geometry->grid); p++) {
        int64_t index[GEOMETRY_RANK];
        rater_grid_index(&geometry->grid, p, index);
        bool executes = true;
        for (int g = 0; g < geometry->grid.rank; g++)
            executes = executes && held[g][index[g]];
        a_case->count[p] += executes;
    }
}

static void
count_all(Case *a_case, const Geometry *geometry)
{
    int64_t n = 1;
    for (int l = 0; l < a_case->rank; l++)
        n *= length(&a_case->axis[l]);
    for (int64_t k = 0; k < n; k++) {
        int64_t x[GEOMETRY_RANK];
        int64_t rest = k;
        for (int l = 0; l < a_case->rank; l++) {
            int64_t of_axis = length(&a_case->axis[l]);
            x[l] = a_case->axis[l].init + rest % of_axis * a_case->axis[l].step;
            rest /= of_axis;
        }
        count_iteration(a_case, geometry, x);
    }
}

/* First, last and number of the values that coordinate c executes, one by one. */
static void
check_order(const Case *a_case, int g, int64_t c)
{
    const RaterPlace *place = &a_case->loop.place[g];
    const RaterLoopAxis *axis = &a_case->axis[place->axis];
    int64_t count = 0, first = 0, last = 0;
    RaterRange block = rater_blocks_range(&place->blocks, c);
    for (int64_t k = 0, i = axis->init; k < length(axis); k++, i += axis->step) {
        int64_t at = place->a * i + place->b;
        if (at < block.lo || at >= block.hi || i < place->valid.lo || i >= place->valid.hi)
            continue;
        first = count == 0 ? i : first;
        last = i;
        count++;
    }
    check_dim(&a_case->loop, g, c, count, first, last);
}

/* The runs of dimension g are the counts one by one. */
static void
check_runs(const RaterLoop *loop, int g)
{
    RaterIndexRun run;
    int wrong = 0;
    int64_t c = 0;
    for (bool more = rater_loop_run_first(loop, g, &run); more;
         more = rater_index_run_next(&run)) {
        wrong += rater_range_is_empty(run.coords) || run.coords.lo < c;
        wrong += c > 0 && run.coords.lo != c; /* one after the other */
        for (; c < run.coords.lo; c++)
            wrong += rater_loop_dim_count(loop, g, c, NULL, NULL) != 0;
        for (; c < run.coords.hi; c++)
            wrong += rater_loop_dim_count(loop, g, c, NULL, NULL) != run.count;
    }
    for (; c < loop->grid.size[g]; c++)
        wrong += rater_loop_dim_count(loop, g, c, NULL, NULL) != 0;
    CHECK_INT(wrong, 0);
    CHECK_INT(c, loop->grid.size[g]);
}

/* Iterations 100..1899 on 2,000 elements and 1,024 coordinates, with steps and mirrored. */
static void
test_runs(void)
{
    static const int64_t steps[] = { 1, 2, 3, 500, -1, -2, 2000 };
    RaterGrid grid;
    RaterDist dist;
    RaterDistDim dims[] = { { .axis = 1 } };
    CHECK_INT(rater_grid_init(&grid, 1, (int64_t[]){ 1024 }), RATER_OK);
    CHECK_INT(rater_dist_init(&dist, &grid, 1, (int64_t[]){ 2000 }, 1, dims, NULL), RATER_OK);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        bool down = steps[i] < 0;
        RaterLoopAxis axis = { down ? 1899 : 100, down ? 100 : 1899, steps[i] };
        RaterAlignRule straight = { 1, 1, 0 }, mirrored = { 1, -1, 1950 };
        RaterLoop loop, mirror;
        RaterIndexRun run;
        CHECK_INT(rater_loop_init(&loop, 1, &axis, NULL, &dist, 1, &straight), RATER_OK);
        CHECK_INT(rater_loop_init(&mirror, 1, &axis, NULL, &dist, 1, &mirrored), RATER_OK);
        check_runs(&loop, 0);
        check_runs(&mirror, 0);
        int n = 0;
        for (bool more = rater_loop_run_first(&loop, 0, &run); more;
             more = rater_index_run_next(&run))
            n++;
        if (steps[i] == 1)
            CU_ASSERT_TRUE(n > 80 && n < 96); /* not 921 coordinates */
    }
}

static void
check_case(const Case *a_case, const Geometry *geometry)
{
    CHECK_REAL(rater_loop_total(&a_case->loop), a_case->total, 0);
    int wrong = 0;
    for (int64_t p = 0; p < rater_grid_count(&geometry->grid); p++) {
        int64_t index[GEOMETRY_RANK];
        rater_grid_index(&geometry->grid, p, index);
        wrong += rater_loop_count(&a_case->loop, index) != a_case->count[p];
    }
    CHECK_INT(wrong, 0);
    for (int g = 0; g < geometry->grid.rank; g++)
        for (int64_t c = 0; c < geometry->grid.size[g]; c++)
            if (a_case->loop.place[g].kind == RATER_PLACE_AXIS)
                check_order(a_case, g, c);
    for (int g = 0; g < geometry->grid.rank; g++)
        if (a_case->loop.place[g].kind == RATER_PLACE_AXIS)
            check_runs(&a_case->loop, g);
}

/* A replicated pattern may have holders between its elements' that hold none of
 * them, which the slow computation would not count: only whole strides here. */
static bool
has_gaps(const Case *a_case, const Geometry *geometry)
{
    for (int g = 0; g < geometry->grid.rank; g++)
        if (a_case->loop.place[g].kind == RATER_PLACE_SOME)
            for (int64_t c = 0; c < geometry->grid.size[g]; c++)
                if (rater_range_is_empty(rater_blocks_range(&geometry->dist.blocks[g], c)))
                    return true;
    for (int i = 0; i < geometry->depth; i++)
        for (int t = 0; t < geometry->array[i].n_rules; t++)
            if (geometry->array[i].rules[t].coeff > 1 || geometry->array[i].rules[t].coeff < -1)
                return true;
    return false;
}

static void
test_random(void)
{
    Random random = random_start(990017);
    int checked = 0;
    for (int round = 0; round < 6000; round++) {
        RaterGrid grid;
        Geometry geometry;
        Case a_case;
        geometry_random_grid(&grid, &random, (int)random_between(&random, 1, 3), 5);
        geometry_random_dist(&geometry, &random, &grid, 14);
        geometry_random_arrays(&geometry, &random, (int)random_between(&random, 0, 2), 9);
        random_case(&a_case, &geometry, &random);
        if (has_gaps(&a_case, &geometry))
            continue;
        count_all(&a_case, &geometry);
        check_case(&a_case, &geometry);
        checked++;
    }
    CU_ASSERT_TRUE(checked > 2000);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "steps", test_steps },
        { "offsets", test_offsets },
        { "empty", test_empty },
        { "constants", test_constants },
        { "on an array", test_on_array },
        { "large", test_large },
        { "errors", test_errors },
        { "runs", test_runs },
        { "random loops, iteration by iteration", test_random },
        CU_TEST_INFO_NULL,
    };
    return tap_run("loop", tests);
}
