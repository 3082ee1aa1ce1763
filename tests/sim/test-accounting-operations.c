/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Reductions and shadow exchanges: when they start, what they cost, who waits for how long;
 * computed by hand, in microseconds.  A message of n bytes takes 10 + n.
 */
#include <string.h>

#include "tests/sim/prediction-check.h"
#include "tests/sim/sim-check.h"

#define COSTS "start time = 10; send byte time = 1; "

/* Ten elements of 8 bytes on four processors (0-1, 2-4, 5-6, 7-9), a loop over them, a
 * reduction of one double over the loop and a shadow group of the array: on a line of four both
 * cost 108: (10 + 8) * (4 + 4 - 2), and 3 * 2 edges of one element, 6 * (10 + 8). */
static TraceText *
ten_on_four(void)
{
    TraceText *t = trace_text_new(NULL);
    trace_text_distributed(t, "a0", "10", "1");
    trace_text_map_loop(t, "c0", "a0", "0", "9");
    trace_text_reduction(t, "d0", "c0");
    trace_text_shadow(t, "e0", "a0", 1);
    return t;
}

/* What a processor has in one group of operations. */
typedef struct {
    double communication, synchronization, variation, overlap;
} Expected;

static void
check_group(const Prediction *p, Operation group, const Expected expected[])
{
    for (gint64 n = 0; n < p->processors; n++) {
        const Characteristics *v = prediction_check_values(p, 0, n);
        const OperationTimes *o = &v->operations[group];
        CHECK_US(o->communication, expected[n].communication);
        CHECK_US(o->synchronization, expected[n].synchronization);
        CHECK_US(o->variation, expected[n].variation);
        CHECK_US(o->overlap, expected[n].overlap);
        CHECK_US(v->communication, expected[n].communication);
        CHECK_US(v->synchronization, expected[n].synchronization);
        CHECK_US(v->time_variation, expected[n].variation);
        CHECK_US(v->overlap, expected[n].overlap);
    }
}

static const char *const asynchronous[][3] = {
    { "strtrd_", "waitrd_", "RedGroupRef=d0;" },
    { "strtsh_", "waitsh_", "ShadowGroupRef=e0;" },
    { "exfrst_", "waitsh_", "LoopRef=c0; ShadowGroupRef=e0;" },
};

/* Processor 0 comes 100 late; the start's times are 2 and 1, the wait's 3 and 1; between them a
 * loop of `body`. The start is at 102, after a wait of 100 of the others; completion at 210. */
static void
check_asynchronous(guint which, int body, const Expected expected[], double end)
{
    const char *const *calls = asynchronous[which];
    Operation group = which == 0 ? OPERATION_REDUCTION : OPERATION_SHADOW;
    g_autoptr(TraceText) t = ten_on_four();
    trace_text_io(t, 100);
    trace_text_call(t, calls[0], 2, 1, calls[2], NULL);
    trace_text_do_loop(t, "c0", body);
    trace_text_call(t, calls[1], 3, 1, calls[2], NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, COSTS "topology = { 4 };", FALSE);
    if (p == NULL)
        return;
    check_group(p, group, expected);
    for (guint o = 0; o < N_OPERATIONS; o++)
        CHECK_INT(p->intervals[0].n_operations[o], o == group || o == OPERATION_IO ? 1 : 0);
    CHECK_US(p->execution_time, end);
    CHECK_US(prediction_check_values(p, 0, 1)->cpu_time, 5 + 0.3 * body);
    CHECK_US(prediction_check_values(p, 0, 1)->sys_time, 2);
    CHECK_INT(g_strv_length(p->warnings), 0);
}

static void
test_start_and_wait(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(asynchronous); i++) {
        /* 103 after the start; body 20 30 20 30; before the wait 126 136 126 136: overlap with
         * 102..210 is 24 34, what is missing 84 74 */
        check_asynchronous(i, 100,
                           (const Expected[]){ { 84, 0, 0, 24 },
                                               { 174, 100, 0, 34 },
                                               { 184, 100, 0, 24 },
                                               { 174, 100, 0, 34 } },
                           211);
        /* body 80 120: at 186 226: overlap 84, all 108; then 210 226: 16 before the last */
        check_asynchronous(i, 400,
                           (const Expected[]){ { 24, 0, 16, 84 },
                                               { 100, 100, 0, 108 },
                                               { 124, 100, 16, 84 },
                                               { 100, 100, 0, 108 } },
                           227);
        /* body 103 154.5: at 209 260.5: a wait of 1 for those who were too early by that */
        check_asynchronous(i, 515,
                           (const Expected[]){ { 1, 0, 50.5, 107 },
                                               { 100, 100, 0, 108 },
                                               { 101, 100, 50.5, 107 },
                                               { 100, 100, 0, 108 } },
                           261.5);
        /* body 200 300: all is over before: 306 406 */
        check_asynchronous(i, 1000,
                           (const Expected[]){ { 0, 0, 100, 108 },
                                               { 100, 100, 0, 108 },
                                               { 100, 100, 100, 108 },
                                               { 100, 100, 0, 108 } },
                           407);
    }
}

