/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Faults of loops with dependence other than the dependence itself, in microseconds. A message
 * of n bytes takes 10 + n; a loop over 100 columns in 10 portions gets edges of 100 elements of
 * 8 bytes in 10 messages of 90.
 */
#include <string.h>

#include "tests/explain/explain-check.h"

/* Arrays of 100 x 100 elements: a0 distributed by rows, b0 by both, which uses the grid. */
static TraceText *
program_new(void)
{
    TraceText *t = explain_check_program("100 100", "1");
    trace_text_distributed(t, "b0", "100 100", "1 2");
    return t;
}

/* The loop at line 20 over rows up to `last` of a0, each of which needs the one before, and a
 * balanced one at whose end all meet. */
static void
add_steps(TraceText *t, const char *last, int body)
{
    explain_check_begin(t, 10);
    for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++) {
        trace_text_at(t, "main.fdv", 20);
        trace_text_map_loop(t, "c0", "a0", "0 0", last);
        trace_text_call(t, "crtshg_", 0, 0, "StaticSign=0;", "ShadowGroupRef=e0;");
        trace_text_call(
            t, "inssh_", 0, 0,
            "ShadowGroupRef=e0; ArrayHeader=a0; ArrayHandlePtr=a0f; FullShdSign=0;\n"
            "LowShdWidthArray={1 0}HiShdWidthArray={0 0}",
            NULL);
        trace_text_call(
            t, "across_", 0, 0,
            "AcrossType=0; OldShadowGroupRef=0; NewShadowGroupRef=e0; PipeLinePar=10;", NULL);
        trace_text_at(t, "main.fdv", 21);
        trace_text_do_loop(t, "c0", body);
        trace_text_end_loop(t, "c0");
        explain_check_loop(t, 30, "b0", "0 0", "99 99", 4000);
        explain_check_reduce(t, 40, NULL);
    }
    explain_check_end(t, 10);
    trace_text_exit(t, 0);
}

/* The first 50 rows are those of two processors of four, 20000 each, 2000 a portion: the second
 * is done at 2000 + 10 * (90 + 2000). With 10000 on each of the four it is 1000 + 10 * 1090. */
static void
test_unbalanced(void)
{
    g_autoptr(TraceText) t = program_new();
    add_steps(t, "49 99", 40000);
    g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_COSTS "topology = { 4 };");
    explain_check_first(&e, FINDING_IMBALANCE, 20, "unbalanced pipeline");
    const Finding *f = g_ptr_array_index(e.explanation->findings, 0);
    CHECK_US(f->bound, EXPLAIN_CHECK_STEPS * 11000);
    CU_ASSERT_STRING_EQUAL(f->processors, "0-1");
    CHECK_THAT(strstr(f->evidence, "executed 10 times: 200 ms on the busiest processor, "
                                   "100 ms on average") != NULL,
               "%s", f->evidence);
}

/* All rows: only the pipeline is left to be named. */
static void
test_balanced(void)
{
    g_autoptr(TraceText) t = program_new();
    add_steps(t, "99 99", 40000);
    g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_COSTS "topology = { 4 };");
    CHECK_THAT(explain_check_find(&e, FINDING_IMBALANCE, 0) == NULL, "a fault that is none");
    CHECK_THAT(e.explanation->findings->len > 0, "no pipeline");
}

/* On 2 x 2 two processors each execute the same rows; if they shared them, two of 20000 would
 * be two of 10000. */
static void
test_replicated(void)
{
    g_autoptr(TraceText) t = program_new();
    add_steps(t, "99 99", 40000);
    g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_COSTS "topology = { 2, 2 };");
    const Finding *f = explain_check_find(&e, FINDING_REPLICATED, 20);
    CU_ASSERT_PTR_NOT_NULL_FATAL(f);
    CHECK_US(f->bound, EXPLAIN_CHECK_STEPS * 11000);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "unbalanced", test_unbalanced },
        { "balanced", test_balanced },
        { "replicated", test_replicated },
        CU_TEST_INFO_NULL,
    };
    return tap_run("explain pipelines", tests);
}
