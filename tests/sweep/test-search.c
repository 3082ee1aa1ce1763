/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The best topology of at most N processors: the bound, and the heuristic against trying
 * everything, on every sample.
 */
#include "src/analysis/sweep/search.h"

#include <math.h>
#include <string.h>

#include "src/analysis/sweep/best.h"
#include "tests/sweep/common.h"

/* So few that all samples need the heuristic. */
#define FEW    20
#define COARSE 10

/* Processors: in one dimension, and in more, where there are more grids of as many. */
#define MOST      24
#define MOST_GRID 18

/* The longest sample is a shorter one with ten times the calls; it would take a third of the
 * time of all. */
#define MOST_CALLS 10000

static const char *const machines[] = {
    "type = network; start time = 75; send byte time = 0.2;",
    "type = network; start time = 1.5; send byte time = 0.0001; channels = 65536;",
    "type = transputer; start time = 20; send byte time = 0.5;",
    "type = ideal; power = 0.5; trace overhead = 1;",
};

/* A sweep that has predicted every grid, and finds it again. */
typedef struct {
    Sweep *all;
    GHashTable *row_of; /* "4x2" -> index + 1 */
} Known;

static void
known_init(Known *known, const TraceProgram *program, const SimLayout *layout,
           const SweepRow *machine, gint64 most)
{
    const TopologyShape shape = topology_shape_on(layout, machine->params);
    g_autoptr(GHashTable) names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GArray) grids = topology_between(1, most, &shape, G_MAXUINT);

    known->all = sweep_new();
    known->row_of = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < grids->len; i++) {
        const RaterGrid *grid = &g_array_index(grids, RaterGrid, i);
        sweep_machine_add_row(known->all, machine, grid, names);
        g_hash_table_insert(known->row_of, topology_name(grid), GUINT_TO_POINTER(i + 1));
    }
    common_run(known->all, program, 2);
}

static void
known_clear(Known *known)
{
    g_hash_table_unref(known->row_of);
    sweep_free(known->all);
}

static gboolean
look_up(Sweep *sweep, guint first, guint n, gpointer data)
{
    const Known *known = data;

    for (guint i = first; i < first + n; i++) {
        SweepRow *row = sweep_row(sweep, i);
        g_autofree char *name = topology_name(&row->params->topology);
        const guint at = GPOINTER_TO_UINT(g_hash_table_lookup(known->row_of, name));
        CU_ASSERT_FATAL(at > 0);
        row->status = sweep_row(known->all, at - 1)->status;
        row->result = sweep_row(known->all, at - 1)->result;
    }
    return TRUE;
}

static Sweep *
search(const TraceProgram *program, const SimLayout *layout, const SweepRow *machine,
       SweepObjective objective, guint all, gint64 most, Known *known)
{
    const SweepSearchOptions options = { .machine = machine,
                                         .layout = layout,
                                         .most = most,
                                         .all = all,
                                         .coarse = COARSE,
                                         .batch = look_up,
                                         .data = known };
    Sweep *sweep = sweep_new();

    sweep->objective = objective;
    sweep->floor = 0.4;
    CU_ASSERT_TRUE(sweep_search(sweep, program, &options));
    CHECK_INT(sweep->searches->len, 1);
    return sweep;
}

static const SweepRow *
best_of(const Sweep *sweep)
{
    const gint best = sweep_best_of(sweep, 0, sweep->rows->len);

    return best == SWEEP_NOTHING ? NULL : sweep_row(sweep, (guint)best);
}

/* The best row and the knee. */
static char *
describe(const char *name, gsize machine, const Sweep *sweep)
{
    const gint best = sweep_best_of(sweep, 0, sweep->rows->len);
    GString *text = g_string_new(NULL);

    g_string_append_printf(text, "%s, machine %zu, %s:", name, machine,
                           sweep_objective_name(sweep->objective));
    if (best != SWEEP_NOTHING) {
        const guint knee = sweep_knee_of(sweep, 0, sweep->rows->len, (guint)best);
        g_string_append_c(text, ' ');
        topology_append(&sweep_row(sweep, (guint)best)->params->topology, text);
        g_string_append(text, ", knee ");
        topology_append(&sweep_row(sweep, knee)->params->topology, text);
    }
    return g_string_free(text, FALSE);
}

/* No row is better than the bound of its number of processors. */
static void
check_bounds(const char *name, const TraceProgram *program, const Params *machine,
             const Sweep *all)
{
    SweepBound bound;

    sweep_bound_init(&bound, program, machine);
    for (guint i = 0; i < all->rows->len; i++) {
        const SweepRow *row = sweep_row(all, i);
        const gint64 p = sweep_row_processors(row);
        const double time = row->result.execution_time;
        if (row->status != SWEEP_DONE)
            continue;
        if (time < sweep_bound_time(&bound, p) ||
            row->result.efficiency > sweep_bound_efficiency(&bound, p) * (1 + 1e-6)) {
            g_autofree char *what =
                g_strdup_printf("%s on %d processors: %g s, bound %g s", name, (int)p, time,
                                sweep_bound_time(&bound, p));
            CHECK_TEXT(what, "above the bound");
        }
    }
}

