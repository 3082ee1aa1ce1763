/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Tasks on parts of the machine; computed by hand, in microseconds.  A message of n bytes takes
 * 10 + n.
 */
#include <string.h>

#include "tests/sim/prediction-check.h"
#include "tests/sim/sim-check.h"

#define COSTS "start time = 10; send byte time = 1; "

static void
test_times_of_tasks(void)
{
    /* runam_: its 1 to all four, its 2 to the two of the task; 10 + 4 there; stopam_: its 3 to
     * the two, its 5 to all. The other two have 20. */
    g_autoptr(TraceText) t = trace_text_two_tasks();
    trace_text_run_task(t, "7a", 1, 2);
    trace_text_call(t, "tstda_", 10, 4, NULL, NULL);
    trace_text_call(t, "stopam_", 3, 5, NULL, NULL);
    trace_text_run_task(t, "7b", 0, 0);
    trace_text_call(t, "tstda_", 20, 0, NULL, NULL);
    trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, "topology = { 4 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    for (gint64 n = 0; n < 4; n++) {
        const Characteristics *v = prediction_check_values(p, 0, n);
        CHECK_US(v->cpu_time, n < 2 ? 14 : 21);
        CHECK_US(v->sys_time, n < 2 ? 11 : 5);
        CHECK_US(v->insuff_parallelism_usr, n < 2 ? 0.75 + 6.5 : 0.75 + 10);
        CHECK_US(v->insuff_parallelism_sys, n < 2 ? 3 + 3.75 : 3.75);
        CHECK_US(v->idle, n < 2 ? 1 : 0);
        CHECK_US(v->load_imbalance, n < 2 ? 1 : 0);
        /* the clocks stay as they are when the tasks are over */
        CHECK_US(v->communication, 0);
    }
    CHECK_US(p->execution_time, 26);
    CHECK_INT(g_strv_length(p->warnings), 0);
}

/* The next collective lets all wait for the longest task. */
static void
test_collective_after_tasks(void)
{
    g_autoptr(TraceText) t = trace_text_two_tasks();
    trace_text_run_task(t, "7a", 0, 0);
    trace_text_call(t, "tstda_", 10, 0, NULL, NULL);
    trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
    trace_text_run_task(t, "7b", 0, 0);
    trace_text_call(t, "tstda_", 25, 0, NULL, NULL);
    trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
    trace_text_call(t, "srmem_", 0, 0, "MemoryCount=1;\nLengthArray={5}", NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, COSTS "topology = { 4 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    for (gint64 n = 0; n < 4; n++) {
        const OperationTimes *o = &prediction_check_values(p, 0, n)->operations[OPERATION_IO];
        CHECK_US(o->communication, (n < 2 ? 15 : 0) + 45);
        CHECK_US(o->synchronization, n < 2 ? 15 : 0);
    }
    CHECK_US(p->execution_time, 70);
}