static void
test_last(void)
{
    /* imlast_ waits at endpl_: started at 0, runs until 108; body 20 30 20 30, the call of
     * endpl_ 3, of waiting 85 75, its return 4. Its own times (5 + 6) are before the body. */
    g_autoptr(TraceText) t = ten_on_four();
    trace_text_call(t, "strtsh_", 0, 0, "ShadowGroupRef=e0;", NULL);
    trace_text_call(t, "imlast_", 5, 6, "LoopRef=c0; ShadowGroupRef=e0;", NULL);
    trace_text_do_loop(t, "c0", 100);
    trace_text_call(t, "endpl_", 3, 4, "LoopRef=c0;", NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, COSTS "topology = { 4 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    check_group(p, OPERATION_SHADOW,
                (const Expected[]){
                    { 74, 0, 0, 34 }, { 64, 0, 0, 44 }, { 74, 0, 0, 34 }, { 64, 0, 0, 44 } });
    CHECK_US(p->execution_time, 112);
    CHECK_INT(p->intervals[0].n_operations[OPERATION_SHADOW], 1);
    CHECK_INT(g_strv_length(p->warnings), 0);
}

static void
test_send_and_receive(void)
{
    /* sendsh_ does not synchronise: it starts at the largest clock, 50, and is over at 158;
     * recvsh_ does nothing. Processor 0 waits 108, the others 158, none of it is
     * synchronization. */
    g_autoptr(TraceText) t = ten_on_four();
    trace_text_io(t, 50);
    trace_text_call(t, "sendsh_", 0, 0, "ShadowGroupRef=e0;", NULL);
    trace_text_call(t, "recvsh_", 0, 0, "ShadowGroupRef=e0;", NULL);
    trace_text_call(t, "waitsh_", 0, 0, "ShadowGroupRef=e0;", NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, COSTS "topology = { 4 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    check_group(p, OPERATION_SHADOW,
                (const Expected[]){
                    { 108, 0, 0, 0 }, { 158, 0, 0, 0 }, { 158, 0, 0, 0 }, { 158, 0, 0, 0 } });
    CHECK_INT(p->intervals[0].n_operations[OPERATION_SHADOW], 1);
    CHECK_INT(g_strv_length(p->warnings), 0);
}

/* A wait far behind: overlap is counted from the start on. A processor whose clock is before
 * the start has none. */
static void
test_send_late(void)
{
    /* body 40 60 40 60: processor 0 at 90, the others at 60 40 60; start 50, completion 158 */
    g_autoptr(TraceText) t = ten_on_four();
    trace_text_io(t, 50);
    trace_text_call(t, "sendsh_", 0, 0, "ShadowGroupRef=e0;", NULL);
    trace_text_do_loop(t, "c0", 200);
    trace_text_call(t, "recvsh_", 0, 0, "ShadowGroupRef=e0;", NULL);
    trace_text_call(t, "waitsh_", 0, 0, "ShadowGroupRef=e0;", NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, COSTS "topology = { 4 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    check_group(p, OPERATION_SHADOW,
                (const Expected[]){
                    { 68, 0, 0, 40 }, { 98, 0, 0, 10 }, { 118, 0, 0, 0 }, { 98, 0, 0, 10 } });
}

