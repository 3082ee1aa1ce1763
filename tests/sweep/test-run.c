/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Predicting the rows of a sweep: what comes out is what single predictions give, whatever the
 * number of threads; rows that cannot run; sensitivity; merging.
 */
#include <math.h>
#include <string.h>

#include "src/analysis/sweep/axes.h"
#include "src/analysis/sweep/machine.h"
#include "src/analysis/sweep/sensitivity.h"
#include "tests/sweep/common.h"

/* Rows of some topologies of one machine. */
static Sweep *
sweep_of(const char *machine, const char *topologies)
{
    g_auto(GStrv) words = g_strsplit(topologies, " ", -1);
    Sweep *sweep = sweep_new();

    for (char **word = words; *word != NULL; word++) {
        Params *params = common_params(machine);
        params->topology = common_grid(*word);
        SweepRow *row = sweep_row_new("test.par", params);
        row->machine = 1;
        g_ptr_array_add(sweep->rows, row);
    }
    return sweep;
}

static void
check_row(const SweepRow *row, const TraceProgram *program)
{
    g_autoptr(Prediction) p = predict(program, row->params, NULL, NULL);

    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    const Interval *root = &p->intervals[0];
    double losses = 0;
    CHECK_INT(row->status, SWEEP_DONE);
    CHECK_SAME(row->result.execution_time, p->execution_time);
    CHECK_SAME(row->result.serial_time, p->serial_time);
    CHECK_SAME(row->result.efficiency, root->efficiency);
    CHECK_SAME(row->result.losses[SWEEP_INSUFFICIENT], root->values.insuff_parallelism);
    CHECK_SAME(row->result.losses[SWEEP_COMMUNICATION + OPERATION_SHADOW],
               root->values.operations[OPERATION_SHADOW].communication);
    for (SweepLoss loss = 0; loss < SWEEP_N_LOSSES; loss++)
        losses += row->result.losses[loss];
    CU_ASSERT_DOUBLE_EQUAL(row->result.productive_time + losses, row->result.total_time,
                           1e-9 * row->result.total_time);
}

static void
test_single(void)
{
    static const char *const names[] = { "heat2d.trc", "adi_redistribute.trc",
                                         "wavefront_sor.trc", "io_heavy.trc" };

    for (gsize k = 0; k < G_N_ELEMENTS(names); k++) {
        g_autoptr(TraceProgram) program = common_read(names[k]);
        g_autoptr(Sweep) sweep = sweep_of(
            "type = network; start time = 10; send byte time = 0.1;", "1 2 4 2x2 3x2 1x5");
        common_run(sweep, program, 3);
        for (guint i = 0; i < sweep->rows->len; i++)
            check_row(sweep_row(sweep, i), program);
    }
}

static void
test_threads(void)
{
    static const guint threads[] = { 1, 2, 7, 64 };
    g_autoptr(TraceProgram) program = common_read("task_regions_2x2.trc");
    const char *topologies = "1 2 4 2x2 3x2 1x5 8 4x4 2 16x2 3";
    g_autoptr(Sweep) first = sweep_of("start time = 10;", topologies);

    common_run(first, program, 1);
    for (gsize k = 1; k < G_N_ELEMENTS(threads); k++) {
        g_autoptr(Sweep) sweep = sweep_of("start time = 10;", topologies);
        common_run(sweep, program, threads[k]);
        CHECK_INT(sweep->warnings->len, first->warnings->len);
        for (guint i = 0; i < sweep->warnings->len; i++)
            CHECK_TEXT(g_ptr_array_index(sweep->warnings, i),
                       g_ptr_array_index(first->warnings, i));
        for (guint i = 0; i < sweep->rows->len; i++) {
            const SweepRow *a = sweep_row(first, i), *b = sweep_row(sweep, i);
            CHECK_INT(b->status, a->status);
            CHECK_TEXT(b->reason, a->reason);
            CHECK_SAME(b->result.execution_time, a->result.execution_time);
            CHECK_INT(b->warnings->len, a->warnings->len);
        }
    }
}

