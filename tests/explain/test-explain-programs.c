/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Programs with a fault each, whose bound is computed by hand, in microseconds, and what
 * remains without it.  A message of n bytes takes 10 + n.
 */
#include "tests/explain/explain-check.h"

/* A quarter of the loop's iterations, all of processor 0, take the time of the loop: 1000
 * instead of 250 on average, ten times. All wait for it at the reduction behind the balanced
 * loop. */
static void
test_imbalance(void)
{
    g_autoptr(TraceText) t = explain_check_program("100", "1");
    explain_check_begin(t, 10);
    for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++) {
        explain_check_loop(t, 20, "a0", "0", "24", 1000);
        explain_check_loop(t, 30, "a0", "0", "99", 4000);
        explain_check_reduce(t, 40, NULL);
    }
    explain_check_end(t, 10);
    trace_text_exit(t, 0);
    g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_FOUR);
    explain_check_first(&e, FINDING_IMBALANCE, 20, "imbalance");
    const Finding *f = g_ptr_array_index(e.explanation->findings, 0);
    CHECK_US(f->bound, EXPLAIN_CHECK_STEPS * 750);
    CU_ASSERT_STRING_EQUAL(f->processors, "0");
    CU_ASSERT_STRING_EQUAL(f->id, "load-imbalance");
}

/* What one loop has too much of another has too little of, and nobody waits between: no fault.
 */
static void
test_opposite_imbalances(void)
{
    g_autoptr(TraceText) t = explain_check_program("100", "1");
    explain_check_begin(t, 10);
    for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++) {
        explain_check_loop(t, 20, "a0", "0", "49", 1000);
        explain_check_loop(t, 30, "a0", "50", "99", 1000);
        explain_check_reduce(t, 40, NULL);
    }
    explain_check_end(t, 10);
    trace_text_exit(t, 0);
    g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_FOUR);
    CHECK_THAT(explain_check_find(&e, FINDING_IMBALANCE, 0) == NULL, "a fault that is none");
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

/* Blocks of 70 10 10 10 elements. */
static void
test_weights(void)
{
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_at(t, "main.fdv", 2);
    trace_text_call(t, "crtamv_", 0, 0,
                    "AMRefPtr=NULL; AMRef=0; Rank=1; StaticSign=0;\nSizeArray={100}",
                    "AMViewRef=a0e;");
    trace_text_call(t, "genblk_", 0, 0,
                    "PSRefPtr=NULL; PSRef=0; AMViewRef=a0e; AxisCount=1; DoubleSign=0\n"
                    "AxisWeightAddr[0]={70 10 10 10}",
                    NULL);
    trace_text_call(t, "distr_", 0, 0,
                    "AMViewRef=a0e; PSRef=0; ParamCount=1;\nAxisArray={1}DistrParamArray={0}",
                    "IsLocal=1;");
    trace_text_array(t, "a0", 8, "100");
    trace_text_align(t, "align_", "a0", 1, "a0e (AMView)");
    explain_check_loop(t, 20, "a0", "0", "99", 10000);
    explain_check_reduce(t, 40, NULL);
    trace_text_exit(t, 0);
    g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_FOUR);
    explain_check_first(&e, FINDING_IMBALANCE, 20, "weights");
    const Finding *f = g_ptr_array_index(e.explanation->findings, 0);
    CHECK_US(f->bound, 7000 - 2500);
}

/* Equal blocks on processors of speeds 1 1 1 2: 1000 on the slow ones, 800 if all were done at
 * the same time. */
static void
test_speeds(void)
{
    g_autoptr(TraceText) t = explain_check_program("100", "1");
    explain_check_begin(t, 10);
    for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++) {
        explain_check_loop(t, 20, "a0", "0", "99", 4000);
        explain_check_reduce(t, 30, NULL);
    }
    explain_check_end(t, 10);
    trace_text_exit(t, 0);
    g_auto(Explained) e =
        explain_check_text(t, EXPLAIN_CHECK_COSTS "topology = { 4 }; speed = { 1, 1, 1, 2 };");
    const Finding *f = explain_check_find(&e, FINDING_IMBALANCE, 20);
    CU_ASSERT_PTR_NOT_NULL_FATAL(f);
    CHECK_US(f->bound, EXPLAIN_CHECK_STEPS * 200);
    CU_ASSERT_STRING_EQUAL(f->processors, "0-3");
}