/* What a search says of all grids is true of the best of them. */
static void
check_claims(const Sweep *all, const Sweep *some)
{
    const SweepSearch *found = &g_array_index(some->searches, SweepSearch, 0);
    const SweepRow *best = best_of(all);

    if (best != NULL && isfinite(found->bound))
        CU_ASSERT_TRUE(found->bound <= sweep_value(all, best) * (1 + 1e-9));
    if (best != NULL && found->exhaustive)
        CHECK_INT(sweep_is_less(sweep_value(all, best), sweep_value(some, best_of(some))), 0);
}

static guint
check_sample(const char *name)
{
    g_autoptr(TraceProgram) program = common_read(name);
    g_autoptr(SimLayout) layout = sim_layout_new(program);
    guint n_heuristic = 0;

    for (gsize k = 0; k < G_N_ELEMENTS(machines) && program->n_calls <= MOST_CALLS; k++) {
        SweepRow *machine = sweep_row_new("test.par", common_params(machines[k]));
        const gint64 most =
            topology_shape_on(layout, machine->params).rank == 1 ? MOST : MOST_GRID;
        Known known;
        known_init(&known, program, layout, machine, most);
        check_bounds(name, program, machine->params, known.all);
        for (SweepObjective objective = SWEEP_TIME; objective <= SWEEP_COST; objective++) {
            g_autoptr(Sweep) all =
                search(program, layout, machine, objective, 100000, most, &known);
            g_autoptr(Sweep) some =
                search(program, layout, machine, objective, FEW, most, &known);
            g_autofree char *expected = describe(name, k, all);
            g_autofree char *actual = describe(name, k, some);
            CHECK_TEXT(actual, expected);
            CHECK_INT(all->rows->len, known.all->rows->len);
            CHECK_INT(g_array_index(all->searches, SweepSearch, 0).exhaustive, 1);
            check_claims(all, some);
            n_heuristic += some->rows->len < all->rows->len;
        }
        known_clear(&known);
        sweep_row_free(machine);
    }
    return n_heuristic;
}

static void
test_samples(void)
{
    g_autoptr(GPtrArray) names = common_samples();
    guint n_heuristic = 0;

    for (guint i = 0; i < names->len; i++)
        n_heuristic += check_sample(g_ptr_array_index(names, i));
    CU_ASSERT_TRUE(n_heuristic > names->len); /* it did leave grids out */
}

/* Where nothing tells which sizes are worth trying the lattice has nothing, and times differ by
 * little: the least lies between 400 and 500 processors. */
static void
test_no_extents(void)
{
    const gint64 most = 500;
    g_autoptr(TraceProgram) program = common_read("unbalanced_fixed.trc");
    g_autoptr(SimLayout) layout = sim_layout_new(program);
    SweepRow *machine =
        sweep_row_new("test.par", common_params("start time = 1.5; send byte time = 0.0001; "
                                                "channels = 65536; trace overhead = 1;"));
    Known known;
    g_array_set_size(layout->extents[0], 0);
    known_init(&known, program, layout, machine, most);
    g_autoptr(Sweep) all = search(program, layout, machine, SWEEP_TIME, 100000, most, &known);
    g_autoptr(Sweep) some = search(program, layout, machine, SWEEP_TIME, FEW, most, &known);
    const gint64 best = sweep_row_processors(best_of(all));

    CU_ASSERT_TRUE(best > 400 && best < 500);
    CHECK_INT(sweep_row_processors(best_of(some)), best);
    CU_ASSERT_TRUE(some->rows->len < all->rows->len / 4);
    known_clear(&known);
    sweep_row_free(machine);
}

/* Processors beyond the largest extent, 128, have no elements: they are not tried, though they
 * are faster by a hair, and neither is any other grid that leaves some without. */
static void
test_beyond(void)
{
    g_autoptr(TraceProgram) program = common_read("unbalanced_fixed.trc");
    g_autoptr(SimLayout) layout = sim_layout_new(program);
    SweepRow *machine = sweep_row_new("test.par", common_params(machines[1]));
    Known known;
    known_init(&known, program, layout, machine, 500);
    g_autoptr(Sweep) all = search(program, layout, machine, SWEEP_TIME, 100000, 500, &known);
    g_autoptr(Sweep) some = search(program, layout, machine, SWEEP_TIME, FEW, 500, &known);
    g_autoptr(Sweep) few = search(program, layout, machine, SWEEP_TIME, FEW, 128, &known);

    CHECK_INT(all->rows->len, 128);
    CHECK_INT(all->left_out, 1);
    CHECK_INT(some->left_out, 1);
    CHECK_INT(few->left_out, 0);
    CHECK_INT(g_array_index(some->searches, SweepSearch, 0).most, 500);
    for (guint i = 0; i < some->rows->len; i++)
        CU_ASSERT_TRUE(sweep_row_processors(sweep_row(some, i)) <= 128);
    known_clear(&known);
    sweep_row_free(machine);
}

