/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Redistribution and realignment: what moves, what it costs and where arrays are afterwards;
 * computed by hand, in microseconds.  A message of n bytes takes 10 + n.
 */
#include <string.h>

#include "tests/sim/prediction-check.h"
#include "tests/sim/sim-check.h"

#define COSTS "start time = 10; send byte time = 1; "

#define REDIS(what, axis, new_sign)                                                            \
    what " PSRefPtr=NULL; PSRef=0; ParamCount=1; NewSign=" new_sign ";\nAxisArray={" axis      \
         "}DistrParamArray={0}"
#define ARRAY_A0 "ArrayHeader=a0; ArrayHandlePtr=a0f;"

/* A 4 x 4 array a0 of 8-byte elements by rows on a line of processors. */
static TraceText *
by_rows(void)
{
    TraceText *t = trace_text_new(NULL);
    trace_text_distributed(t, "a0", "4 4", "1");
    return t;
}

/* Redistribution of each processor; all clocks were equal. */
static void
check_moved(const TraceText *t, const char *params, double cost, guint64 count)
{
    g_autoptr(Prediction) p = prediction_check_text(t, params, FALSE);
    if (p == NULL)
        return;
    for (gint64 n = 0; n < p->processors; n++) {
        const OperationTimes *o =
            &prediction_check_values(p, 0, n)->operations[OPERATION_REDISTRIBUTION];
        CHECK_US(o->communication, cost);
        CHECK_US(o->synchronization, 0);
        CHECK_US(o->variation, 0);
        CHECK_US(o->overlap, 0);
    }
    CHECK_INT(p->intervals[0].n_operations[OPERATION_REDISTRIBUTION], count);
    CHECK_INT(g_strv_length(p->warnings), 0);
}

/* Processor 0 of two executes `first` of 8 iterations over the first two columns of the array.
 */
static void
check_place(TraceText *t, const char *array, double first, double second)
{
    trace_text_loop(t, "c9", array, "0 0", "3 1", 800);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, "topology = { 2 };", FALSE);
    if (p == NULL)
        return;
    CHECK_US(prediction_check_values(p, 0, 0)->cpu_time, 100 * first);
    CHECK_US(prediction_check_values(p, 0, 1)->cpu_time, 100 * second);
}

static void
test_redistribution(void)
{
    /* From rows to columns on two: each gets 2 x 2 elements of the other, 32 bytes, of each of
     * a0, b0 on a0, c0 on b0; d0 on another template stays. 2 * (10 + 96). Processor 0 comes 50
     * late. */
    g_autoptr(TraceText) t = by_rows();
    trace_text_array(t, "b0", 8, "4 4");
    trace_text_align(t, "align_", "b0", 2, "a0f (DisArray)");
    trace_text_array(t, "c0", 8, "4 4");
    trace_text_align(t, "align_", "c0", 2, "b0f (DisArray)");
    trace_text_distributed(t, "d0", "4 4", "1");
    trace_text_io(t, 50);
    trace_text_call(t, "redis_", 3, 4, REDIS(ARRAY_A0, "2", "0"), "IsLocal=1;");
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, COSTS "topology = { 2 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    for (int n = 0; n < 2; n++) {
        const Characteristics *v = prediction_check_values(p, 0, n);
        const OperationTimes *o = &v->operations[OPERATION_REDISTRIBUTION];
        CHECK_US(o->communication, n == 0 ? 212 : 262);
        CHECK_US(o->synchronization, n == 0 ? 0 : 50);
        CHECK_US(o->variation, 0);
        CHECK_US(v->cpu_time, 3);
        CHECK_US(v->sys_time, 4);
        CHECK_US(v->execution_time, 269);
    }
    CHECK_INT(p->intervals[0].n_operations[OPERATION_REDISTRIBUTION], 1);
}

/* Three arrays of 2^62 bytes have more than 2^63 together, but a message no more than 3 * 2^60:
 * from rows to columns on two. */
static void
test_large_arrays_together(void)
{
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_distributed(t, "a0", "536870912 1073741824", "1");
    trace_text_array(t, "b0", 8, "536870912 1073741824");
    trace_text_align(t, "align_", "b0", 2, "a0f (DisArray)");
    trace_text_array(t, "c0", 8, "536870912 1073741824");
    trace_text_align(t, "align_", "c0", 2, "a0f (DisArray)");
    trace_text_call(t, "redis_", 0, 0, REDIS(ARRAY_A0, "2", "0"), "IsLocal=1;");
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, COSTS "topology = { 2 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    CHECK_REAL(p->execution_time, 2 * (10 + 3 * 0x1p60) * 1e-6, 1e-12);
}