static void
test_failed(void)
{
    g_autoptr(TraceProgram) program = common_read("heat2d.trc");
    g_autoptr(Sweep) sweep = sweep_of("speed = { 2 x 1, 2 x 3 };", "2 5 2x2");

    common_run(sweep, program, 2);
    CHECK_INT(sweep_row(sweep, 0)->status, SWEEP_DONE);
    CHECK_INT(sweep_row(sweep, 1)->status, SWEEP_FAILED);
    CHECK_HAS(sweep_row(sweep, 1)->reason, "'speed'");
    CHECK_INT(sweep_row(sweep, 2)->status, SWEEP_DONE);
    CHECK_INT(sweep_count(sweep, SWEEP_FAILED), 1);
}

static char *
visit(const Prediction *prediction, const SweepRow *row, gpointer data)
{
    g_atomic_int_inc((gint *)data);
    CHECK_INT(prediction->processors, sweep_row_processors(row));
    return g_strdup_printf("%d.html", (int)prediction->processors);
}

static void
test_visit_and_pop(void)
{
    g_autoptr(TraceProgram) program = common_read("heat2d.trc");
    g_autoptr(Sweep) sweep = sweep_of("start time = 10;", "1 2 4");
    gint n = 0;
    const SweepRunOptions options = { .n_threads = 2, .visit = visit, .data = &n };

    sweep_run(sweep, 1, 2, program, &options); /* the last two */
    CHECK_INT(n, 2);
    CHECK_INT(sweep_row(sweep, 0)->status, SWEEP_NOT_RUN);
    CHECK_TEXT(sweep_row(sweep, 2)->report, "4.html");
    CHECK_INT(sweep_row(sweep, 0)->result.has_pop, 0);
    CHECK_INT(sweep_row(sweep, 2)->result.has_pop, 1);
    g_autoptr(Prediction) p = predict(program, sweep_row(sweep, 2)->params, NULL, NULL);
    const PopFactors *pop = &sweep_row(sweep, 2)->result.pop;
    CHECK_SAME(pop->load_balance, p->intervals[0].pop.load_balance);
    CHECK_SAME(pop->transfer_efficiency, p->intervals[0].pop.transfer_efficiency);
    CU_ASSERT_TRUE(pop->transfer_efficiency < 1);
}

/* Predicts what changed; `data`: the program. */
static gboolean
predict_changed(Sweep *changed, guint first, guint n, gpointer data)
{
    CHECK_INT(first, 0);
    CHECK_INT(n, changed->rows->len);
    common_run(changed, data, 2);
    return TRUE;
}

/* The bus without messages: time is proportional to power, and nothing else matters. */
static void
test_sensitivity(void)
{
    g_autoptr(TraceProgram) program = common_read("matmul.trc");
    g_autoptr(Sweep) sweep =
        sweep_of("type = ideal; start time = 10; power = 3; trace overhead = 0;", "4");
    SweepRow *row = sweep_row(sweep, 0);

    common_run(sweep, program, 1);
    CU_ASSERT_TRUE(sweep_sensitivity(sweep, 0, predict_changed, program));
    CHECK_INT(sweep->sensitivity->len, 5);
    for (guint i = 0; i < sweep->sensitivity->len; i++) {
        const SweepSensitivity *one = &g_array_index(sweep->sensitivity, SweepSensitivity, i);
        const gboolean power = strcmp(params_rows[one->parameter].name, "power") == 0;
        const double time = row->result.execution_time;
        CHECK_INT(one->values[0]<one->value, one->value> 0); /* what is 0 stays so */
        CU_ASSERT_DOUBLE_EQUAL(one->times[0] / time, power ? 0.9 : 1, 1e-12);
        CU_ASSERT_DOUBLE_EQUAL(one->times[1] / time, power ? 1.1 : 1, 1e-12);
        if (power) {
            CU_ASSERT_DOUBLE_EQUAL(one->values[0], 2.7, 1e-15);
            CU_ASSERT_DOUBLE_EQUAL(one->values[1], 3.3, 1e-15);
        }
    }
}

