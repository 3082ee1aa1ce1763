/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Grids of a number of processors, and what a trace says about them.
 */
#include <math.h>
#include <string.h>

#include "src/analysis/predict/predict.h"
#include "src/analysis/sweep/topology.h"
#include "tests/sweep/common.h"

static TopologyShape
shape_of(int rank, const char *like)
{
    TopologyShape shape = topology_shape(rank);

    for (int d = 0; like != NULL && d < rank; d++)
        shape.like[d] = (guint8)(like[d] - '0');
    return shape;
}

static void
check_between(gint64 lo, gint64 hi, int rank, const char *like, guint most,
              const char *expected)
{
    const TopologyShape shape = shape_of(rank, like);
    g_autoptr(GArray) grids = topology_between(lo, hi, &shape, most);
    g_autofree char *text = common_grids_text(grids);

    CHECK_TEXT(text, expected);
}

static void
test_between(void)
{
    check_between(6, 6, 2, NULL, 100, "6x1 3x2 2x3 1x6");
    check_between(6, 6, 2, "00", 100, "6x1 3x2");
    check_between(1, 4, 2, NULL, 100, "1x1 2x1 1x2 3x1 1x3 4x1 2x2 1x4");
    check_between(4, 4, 3, NULL, 100, "4x1x1 2x2x1 2x1x2 1x4x1 1x2x2 1x1x4");
    check_between(4, 4, 3, "000", 100, "4x1x1 2x2x1");
    check_between(4, 4, 3, "010", 100, "4x1x1 2x2x1 2x1x2 1x4x1"); /* first and third alike */
    check_between(4, 4, 3, "011", 100, "4x1x1 2x2x1 1x4x1 1x2x2");
    check_between(7, 9, 1, NULL, 100, "7 8 9");
    check_between(1, 1000, 1, NULL, 3, "1 2 3");
    check_between(5, 4, 1, NULL, 3, "");
}

/* No size is larger than it may be; the numbers end where no grid has so many processors. */
static void
test_limits(void)
{
    TopologyShape shape = topology_shape(2);
    shape.most[0] = 3;
    shape.most[1] = 4;
    CHECK_INT(topology_room(&shape), 12);
    g_autoptr(GArray) grids = topology_between(4, G_MAXINT64, &shape, 100);
    g_autofree char *text = common_grids_text(grids);
    CHECK_TEXT(text, "2x2 1x4 3x2 2x3 2x4 3x3 3x4");
    CHECK_INT(topology_leaves_out(&shape, 3), 0);
    CHECK_INT(topology_leaves_out(&shape, 4), 1); /* 4x1 */
    shape.most[1] = 0;
    CHECK_INT(topology_room(&shape), G_MAXINT64);
    g_autoptr(GArray) open = topology_between(8, 8, &shape, 100);
    g_autofree char *of_8 = common_grids_text(open);
    CHECK_TEXT(of_8, "2x4 1x8");
}

/* Extents of samples, read off their sources. */
static void
test_extents(void)
{
    static const struct {
        const char *name, *extents, *within, *beyond;
    } expected[] = {
        { "heat2d_large.trc", "2000x2000", "2000x2000", "2001x1" },
        { "heat3d.trc", "40x36x32", "40x1x32", "1x1x33" },
        { "task_regions.trc", "", "1000", NULL }, /* parts of the system: nothing is known */
    };

    for (gsize i = 0; i < G_N_ELEMENTS(expected); i++) {
        g_autoptr(TraceProgram) program = common_read(expected[i].name);
        g_autoptr(SimLayout) layout = sim_layout_new(program);
        const RaterGrid extents = topology_extents(layout);
        const RaterGrid within = common_grid(expected[i].within);
        g_autofree char *text = topology_name(&extents);
        CHECK_TEXT(text, expected[i].extents);
        CHECK_INT(topology_is_beyond(&within, &extents), 0);
        if (expected[i].beyond == NULL)
            continue;
        const RaterGrid beyond = common_grid(expected[i].beyond);
        CHECK_INT(topology_is_beyond(&beyond, &extents), 1);
    }
}