static void
test_second_start(void)
{
    /* started at 0, again at 200: the second replaces the first, which costs nobody anything */
    g_autoptr(TraceText) t = ten_on_four();
    guint first = trace_text_next_line(t);
    trace_text_call(t, "strtsh_", 0, 0, "ShadowGroupRef=e0;", NULL);
    trace_text_call(t, "tstda_", 200, 0, NULL, NULL);
    guint second = trace_text_next_line(t);
    trace_text_call(t, "strtsh_", 0, 0, "ShadowGroupRef=e0;", NULL);
    trace_text_call(t, "waitsh_", 0, 0, "ShadowGroupRef=e0;", NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, COSTS "topology = { 4 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    const Expected all = { 108, 0, 0, 0 };
    g_autofree char *place = g_strdup_printf("t.trc:%u: warning: strtsh_: ", second);
    g_autofree char *other = g_strdup_printf(" %u", first);

    check_group(p, OPERATION_SHADOW, (const Expected[]){ all, all, all, all });
    CHECK_US(p->execution_time, 308);
    CHECK_INT(p->intervals[0].n_operations[OPERATION_SHADOW], 2);
    CHECK_INT(prediction_check_warnings(p, place, other), 1);
    CHECK_INT(g_strv_length(p->warnings), 1);
}

static void
test_never_waited_for(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(asynchronous); i++) {
        g_autoptr(TraceText) t = ten_on_four();
        g_autofree char *place = g_strdup_printf(
            "t.trc:%u: warning: %s: ", trace_text_next_line(t), asynchronous[i][0]);
        trace_text_call(t, asynchronous[i][0], 0, 0, asynchronous[i][2], NULL);
        trace_text_exit(t, 7);
        g_autoptr(Prediction) p = prediction_check_text(t, COSTS "topology = { 4 };", FALSE);
        CU_ASSERT_PTR_NOT_NULL_FATAL(p);
        CHECK_INT(prediction_check_warnings(p, place, NULL), 1);
        CHECK_INT(g_strv_length(p->warnings), 1);
        CHECK_US(p->execution_time, 7);
    }
}

/* A wait without a start, or after another wait, is an error of the call; with --keep-going it
 * is accounted by base. */
static void
test_wait_without_start(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(asynchronous); i++) {
        for (int waited = 0; waited < 2; waited++) {
            g_autoptr(TraceText) t = ten_on_four();
            if (waited) {
                trace_text_call(t, asynchronous[i][0], 0, 0, asynchronous[i][2], NULL);
                trace_text_call(t, asynchronous[i][1], 0, 0, asynchronous[i][2], NULL);
            }
            g_autofree char *failure = g_strdup_printf(
                "t.trc:%u: error: %s: ", trace_text_next_line(t), asynchronous[i][1]);
            g_autofree char *warning = g_strdup_printf(
                "t.trc:%u: warning: %s: ", trace_text_next_line(t), asynchronous[i][1]);
            trace_text_call(t, asynchronous[i][1], 3, 4, asynchronous[i][2], NULL);
            trace_text_exit(t, 0);
            g_autofree char *message = prediction_check_error(t, COSTS "topology = { 4 };");
            CHECK_THAT(message != NULL && g_str_has_prefix(message, failure), "'%s'", message);

            g_autoptr(Prediction) p = prediction_check_text(t, COSTS "topology = { 4 };", TRUE);
            CU_ASSERT_PTR_NOT_NULL_FATAL(p);
            CHECK_INT(prediction_check_warnings(p, warning, NULL), 1);
            CHECK_US(prediction_check_values(p, 0, 3)->cpu_time, 3);
            CHECK_US(prediction_check_values(p, 0, 3)->sys_time, 4);
            CHECK_US(prediction_check_values(p, 0, 3)->communication, waited ? 108 : 0);
        }
    }
}

/* A processor that has nothing to send or to reduce takes part like all. */
static void
test_one_processor(void)
{
    g_autoptr(TraceText) t = ten_on_four();
    for (guint i = 0; i < 2; i++) {
        trace_text_call(t, asynchronous[i][0], 1, 1, asynchronous[i][2], NULL);
        trace_text_call(t, asynchronous[i][1], 1, 1, asynchronous[i][2], NULL);
    }
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, COSTS "topology = { 1 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    CHECK_US(p->execution_time, 8);
    CHECK_US(p->intervals[0].values.communication, 0);
    CHECK_INT(p->intervals[0].n_operations[OPERATION_REDUCTION], 1);
    CHECK_INT(p->intervals[0].n_operations[OPERATION_SHADOW], 1);
    CHECK_REAL(p->intervals[0].efficiency, 1, 1e-12);
}

/* What every processor has in the group after the start and wait of `which`, all clocks equal.
 */