static void
test_intervals_of_tasks(void)
{
    /* interval 1 in task 7a; interval 2 in 7b, where a function writes on processor 0; interval
     * 3 around both tasks' parts of it */
    g_autoptr(TraceText) t = trace_text_two_tasks();
    trace_text_run_task(t, "7a", 0, 0);
    trace_text_at(t, "main.fdv", 11);
    trace_text_call(t, "binter_", 0, 0, "index=1", NULL);
    trace_text_call(t, "tstda_", 10, 0, NULL, NULL);
    trace_text_call(t, "einter_", 0, 0, NULL, NULL);
    trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
    trace_text_run_task(t, "7b", 0, 0);
    trace_text_at(t, "main.fdv", 12);
    trace_text_call(t, "binter_", 0, 0, "index=1", NULL);
    trace_text_call(t, "tstda_", 20, 0, NULL, NULL);
    trace_text_io(t, 7);
    trace_text_call(t, "einter_", 0, 0, NULL, NULL);
    trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
    for (int task = 0; task < 2; task++) {
        trace_text_run_task(t, task == 0 ? "7a" : "7b", 0, 0);
        trace_text_at(t, "main.fdv", 13);
        trace_text_call(t, "binter_", 0, 0, "index=1", NULL);
        trace_text_call(t, "einter_", 0, 0, NULL, NULL);
        trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
    }
    trace_text_at(t, "main.fdv", 14);
    trace_text_call(t, "binter_", 0, 0, "index=1", NULL);
    trace_text_run_task(t, "7b", 0, 0);
    trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
    trace_text_call(t, "einter_", 0, 0, NULL, NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, "topology = { 4 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    CHECK_INT(p->n_intervals, 5);
    CHECK_INT(p->intervals[1].processors, 2);
    CU_ASSERT_PTR_NOT_NULL(prediction_check_values(p, 1, 1));
    CU_ASSERT_PTR_NULL(prediction_check_values(p, 1, 2));
    CHECK_US(p->intervals[1].total_time, 20);
    /* processors 2 3 and, for its input/output, 0 */
    CHECK_INT(p->intervals[2].processors, 3);
    CU_ASSERT_PTR_NULL(prediction_check_values(p, 2, 1));
    const Characteristics *first = prediction_check_values(p, 2, 0);
    CU_ASSERT_PTR_NOT_NULL_FATAL(first);
    CHECK_US(first->io_time, 7);
    CHECK_US(first->cpu_time, 0);
    CHECK_US(first->idle, 13);
    CHECK_US(p->intervals[2].total_time, 60);
    /* entered by either task: the union */
    CHECK_INT(p->intervals[3].count, 2);
    CHECK_INT(p->intervals[3].processors, 4);
    CHECK_REAL(p->intervals[3].efficiency, 1, 0);
    CHECK_INT(p->intervals[4].processors, 4);
}

/* What is distributed, looped over, reduced and exchanged in a task is so over its two
 * processors. */
static void
test_collectives_of_tasks(void)
{
    /* ten elements, 0-4 and 5-9, on processors 2 3: body 50 each; the reduction 18 * (2 + 2 -
     * 2), the exchange 2 * 18. The other two do not wait. */
    g_autoptr(TraceText) t = trace_text_two_tasks();
    trace_text_run_task(t, "7b", 0, 0);
    trace_text_distributed(t, "a0", "10", "1");
    trace_text_map_loop(t, "c0", "a0", "0", "9");
    trace_text_reduction(t, "d0", "c0");
    trace_text_shadow(t, "e0", "a0", 1);
    trace_text_do_loop(t, "c0", 100);
    trace_text_call(t, "strtrd_", 0, 0, "RedGroupRef=d0;", NULL);
    trace_text_call(t, "waitrd_", 0, 0, "RedGroupRef=d0;", NULL);
    trace_text_call(t, "strtsh_", 0, 0, "ShadowGroupRef=e0;", NULL);
    trace_text_call(t, "waitsh_", 0, 0, "ShadowGroupRef=e0;", NULL);
    trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, COSTS "topology = { 4 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    for (gint64 n = 0; n < 4; n++) {
        const Characteristics *v = prediction_check_values(p, 0, n);
        CHECK_US(v->cpu_time, n < 2 ? 0 : 50);
        CHECK_US(v->insuff_parallelism_usr, 0);
        CHECK_US(v->operations[OPERATION_REDUCTION].communication, n < 2 ? 0 : 36);
        CHECK_US(v->operations[OPERATION_SHADOW].communication, n < 2 ? 0 : 36);
    }
    CHECK_US(p->execution_time, 122);
}

/* A reduction of one double over a loop on the whole line: 18 * (4 + 4 - 2) = 108. */
static void
add_reduction(TraceText *t)
{
    trace_text_distributed(t, "a0", "10", "1");
    trace_text_map_loop(t, "c0", "a0", "0", "9");
    trace_text_reduction(t, "d0", "c0");
}

