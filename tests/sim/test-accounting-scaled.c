/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Machines of another size than the one traced: which processors its parts become; computed by
 * hand, in microseconds.
 */
#include "tests/sim/prediction-check.h"
#include "tests/sim/sim-check.h"

/* The line of four, predicted for others: boxes are scaled, and one warning says so. */
static void
test_scaled_tasks(void)
{
    const struct {
        const char *params;
        int n, first[2], last[2]; /* of 7a and 7b */
    } cases[] = {
        { "topology = { 8 };", 8, { 0, 4 }, { 3, 7 } },
        { "topology = { 2 };", 2, { 0, 1 }, { 0, 1 } },
        /* 0..floor(2*5/4)-1 and floor(2*5/4)..4 */
        { "topology = { 5 };", 5, { 0, 2 }, { 1, 4 } },
        { "topology = { 1 };", 1, { 0, 0 }, { 0, 0 } },
        /* the view of four is recomputed to the six that there are, in row-major order */
        { "topology = { 2, 3 };", 6, { 0, 3 }, { 2, 5 } },
    };

    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(TraceText) t = trace_text_two_tasks();
        double cpu[8] = { 0 };
        for (int task = 0; task < 2; task++) {
            trace_text_run_task(t, task == 0 ? "7a" : "7b", 0, 0);
            trace_text_call(t, "tstda_", 10 + 10 * task, 0, NULL, NULL);
            trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
            for (int n = cases[i].first[task]; n <= cases[i].last[task]; n++)
                cpu[n] += 10 + 10 * task;
        }
        trace_text_exit(t, 0);
        g_autoptr(Prediction) p = prediction_check_text(t, cases[i].params, FALSE);
        CU_ASSERT_PTR_NOT_NULL_FATAL(p);
        CHECK_INT(p->processors, cases[i].n);
        prediction_check_user(p, cpu);
        CHECK_INT(g_strv_length(p->warnings), 1);
    }
}

/* Without a virtual system the program saw one processor: its only box is the whole machine. */
static void
test_traced_on_one(void)
{
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_call(t, "psview_", 0, 0, "PSRef=0; Rank=1;\nSizeArray={1}", "PSRef=5b;");
    trace_text_call(t, "crtamv_", 0, 0, "AMRef=0; Rank=1;\nSizeArray={1}", "AMViewRef=6a;");
    trace_text_add_task(t, "0", "0", "0", "5c", "7a");
    trace_text_run_task(t, "7a", 0, 0);
    trace_text_call(t, "tstda_", 10, 0, NULL, NULL);
    trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, "topology = { 3 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    prediction_check_user(p, (const double[]){ 10, 10, 10 });
    CHECK_INT(g_strv_length(p->warnings), 1);
}

/* Rows of a virtual 2 x 2 on 4 x 2: row 1 is rows 2 and 3, processors 4 to 7. */
static void
test_scaled_rows(void)
{
    g_autoptr(TraceText) t = trace_text_new("2 2");
    trace_text_call(t, "getps_", 0, 0, "AMRef=0;", "PSRef=5b;");
    trace_text_call(t, "crtamv_", 0, 0, "AMRef=0; Rank=1;\nSizeArray={2}", "AMViewRef=6a;");
    trace_text_add_task(t, "0", "1 0", "1 1", "5c", "7a");
    trace_text_add_task(t, "1", "0 1", "1 1", "5d", "7b");
    trace_text_run_task(t, "7a", 0, 0);
    trace_text_call(t, "tstda_", 10, 0, NULL, NULL);
    trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
    /* a column: the odd numbers */
    trace_text_run_task(t, "7b", 0, 0);
    trace_text_call(t, "tstda_", 5, 0, NULL, NULL);
    trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, "topology = { 4, 2 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    prediction_check_user(p, (const double[]){ 0, 5, 0, 5, 10, 15, 10, 15 });
    CHECK_INT(g_strv_length(p->warnings), 1);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "scaled_tasks", test_scaled_tasks },
        { "traced_on_one", test_traced_on_one },
        { "scaled_rows", test_scaled_rows },
        CU_TEST_INFO_NULL,
    };
    return tap_run("accounting-scaled", tests);
}