static void
check_cost(const TraceText *before, guint which, const char *params, double expected)
{
    g_autoptr(TraceText) t = trace_text_new(NULL);
    const char *const *calls = asynchronous[which];
    Operation group = which == 0 ? OPERATION_REDUCTION : OPERATION_SHADOW;

    g_string_assign(t->text, before->text->str);
    trace_text_call(t, calls[0], 0, 0, calls[2], NULL);
    trace_text_call(t, calls[1], 0, 0, calls[2], NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, params, FALSE);
    if (p == NULL)
        return;
    for (gint64 n = 0; n < p->processors; n++)
        CHECK_US(prediction_check_values(p, 0, n)->operations[group].communication, expected);
    CHECK_US(p->execution_time, expected);
    CHECK_US(p->ideal_time, 0);
}

/* A loop over one axis of the 4 x 6 array, the other constant. */
static void
map_along(TraceText *t, const char *loop, const char *axes, const char *coeffs)
{
    g_autofree char *made = g_strdup_printf("LoopRef=%s;", loop);
    g_autofree char *params = g_strdup_printf(
        "LoopRef=%s; PatternRefPtr=a0; PatternRef=a0f "
        "(DisArray);\nAxisArray={%s}CoeffArray={%s}"
        "ConstArray={0 0}InInitIndexArray={0}InLastIndexArray={3}InStepArray={1}",
        loop, axes, coeffs);
    trace_text_call(t, "crtpl_", 0, 0, "Rank=1;", made);
    trace_text_call(t, "mappl_", 0, 0, params, "IsLocal=1;");
}

/* 4 x 6 on a grid and loops over both axes (c0), the first (c1), the second (c2). */
static TraceText *
loops_on_grid(void)
{
    TraceText *t = trace_text_new(NULL);
    trace_text_distributed(t, "a0", "4 6", "1 2");
    trace_text_map_loop(t, "c0", "a0", "0 0", "3 5");
    map_along(t, "c1", "1 0", "1 0");
    map_along(t, "c2", "0 1", "0 1");
    return t;
}

static void
test_reduction_loops(void)
{
    /* bus: 18 * (product of N_k over the loop's dimensions + N - 2);
     * transputer: 18 * (2 * sum of floor(N_k/2) + sum over the others) */
    const struct {
        const char *loop, *params;
        double cost;
    } cases[] = {
        { "c0", COSTS "topology = { 2, 3 };", 18 * (6 + 6 - 2) },
        { "c1", COSTS "topology = { 2, 3 };", 18 * (2 + 6 - 2) },
        { "c2", COSTS "topology = { 2, 3 };", 18 * (3 + 6 - 2) },
        { "c0", COSTS "type = transputer; topology = { 2, 3 };", 18 * (2 * (1 + 1)) },
        { "c1", COSTS "type = transputer; topology = { 2, 3 };", 18 * (2 * 1 + 1) },
        { "c0", COSTS "type = transputer; topology = { 5, 4 };", 18 * (2 * (2 + 2)) },
        { "c2", COSTS "type = transputer; topology = { 5, 4 };", 18 * (2 * 2 + 2) },
        { "c0", COSTS "type = ideal; topology = { 2, 3 };", 0 },
        /* only dimensions with more than one coordinate count */
        { "c0", COSTS "topology = { 1, 4 };", 18 * (4 + 4 - 2) },
        { "c1", COSTS "topology = { 1, 4 };", 0 },
        { "c0", COSTS "topology = { 4 };", 18 * (4 + 4 - 2) },
        { "c2", COSTS "topology = { 4 };", 0 },
        /* divided by min(channels, N); all times scale */
        { "c0", COSTS "topology = { 2, 3 }; channels = 4; scale = 3;", 18 * 10 / 4. * 3 },
        { "c0", COSTS "topology = { 2, 3 }; channels = 40;", 18 * 10 / 6. },
        { "c0", COSTS "type = transputer; topology = { 2, 3 }; channels = 4; scale = 3;",
          72 * 3 },
    };

    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(TraceText) t = loops_on_grid();
        trace_text_reduction(t, "d0", cases[i].loop);
        check_cost(t, 0, cases[i].params, cases[i].cost);
    }
}

/* insred_ of one more double that names what `named` says. */
static void
insert(TraceText *t, const char *named)
{
    g_autofree char *params =
        g_strdup_printf("RedGroupRef=d0; RedRefPtr=fff8; RedRef=d1; %s RenewSign=0;", named);
    trace_text_call(t, "crtred_", 0, 0,
                    "RedFuncNumb=1; RedArrayType=4; RedArrayLength=1; LocElmLength=0;",
                    "RedRef=d1;");
    trace_text_call(t, "insred_", 0, 0, params, NULL);
}

