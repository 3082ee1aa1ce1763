/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Programs whose communication is the fault, whose bound is computed by hand, in microseconds,
 * and what remains without it.  A message of n bytes takes 10 + n.
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

/* The same without intervals: ten reductions in each of two steps, or one in each of twenty. */
static void
test_reduction_without_intervals(void)
{
    for (int inner = 0; inner < 2; inner++) {
        g_autoptr(TraceText) t = explain_check_program("100", "1");
        for (int i = 0; i < 20; i++) {
            if (!inner || i % 10 == 0) {
                trace_text_at(t, "main.fdv", 10);
                trace_text_map_loop(t, "c0", "a0", "0", "99");
                trace_text_do_loop(t, "c0", 400);
                trace_text_end_loop(t, "c0");
            }
            trace_text_at(t, "main.fdv", 20);
            trace_text_map_loop(t, "c0", "a0", "0", "99");
            trace_text_do_loop(t, "c0", 400);
            trace_text_end_loop(t, "c0");
            explain_check_reduce(t, 30, NULL);
        }
        trace_text_exit(t, 0);
        g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_FOUR);
        explain_check_first(&e, FINDING_REDUCTION, 20, "reduction");
        const Finding *f = g_ptr_array_index(e.explanation->findings, 0);
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

/* An exchange of 800-byte rows that is waited for at once, before a loop that could hide it: 6
 * messages of 810 on the bus; and one that is hidden. */
static void
test_overlap(void)
{
    for (int fixed = 0; fixed < 2; fixed++) {
        g_autoptr(TraceText) t = explain_check_program("100 100", "1");
        trace_text_shadow(t, "e0", "a0", 2);
        explain_check_begin(t, 10);
        for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++) {
            trace_text_at(t, "main.fdv", 20);
            trace_text_call(t, "strtsh_", 0, 0, "ShadowGroupRef=e0;", NULL);
            trace_text_at(t, "main.fdv", 21);
            if (!fixed)
                trace_text_call(t, "waitsh_", 0, 0, "ShadowGroupRef=e0;", NULL);
            explain_check_loop(t, 30, "a0", "0 0", "99 99", 40000);
            trace_text_at(t, "main.fdv", 40);
            if (fixed)
                trace_text_call(t, "waitsh_", 0, 0, "ShadowGroupRef=e0;", NULL);
        }
        explain_check_end(t, 10);
        trace_text_exit(t, 0);
        g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_FOUR);
        CHECK_INT(e.explanation->findings->len, fixed ? 0 : 1);
        if (fixed)
            continue;
        explain_check_first(&e, FINDING_OVERLAP, 21, "overlap");
        const Finding *f = g_ptr_array_index(e.explanation->findings, 0);
        CHECK_US(f->bound, EXPLAIN_CHECK_STEPS * 6 * 810);
    }
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

/* The same with old edges that are exchanged before: two causes at one line, of which each
 * costs what it costs without the other; three messages of 900 on the bus. */
static void
test_pipeline_edges(void)
{
    g_autoptr(TraceText) t = explain_check_program("100 100", "1");
    explain_check_begin(t, 10);
    for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++) {
        trace_text_at(t, "main.fdv", 20);
        trace_text_map_loop(t, "c0", "a0", "1 0", "99 99");
        for (int old = 0; old < 2; old++) {
            g_autofree char *made = g_strdup_printf("ShadowGroupRef=e%d;", old);
            g_autofree char *edges = g_strdup_printf(
                "ShadowGroupRef=e%d; ArrayHeader=a0; ArrayHandlePtr=a0f; FullShdSign=0;\n"
                "LowShdWidthArray={%d 0}HiShdWidthArray={%d 0}",
                old, 1 - old, old);
            trace_text_call(t, "crtshg_", 0, 0, "StaticSign=0;", made);
            trace_text_call(t, "inssh_", 0, 0, edges, NULL);
        }
        trace_text_call(
            t, "across_", 0, 0,
            "AcrossType=0; OldShadowGroupRef=e1; NewShadowGroupRef=e0; PipeLinePar=100;", NULL);
        trace_text_at(t, "main.fdv", 21);
        trace_text_do_loop(t, "c0", 9900);
        trace_text_end_loop(t, "c0");
        explain_check_reduce(t, 30, NULL);
    }
    explain_check_end(t, 10);
    trace_text_exit(t, 0);
    g_auto(Explained) e =
        explain_check_text(t, "start time = 100; send byte time = 1; topology = { 4 };");
    const Finding *edges = explain_check_find(&e, FINDING_SHADOW, 20);
    const Finding *pipeline = explain_check_find(&e, FINDING_LATENCY, 20);
    CU_ASSERT_FATAL(edges != NULL && pipeline != NULL);
    CU_ASSERT_STRING_EQUAL(edges->id, "shadow-exchange");
    CHECK_US(edges->bound, EXPLAIN_CHECK_STEPS * 3 * 900);
    CU_ASSERT_STRING_EQUAL(pipeline->id, "pipeline-messages");
}