/* Those wait who are in the system that is current at the wait. */
static void
test_wait_elsewhere(void)
{
    {
        /* started by all at 0, waited for by the task after 8 */
        g_autoptr(TraceText) t = trace_text_two_tasks();
        add_reduction(t);
        trace_text_call(t, "strtrd_", 0, 0, "RedGroupRef=d0;", NULL);
        trace_text_run_task(t, "7a", 0, 0);
        trace_text_call(t, "tstda_", 8, 0, NULL, NULL);
        trace_text_call(t, "waitrd_", 0, 0, "RedGroupRef=d0;", NULL);
        trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
        trace_text_exit(t, 0);
        g_autoptr(Prediction) p = prediction_check_text(t, COSTS "topology = { 4 };", FALSE);
        CU_ASSERT_PTR_NOT_NULL_FATAL(p);
        for (gint64 n = 0; n < 4; n++) {
            const OperationTimes *o =
                &prediction_check_values(p, 0, n)->operations[OPERATION_REDUCTION];
            CHECK_US(o->communication, n < 2 ? 100 : 0);
            CHECK_US(o->overlap, n < 2 ? 8 : 0);
        }
    }
    {
        /* started by the task, whose first processor comes at 20, 18 * (4 + 2 - 2) = 72; waited
         * for by all */
        g_autoptr(TraceText) t = trace_text_two_tasks();
        add_reduction(t);
        trace_text_io(t, 20);
        trace_text_run_task(t, "7a", 0, 0);
        trace_text_call(t, "strtrd_", 0, 0, "RedGroupRef=d0;", NULL);
        trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
        trace_text_call(t, "waitrd_", 0, 0, "RedGroupRef=d0;", NULL);
        trace_text_exit(t, 0);
        g_autoptr(Prediction) p = prediction_check_text(t, COSTS "topology = { 4 };", FALSE);
        CU_ASSERT_PTR_NOT_NULL_FATAL(p);
        const double time[] = { 72, 92, 92, 92 };
        for (gint64 n = 0; n < 4; n++) {
            const OperationTimes *o =
                &prediction_check_values(p, 0, n)->operations[OPERATION_REDUCTION];
            CHECK_US(o->communication, time[n]);
            CHECK_US(o->synchronization, n == 1 ? 20 : 0);
            CHECK_US(o->overlap, 0);
        }
    }
}

/* A bracket in a task that processor 0 is not in: its times are processor 0's all the same. */
static void
test_bracket_of_task(void)
{
    g_autoptr(TraceText) t = trace_text_two_tasks();
    trace_text_run_task(t, "7b", 0, 0);
    trace_text_call(t, "binter_", 0, 0, "index=1", NULL);
    trace_text_call(t, "biof_", 2, 3, NULL, NULL);
    trace_text_call(t, "tstio_", 4, 5, NULL, "Res=1;");
    trace_text_call(t, "eiof_", 6, 7, NULL, NULL);
    trace_text_call(t, "einter_", 8, 0, NULL, NULL);
    trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, "topology = { 4 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    CHECK_INT(p->n_intervals, 2);
    CHECK_INT(p->intervals[1].processors, 3);
    CU_ASSERT_PTR_NULL(prediction_check_values(p, 1, 1));
    for (gint64 n = 0; n < 4; n++) {
        const Characteristics *v = prediction_check_values(p, 0, n);
        CHECK_US(v->io_time, n == 0 ? 25 : 0);
        CHECK_US(v->cpu_time, n < 2 ? 0 : 10);
    }
}

/* In a bracket nobody but processor 0 has times; yet all who are in a current system take part
 * in the interval. */