/* All grids of rank 1 to 4 by counting, against the list. */
static void
test_all_by_counting(void)
{
    for (int rank = 1; rank <= 4; rank++) {
        const TopologyShape shape = topology_shape(rank);
        for (gint64 n = 1; n <= 36; n++) {
            g_autoptr(GArray) grids = topology_between(n, n, &shape, G_MAXUINT);
            const gint64 side = n, all = (gint64)pow((double)side, rank);
            guint found = 0;
            for (gint64 code = 0; code < all; code++) {
                gint64 product = 1;
                for (gint64 rest = code, d = 0; d < rank; d++, rest /= side)
                    product *= rest % side + 1;
                found += product == n;
            }
            CHECK_INT(grids->len, found);
            for (guint i = 0; i < grids->len; i++)
                CHECK_INT(rater_grid_count(&g_array_index(grids, RaterGrid, i)), n);
        }
    }
}

/* Sizes in falling order. */
static void
sort_sizes(const RaterGrid *grid, gint64 sizes[])
{
    for (int d = 0; d < grid->rank; d++) {
        int at = d;
        for (; at > 0 && sizes[at - 1] < grid->size[d]; at--)
            sizes[at] = sizes[at - 1];
        sizes[at] = grid->size[d];
    }
}

/* The most even grid is the first of all in the order of its sorted sizes. */
static void
test_even(void)
{
    for (int rank = 1; rank <= 4; rank++) {
        const TopologyShape shape = topology_shape(rank);
        for (gint64 n = 1; n <= 400; n++) {
            g_autoptr(GArray) grids = topology_between(n, n, &shape, G_MAXUINT);
            const RaterGrid even = topology_even(n, rank);
            gint64 best[TOPOLOGY_MAX_RANK] = { G_MAXINT64 };
            for (guint i = 0; i < grids->len; i++) {
                gint64 sizes[TOPOLOGY_MAX_RANK] = { 0 };
                int d = 0;
                sort_sizes(&g_array_index(grids, RaterGrid, i), sizes);
                while (d < rank && sizes[d] == best[d])
                    d++;
                if (d < rank && sizes[d] < best[d])
                    memcpy(best, sizes, sizeof best);
            }
            for (int d = 0; d < rank; d++)
                CHECK_INT(even.size[d], best[d]);
        }
    }
    const RaterGrid large = topology_even(G_GINT64_CONSTANT(1) << 31, 8);
    CHECK_INT(rater_grid_count(&large), G_GINT64_CONSTANT(1) << 31);
}

static void
test_compare(void)
{
    static const char *const order[] = { "1", "2", "2x1", "1x2", "3", "4x1", "2x2", "1x4" };

    for (gsize i = 0; i < G_N_ELEMENTS(order); i++) {
        for (gsize k = 0; k < G_N_ELEMENTS(order); k++) {
            const RaterGrid a = common_grid(order[i]), b = common_grid(order[k]);
            CHECK_INT(topology_compare(&a, &b), (i > k) - (i < k));
        }
    }
}

/* Rank and likeness of samples, read off their sources. */
static void
test_samples(void)
{
    static const struct {
        const char *name;
        int rank;
        const char *like;
    } expected[] = {
        { "heat2d.trc", 2, "00" },           /* a square over both dimensions alike */
        { "heat2d_large.trc", 2, "00" },     /* the same, larger */
        { "matmul.trc", 1, "0" },            /* rows */
        { "gauss_elimination.trc", 1, "0" }, /* rows */
        { "task_regions.trc", 1, "0" },
    };

    for (gsize i = 0; i < G_N_ELEMENTS(expected); i++) {
        g_autoptr(TraceProgram) program = common_read(expected[i].name);
        g_autoptr(SimLayout) layout = sim_layout_new(program);
        CHECK_INT(layout->rank, expected[i].rank);
        for (int d = 0; d < layout->rank; d++)
            CHECK_INT(layout->like[d], expected[i].like[d] - '0');
    }
}

static double
time_on(const TraceProgram *program, const Params *machine, const RaterGrid *grid)
{
    const PredictOptions options = { .no_ideal = TRUE };
    g_autoptr(Params) params = params_copy(machine);
    params->topology = *grid;
    g_autoptr(Prediction) prediction = predict(program, params, &options, NULL);

    return prediction != NULL ? prediction->execution_time : -1;
}