static void
test_reduction_named(void)
{
    const char *params = COSTS "topology = { 2, 3 };";
    /* 8 + 8 bytes: 26. The array's template is distributed over both dimensions; b0 is aligned
     * with its first axis only. The loop mapped last is c2. */
    const struct {
        const char *first, *last;
        double cost;
    } cases[] = {
        { "LoopRef=c0;", "LoopRef=c1;", 26 * (2 + 6 - 2) },
        { "LoopRef=c1;", "LoopRef=c0;", 26 * (6 + 6 - 2) },
        { "LoopRef=c2;", "AMViewRef=a0e;", 26 * (6 + 6 - 2) },
        { "LoopRef=c2;", "ArrayHeader=b0; ArrayHandlePtr=b0f;", 26 * (2 + 6 - 2) },
        { "LoopRef=c2;", "ArrayHeader=a0; ArrayHandlePtr=a0f;", 26 * (6 + 6 - 2) },
        { "", "", 26 * (3 + 6 - 2) },
    };

    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(TraceText) t = loops_on_grid();
        trace_text_array(t, "b0", 8, "4");
        trace_text_call(
            t, "align_", 0, 0,
            "ArrayHeader=b0; ArrayHandlePtr=b0f; PatternRefPtr=a0; "
            "PatternRef=a0f (DisArray);\nAxisArray={1 -1}CoeffArray={1 0}ConstArray={0 0}",
            "IsLocal=1");
        trace_text_call(t, "crtrg_", 0, 0, "StaticSign=0; DelRedSign=1;", "RedGroupRef=d0;");
        insert(t, cases[i].first);
        insert(t, cases[i].last);
        check_cost(t, 0, params, cases[i].cost);
    }
}

/* (element size + LocElmLength) * RedArrayLength. */
static void
test_reduction_sizes(void)
{
    const int bytes[] = { 4, 8, 4, 8, 8, 16 }; /* types 1 to 6 */

    for (int type = 1; type <= 6; type++) {
        for (int location = 0; location <= 12; location += 12) {
            g_autoptr(TraceText) t = ten_on_four();
            g_autofree char *params =
                g_strdup_printf("RedFuncNumb=9; RedArrayType=%d; RedArrayLength=3; "
                                "LocElmLength=%d;",
                                type, location);
            trace_text_call(t, "crtred_", 0, 0, params, "RedRef=d1;");
            trace_text_call(t, "insred_", 0, 0, "RedGroupRef=d0; RedRef=d1; LoopRef=c0;", NULL);
            check_cost(t, 0, COSTS "topology = { 4 };",
                       6 * (10 + 8 + 3 * (bytes[type - 1] + location)));
        }
    }
}

static void
test_shadow_costs(void)
{
    /* 4 x 6 on 2 x 2, blocks of 2 x 3. Rows: 2 pairs of neighbours, both ways, 3 elements of 8
     * bytes: 4 * (10 + 24); columns: 4 * (10 + 16). Transputer: all at distance 1, the largest
     * 24 bytes. */
    g_autoptr(TraceText) plain = loops_on_grid();
    trace_text_shadow(plain, "e0", "a0", 2);
    check_cost(plain, 1, COSTS "topology = { 2, 2 };", 240);
    check_cost(plain, 1, COSTS "type = transputer; topology = { 2, 2 };", 34);
    check_cost(plain, 1, COSTS "topology = { 2, 2 }; channels = 3; scale = 0.5;", 40);
    check_cost(plain, 1, COSTS "type = ideal; topology = { 2, 2 };", 0);
    /* on a line of two only rows are: 2 * (10 + 48) */
    check_cost(plain, 1, COSTS "topology = { 2 };", 116);

    /* corners: one element to the diagonal neighbour, 4 * (10 + 8). Transputer: the farthest
     * pairs are 2 apart, 8 bytes at once: (2 + 1 - 1) * 18 = 36; in pieces of 7: 2 * 17 + 11 =
     * 45, so 8 */
    g_autoptr(TraceText) corners = loops_on_grid();
    trace_text_call(corners, "crtshg_", 0, 0, "StaticSign=0;", "ShadowGroupRef=e0;");
    trace_text_call(corners, "inssh_", 0, 0,
                    "ShadowGroupRef=e0; ArrayHeader=a0; ArrayHandlePtr=a0f; FullShdSign=1;\n"
                    "LowShdWidthArray={-1 -1}HiShdWidthArray={-1 -1}",
                    NULL);
    check_cost(corners, 1, COSTS "topology = { 2, 2 };", 312);
    check_cost(corners, 1, COSTS "type = transputer; topology = { 2, 2 };", 36);
}