static void
test_members_in_bracket(void)
{
    g_autoptr(TraceText) t = trace_text_two_tasks();
    trace_text_call(t, "biof_", 0, 0, NULL, NULL);
    /* all four */
    trace_text_at(t, "main.fdv", 11);
    trace_text_call(t, "binter_", 0, 0, "index=1", NULL);
    trace_text_call(t, "einter_", 1, 0, NULL, NULL);
    trace_text_run_task(t, "7b", 0, 0);
    /* processors 2 3, and 0 for its input/output */
    trace_text_at(t, "main.fdv", 12);
    trace_text_call(t, "binter_", 0, 0, "index=1", NULL);
    trace_text_call(t, "einter_", 1, 0, NULL, NULL);
    /* the task ends inside of it: all four */
    trace_text_at(t, "main.fdv", 13);
    trace_text_call(t, "binter_", 0, 0, "index=1", NULL);
    trace_text_call(t, "stopam_", 1, 0, NULL, NULL);
    trace_text_call(t, "einter_", 0, 0, NULL, NULL);
    trace_text_call(t, "eiof_", 0, 0, NULL, NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, "topology = { 4 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    CHECK_INT(p->n_intervals, 4);
    CHECK_INT(p->intervals[1].processors, 4);
    CHECK_INT(p->intervals[2].processors, 3);
    CHECK_INT(p->intervals[3].processors, 4);
}

/* A loop on an array of the whole machine, run by a task: n counts what its processors execute.
 */
static void
test_loop_on_outer_array(void)
{
    g_autoptr(TraceText) t = trace_text_two_tasks();
    trace_text_distributed(t, "a0", "10", "1"); /* 0-1, 2-4, 5-6, 7-9 */
    trace_text_run_task(t, "7a", 0, 0);
    trace_text_loop(t, "c0", "a0", "0", "9", 100);
    trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, "topology = { 4 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    prediction_check_user(p, (const double[]){ 40, 60, 0, 0 });
}

/* distr_ and redis_ onto a part of the machine. */
static void
test_distribution_onto_part(void)
{
    g_autoptr(TraceText) t = trace_text_two_tasks();
    trace_text_distributed(t, "a0", "10", "1");
    /* 0-4 to processor 2: 16 bytes of 0, 24 of 1; 5-9 to 3: 16 of 2 */
    trace_text_call(
        t, "redis_", 0, 0,
        "ArrayHeader=a0; ArrayHandlePtr=a0f; PSRefPtr=fff5; PSRef=5d; ParamCount=1; "
        "NewSign=0;\nAxisArray={1}DistrParamArray={0}",
        "IsLocal=1;");
    trace_text_loop(t, "c0", "a0", "0", "7", 80);
    trace_text_call(t, "crtamv_", 0, 0, "AMRef=0; Rank=1;\nSizeArray={3}", "AMViewRef=b0e;");
    trace_text_call(t, "distr_", 0, 0,
                    "AMViewRef=b0e; PSRefPtr=fff5; PSRef=5c; ParamCount=1;\nAxisArray={1}"
                    "DistrParamArray={0}",
                    "IsLocal=1;");
    trace_text_array(t, "b0", 8, "3");
    trace_text_align(t, "align_", "b0", 1, "b0e (AMView)");
    trace_text_loop(t, "c1", "b0", "0", "2", 300);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, COSTS "topology = { 4 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    for (gint64 n = 0; n < 4; n++)
        CHECK_US(prediction_check_values(p, 0, n)
                     ->operations[OPERATION_REDISTRIBUTION]
                     .communication,
                 26 + 34 + 26);
    prediction_check_user(p, (const double[]){ 100, 200, 50, 30 });
}

/* A task inside of a task, with boxes of the current system; 0, NULL and all ones name it. */
static void
test_nested_tasks(void)
{
    const char *const current[] = { "0", "NULL", "ffffffffffffffff" };

    for (guint i = 0; i < G_N_ELEMENTS(current); i++) {
        g_autoptr(TraceText) t = trace_text_two_tasks();
        g_autofree char *whole = g_strdup_printf("AMRefPtr=NULL; AMRef=%s;", current[i]);
        g_autofree char *box = g_strdup_printf(
            "PSRefPtr=NULL; PSRef=%s; StaticSign=0;\nInitIndexArray={1}LastIndexArray={1}",
            current[i]);
        trace_text_run_task(t, "7b", 0, 0);
        trace_text_call(t, "getps_", 0, 0, whole, "PSRef=51;");
        trace_text_call(t, "crtps_", 0, 0, box, "PSRef=52;");
        trace_text_call(t, "crtps_", 0, 0,
                        "PSRef=51; StaticSign=0;\nInitIndexArray={0}LastIndexArray={0}",
                        "PSRef=53;");
        trace_text_call(t, "crtamv_", 0, 0, "AMRef=0; Rank=1;\nSizeArray={2}", "AMViewRef=6b;");
        trace_text_call(t, "getamr_", 0, 0, "AMViewRef=6b;\nIndexArray={0}", "AMRef=71;");
        trace_text_call(t, "getamr_", 0, 0, "AMViewRef=6b;\nIndexArray={1}", "AMRef=72;");
        trace_text_call(t, "mapam_", 0, 0, "AMRef=71; PSRef=52;", NULL);
        trace_text_call(t, "mapam_", 0, 0, "AMRef=72; PSRef=53;", NULL);
        /* the same element again is the same machine, bound as it was */
        trace_text_call(t, "getamr_", 0, 0, "AMViewRef=6b;\nIndexArray={0}", "AMRef=71;");
        trace_text_run_task(t, "71", 0, 0);
        trace_text_call(t, "tstda_", 10, 0, NULL, NULL);
        trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
        trace_text_run_task(t, "72", 0, 0);
        trace_text_call(t, "tstda_", 20, 0, NULL, NULL);
        trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
        trace_text_call(t, "tstda_", 1, 0, NULL, NULL);
        trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
        trace_text_call(t, "tstda_", 2, 0, NULL, NULL);
        trace_text_exit(t, 0);
        g_autoptr(Prediction) p = prediction_check_text(t, "topology = { 4 };", FALSE);
        CU_ASSERT_PTR_NOT_NULL_FATAL(p);
        prediction_check_user(p, (const double[]){ 2, 2, 23, 13 });
        /* a task of one processor repeats nothing: half of 1, three quarters of 2 */
        CHECK_US(prediction_check_values(p, 0, 3)->insuff_parallelism_usr, 0.5 + 1.5);
    }
}

static void
check_failure(const TraceText *t, guint line, const char *name)
{
    g_autofree char *message = prediction_check_error(t, "topology = { 4 };");
    g_autofree char *place = g_strdup_printf("t.trc:%u: error: %s: ", line, name);
    CHECK_THAT(message != NULL && g_str_has_prefix(message, place), "'%s' is not at %s",
               message, place);
}

/* A machine without mapam_: an error; with --keep-going the current pair is pushed again. */
static void
test_machine_not_mapped(void)
{
    g_autoptr(TraceText) t = trace_text_two_tasks();
    trace_text_call(t, "getamr_", 0, 0, "AMViewRef=6a;\nIndexArray={1}", "AMRef=7c;");
    trace_text_run_task(t, "7a", 0, 0);
    guint line = trace_text_next_line(t);
    trace_text_run_task(t, "7c", 1, 2);
    trace_text_call(t, "tstda_", 10, 4, NULL, NULL);
    trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
    trace_text_call(t, "tstda_", 20, 0, NULL, NULL);
    trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
    trace_text_call(t, "tstda_", 100, 0, NULL, NULL);
    trace_text_exit(t, 0);
    check_failure(t, line, "runam_");

    g_autoptr(Prediction) p = prediction_check_text(t, "topology = { 4 };", TRUE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    CHECK_INT(g_strv_length(p->warnings), 1);
    prediction_check_user(p, (const double[]){ 131, 131, 100, 100 });
}

static void
test_errors_of_systems(void)
{
    {
        /* a box outside of the machine */
        g_autoptr(TraceText) t = trace_text_two_tasks();
        guint line = trace_text_next_line(t);
        trace_text_call(t, "crtps_", 0, 0, "PSRef=5b;\nInitIndexArray={3}LastIndexArray={4}",
                        "PSRef=51;");
        trace_text_exit(t, 0);
        check_failure(t, line, "crtps_");
    }
    {
        /* processors that the current task does not have */
        g_autoptr(TraceText) t = trace_text_two_tasks();
        trace_text_run_task(t, "7a", 0, 0);
        guint line = trace_text_next_line(t);
        trace_text_run_task(t, "7b", 0, 0);
        trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
        trace_text_exit(t, 0);
        check_failure(t, line, "runam_");
    }
    {
        /* no such system */
        g_autoptr(TraceText) t = trace_text_two_tasks();
        guint line = trace_text_next_line(t);
        trace_text_call(t, "mapam_", 0, 0, "AMRef=7a; PSRef=99;", NULL);
        trace_text_exit(t, 0);
        check_failure(t, line, "mapam_");
    }
    {
        g_autoptr(TraceText) t = trace_text_two_tasks();
        guint line = trace_text_next_line(t);
        trace_text_call(t, "psview_", 0, 0, "PSRef=0; Rank=1;\nSizeArray={0}", "PSRef=51;");
        trace_text_exit(t, 0);
        check_failure(t, line, "psview_");
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "times_of_tasks", test_times_of_tasks },
        { "collective_after_tasks", test_collective_after_tasks },
        { "intervals_of_tasks", test_intervals_of_tasks },
        { "collectives_of_tasks", test_collectives_of_tasks },
        { "wait_elsewhere", test_wait_elsewhere },
        { "bracket_of_task", test_bracket_of_task },
        { "members_in_bracket", test_members_in_bracket },
        { "loop_on_outer_array", test_loop_on_outer_array },
        { "distribution_onto_part", test_distribution_onto_part },
        { "nested_tasks", test_nested_tasks },
        { "machine_not_mapped", test_machine_not_mapped },
        { "errors_of_systems", test_errors_of_systems },
        CU_TEST_INFO_NULL,
    };
    return tap_run("accounting-tasks", tests);
}
