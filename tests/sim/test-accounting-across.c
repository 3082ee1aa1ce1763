/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Pipelined loops (across_), computed by hand, in microseconds.  A message of n bytes takes 10
 * + n. The time of the shadow group is waiting and receiving; it is no synchronization.
 */
#include "tests/sim/prediction-check.h"
#include "tests/sim/sim-check.h"

#define COSTS "start time = 10; send byte time = 1; "

/* mappl_ of a loop over all of a0 from init to last by step, and a new shadow group e0 of a0
 * with these widths. */
static void
add_across(TraceText *t, const char *init, const char *last, const char *step, const char *low,
           const char *high, const char *portions)
{
    gboolean line = init[1] == '\0';
    g_autofree char *map = g_strdup_printf(
        "LoopRef=c0; PatternRefPtr=a0; PatternRef=a0f (DisArray);\n"
        "AxisArray={%s}CoeffArray={%s}ConstArray={%s}InInitIndexArray={%s}InLastIndexArray={%s}"
        "InStepArray={%s}",
        line ? "1" : "1 2", line ? "1" : "1 1", line ? "0" : "0 0", init, last, step);
    g_autofree char *insert = g_strdup_printf(
        "ShadowGroupRef=e0; ArrayHeader=a0; ArrayHandlePtr=a0f; FullShdSign=0;\n"
        "LowShdWidthArray={%s}HiShdWidthArray={%s}",
        low, high);
    g_autofree char *across = g_strdup_printf(
        "AcrossType=0; OldShadowGroupRef=0; NewShadowGroupRefPtr=fff8; NewShadowGroupRef=e0; "
        "PipeLinePar=%s;\nCondPipeLine=0  ErrPipeLine=9\nQDim[0]=-1",
        portions);

    trace_text_call(t, "crtpl_", 0, 0, line ? "Rank=1;" : "Rank=2;", "LoopRef=c0;");
    trace_text_call(t, "mappl_", 0, 0, map, "IsLocal=1;");
    trace_text_call(t, "crtshg_", 0, 0, "StaticSign=0;", "ShadowGroupRef=e0;");
    trace_text_call(t, "inssh_", 0, 0, insert, NULL);
    trace_text_call(t, "across_", 0, 0, across, "ErrPipeLine=9");
}

/* CPU_time and Wait_shadow of each processor; nothing else takes time but `io` on processor 0.
 */
static void
check_pipeline(const TraceText *t, const char *params, const double cpu[], const double wait[])
{
    g_autoptr(Prediction) p = prediction_check_text(t, params, FALSE);
    if (p == NULL)
        return;
    for (gint64 n = 0; n < p->processors; n++) {
        const Characteristics *v = prediction_check_values(p, 0, n);
        CHECK_US(v->cpu_time, cpu[n]);
        CHECK_US(v->insuff_parallelism_usr, 0);
        CHECK_US(v->operations[OPERATION_SHADOW].communication, wait[n]);
        CHECK_US(v->communication, wait[n]);
        CHECK_US(v->synchronization, 0);
        CHECK_US(v->time_variation, 0);
        CHECK_US(v->overlap, 0);
    }
    CHECK_INT(p->intervals[0].n_operations[OPERATION_SHADOW], 1);
    CHECK_INT(g_strv_length(p->warnings), 0);
}

static void
test_three_portions(void)
{
    /* 4 x 6 by rows on two: 60 each; the cut axis is the second, 6 long, in 3 portions of 20.
     * An edge is 6 elements, 48 bytes, a portion's receipt 10 + 16 = 26. Processor 0 is done
     * with its portions at 20 40 60; processor 1 begins at 20, has received at 46, computed at
     * 66; 92, 112; 138, 158: 98 are no computing. */
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_distributed(t, "a0", "4 6", "1");
    add_across(t, "0 0", "3 5", "1 1", "1 0", "0 0", "3.000000");
    trace_text_do_loop(t, "c0", 120);
    trace_text_end_loop(t, "c0");
    trace_text_exit(t, 0);
    check_pipeline(t, COSTS "topology = { 2 };", (const double[]){ 60, 60 },
                   (const double[]){ 0, 98 });
    /* at no cost it is the 20 until the first portion */
    check_pipeline(t, "topology = { 2 };", (const double[]){ 60, 60 },
                   (const double[]){ 0, 20 });
}

static void
test_late_first(void)
{
    /* processor 0 begins at 30: portions at 50 70 90; processor 1: 50 + 26 + 20 = 96, and so
     * on: 188 */
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_distributed(t, "a0", "4 6", "1");
    trace_text_io(t, 30);
    add_across(t, "0 0", "3 5", "1 1", "1 0", "0 0", "3.000000");
    trace_text_do_loop(t, "c0", 120);
    trace_text_exit(t, 0);
    check_pipeline(t, COSTS "topology = { 2 };", (const double[]){ 60, 60 },
                   (const double[]){ 0, 128 });
}

