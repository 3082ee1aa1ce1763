/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Regions of tasks, whose bound is computed by hand, in microseconds.  A message of n bytes
 * takes 10 + n.
 */
#include "tests/explain/explain-check.h"

/* Tasks on boxes first[k]..last[k] of a line of n virtual processors, work[k] us each in every
 * step, their ON at lines 20, 30, ...; all meet behind them. */
static TraceText *
task_program(int n, int n_tasks, const int first[], const int last[], const int work[])
{
    g_autofree char *sizes = g_strdup_printf("%d", n);
    TraceText *t = trace_text_new(sizes);
    g_autofree char *view =
        g_strdup_printf("PSRefPtr=NULL; PSRef=0; Rank=1; StaticSign=0;\nSizeArray={%d}", n);
    g_autofree char *machines = g_strdup_printf(
        "AMRefPtr=NULL; AMRef=0; Rank=1; StaticSign=0;\nSizeArray={%d}", n_tasks);
    trace_text_at(t, "main.fdv", 5);
    trace_text_call(t, "psview_", 0, 0, view, "PSRef=5b;");
    trace_text_call(t, "crtamv_", 0, 0, machines, "AMViewRef=6a;");
    for (int k = 0; k < n_tasks; k++) {
        g_autofree char *element = g_strdup_printf("AMViewRef=6a;\nIndexArray={%d}", k);
        g_autofree char *machine = g_strdup_printf("AMRef=7%c;", 'a' + k);
        g_autofree char *box =
            g_strdup_printf("PSRef=5b; StaticSign=0;\nInitIndexArray={%d}LastIndexArray={%d}",
                            first[k], last[k]);
        g_autofree char *system = g_strdup_printf("PSRef=8%c;", 'a' + k);
        g_autofree char *pair = g_strdup_printf("AMRef=7%c; PSRef=8%c;", 'a' + k, 'a' + k);
        trace_text_call(t, "getamr_", 0, 0, element, machine);
        trace_text_call(t, "crtps_", 0, 0, box, system);
        trace_text_call(t, "mapam_", 0, 0, pair, NULL);
    }
    for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++) {
        for (int k = 0; k < n_tasks; k++) {
            g_autofree char *params = g_strdup_printf("AMRef=7%c;", 'a' + k);
            trace_text_at(t, "main.fdv", 20 + 10 * k);
            trace_text_call(t, "runam_", 0, 0, params, "Run=1;");
            trace_text_call(t, "tstda_", work[k], 0, NULL, NULL);
            trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
        }
        trace_text_at(t, "main.fdv", 90);
        trace_text_call(t, "srmem_", 0, 0, "MemoryCount=1;\nLengthArray={1}", NULL);
    }
    trace_text_exit(t, 0);
    return t;
}

static void
check_tasks(const TraceText *t, const char *machine, gint64 line, double bound,
            const char *evidence)
{
    g_auto(Explained) e = explain_check_text(t, machine);
    const Finding *f = explain_check_find(&e, FINDING_TASK, line);
    CU_ASSERT_PTR_NOT_NULL_FATAL(f);
    CHECK_US(f->bound, EXPLAIN_CHECK_STEPS * bound);
    CU_ASSERT_STRING_EQUAL(f->evidence, evidence);
    const Finding *serial = explain_check_find(&e, FINDING_SERIAL, 0);
    CHECK_INT(serial != NULL ? serial->line % 10 : 0, 0);
}

/* Tasks of one processor each, 100 and 500 us, in a region: 200 above the mean. */
static void
test_tasks(void)
{
    const int boxes[] = { 0, 1 }, work[] = { 100, 500 };
    g_autoptr(TraceText) t = task_program(2, 2, boxes, boxes, work);
    check_tasks(t, EXPLAIN_CHECK_COSTS "topology = { 2 };", 30, 200,
                "2 tasks, from 1.00 ms to 5.00 ms; 5.00 ms on the busiest processor, 3.00 ms "
                "on average");
}

/* Four tasks for four processors: on two of them the first and the second meet on one, the
 * others on the other, 200 and 900 us, though each has a system of its own; 350 above the mean.
 */
static void
test_tasks_that_meet(void)
{
    const int boxes[] = { 0, 1, 2, 3 }, work[] = { 100, 100, 800, 100 };
    g_autoptr(TraceText) t = task_program(4, 4, boxes, boxes, work);
    check_tasks(t, EXPLAIN_CHECK_COSTS "topology = { 2 };", 40, 350,
                "4 tasks, from 1.00 ms to 8.00 ms; 9.00 ms on the busiest processor, 5.50 ms "
                "on average");
    check_tasks(t, EXPLAIN_CHECK_FOUR, 40, 800 - 1100 / 4.0,
                "4 tasks, from 1.00 ms to 8.00 ms; 8.00 ms on the busiest processor, 2.75 ms "
                "on average");
}

/* One task on all four processors, two on halves: 300 + 100 and 300 + 500, 600 on average.
 * What the processors of a task do alike is a serial section in it. */
static void
test_tasks_that_share(void)
{
    const int first[] = { 0, 0, 2 }, last[] = { 3, 1, 3 }, work[] = { 300, 100, 500 };
    g_autoptr(TraceText) t = task_program(4, 3, first, last, work);
    check_tasks(t, EXPLAIN_CHECK_FOUR, 40, 200,
                "3 tasks, from 1.00 ms to 5.00 ms; 8.00 ms on the busiest processor, 6.00 ms "
                "on average");
}

int
main(void)
{
    CU_TestInfo tests[] = { { "tasks", test_tasks },
                            { "tasks_that_meet", test_tasks_that_meet },
                            { "tasks_that_share", test_tasks_that_share },
                            CU_TEST_INFO_NULL };
    return tap_run("explain tasks", tests);
}