/* Each parameter against a prediction with the changed value. */
static void
test_sensitivity_by_hand(void)
{
    g_autoptr(TraceProgram) program = common_read("heat2d.trc");
    const char *machine = "start time = 75; send byte time = 0.2; trace overhead = 1;";
    g_autoptr(Sweep) sweep = sweep_of(machine, "2x2");

    common_run(sweep, program, 1);
    CU_ASSERT_TRUE(sweep_sensitivity(sweep, 0, predict_changed, program));
    const SweepSensitivity *one = &g_array_index(sweep->sensitivity, SweepSensitivity, 0);
    static const char *const values[] = { "start time = 67.5", "start time = 82.5" };
    for (gsize k = 0; k < 2; k++) {
        g_autoptr(Params) params = common_params(machine);
        params->topology = common_grid("2x2");
        CU_ASSERT_TRUE(params_set(params, values[k], NULL));
        g_autoptr(Prediction) p = predict(program, params, NULL, NULL);
        CHECK_SAME(one->times[k], p->execution_time);
    }
    CU_ASSERT_TRUE(one->times[0] < one->times[1]);
}

static SweepRow *
add_status(Sweep *sweep, const char *topology, SweepStatus status, double time)
{
    SweepRow *row = common_add_row(sweep, topology, time, 1, SWEEP_IDLE);
    row->status = status;
    return row;
}

static void
test_merge(void)
{
    g_autoptr(Sweep) sweep = sweep_new();

    add_status(sweep, "1", SWEEP_DONE, 10);
    add_status(sweep, "2", SWEEP_NOT_RUN, 0);
    add_status(sweep, "4", SWEEP_NOT_RUN, 0);
    add_status(sweep, "2", SWEEP_DONE, 6); /* takes the place of the one not run */
    add_status(sweep, "1", SWEEP_DONE, 11);
    add_status(sweep, "8", SWEEP_FAILED, 0)->reason = g_strdup("no");
    add_status(sweep, "8", SWEEP_DONE, 3);
    params_set(add_status(sweep, "1", SWEEP_DONE, 12)->params, "power = 2", NULL);
    sweep_merge(sweep);
    g_autofree char *text = common_rows_text(sweep);
    CHECK_TEXT(text, "1:1 1:2 1:4 1:8 2:1");
    CHECK_SAME(sweep_row(sweep, 0)->result.execution_time, 10);
    CHECK_SAME(sweep_row(sweep, 1)->result.execution_time, 6);
    CHECK_INT(sweep_row(sweep, 3)->status, SWEEP_FAILED);
    CHECK_INT(sweep->interrupted, 1);
    add_status(sweep, "4", SWEEP_DONE, 5);
    sweep->interrupted = FALSE;
    sweep_merge(sweep);
    CHECK_INT(sweep->interrupted, 0);
}

/* What a sweep is over can be carried elsewhere: configurations as text, and rows dealt out to
 * several runs over one graph, put together again. */
static void
test_dealt_out(void)
{
    g_autoptr(TraceProgram) program = common_read("adi_across.trc");
    g_autoptr(Sweep) whole = sweep_of("start time = 10;", "1 2 4 2x2 8 4x2 3x3");
    g_autoptr(Sweep) merged = sweep_new();

    common_run(whole, program, 1);
    for (guint worker = 0; worker < 3; worker++) {
        g_autoptr(Sweep) part = sweep_new();
        for (guint i = worker; i < whole->rows->len; i += 3) {
            g_autofree char *text = params_to_text(sweep_row(whole, i)->params);
            g_ptr_array_add(part->rows, sweep_row_new("test.par", common_params(text)));
        }
        common_run(part, program, 1);
        g_ptr_array_extend_and_steal(merged->rows, g_steal_pointer(&part->rows));
        part->rows = g_ptr_array_new();
    }
    CHECK_INT(merged->rows->len, whole->rows->len);
    for (guint i = 0; i < merged->rows->len; i++) {
        const guint k = i < 3 ? 3 * i : i < 5 ? 3 * (i - 3) + 1 : 3 * (i - 5) + 2;
        CHECK_SAME(sweep_row(merged, i)->result.execution_time,
                   sweep_row(whole, k)->result.execution_time);
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "rows are predictions", test_single },
        { "threads change nothing", test_threads },
        { "configurations that cannot run", test_failed },
        { "visits and POP factors", test_visit_and_pop },
        { "sensitivity on an ideal network", test_sensitivity },
        { "sensitivity to the start time", test_sensitivity_by_hand },
        { "merging", test_merge },
        { "rows dealt out", test_dealt_out },
        CU_TEST_INFO_NULL,
    };
    return tap_run("sweep-run", tests);
}