static void
test_late_second(void)
{
    /* the pipeline is used by who comes late without a wait: processor 1 has 40 more before (a
     * loop of its rows alone); then 40: 0 has done its first portion at 20; 66 86, 112 132, 158
     * 178: receipts only */
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_distributed(t, "a0", "4 6", "1");
    trace_text_loop(t, "c1", "a0", "2 0", "3 5", 80);
    add_across(t, "0 0", "3 5", "1 1", "1 0", "0 0", "3.000000");
    trace_text_do_loop(t, "c0", 120);
    trace_text_exit(t, 0);
    check_pipeline(t, COSTS "topology = { 2 };", (const double[]){ 60, 140 },
                   (const double[]){ 0, 78 });
}

static void
test_no_cut(void)
{
    /* 4 elements on two, nothing to cut: 40 each, one element of 8 bytes: 40 + 18 until it
     * begins; and on four: 20 each: 1: 20 + 18, done 58; 2: 58 + 18, done 96; 3: 96 + 18 */
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_distributed(t, "a0", "4", "1");
    add_across(t, "0", "3", "1", "1", "0", "7.000000");
    trace_text_do_loop(t, "c0", 80);
    trace_text_exit(t, 0);
    check_pipeline(t, COSTS "topology = { 2 };", (const double[]){ 40, 40 },
                   (const double[]){ 0, 58 });
    check_pipeline(t, COSTS "topology = { 4 };", (const double[]){ 20, 20, 20, 20 },
                   (const double[]){ 0, 38, 76, 114 });
    check_pipeline(t, COSTS "topology = { 1 };", (const double[]){ 80 }, (const double[]){ 0 });
}

static void
test_reversed(void)
{
    /* the loop runs down: the high edge comes from above, processor 1 begins */
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_distributed(t, "a0", "4 6", "1");
    add_across(t, "3 0", "0 5", "-1 1", "0 0", "1 0", "3.000000");
    trace_text_do_loop(t, "c0", 120);
    trace_text_exit(t, 0);
    check_pipeline(t, COSTS "topology = { 2 };", (const double[]){ 60, 60 },
                   (const double[]){ 98, 0 });
}

static void
test_not_pipelined(void)
{
    /* a width on the side to which the loop goes is no dependence; nor is one of an axis that
     * is not distributed */
    const char *const widths[][2] = { { "0 0", "1 0" }, { "0 1", "0 1" } };

    for (guint i = 0; i < G_N_ELEMENTS(widths); i++) {
        g_autoptr(TraceText) t = trace_text_new(NULL);
        trace_text_distributed(t, "a0", "4 6", "1");
        add_across(t, "0 0", "3 5", "1 1", widths[i][0], widths[i][1], "3.000000");
        trace_text_do_loop(t, "c0", 120);
        trace_text_exit(t, 0);
        check_pipeline(t, COSTS "topology = { 2 };", (const double[]){ 60, 60 },
                       (const double[]){ 0, 0 });
    }
}

static void
test_best_portions(void)
{
    /* 90 each. Completion with Q portions: 90/Q + 90 + 10 Q + 48: 203 with 2, 198 with 3, 200.5
     * with 4. */
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_distributed(t, "a0", "4 6", "1");
    add_across(t, "0 0", "3 5", "1 1", "1 0", "0 0", "0.000000");
    trace_text_do_loop(t, "c0", 180);
    trace_text_exit(t, 0);
    check_pipeline(t, COSTS "topology = { 2 };", (const double[]){ 90, 90 },
                   (const double[]){ 0, 108 });
}

/* PipeLinePar is cut to an integer between 1 and the extent. */
static void
test_portions_cut(void)
{
    const struct {
        const char *portions;
        double done; /* 60/Q + 60 + 10 Q + 48 */
    } cases[] = {
        { "0.300000", 178 },  /* 1 */
        { "2.900000", 158 },  /* 2 */
        { "6.000000", 178 },  /* 6 */
        { "99.000000", 178 }, /* 6 */
    };

    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(TraceText) t = trace_text_new(NULL);
        trace_text_distributed(t, "a0", "4 6", "1");
        add_across(t, "0 0", "3 5", "1 1", "1 0", "0 0", cases[i].portions);
        trace_text_do_loop(t, "c0", 120);
        trace_text_exit(t, 0);
        check_pipeline(t, COSTS "topology = { 2 };", (const double[]){ 60, 60 },
                       (const double[]){ 0, cases[i].done - 60 });
    }
}