/* Where dimensions are said to be alike, grids that differ by an exchange take as long. Holds
 * every sample against it, on a bus and on a grid of links. */
static void
test_exchange(void)
{
    static const char *const machines[] = {
        "type = network; start time = 75; send byte time = 0.2;",
        "type = transputer; start time = 20; send byte time = 0.5;",
    };
    static const char *const grids[] = { "2x1", "4x1", "3x2", "6x2", "5x3", "16x2", "40x3" };
    g_autoptr(GPtrArray) names = common_samples();
    guint n_alike = 0;

    for (guint i = 0; i < names->len; i++) {
        g_autoptr(TraceProgram) program = common_read(g_ptr_array_index(names, i));
        g_autoptr(SimLayout) layout = sim_layout_new(program);
        if (layout->rank < 2 || layout->like[1] != 0)
            continue;
        n_alike++;
        for (gsize k = 0; k < G_N_ELEMENTS(grids) * G_N_ELEMENTS(machines); k++) {
            g_autoptr(Params) machine = common_params(machines[k % G_N_ELEMENTS(machines)]);
            RaterGrid grid = common_grid(grids[k / G_N_ELEMENTS(machines)]);
            grid.rank = layout->rank;
            for (int d = 2; d < grid.rank; d++)
                grid.size[d] = 1;
            RaterGrid mirror = grid;
            mirror.size[0] = grid.size[1];
            mirror.size[1] = grid.size[0];
            const double a = time_on(program, machine, &grid),
                         b = time_on(program, machine, &mirror);
            if (fabs(a - b) > 1e-9 * fabs(a)) {
                g_autofree char *what = g_strdup_printf(
                    "%s %s: %.17g, mirrored %.17g", (char *)g_ptr_array_index(names, i),
                    grids[k / G_N_ELEMENTS(machines)], a, b);
                CHECK_TEXT(what, "as long");
            }
        }
    }
    CU_ASSERT_TRUE(n_alike >= 2);
}

/* Speeds make every dimension one of its own, unless all are the same. */
static void
test_speeds(void)
{
    g_autoptr(TraceProgram) program = common_read("heat2d.trc");
    g_autoptr(SimLayout) layout = sim_layout_new(program);
    g_autoptr(Params) same = common_params("speed = { 2 x 1, 2 x 1 }; topology = { 4 };");
    g_autoptr(Params) differ = common_params("speed = { 2 x 1, 2 x 2 }; topology = { 4 };");

    CHECK_INT(topology_shape_on(layout, same).like[1], 0);
    CHECK_INT(topology_shape_on(layout, differ).like[1], 1);
}

/* Every size between two that are given has the blocks of one of them. */
static void
test_sizes(void)
{
    SimLayout layout = { .rank = 1 };
    const gint64 n = 100;

    layout.extents[0] = g_array_new(FALSE, FALSE, sizeof(gint64));
    g_array_append_val(layout.extents[0], n);
    g_autoptr(GArray) sizes = topology_sizes(&layout, 0, 1000);
    for (gint64 p = 1; p <= n; p++) {
        gboolean found = FALSE;
        for (guint i = 0; i < sizes->len; i++) {
            const gint64 size = g_array_index(sizes, gint64, i);
            found |= size <= p && (n + size - 1) / size == (n + p - 1) / p;
        }
        CHECK_INT(found, 1);
    }
    CU_ASSERT_TRUE(sizes->len < 40);
    g_autoptr(GArray) few = topology_sizes(&layout, 0, 7);
    CHECK_INT(g_array_index(few, gint64, few->len - 1), 7);
    g_array_unref(layout.extents[0]);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "all grids", test_between },
        { "limits", test_limits },
        { "extents", test_extents },
        { "all grids, by counting", test_all_by_counting },
        { "the most even grid", test_even },
        { "order", test_compare },
        { "samples", test_samples },
        { "dimensions that are alike can be exchanged", test_exchange },
        { "speeds", test_speeds },
        { "sizes worth trying", test_sizes },
        CU_TEST_INFO_NULL,
    };
    return tap_run("sweep-topology", tests);
}
