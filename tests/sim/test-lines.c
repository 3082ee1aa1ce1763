/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Times by line of the source, computed by hand, in microseconds. That they add up to the
 * program's is checked for every trace of the other suites (prediction_check_text()).
 */
#include "tests/sim/lines-check.h"
#include "tests/sim/prediction-check.h"
#include "tests/sim/sim-check.h"

static void
check_line(const Prediction *p, const char *file, gint64 line, guint64 calls, double computing,
           double io, double communication, double waiting)
{
    const LineTimes *found = lines_check_find(p, file, line);

    CU_ASSERT_PTR_NOT_NULL_FATAL(found);
    CHECK_INT(found->calls, calls);
    CHECK_US(found->computing, computing);
    CHECK_US(found->io, io);
    CHECK_US(found->communication, communication);
    CHECK_US(found->waiting, waiting);
}

static void
test_base(void)
{
    /* Four processors do everything alike; the same line in two files is two lines, and the
     * second visit of a line adds to the first. The exit's 5 stand where the exit stands. */
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_at(t, "a.fdv", 7);
    trace_text_call(t, "tstda_", 10, 4, NULL, NULL);
    trace_text_at(t, "b.fdv", 7);
    trace_text_call(t, "tstda_", 1, 2, NULL, NULL);
    trace_text_io(t, 30);
    trace_text_at(t, "a.fdv", 7);
    trace_text_call(t, "tstda_", 3, 0, NULL, NULL);
    trace_text_at(t, "a.fdv", 9);
    trace_text_exit(t, 5);
    g_autoptr(Prediction) p = prediction_check_text(t, "topology = { 4 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    CHECK_INT(p->lines->len, 3);
    check_line(p, "a.fdv", 7, 2, 4 * 17, 0, 0, 0);
    check_line(p, "b.fdv", 7, 2, 4 * 3, 30, 0, 0);
    check_line(p, "a.fdv", 9, 1, 4 * 5, 0, 0, 0);
}

static void
test_loop(void)
{
    /* Ten iterations on four processors of 2, 3, 2, 3: a body of 100 gives 20, 30, 20, 30. The
     * reduction waits 10 + 10 for the slower ones; processors of speed 2 take half. */
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_distributed(t, "a0", "10", "1");
    trace_text_reduction(t, "d0", NULL);
    trace_text_at(t, "a.fdv", 11);
    trace_text_loop(t, "c0", "a0", "0", "9", 100);
    trace_text_at(t, "a.fdv", 12);
    trace_text_call(t, "strtrd_", 0, 0, "RedGroupRef=d0;", NULL);
    trace_text_at(t, "a.fdv", 13);
    trace_text_call(t, "waitrd_", 0, 0, "RedGroupRef=d0;", NULL);
    trace_text_exit(t, 0);
    static const char machine[] = "topology = { 4 }; start time = 7; send byte time = 0;";
    g_autoptr(Prediction) p = prediction_check_text(t, machine, FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    const double cost = p->intervals[0].values.operations[OPERATION_REDUCTION].communication -
                        p->intervals[0].values.operations[OPERATION_REDUCTION].synchronization;

    check_line(p, "a.fdv", 11, lines_check_find(p, "a.fdv", 11)->calls, 100, 0, 0, 0);
    check_line(p, "a.fdv", 12, 1, 0, 0, 0, 20);
    check_line(p, "a.fdv", 13, 2, 0, 0, cost * 1e6, 0);
    CU_ASSERT_TRUE(cost > 0);

    g_autofree char *faster = g_strconcat(machine, " speed = { 4 x 2 };", NULL);
    g_autoptr(Prediction) q = prediction_check_text(t, faster, FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(q);
    check_line(q, "a.fdv", 11, lines_check_find(q, "a.fdv", 11)->calls, 50, 0, 0, 0);
    g_autofree char *mixed = g_strconcat(machine, " speed = { 1, 2, 4, 1 };", NULL);
    g_autoptr(Prediction) m = prediction_check_text(t, mixed, FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(m);
    check_line(m, "a.fdv", 11, lines_check_find(m, "a.fdv", 11)->calls, 20 + 15 + 5 + 30, 0, 0,
               0);
    check_line(m, "a.fdv", 12, 1, 0, 0, 0, 10 + 15 + 25);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "base", test_base },
        { "loop", test_loop },
        CU_TEST_INFO_NULL,
    };
    return tap_run("lines", tests);
}