static void
test_two_dimensions(void)
{
    /* 4 x 6 on 2 x 2, both dimensions pipelined, nothing to cut: 30 each; edges of 3 elements
     * (24 bytes) from above, of 2 (16 bytes) from the left. (0,1): 30 + 26, done 86; (1,0): 30
     * + 34, done 94; (1,1): from 94 on 34 + 26, done 184. */
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_distributed(t, "a0", "4 6", "1 2");
    add_across(t, "0 0", "3 5", "1 1", "1 1", "0 0", "0.000000");
    trace_text_do_loop(t, "c0", 120);
    trace_text_exit(t, 0);
    check_pipeline(t, COSTS "topology = { 2, 2 };", (const double[]){ 30, 30, 30, 30 },
                   (const double[]){ 0, 56, 64, 154 });
}

/* The message of a pipeline is not divided by the channels of the bus; scale holds for it. */
static void
test_channels(void)
{
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_distributed(t, "a0", "4", "1");
    add_across(t, "0", "3", "1", "1", "0", "1.000000");
    trace_text_do_loop(t, "c0", 80);
    trace_text_exit(t, 0);
    check_pipeline(t, COSTS "topology = { 2 }; channels = 2; scale = 3;",
                   (const double[]){ 40, 40 }, (const double[]){ 0, 40 + 54 });
}

static void
test_old_group(void)
{
    /* The old group is exchanged at across_, when processor 0 has come at 30: 2 * (10 + 48) =
     * 116, no operation of its own. Then the pipeline as above, all at 146. */
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_distributed(t, "a0", "4 6", "1");
    trace_text_shadow(t, "e1", "a0", 2);
    trace_text_io(t, 30);
    trace_text_map_loop(t, "c0", "a0", "0 0", "3 5");
    trace_text_call(t, "crtshg_", 0, 0, "StaticSign=0;", "ShadowGroupRef=e0;");
    trace_text_call(t, "inssh_", 0, 0,
                    "ShadowGroupRef=e0; ArrayHeader=a0; ArrayHandlePtr=a0f; FullShdSign=0;\n"
                    "LowShdWidthArray={1 0}HiShdWidthArray={0 0}",
                    NULL);
    trace_text_call(
        t, "across_", 3, 4,
        "AcrossType=0; OldShadowGroupRef=e1; NewShadowGroupRef=e0; PipeLinePar=3.000000;",
        "ErrPipeLine=9");
    trace_text_do_loop(t, "c0", 120);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, COSTS "topology = { 2 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    const Characteristics *first = prediction_check_values(p, 0, 0);
    const Characteristics *second = prediction_check_values(p, 0, 1);

    CHECK_US(first->operations[OPERATION_SHADOW].communication, 116);
    CHECK_US(second->operations[OPERATION_SHADOW].communication, 30 + 116 + 98);
    CHECK_US(p->execution_time, 30 + 3 + 116 + 4 + 158);
    CHECK_INT(p->intervals[0].n_operations[OPERATION_SHADOW], 1);
}

/* Only the dopl_ that ends the loop after some time is the pipeline, and only once. */
static void
test_once(void)
{
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_distributed(t, "a0", "4", "1");
    add_across(t, "0", "3", "1", "1", "0", "1.000000");
    trace_text_call(t, "dopl_", 20, 0, "LoopRef=c0;", "DoPL=1;"); /* 10 each */
    trace_text_call(t, "dopl_", 80, 0, "LoopRef=c0;", "DoPL=0;"); /* the pipeline: 40 + 18 */
    trace_text_end_loop(t, "c0");
    trace_text_loop(t, "c1", "a0", "0", "3", 60); /* another loop */
    trace_text_exit(t, 0);
    check_pipeline(t, COSTS "topology = { 2 };", (const double[]){ 80, 80 },
                   (const double[]){ 0, 58 });
}

/* Processors without iterations take no part. */
static void
test_empty_block(void)
{
    /* 3 elements on five: 0 1 2 have one each, the others none */
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_distributed(t, "a0", "3", "1");
    add_across(t, "0", "2", "1", "1", "0", "0.000000");
    trace_text_do_loop(t, "c0", 30);
    trace_text_exit(t, 0);
    check_pipeline(t, COSTS "topology = { 5 };", (const double[]){ 10, 10, 10, 0, 0 },
                   (const double[]){ 0, 28, 56, 0, 0 });
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "three_portions", test_three_portions },
        { "late_first", test_late_first },
        { "late_second", test_late_second },
        { "no_cut", test_no_cut },
        { "reversed", test_reversed },
        { "not_pipelined", test_not_pipelined },
        { "best_portions", test_best_portions },
        { "portions_cut", test_portions_cut },
        { "two_dimensions", test_two_dimensions },
        { "channels", test_channels },
        { "old_group", test_old_group },
        { "once", test_once },
        { "empty_block", test_empty_block },
        CU_TEST_INFO_NULL,
    };
    return tap_run("accounting-across", tests);
}