/* Arrays of a group are one message a pair; an array inserted again replaces its earlier
 * insertion. */
static void
test_shadow_groups(void)
{
    const char *insert_a0 =
        "ShadowGroupRef=e0; ArrayHeader=a0; ArrayHandlePtr=a0f; FullShdSign=0;\n"
        "LowShdWidthArray={2}HiShdWidthArray={0}";
    g_autoptr(TraceText) t = ten_on_four();
    trace_text_array(t, "b0", 4, "10");
    trace_text_align(t, "align_", "b0", 1, "a0f (DisArray)");
    trace_text_call(t, "inssh_", 0, 0,
                    "ShadowGroupRef=e0; ArrayHeader=b0; ArrayHandlePtr=b0f; FullShdSign=0;\n"
                    "LowShdWidthArray={-1}HiShdWidthArray={-1}",
                    NULL);
    /* 6 messages of 8 + 4 bytes */
    check_cost(t, 1, COSTS "topology = { 4 };", 6 * 22);
    /* a0 now with two layers from below and none from above: up 16 + 4 bytes, down 4 */
    trace_text_call(t, "inssh_", 0, 0, insert_a0, NULL);
    check_cost(t, 1, COSTS "topology = { 4 };", 3 * 30 + 3 * 14);
}

/* What is exchanged depends on the distribution at the start, not at the insertion. */
static void
test_shadow_after_redistribution(void)
{
    g_autoptr(TraceText) t = loops_on_grid();
    trace_text_shadow(t, "e0", "a0", 2);
    trace_text_call(t, "redis_", 0, 0,
                    "ArrayHeader=a0; ArrayHandlePtr=a0f; PSRefPtr=NULL; PSRef=0; ParamCount=1; "
                    "NewSign=1;\nAxisArray={2}DistrParamArray={0}",
                    "IsLocal=1;");
    /* columns on a line of two: 2 * (10 + 4 * 8) */
    check_cost(t, 1, COSTS "topology = { 2 };", 84);
}

/* insshd_: signs say which edges take part. */
static void
test_shadow_signs(void)
{
    const struct {
        const char *params;
        double cost;
    } cases[] = {
        /* both axes with both edges, no corners */
        { "MaxShdCount=1;\nLowShdWidthArray={1 1}HiShdWidthArray={1 1}ShdSignArray={7 7}",
          240 },
        /* with corners */
        { "MaxShdCount=2;\nLowShdWidthArray={1 1}HiShdWidthArray={1 1}ShdSignArray={7 7}",
          312 },
        /* low edge of the first axis alone: 2 messages of 24 bytes */
        { "MaxShdCount=1;\nLowShdWidthArray={1 1}HiShdWidthArray={1 1}ShdSignArray={3 1}", 68 },
        /* high edge of the second: 2 messages of 16 bytes */
        { "MaxShdCount=1;\nLowShdWidthArray={1 1}HiShdWidthArray={1 1}ShdSignArray={1 5}", 52 },
        /* corners only, at the low end of both axes: one message of 8 bytes */
        { "MaxShdCount=2;\nLowShdWidthArray={1 1}HiShdWidthArray={1 1}ShdSignArray={2 2}", 18 },
    };

    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(TraceText) t = loops_on_grid();
        g_autofree char *params = g_strdup_printf(
            "ShadowGroupRef=e0; ArrayHeader=a0; ArrayHandlePtr=a0f; %s", cases[i].params);
        trace_text_call(t, "crtshg_", 0, 0, "StaticSign=0;", "ShadowGroupRef=e0;");
        trace_text_call(t, "insshd_", 0, 0, params, NULL);
        check_cost(t, 1, COSTS "topology = { 2, 2 };", cases[i].cost);
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "start_and_wait", test_start_and_wait },
        { "last", test_last },
        { "send_and_receive", test_send_and_receive },
        { "send_late", test_send_late },
        { "second_start", test_second_start },
        { "never_waited_for", test_never_waited_for },
        { "wait_without_start", test_wait_without_start },
        { "one_processor", test_one_processor },
        { "reduction_loops", test_reduction_loops },
        { "reduction_named", test_reduction_named },
        { "reduction_sizes", test_reduction_sizes },
        { "shadow_costs", test_shadow_costs },
        { "shadow_groups", test_shadow_groups },
        { "shadow_after_redistribution", test_shadow_after_redistribution },
        { "shadow_signs", test_shadow_signs },
        CU_TEST_INFO_NULL,
    };
    return tap_run("accounting-operations", tests);
}