/* The time before begbl_ is that of the program's start: no fault, though all repeat it. */
static void
test_start_of_program(void)
{
    g_autoptr(TraceText) t = explain_check_program("100", "1");
    explain_check_loop(t, 20, "a0", "0", "99", 400);
    trace_text_exit(t, 0);
    g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_FOUR);
    CHECK_INT(e.explanation->findings->len, 0);
    CHECK_US(e.prediction->execution_time, 5100);
}

/* A loop on an array that is not distributed, and one that is too small to be worth a word. */
static void
test_replicated(void)
{
    g_autoptr(TraceText) t = explain_check_program("100", "1");
    trace_text_at(t, "main.fdv", 3);
    trace_text_distributed(t, "b0", "100", "");
    trace_text_distributed(t, "f0", "4", "");
    explain_check_begin(t, 10);
    for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++) {
        explain_check_loop(t, 20, "a0", "0", "99", 4000);
        explain_check_loop(t, 30, "b0", "0", "99", 1000);
        explain_check_loop(t, 40, "f0", "0", "3", 10);
    }
    explain_check_end(t, 10);
    trace_text_exit(t, 0);
    g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_FOUR);
    explain_check_first(&e, FINDING_REPLICATED, 30, "replicated");
    const Finding *f = g_ptr_array_index(e.explanation->findings, 0);
    CHECK_US(f->bound, EXPLAIN_CHECK_STEPS * 750);
    CHECK_INT(e.explanation->findings->len, 1);
}

/* The same program on 2 x 2 with a line of elements: every loop is done twice, which is the
 * grid's fault, and b0 is still the program's. */
static void
test_idle_dimension(void)
{
    g_autoptr(TraceText) t = explain_check_program("100", "1");
    explain_check_begin(t, 10);
    for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++)
        explain_check_loop(t, 20, "a0", "0", "99", 4000);
    explain_check_end(t, 10);
    trace_text_exit(t, 0);
    g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_COSTS "topology = { 2, 2 };");
    explain_check_first(&e, FINDING_GRID, 2, "dimension");
    const Finding *f = g_ptr_array_index(e.explanation->findings, 0);
    CHECK_US(f->bound, EXPLAIN_CHECK_STEPS * 1000);
    CHECK_THAT(explain_check_find(&e, FINDING_REPLICATED, 0) == NULL,
               "not the program's fault");
}

/* A fault of a tenth of the run among costs that are no faults: one exchange and one reduction
 * a turn that the loops hide or are small against. */
static void
test_small_fault(void)
{
    g_autoptr(TraceText) t = explain_check_program("100 100", "1");
    trace_text_shadow(t, "e0", "a0", 2);
    explain_check_begin(t, 10);
    for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++) {
        explain_check_loop(t, 20, "a0", "0 0", "99 99", 200000);
        explain_check_loop(t, 30, "a0", "0 0", "24 99", 9000);
        trace_text_at(t, "main.fdv", 40);
        trace_text_call(t, "strtsh_", 0, 0, "ShadowGroupRef=e0;", NULL);
        explain_check_loop(t, 50, "a0", "0 0", "99 99", 40000);
        trace_text_call(t, "waitsh_", 0, 0, "ShadowGroupRef=e0;", NULL);
        explain_check_reduce(t, 60, NULL);
    }
    explain_check_end(t, 10);
    trace_text_exit(t, 0);
    g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_FOUR);
    explain_check_first(&e, FINDING_IMBALANCE, 30, "small fault");
    CHECK_INT(e.explanation->findings->len, 1);
}

/* Everything shared and nothing sent. */
static void
test_quiet(void)
{
    g_autoptr(TraceText) t = explain_check_program("100", "1");
    explain_check_begin(t, 10);
    for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++)
        explain_check_loop(t, 20, "a0", "0", "99", 40000);
    explain_check_reduce(t, 40, NULL);
    explain_check_end(t, 10);
    trace_text_exit(t, 0);
    g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_FOUR);
    CHECK_INT(e.explanation->findings->len, 0);
}

/* A program without time at all. */
static void
test_nothing(void)
{
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_exit(t, 0);
    g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_FOUR);
    CHECK_INT(e.explanation->findings->len, 0);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "imbalance", test_imbalance },
        { "opposite_imbalances", test_opposite_imbalances },
        { "triangle", test_triangle },
        { "weights", test_weights },
        { "speeds", test_speeds },
        { "start_of_program", test_start_of_program },
        { "replicated", test_replicated },
        { "idle_dimension", test_idle_dimension },
        { "small_fault", test_small_fault },
        { "quiet", test_quiet },
        { "nothing", test_nothing },
        CU_TEST_INFO_NULL,
    };
    return tap_run("explain programs", tests);
}