static void
test_where_redistribution_leads(void)
{
    const char *arrays[] = { "a0", "b0", "c0", "d0" };

    for (guint i = 0; i < G_N_ELEMENTS(arrays); i++) {
        g_autoptr(TraceText) t = by_rows();
        trace_text_array(t, "b0", 8, "4 4");
        trace_text_align(t, "align_", "b0", 2, "a0f (DisArray)");
        trace_text_array(t, "c0", 8, "4 4");
        trace_text_align(t, "align_", "c0", 2, "b0f (DisArray)");
        trace_text_distributed(t, "d0", "4 4", "1");
        trace_text_call(t, "redis_", 0, 0, REDIS(ARRAY_A0, "2", "0"), "IsLocal=1;");
        /* the first two columns: all on processor 0, or half and half by rows */
        check_place(t, arrays[i], i < 3 ? 8 : 4, i < 3 ? 0 : 4);
    }
}

static void
test_redistribution_kinds(void)
{
    const char *two = COSTS "topology = { 2 };";
    {
        /* named by its template */
        g_autoptr(TraceText) t = by_rows();
        trace_text_call(t, "redis_", 0, 0, REDIS("AMViewRef=a0e;", "2", "0"), "IsLocal=1;");
        trace_text_exit(t, 0);
        check_moved(t, two, 84, 1);
    }
    {
        /* contents are not kept: counted, nothing moves */
        g_autoptr(TraceText) t = by_rows();
        trace_text_call(t, "redis_", 0, 0, REDIS(ARRAY_A0, "2", "1"), "IsLocal=1;");
        trace_text_exit(t, 0);
        check_moved(t, two, 0, 1);
    }
    {
        /* to what it is: counted, nothing moves */
        g_autoptr(TraceText) t = by_rows();
        trace_text_call(t, "redis_", 0, 0, REDIS(ARRAY_A0, "1", "0"), "IsLocal=1;");
        trace_text_exit(t, 0);
        check_moved(t, two, 0, 1);
    }
    {
        /* to replicated: each gets the other half, 2 * (10 + 64) */
        g_autoptr(TraceText) t = by_rows();
        trace_text_call(t, "redis_", 0, 0, ARRAY_A0 " PSRef=0; ParamCount=0; NewSign=0;",
                        "IsLocal=1;");
        trace_text_exit(t, 0);
        check_moved(t, two, 148, 1);
    }
    {
        /* without parameters: base, not counted */
        g_autoptr(TraceText) t = by_rows();
        trace_text_call(t, "redis_", 0, 0, NULL, "IsLocal=1;");
        trace_text_exit(t, 0);
        check_moved(t, two, 0, 0);
    }
    {
        /* a template that was never distributed: counted, nothing to move */
        g_autoptr(TraceText) t = by_rows();
        trace_text_call(t, "crtamv_", 0, 0, "AMRef=0; Rank=1;\nSizeArray={8}", "AMViewRef=e0;");
        trace_text_call(t, "redis_", 0, 0, REDIS("AMViewRef=e0;", "1", "0"), "IsLocal=1;");
        trace_text_exit(t, 0);
        check_moved(t, two, 0, 1);
    }
    {
        /* transputer on 2 x 2: 4 x 4 from rows x columns to the transposed order of axes.
         * Blocks of 2 x 2; processors (0,1) and (1,0) change places: 32 bytes at distance 2. S0
         * = floor(sqrt(10 * 32 / 1)) = 17: T(17) = 2 * 27 + 10 + 15 = 79, T(16) = (2 + 2 - 1) *
         * 26 = 78, T(18) = 2 * 28 + 24 = 80: down: T(15) = 3 * 25 + 12 = 87 is more, 78 it is
         */
        g_autoptr(TraceText) t = trace_text_new(NULL);
        trace_text_distributed(t, "a0", "4 4", "1 2");
        trace_text_call(t, "redis_", 0, 0,
                        ARRAY_A0 " PSRef=0; ParamCount=2; NewSign=0;\nAxisArray={2 1}"
                                 "DistrParamArray={0 0}",
                        "IsLocal=1;");
        trace_text_exit(t, 0);
        check_moved(t, COSTS "type = transputer; topology = { 2, 2 };", 78, 1);
    }
}

/* A redis_ without parameters does not even synchronise. */
static void
test_redistribution_of_nothing(void)
{
    g_autoptr(TraceText) t = by_rows();
    trace_text_io(t, 50);
    trace_text_call(t, "redis_", 3, 4, NULL, "IsLocal=1;");
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, COSTS "topology = { 2 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    CHECK_US(prediction_check_values(p, 0, 1)->communication, 0);
    CHECK_US(prediction_check_values(p, 0, 1)->execution_time, 7);
}