/* Six arrays, each with an exchange of its own of edges of one element, with little to compute:
 * the start times are the cause, of all of them together. */
static void
test_small_messages(void)
{
    static const char *const names[] = { "a0", "b0", "b2", "b4", "b6", "b8" };
    g_autoptr(TraceText) t = explain_check_program("100", "1");
    for (guint k = 0; k < G_N_ELEMENTS(names); k++) {
        g_autofree char *group = g_strdup_printf("e%u", k);
        if (k > 0)
            trace_text_distributed(t, names[k], "100", "1");
        trace_text_shadow(t, group, names[k], 1);
    }
    explain_check_begin(t, 10);
    for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++) {
        for (guint k = 0; k < G_N_ELEMENTS(names); k++) {
            g_autofree char *group = g_strdup_printf("e%u", k);
            explain_check_exchange(t, 20 + 10 * (int)k, 20 + 10 * (int)k, group);
            explain_check_loop(t, 20 + 10 * (int)k, names[k], "0", "99", 40);
        }
    }
    explain_check_end(t, 10);
    trace_text_exit(t, 0);
    g_auto(Explained) e =
        explain_check_text(t, "start time = 100; send byte time = 1; topology = { 4 };");
    explain_check_first(&e, FINDING_LATENCY, 20, "small messages");
    CHECK_INT(e.explanation->findings->len, 1);
    const Finding *f = g_ptr_array_index(e.explanation->findings, 0);
    CHECK_US(f->bound, EXPLAIN_CHECK_STEPS * 6 * 6 * 108);
}

/* Rows and columns in turn, in a sequential loop: one cause, named by its first line. */
static void
test_redistribution(void)
{
    g_autoptr(TraceText) t = explain_check_program("40 40", "1");
    explain_check_begin(t, 10);
    for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++) {
        for (int back = 0; back < 2; back++) {
            g_autofree char *params =
                g_strdup_printf("ArrayHeader=a0; ArrayHandlePtr=a0f; PSRef=0; ParamCount=1; "
                                "NewSign=0;\nAxisArray={%d}DistrParamArray={0}",
                                back ? 1 : 2);
            trace_text_at(t, "main.fdv", back ? 40 : 20);
            trace_text_call(t, "redis_", 0, 0, params, "IsLocal=1;");
            explain_check_loop(t, back ? 50 : 30, "a0", "0 0", "39 39", 4000);
        }
    }
    explain_check_end(t, 10);
    trace_text_exit(t, 0);
    g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_FOUR);
    explain_check_first(&e, FINDING_REDISTRIBUTION, 20, "redistribution");
    CHECK_INT(e.explanation->findings->len, 1);
    const Finding *f = g_ptr_array_index(e.explanation->findings, 0);
    /* twelve pairs of processors, 10 x 10 elements each */
    CHECK_US(f->bound, EXPLAIN_CHECK_STEPS * 2 * 12 * 810);
    CHECK_US(e.explanation->together, EXPLAIN_CHECK_STEPS * 2 * 12 * 810);
}