/* The rows of a search: by number of processors, each grid once, all within the limit. */
static void
test_rows(void)
{
    g_autoptr(TraceProgram) program = common_read("adi_across.trc");
    g_autoptr(SimLayout) layout = sim_layout_new(program);
    SweepRow *machine = sweep_row_new("test.par", common_params(machines[1]));
    Known known;
    known_init(&known, program, layout, machine, MOST);
    g_autoptr(Sweep) sweep = search(program, layout, machine, SWEEP_TIME, FEW, MOST, &known);

    known_clear(&known);
    sweep_row_free(machine);
    for (guint i = 0; i < sweep->rows->len; i++) {
        const RaterGrid *grid = &sweep_row(sweep, i)->params->topology;
        CU_ASSERT_TRUE(rater_grid_count(grid) <= MOST);
        if (i > 0)
            CU_ASSERT_TRUE(topology_compare(&sweep_row(sweep, i - 1)->params->topology, grid) <
                           0);
    }
}

/* A batch that is interrupted ends the search; what was found stays. */
static gboolean
interrupt_batch(Sweep *sweep, guint first, guint n, gpointer data)
{
    guint *calls = data;

    (void)n;
    sweep_row(sweep, first)->status = SWEEP_DONE;
    sweep_row(sweep, first)->result.execution_time = 1;
    return ++*calls < 2;
}

static void
test_interrupted(void)
{
    g_autoptr(TraceProgram) program = common_read("heat2d_large.trc");
    g_autoptr(SimLayout) layout = sim_layout_new(program);
    SweepRow *machine = sweep_row_new("test.par", common_params(machines[0]));
    g_autoptr(Sweep) sweep = sweep_new();
    guint calls = 0;
    const SweepSearchOptions options = { .machine = machine,
                                         .layout = layout,
                                         .most = 1000,
                                         .all = FEW,
                                         .coarse = COARSE,
                                         .batch = interrupt_batch,
                                         .data = &calls };

    CHECK_INT(sweep_search(sweep, program, &options), 0);
    CHECK_INT(calls, 2);
    CHECK_INT(sweep->searches->len, 1);
    const SweepSearch *search = &g_array_index(sweep->searches, SweepSearch, 0);
    CHECK_INT(search->exhaustive, 0);
    CHECK_INT(search->n_rows, sweep->rows->len);
    CHECK_INT(sweep_count(sweep, SWEEP_DONE), 2);
    sweep_row_free(machine);
}

/* Many sizes in many dimensions end soon, on whatever trace. */
static void
test_large(void)
{
    g_autoptr(TraceProgram) program = common_read("heat2d.trc");
    SweepRow *machine = sweep_row_new("test.par", common_params(machines[0]));
    g_autoptr(Sweep) sweep = sweep_new();
    SimLayout layout = { .rank = TOPOLOGY_MAX_RANK }; /* all dimensions are alike */
    guint calls = 0;
    const SweepSearchOptions options = { .machine = machine,
                                         .layout = &layout,
                                         .most = TOPOLOGY_MAX_PROCESSORS,
                                         .all = FEW,
                                         .coarse = COARSE,
                                         .batch = interrupt_batch,
                                         .data = &calls };

    for (int d = 0; d < TOPOLOGY_MAX_RANK; d++) {
        layout.extents[d] = g_array_new(FALSE, FALSE, sizeof(gint64));
        for (gint64 extent = 1000000; extent < 1000020; extent++)
            g_array_append_val(layout.extents[d], extent);
    }
    CHECK_INT(sweep_search(sweep, program, &options), 0);
    CU_ASSERT_TRUE(sweep->rows->len > 0 && sweep->rows->len < 10000);
    for (int d = 0; d < TOPOLOGY_MAX_RANK; d++)
        g_array_unref(layout.extents[d]);
    sweep_row_free(machine);
}

/* Amdahl's law by hand: 3 s of base, 8 s of loops. */
static void
test_bound(void)
{
    const SweepBound bound = { .every = 3, .rest = 8, .fastest = 2, .slowest = 1 };

    CU_ASSERT_DOUBLE_EQUAL(sweep_bound_time(&bound, 1), 5.5, 1e-8);
    CU_ASSERT_DOUBLE_EQUAL(sweep_bound_time(&bound, 4), 2.5, 1e-8);
    CU_ASSERT_DOUBLE_EQUAL(sweep_bound_efficiency(&bound, 4), 1.1, 1e-8);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "bound", test_bound },
        { "every sample: the heuristic finds the best", test_samples },
        { "without extents", test_no_extents },
        { "beyond the largest extent", test_beyond },
        { "rows", test_rows },
        { "interrupted", test_interrupted },
        { "many dimensions", test_large },
        CU_TEST_INFO_NULL,
    };
    return tap_run("sweep-search", tests);
}