/* realn_ of b0 with a0, transposed. */
#define TRANSPOSED(new_sign)                                                                   \
    "ArrayHeader=b0; ArrayHandlePtr=b0f; PatternRefPtr=a0; PatternRef=a0f (DisArray); "        \
    "NewSign=" new_sign ";\nAxisArray={2 1}CoeffArray={1 1}ConstArray={0 0}"

/* a0, b0 on a0, c0 on b0. */
static TraceText *
chain(void)
{
    TraceText *t = by_rows();
    trace_text_array(t, "b0", 8, "4 4");
    trace_text_align(t, "align_", "b0", 2, "a0f (DisArray)");
    trace_text_array(t, "c0", 8, "4 4");
    trace_text_align(t, "align_", "c0", 2, "b0f (DisArray)");
    return t;
}

static void
test_realignment(void)
{
    const char *two = COSTS "topology = { 2 };";
    const char *arrays[] = { "a0", "b0", "c0" };
    {
        /* b0 alone moves, from rows to columns: 2 * (10 + 32) */
        g_autoptr(TraceText) t = chain();
        trace_text_call(t, "realn_", 0, 0, TRANSPOSED("0"), "IsLocal=1");
        trace_text_exit(t, 0);
        check_moved(t, two, 84, 1);
    }
    {
        g_autoptr(TraceText) t = chain();
        trace_text_call(t, "realn_", 0, 0, TRANSPOSED("1"), "IsLocal=1");
        trace_text_exit(t, 0);
        check_moved(t, two, 0, 1);
    }
    {
        /* afterwards redis_ moves all three, each 32 bytes both ways: 84 + 2 * (10 + 96) */
        g_autoptr(TraceText) t = chain();
        trace_text_call(t, "realn_", 0, 0, TRANSPOSED("0"), "IsLocal=1");
        trace_text_call(t, "redis_", 0, 0, REDIS(ARRAY_A0, "2", "0"), "IsLocal=1;");
        trace_text_exit(t, 0);
        check_moved(t, two, 84 + 212, 2);
    }
    for (guint i = 0; i < G_N_ELEMENTS(arrays); i++) {
        /* c0 keeps the place that it was composed to */
        g_autoptr(TraceText) t = chain();
        trace_text_call(t, "realn_", 0, 0, TRANSPOSED("0"), "IsLocal=1");
        check_place(t, arrays[i], i == 1 ? 8 : 4, i == 1 ? 0 : 4);
    }
}

/* The first realn_ of an array that has no place is synchronised and counted; nothing moves. */
static void
test_first_realignment(void)
{
    g_autoptr(TraceText) t = by_rows();
    trace_text_array(t, "b0", 8, "4 4");
    trace_text_io(t, 50);
    trace_text_call(t, "realn_", 0, 0, TRANSPOSED("0"), "IsLocal=1");
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, COSTS "topology = { 2 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    const OperationTimes *o =
        &prediction_check_values(p, 0, 1)->operations[OPERATION_REDISTRIBUTION];

    CHECK_US(o->communication, 50);
    CHECK_US(o->synchronization, 50);
    CHECK_US(p->execution_time, 50);
    CHECK_INT(p->intervals[0].n_operations[OPERATION_REDISTRIBUTION], 1);
}

/* Realigned with another template: the array goes with that one from then on. */
static void
test_realignment_elsewhere(void)
{
    g_autoptr(TraceText) t = chain();
    trace_text_distributed(t, "d0", "4 4", "2");
    trace_text_align(t, "realn_", "b0", 2, "d0f (DisArray)");
    /* rows to columns: 84; then a0 and c0 go to columns, 2 * (10 + 64) */
    trace_text_call(t, "redis_", 0, 0, REDIS(ARRAY_A0, "2", "0"), "IsLocal=1;");
    trace_text_exit(t, 0);
    check_moved(t, COSTS "topology = { 2 };", 84 + 148, 2);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "redistribution", test_redistribution },
        { "large_arrays_together", test_large_arrays_together },
        { "where_redistribution_leads", test_where_redistribution_leads },
        { "redistribution_kinds", test_redistribution_kinds },
        { "redistribution_of_nothing", test_redistribution_of_nothing },
        { "realignment", test_realignment },
        { "first_realignment", test_first_realignment },
        { "realignment_elsewhere", test_realignment_elsewhere },
        CU_TEST_INFO_NULL,
    };
    return tap_run("accounting-moves", tests);
}