/* realn_ of b0, back and forth, in a loop. */
static void
test_realignment(void)
{
    g_autoptr(TraceText) t = explain_check_program("40 40", "1");
    trace_text_array(t, "b0", 8, "40 40");
    trace_text_align(t, "align_", "b0", 2, "a0f (DisArray)");
    explain_check_begin(t, 10);
    for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++) {
        trace_text_at(t, "main.fdv", 20);
        trace_text_call(
            t, "realn_", 0, 0,
            "ArrayHeader=b0; ArrayHandlePtr=b0f; PatternRef=a0f (DisArray); NewSign=0;\n"
            "AxisArray={2 1}CoeffArray={1 1}ConstArray={0 0}",
            "IsLocal=1");
        explain_check_loop(t, 30, "b0", "0 0", "39 39", 4000);
        trace_text_at(t, "main.fdv", 40);
        trace_text_align(t, "realn_", "b0", 2, "a0f (DisArray)");
    }
    explain_check_end(t, 10);
    trace_text_exit(t, 0);
    g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_FOUR);
    explain_check_first(&e, FINDING_REDISTRIBUTION, 20, "realignment");
}

/* A copy of the whole array from one place to another in every turn. */
static void
test_remote(void)
{
    g_autoptr(TraceText) t = explain_check_program("100", "1");
    trace_text_distributed(t, "b0", "100", "1");
    explain_check_begin(t, 10);
    for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++) {
        explain_check_loop(t, 20, "a0", "0", "99", 400);
        trace_text_at(t, "main.fdv", 30);
        trace_text_call(t, "arrcpy_", 0, 50,
                        "FromArrayHeader=a0; FromArrayHandlePtr=a0f; ToArrayHeader=b0; "
                        "ToArrayHandlePtr=b0f; CopyRegim=0;\n"
                        "FromInitIndexArray={0}FromLastIndexArray={49}FromStepArray={1}"
                        "ToInitIndexArray={50}ToLastIndexArray={99}ToStepArray={1}",
                        "Res=50;");
    }
    explain_check_end(t, 10);
    trace_text_exit(t, 0);
    g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_FOUR);
    explain_check_first(&e, FINDING_REMOTE, 30, "remote");
    const Finding *f = g_ptr_array_index(e.explanation->findings, 0);
    /* 0 to 2 and 1 to 3, 25 elements each, and the copying there */
    CHECK_US(f->bound, EXPLAIN_CHECK_STEPS * (2 * 210 + 25));
}

/* A slow print a turn; all wait for processor 0 at the reduction, whose fault it is not. */
static void
test_io(void)
{
    g_autoptr(TraceText) t = explain_check_program("100", "1");
    explain_check_begin(t, 10);
    for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++) {
        explain_check_loop(t, 20, "a0", "0", "99", 4000);
        trace_text_at(t, "main.fdv", 30);
        trace_text_call(t, "biof_", 0, 0, NULL, NULL);
        trace_text_io(t, 900);
        trace_text_call(t, "eiof_", 50, 50, NULL, NULL);
        explain_check_reduce(t, 40, NULL);
    }
    explain_check_end(t, 10);
    trace_text_exit(t, 0);
    g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_FOUR);
    explain_check_first(&e, FINDING_IO, 30, "input/output");
    const Finding *f = g_ptr_array_index(e.explanation->findings, 0);
    CHECK_US(f->bound, EXPLAIN_CHECK_STEPS * 1000);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "reduction", test_reduction },
        { "reduction_without_intervals", test_reduction_without_intervals },
        { "reductions", test_reductions },
        { "reduction_overlap", test_reduction_overlap },
        { "fewer", test_fewer },
        { "overlap", test_overlap },
        { "pipeline", test_pipeline },
        { "pipeline_edges", test_pipeline_edges },
        { "small_messages", test_small_messages },
        { "redistribution", test_redistribution },
        { "realignment", test_realignment },
        { "remote", test_remote },
        { "io", test_io },
        CU_TEST_INFO_NULL,
    };
    return tap_run("explain operations", tests);
}
