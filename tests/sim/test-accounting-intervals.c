/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The interval tree: which intervals there are and which times belong to which, computed by
 * hand in microseconds.
 */
#include <string.h>

#include "tests/sim/prediction-check.h"
#include "tests/sim/sim-check.h"

/* The interval's sums over its processors, its count and its parent's id. */
static void
check_interval(const Prediction *p, guint i, guint parent, guint64 count, double cpu,
               double sys)
{
    if (i >= p->n_intervals) {
        CHECK_THAT(FALSE, "there is no interval %u", i + 1);
        return;
    }
    CHECK_INT(p->intervals[i].parent, parent);
    CHECK_INT(p->intervals[i].count, count);
    CHECK_US(p->intervals[i].values.cpu_time, cpu);
    CHECK_US(p->intervals[i].values.sys_time, sys);
}

static void
test_same_child(void)
{
    /* SEQ at line 5, three iterations of a USER interval at line 6 with 1, 0, 1 as expression.
     *   bsloop_ 1+2 and the return of enloop_ (10) are MAIN's own;
     *   SEQ has 3 * (binter_ 3+4, return of einter_ 8) and the 9 before enloop_;
     *   an execution of USER has 5+6 and the 7 before einter_: cpu 12, sys 6.
     * USER 1: cpu 24, sys 12; USER 0: 12, 6; SEQ: 36 + 9 + 9 = 54, 18 + 12 + 24 = 54;
     * MAIN: 55, 66. */
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_at(t, "main.fdv", 5);
    trace_text_call(t, "bsloop_", 1, 2, "nfrag=1;", NULL);
    for (int k = 1; k <= 3; k++) {
        g_autofree char *index = g_strdup_printf("nfrag=2; index=%d UserInter=0;", k % 2);
        trace_text_at(t, "main.fdv", 6);
        trace_text_call(t, "binter_", 3, 4, index, NULL);
        trace_text_at(t, "main.fdv", 7);
        trace_text_call(t, "tstda_", 5, 6, NULL, NULL);
        trace_text_at(t, "main.fdv", 8);
        trace_text_call(t, "einter_", 7, 8, "nfrag=2; nline=6", NULL);
    }
    trace_text_at(t, "main.fdv", 9);
    trace_text_call(t, "enloop_", 9, 10, "nfrag=1; nline=5", NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, "", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    CHECK_INT(p->n_intervals, 4);
    check_interval(p, 0, 0, 1, 55, 66);
    check_interval(p, 1, 1, 1, 54, 54);
    check_interval(p, 2, 2, 2, 24, 12);
    check_interval(p, 3, 2, 1, 12, 6);
    CHECK_INT(p->intervals[1].type, INTERVAL_SEQ);
    CHECK_INT(p->intervals[1].line, 5);
    CHECK_INT(p->intervals[2].type, INTERVAL_USER);
    CHECK_INT(p->intervals[2].line, 6);
    CHECK_INT(p->intervals[2].expression, 1);
    CHECK_INT(p->intervals[3].expression, 0);
    CHECK_INT(p->intervals[3].has_expression, TRUE);
    CHECK_INT(g_strv_length(p->warnings), 0);
}

/* An interval at the place with 1 of user time in it. */
static void
add_interval(TraceText *t, const char *begin, const char *end, const char *file, int line,
             const char *params)
{
    trace_text_at(t, file, line);
    trace_text_call(t, begin, 0, 0, params, NULL);
    trace_text_call(t, end, 1, 0, NULL, NULL);
}

/* A child is the same when type, file, line and expression are. */
static void
test_other_children(void)
{
    g_autoptr(TraceText) t = trace_text_new(NULL);
    for (int round = 0; round < 2; round++) {
        add_interval(t, "bploop_", "enloop_", "main.fdv", 5, "nfrag=1");
        add_interval(t, "bsloop_", "enloop_", "main.fdv", 5, "nfrag=1");
        add_interval(t, "binter_", "einter_", "main.fdv", 5,
                     "nfrag=1; index=2000000000 UserInter=0;");
        add_interval(t, "binter_", "einter_", "main.fdv", 5, "nfrag=1; index=0 UserInter=0;");
        add_interval(t, "binter_", "einter_", "main.fdv", 5, "nfrag=1; index=-7 UserInter=0;");
        add_interval(t, "binter_", "einter_", "main.fdv", 6, "nfrag=1; index=0 UserInter=0;");
        add_interval(t, "binter_", "einter_", "other.fdv", 5, "nfrag=1; index=0 UserInter=0;");
        /* no index is no expression: the third again */
        add_interval(t, "binter_", "einter_", "main.fdv", 5, "nfrag=1");
        /* the older end of a loop: the first again */
        add_interval(t, "bploop_", "eloop_", "main.fdv", 5, "nfrag=1");
    }
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, "", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    CHECK_INT(p->n_intervals, 8);
    check_interval(p, 0, 0, 1, 18, 0);
    check_interval(p, 1, 1, 4, 4, 0);
    check_interval(p, 2, 1, 2, 2, 0);
    check_interval(p, 3, 1, 4, 4, 0);
    for (guint i = 4; i < 8; i++)
        check_interval(p, i, 1, 2, 2, 0);
    CHECK_INT(p->intervals[1].type, INTERVAL_PAR);
    CHECK_INT(p->intervals[2].type, INTERVAL_SEQ);
    CHECK_INT(p->intervals[3].has_expression, FALSE);
    CHECK_INT(p->intervals[4].has_expression, TRUE);
    CHECK_INT(p->intervals[5].expression, -7);
    CHECK_INT(p->intervals[6].line, 6);
    CU_ASSERT_STRING_EQUAL(p->intervals[7].file, "other.fdv");
    CHECK_INT(g_strv_length(p->warnings), 0);
}

/* The same interval inside of two others is two. */
static void
test_same_place_other_parent(void)
{
    g_autoptr(TraceText) t = trace_text_new(NULL);
    for (int outer = 1; outer <= 2; outer++) {
        trace_text_at(t, "main.fdv", outer);
        trace_text_call(t, "binter_", 0, 0, "index=1", NULL);
        add_interval(t, "binter_", "einter_", "sub.fdv", 9, "index=1");
        trace_text_call(t, "einter_", outer, 0, NULL, NULL);
    }
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, "", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    CHECK_INT(p->n_intervals, 5);
    check_interval(p, 1, 1, 1, 2, 0);
    check_interval(p, 2, 2, 1, 1, 0);
    check_interval(p, 3, 1, 1, 3, 0);
    check_interval(p, 4, 4, 1, 1, 0);
    CHECK_INT(p->intervals[4].level, 2);
    CHECK_INT(p->intervals[0].last, 5);
    CHECK_INT(p->intervals[1].last, 3);
}

/* MAIN stands where the first event of the file does, even before ret_dvm_Init. */
static void
test_main_place(void)
{
    g_autoptr(TraceText) t = trace_text_new(NULL); /* its first event: main.fdv, line 1 */
    trace_text_at(t, "sub.fdv", 77);
    trace_text_call(t, "tstda_", 1, 1, NULL, NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, "", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    CHECK_INT(p->intervals[0].type, INTERVAL_MAIN);
    CHECK_INT(p->intervals[0].line, 1);
    CU_ASSERT_STRING_EQUAL(p->intervals[0].file, "main.fdv");
    CHECK_INT(p->intervals[0].has_expression, FALSE);
}

/* What is open at the end is closed there; its times are its own until then. */
static void
test_open_at_end(void)
{
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_at(t, "main.fdv", 5);
    trace_text_call(t, "bsloop_", 1, 0, NULL, NULL);
    trace_text_at(t, "main.fdv", 6);
    trace_text_call(t, "bploop_", 2, 0, NULL, NULL);
    trace_text_call(t, "tstda_", 3, 4, NULL, NULL);
    trace_text_exit(t, 5);
    g_autoptr(Prediction) p = prediction_check_text(t, "", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    CHECK_INT(p->n_intervals, 3);
    check_interval(p, 0, 0, 1, 11, 4);
    check_interval(p, 1, 1, 1, 10, 4);
    check_interval(p, 2, 2, 1, 8, 4);
}

/* A trace that is cut behind a begin: the interval has no times, but processors. */
static void
test_cut_behind_begin(void)
{
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_call(t, "binter_", 1, 2, "index=1", NULL);
    g_autoptr(Prediction) p = prediction_check_text(t, "topology = { 4 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    CHECK_INT(p->n_intervals, 2);
    check_interval(p, 0, 0, 1, 4, 8);
    check_interval(p, 1, 1, 1, 0, 0);
    CHECK_INT(p->intervals[1].processors, 4);
    CHECK_REAL(p->intervals[1].efficiency, 1, 0);
}

static void
check_warning(const Prediction *p, guint line, guint begin, const char *name)
{
    g_autofree char *place = g_strdup_printf("t.trc:%u: warning: %s: ", line, name);
    g_autofree char *other = g_strdup_printf(" %u", begin);
    CHECK_INT(prediction_check_warnings(p, place, other), 1);
    CHECK_INT(g_strv_length(p->warnings), 1);
}

/* The end of a user interval inside of a loop: a warning with both lines; the loop and the
 * interval around it are over, so that what follows is MAIN's. */
static void
test_wrong_end(void)
{
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_at(t, "main.fdv", 5);
    trace_text_call(t, "binter_", 0, 0, "index=1", NULL);
    trace_text_at(t, "main.fdv", 6);
    guint begin = trace_text_next_line(t);
    trace_text_call(t, "bploop_", 0, 0, NULL, NULL);
    trace_text_at(t, "main.fdv", 9);
    guint line = trace_text_next_line(t);
    trace_text_call(t, "einter_", 10, 1, "nline=5", NULL);
    trace_text_call(t, "tstda_", 100, 0, NULL, NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, "", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    CHECK_INT(p->n_intervals, 3);
    check_interval(p, 0, 0, 1, 110, 1);
    check_interval(p, 1, 1, 1, 10, 0);
    check_interval(p, 2, 2, 1, 10, 0);
    check_warning(p, line, begin, "einter_");
}

/* An end that nothing has begun: a warning, and its times are MAIN's. */
static void
test_end_without_begin(void)
{
    g_autoptr(TraceText) t = trace_text_new(NULL);
    guint line = trace_text_next_line(t);
    trace_text_call(t, "enloop_", 1, 2, "nfrag=1; nline=5", NULL);
    trace_text_call(t, "tstda_", 4, 8, NULL, NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, "", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    g_autofree char *place = g_strdup_printf("t.trc:%u: warning: enloop_: ", line);

    CHECK_INT(p->n_intervals, 1);
    check_interval(p, 0, 0, 1, 5, 10);
    CHECK_INT(prediction_check_warnings(p, place, NULL), 1);
}

/* A jump out of a loop in each of many iterations: the end of the interval around it closes
 * both, and nothing piles up. */
static void
test_missing_ends(void)
{
    g_autoptr(TraceText) t = trace_text_new(NULL);
    for (int k = 0; k < 40; k++) {
        trace_text_at(t, "main.fdv", 5);
        trace_text_call(t, "binter_", 0, 0, "index=1", NULL);
        trace_text_at(t, "main.fdv", 6);
        trace_text_call(t, "bploop_", 0, 0, NULL, NULL);
        trace_text_call(t, "einter_", 1, 0, "nline=5", NULL);
    }
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, "", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    CHECK_INT(p->n_intervals, 3);
    check_interval(p, 1, 1, 40, 40, 0);
    check_interval(p, 2, 2, 40, 40, 0);
}

/* A long chain of nested intervals. */
static void
test_deep(void)
{
    g_autoptr(TraceText) t = trace_text_new(NULL);
    for (int k = 0; k < 200; k++) {
        trace_text_at(t, "main.fdv", k + 1);
        trace_text_call(t, "bsloop_", 1, 0, NULL, NULL);
    }
    for (int k = 0; k < 200; k++)
        trace_text_call(t, "enloop_", 0, 1, NULL, NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, "topology = { 2 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    CHECK_INT(p->n_intervals, 201);
    for (guint i = 0; i < 201; i++) {
        CHECK_INT(p->intervals[i].level, i);
        CHECK_US(p->intervals[i].values.execution_time, 2 * (200 - i));
    }
}

/* Operations are counted where they happen and in all intervals around. */
static void
test_operations_in_intervals(void)
{
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_io(t, 1);
    trace_text_call(t, "binter_", 0, 0, "index=1", NULL);
    trace_text_io(t, 2);
    trace_text_call(t, "binter_", 0, 0, "index=2", NULL);
    trace_text_io(t, 4);
    trace_text_io(t, 8);
    trace_text_call(t, "einter_", 0, 0, NULL, NULL);
    trace_text_call(t, "einter_", 0, 0, NULL, NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, "topology = { 3 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    const double io[] = { 15, 14, 12 };

    CHECK_INT(p->n_intervals, 3);
    for (guint i = 0; i < 3; i++) {
        CHECK_INT(p->intervals[i].n_operations[OPERATION_IO], 4 - i);
        CHECK_US(p->intervals[i].values.io_time, io[i]);
        CHECK_US(p->intervals[i].values.execution_time, io[i]);
        CHECK_US(p->intervals[i].values.idle, 2 * io[i]);
        CHECK_INT(p->intervals[i].processors, 3);
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "same_child", test_same_child },
        { "other_children", test_other_children },
        { "same_place_other_parent", test_same_place_other_parent },
        { "main_place", test_main_place },
        { "open_at_end", test_open_at_end },
        { "cut_behind_begin", test_cut_behind_begin },
        { "wrong_end", test_wrong_end },
        { "end_without_begin", test_end_without_begin },
        { "missing_ends", test_missing_ends },
        { "deep", test_deep },
        { "operations_in_intervals", test_operations_in_intervals },
        CU_TEST_INFO_NULL,
    };
    return tap_run("accounting-intervals", tests);
}
