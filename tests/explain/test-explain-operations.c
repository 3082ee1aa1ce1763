/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Programs with a fault whose bound is what the prediction, or another one, says; beside the
 * cases of test-explain-cases. In microseconds; a message of n bytes takes 10 + n.
 */
#include <string.h>

#include "tests/explain/explain-check.h"

/* What the reductions cost one of the four processors. */
static double
reduction_time(const Explained *e)
{
    return e->prediction->intervals[0].values.operations[OPERATION_REDUCTION].communication / 4;
}

/* One reduction a turn, in a loop of its own or as an inner loop of two steps: on a line of
 * four it costs what the prediction says. */
static void
test_reduction(void)
{
    for (int inner = 0; inner < 2; inner++) {
        g_autoptr(TraceText) t = explain_check_program("100", "1");
        if (inner)
            explain_check_begin(t, 5);
        for (int step = 0; step < 1 + inner; step++) {
            explain_check_begin(t, 10);
            for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++) {
                explain_check_loop(t, 20, "a0", "0", "99", 400);
                explain_check_reduce(t, 40, NULL);
            }
            explain_check_end(t, 10);
        }
        if (inner)
            explain_check_end(t, 5);
        trace_text_exit(t, 0);
        g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_FOUR);
        /* of the loop mapped last */
        explain_check_first(&e, FINDING_REDUCTION, 20, "reduction");
        const Finding *f = g_ptr_array_index(e.explanation->findings, 0);
        CHECK_REAL(f->bound, reduction_time(&e), 1e-12);
        CU_ASSERT_STRING_EQUAL(f->id, inner ? "reduction-in-loop" : "reduction");
    }
}

/* Three reductions of one loop are one cause. */
static void
test_reductions(void)
{
    g_autoptr(TraceText) t = explain_check_program("100", "1");
    explain_check_begin(t, 10);
    for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++) {
        for (int line = 20; line < 50; line += 10) {
            explain_check_loop(t, line, "a0", "0", "99", 400);
            explain_check_reduce(t, line + 5, NULL);
        }
    }
    explain_check_end(t, 10);
    trace_text_exit(t, 0);
    g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_FOUR);
    CHECK_INT(e.explanation->findings->len, 1);
    explain_check_first(&e, FINDING_REDUCTION, 20, "reductions");
    const Finding *f = g_ptr_array_index(e.explanation->findings, 0);
    CHECK_REAL(f->bound, reduction_time(&e), 1e-12);
    CHECK_THAT(strstr(f->evidence, "also at lines 30, 40") != NULL, "%s", f->evidence);
}

/* A reduction that is waited for at once, before a loop that could hide it; and one that is
 * hidden. */
static void
test_reduction_overlap(void)
{
    for (int fixed = 0; fixed < 2; fixed++) {
        g_autoptr(TraceText) t = explain_check_program("100", "1");
        explain_check_begin(t, 10);
        for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++) {
            explain_check_loop(t, 20, "a0", "0", "99", 400);
            trace_text_at(t, "main.fdv", 23);
            trace_text_reduction(t, "d0", NULL);
            trace_text_call(t, "strtrd_", 0, 0, "RedGroupRef=d0;", NULL);
            trace_text_at(t, "main.fdv", 24);
            if (!fixed)
                trace_text_call(t, "waitrd_", 0, 0, "RedGroupRef=d0;", NULL);
            explain_check_loop(t, 30, "a0", "0", "99", 4000);
            trace_text_at(t, "main.fdv", 40);
            if (fixed)
                trace_text_call(t, "waitrd_", 0, 0, "RedGroupRef=d0;", NULL);
            trace_text_call(t, "delrg_", 0, 0, "RedGroupRef=d0;", NULL);
        }
        explain_check_end(t, 10);
        trace_text_exit(t, 0);
        g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_FOUR);
        CHECK_INT(e.explanation->findings->len, fixed ? 0 : 1);
        if (fixed)
            continue;
        explain_check_first(&e, FINDING_OVERLAP, 24, "overlap of a reduction");
        const Finding *f = g_ptr_array_index(e.explanation->findings, 0);
        CU_ASSERT_STRING_EQUAL(f->id, "reduction-not-overlapped");
        CHECK_REAL(f->bound, reduction_time(&e), 1e-12);
    }
}

/* Little to compute and much to say: what fewer processors take is what they are predicted to
 * take, and the fastest of them is named. */
static void
test_fewer(void)
{
    static const char *const fewer[] = { EXPLAIN_CHECK_COSTS "topology = { 2 };",
                                         EXPLAIN_CHECK_COSTS "topology = { 1 };" };
    static const int bodies[] = { 40, 200, 4000, 40000 };
    guint n_named[3] = { 0 };
    for (guint k = 0; k < G_N_ELEMENTS(bodies); k++) {
        g_autoptr(TraceText) t = explain_check_program("100", "1");
        for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++) {
            explain_check_loop(t, 20, "a0", "0", "99", bodies[k]);
            explain_check_reduce(t, 40, NULL);
        }
        trace_text_exit(t, 0);
        g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_FOUR);
        double best = e.prediction->execution_time * 0.98;
        guint which = G_N_ELEMENTS(fewer);
        for (guint m = 0; m < G_N_ELEMENTS(fewer); m++) {
            g_auto(Explained) other = explain_check_text(t, fewer[m]);
            if (other.prediction->execution_time >= best)
                continue;
            best = other.prediction->execution_time;
            which = m;
        }
        n_named[which]++;
        const RaterGrid *grid = &e.explanation->fewer;
        CHECK_INT(grid->rank, which < G_N_ELEMENTS(fewer) ? 1 : 0);
        CHECK_REAL(e.explanation->serial_time, e.prediction->serial_time, 0);
        if (grid->rank == 0)
            continue;
        CHECK_INT(grid->size[0], which == 0 ? 2 : 1);
        CHECK_REAL(e.explanation->fewer_time, best, 1e-12);
    }
    CHECK_THAT(n_named[0] > 0 && n_named[1] > 0 && n_named[2] > 0, "%u %u %u", n_named[0],
               n_named[1], n_named[2]);
}

/* A pipeline in one portion: each processor waits for all before it; with the best number of
 * portions they work at the same time. */
static void
test_pipeline(void)
{
    g_autoptr(TraceText) t = explain_check_program("100 100", "1");
    explain_check_begin(t, 10);
    for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++) {
        trace_text_at(t, "main.fdv", 20);
        trace_text_map_loop(t, "c0", "a0", "1 0", "99 99");
        trace_text_call(t, "crtshg_", 0, 0, "StaticSign=0;", "ShadowGroupRef=e0;");
        trace_text_call(
            t, "inssh_", 0, 0,
            "ShadowGroupRef=e0; ArrayHeader=a0; ArrayHandlePtr=a0f; FullShdSign=0;\n"
            "LowShdWidthArray={1 0}HiShdWidthArray={0 0}",
            NULL);
        trace_text_call(
            t, "across_", 0, 0,
            "AcrossType=0; OldShadowGroupRef=0; NewShadowGroupRef=e0; PipeLinePar=1;", NULL);
        trace_text_at(t, "main.fdv", 21);
        trace_text_do_loop(t, "c0", 99000);
        trace_text_end_loop(t, "c0");
        explain_check_reduce(t, 30, NULL);
    }
    explain_check_end(t, 10);
    trace_text_exit(t, 0);
    g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_FOUR);
    explain_check_first(&e, FINDING_SHADOW, 20, "pipeline");
    const Finding *f = g_ptr_array_index(e.explanation->findings, 0);
    CU_ASSERT_STRING_EQUAL(f->id, "pipeline");
    CHECK_THAT(f->bound > 0.5 * e.prediction->execution_time, "%g of %g", f->bound,
               e.prediction->execution_time);
    CHECK_THAT(strstr(f->evidence, "10 times in 1 portion, waited for") != NULL &&
                   strstr(f->evidence, "the best number of portions") != NULL,
               "%s", f->evidence);
}

/* A loop over i..99 that shrinks, as in an elimination: 100 - i of 100 us; the last processor
 * has the most. */
static void
test_triangle(void)
{
    g_autoptr(TraceText) t = explain_check_program("100", "1");
    double excess = 0;
    explain_check_begin(t, 10);
    for (int i = 0; i < 100; i++) {
        g_autofree char *first = g_strdup_printf("%d", i);
        double left = 100 - i, most = MIN(left, 25);
        explain_check_loop(t, 20, "a0", first, "99", (100 - i) * 100);
        explain_check_reduce(t, 40, NULL);
        excess += 100 * (most - left / 4);
    }
    explain_check_end(t, 10);
    trace_text_exit(t, 0);
    g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_FOUR);
    explain_check_first(&e, FINDING_IMBALANCE, 20, "triangle");
    const Finding *f = g_ptr_array_index(e.explanation->findings, 0);
    CHECK_US(f->bound, excess);
}

/* An exchange on a machine where the borders of one processor count alone: of 16 x 1 they cost
 * 10 + 800 + the way, of 4 x 4 a quarter: three quarters are the grid's fault. All of it is
 * more than the grid saves, so it comes first with its whole cost and says what is left. */
static void
test_wrong_grid(void)
{
    g_autoptr(TraceText) t = explain_check_program("1600 1600", "1 2");
    trace_text_shadow(t, "e0", "a0", 2);
    explain_check_loop(t, 5, "a0", "0 0", "1599 1599", 400000);
    explain_check_begin(t, 10);
    for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++) {
        explain_check_exchange(t, 20, 20, "e0");
        explain_check_loop(t, 20, "a0", "0 0", "1599 1599", 400);
    }
    explain_check_end(t, 10);
    trace_text_exit(t, 0);
    g_auto(Explained) e = explain_check_text(t, "type = transputer; " EXPLAIN_CHECK_COSTS
                                                "topology = { 16, 1 };");
    explain_check_first(&e, FINDING_SHADOW, 20, "exchange");
    const Finding *f = explain_check_find(&e, FINDING_SHADOW, 20);
    const Finding *grid = explain_check_find(&e, FINDING_GRID, 2);
    CU_ASSERT_FATAL(f != NULL && grid != NULL);
    CHECK_THAT(grid->bound > 0.7 * f->bound && grid->bound < 0.8 * f->bound,
               "of %g the grid saves %g", f->bound, grid->bound);
    CHECK_THAT(strstr(f->evidence, " of it are left on the grid 4x4") != NULL, "%s",
               f->evidence);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "reduction", test_reduction },
        { "reductions", test_reductions },
        { "reduction_overlap", test_reduction_overlap },
        { "fewer", test_fewer },
        { "pipeline", test_pipeline },
        { "triangle", test_triangle },
        { "wrong_grid", test_wrong_grid },
        CU_TEST_INFO_NULL,
    };
    return tap_run("explain operations", tests);
}
