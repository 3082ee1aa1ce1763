/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Tasks on parts of the machine, scaled machines, and the weights of distributions; computed by
 * hand, in microseconds.  A message of n bytes takes 10 + n.
 */
#include <string.h>

#include "tests/sim/prediction-check.h"
#include "tests/sim/sim-check.h"

#define COSTS "start time = 10; send byte time = 1; "

/* crtps_ of the view 5b and getamr_, mapam_ of a machine onto it. */
static void
add_task(TraceText *t, const char *index, const char *init, const char *last,
         const char *system, const char *machine)
{
    g_autofree char *box = g_strdup_printf(
        "PSRefPtr=fff2; PSRef=5b; StaticSign=0;\nInitIndexArray={%s}LastIndexArray={%s}", init,
        last);
    g_autofree char *made = g_strdup_printf("PSRef=%s;", system);
    g_autofree char *element =
        g_strdup_printf("AMViewRefPtr=fff3; AMViewRef=6a;\nIndexArray={%s}", index);
    g_autofree char *found = g_strdup_printf("AMRef=%s;", machine);
    g_autofree char *pair =
        g_strdup_printf("AMRefPtr=fff4; AMRef=%s; PSRefPtr=fff5; PSRef=%s;\n\n"
                        "*** MPI_Comm Creating ***",
                        machine, system);
    trace_text_call(t, "getamr_", 0, 0, element, found);
    trace_text_call(t, "crtps_", 0, 0, box, made);
    trace_text_call(t, "mapam_", 0, 0, pair, NULL);
}

/* A virtual line of four, cut in two halves: task 7a on processors 0 1, task 7b on 2 3. */
static TraceText *
two_halves(void)
{
    TraceText *t = trace_text_new("4");
    trace_text_call(t, "psview_", 0, 0,
                    "PSRefPtr=NULL; PSRef=0; Rank=1; StaticSign=0;\nSizeArray={4}",
                    "PSRef=5b;");
    trace_text_call(t, "crtamv_", 0, 0,
                    "AMRefPtr=NULL; AMRef=0; Rank=1; StaticSign=0;\nSizeArray={2}",
                    "AMViewRef=6a;");
    add_task(t, "0", "0", "1", "5c", "7a");
    add_task(t, "1", "2", "3", "5d", "7b");
    return t;
}

static void
run(TraceText *t, const char *machine, int t_call, int t_return)
{
    g_autofree char *params = g_strdup_printf("AMRefPtr=fff4; AMRef=%s;", machine);
    trace_text_call(t, "runam_", t_call, t_return, params, "Run=1;");
}

static void
check_user(const Prediction *p, const double cpu[])
{
    for (gint64 n = 0; n < p->processors; n++)
        CHECK_US(prediction_check_values(p, 0, n)->cpu_time, cpu[n]);
}

static void
test_times_of_tasks(void)
{
    /* runam_: its 1 to all four, its 2 to the two of the task; 10 + 4 there; stopam_: its 3 to
     * the two, its 5 to all. The other two have 20. */
    g_autoptr(TraceText) t = two_halves();
    run(t, "7a", 1, 2);
    trace_text_call(t, "tstda_", 10, 4, NULL, NULL);
    trace_text_call(t, "stopam_", 3, 5, NULL, NULL);
    run(t, "7b", 0, 0);
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
    g_autoptr(TraceText) t = two_halves();
    run(t, "7a", 0, 0);
    trace_text_call(t, "tstda_", 10, 0, NULL, NULL);
    trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
    run(t, "7b", 0, 0);
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
    g_autoptr(TraceText) t = two_halves();
    run(t, "7a", 0, 0);
    trace_text_at(t, "main.fdv", 11);
    trace_text_call(t, "binter_", 0, 0, "index=1", NULL);
    trace_text_call(t, "tstda_", 10, 0, NULL, NULL);
    trace_text_call(t, "einter_", 0, 0, NULL, NULL);
    trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
    run(t, "7b", 0, 0);
    trace_text_at(t, "main.fdv", 12);
    trace_text_call(t, "binter_", 0, 0, "index=1", NULL);
    trace_text_call(t, "tstda_", 20, 0, NULL, NULL);
    trace_text_io(t, 7);
    trace_text_call(t, "einter_", 0, 0, NULL, NULL);
    trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
    for (int task = 0; task < 2; task++) {
        run(t, task == 0 ? "7a" : "7b", 0, 0);
        trace_text_at(t, "main.fdv", 13);
        trace_text_call(t, "binter_", 0, 0, "index=1", NULL);
        trace_text_call(t, "einter_", 0, 0, NULL, NULL);
        trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
    }
    trace_text_at(t, "main.fdv", 14);
    trace_text_call(t, "binter_", 0, 0, "index=1", NULL);
    run(t, "7b", 0, 0);
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
    g_autoptr(TraceText) t = two_halves();
    run(t, "7b", 0, 0);
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
        g_autoptr(TraceText) t = two_halves();
        add_reduction(t);
        trace_text_call(t, "strtrd_", 0, 0, "RedGroupRef=d0;", NULL);
        run(t, "7a", 0, 0);
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
        g_autoptr(TraceText) t = two_halves();
        add_reduction(t);
        trace_text_io(t, 20);
        run(t, "7a", 0, 0);
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
    g_autoptr(TraceText) t = two_halves();
    run(t, "7b", 0, 0);
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
    g_autoptr(TraceText) t = two_halves();
    trace_text_call(t, "biof_", 0, 0, NULL, NULL);
    /* all four */
    trace_text_at(t, "main.fdv", 11);
    trace_text_call(t, "binter_", 0, 0, "index=1", NULL);
    trace_text_call(t, "einter_", 1, 0, NULL, NULL);
    run(t, "7b", 0, 0);
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
    g_autoptr(TraceText) t = two_halves();
    trace_text_distributed(t, "a0", "10", "1"); /* 0-1, 2-4, 5-6, 7-9 */
    run(t, "7a", 0, 0);
    trace_text_loop(t, "c0", "a0", "0", "9", 100);
    trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, "topology = { 4 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    check_user(p, (const double[]){ 40, 60, 0, 0 });
}

/* distr_ and redis_ onto a part of the machine. */
static void
test_distribution_onto_part(void)
{
    g_autoptr(TraceText) t = two_halves();
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
    check_user(p, (const double[]){ 100, 200, 50, 30 });
}

/* A task inside of a task, with boxes of the current system; 0, NULL and all ones name it. */
static void
test_nested_tasks(void)
{
    const char *const current[] = { "0", "NULL", "ffffffffffffffff" };

    for (guint i = 0; i < G_N_ELEMENTS(current); i++) {
        g_autoptr(TraceText) t = two_halves();
        g_autofree char *whole = g_strdup_printf("AMRefPtr=NULL; AMRef=%s;", current[i]);
        g_autofree char *box = g_strdup_printf(
            "PSRefPtr=NULL; PSRef=%s; StaticSign=0;\nInitIndexArray={1}LastIndexArray={1}",
            current[i]);
        run(t, "7b", 0, 0);
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
        run(t, "71", 0, 0);
        trace_text_call(t, "tstda_", 10, 0, NULL, NULL);
        trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
        run(t, "72", 0, 0);
        trace_text_call(t, "tstda_", 20, 0, NULL, NULL);
        trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
        trace_text_call(t, "tstda_", 1, 0, NULL, NULL);
        trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
        trace_text_call(t, "tstda_", 2, 0, NULL, NULL);
        trace_text_exit(t, 0);
        g_autoptr(Prediction) p = prediction_check_text(t, "topology = { 4 };", FALSE);
        CU_ASSERT_PTR_NOT_NULL_FATAL(p);
        check_user(p, (const double[]){ 2, 2, 23, 13 });
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
    g_autoptr(TraceText) t = two_halves();
    trace_text_call(t, "getamr_", 0, 0, "AMViewRef=6a;\nIndexArray={1}", "AMRef=7c;");
    run(t, "7a", 0, 0);
    guint line = trace_text_next_line(t);
    run(t, "7c", 1, 2);
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
    check_user(p, (const double[]){ 131, 131, 100, 100 });
}

static void
test_errors_of_systems(void)
{
    {
        /* a box outside of the machine */
        g_autoptr(TraceText) t = two_halves();
        guint line = trace_text_next_line(t);
        trace_text_call(t, "crtps_", 0, 0, "PSRef=5b;\nInitIndexArray={3}LastIndexArray={4}",
                        "PSRef=51;");
        trace_text_exit(t, 0);
        check_failure(t, line, "crtps_");
    }
    {
        /* processors that the current task does not have */
        g_autoptr(TraceText) t = two_halves();
        run(t, "7a", 0, 0);
        guint line = trace_text_next_line(t);
        run(t, "7b", 0, 0);
        trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
        trace_text_exit(t, 0);
        check_failure(t, line, "runam_");
    }
    {
        /* no such system */
        g_autoptr(TraceText) t = two_halves();
        guint line = trace_text_next_line(t);
        trace_text_call(t, "mapam_", 0, 0, "AMRef=7a; PSRef=99;", NULL);
        trace_text_exit(t, 0);
        check_failure(t, line, "mapam_");
    }
    {
        g_autoptr(TraceText) t = two_halves();
        guint line = trace_text_next_line(t);
        trace_text_call(t, "psview_", 0, 0, "PSRef=0; Rank=1;\nSizeArray={0}", "PSRef=51;");
        trace_text_exit(t, 0);
        check_failure(t, line, "psview_");
    }
}

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
        g_autoptr(TraceText) t = two_halves();
        double cpu[8] = { 0 };
        for (int task = 0; task < 2; task++) {
            run(t, task == 0 ? "7a" : "7b", 0, 0);
            trace_text_call(t, "tstda_", 10 + 10 * task, 0, NULL, NULL);
            trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
            for (int n = cases[i].first[task]; n <= cases[i].last[task]; n++)
                cpu[n] += 10 + 10 * task;
        }
        trace_text_exit(t, 0);
        g_autoptr(Prediction) p = prediction_check_text(t, cases[i].params, FALSE);
        CU_ASSERT_PTR_NOT_NULL_FATAL(p);
        CHECK_INT(p->processors, cases[i].n);
        check_user(p, cpu);
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
    add_task(t, "0", "0", "0", "5c", "7a");
    run(t, "7a", 0, 0);
    trace_text_call(t, "tstda_", 10, 0, NULL, NULL);
    trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, "topology = { 3 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    check_user(p, (const double[]){ 10, 10, 10 });
    CHECK_INT(g_strv_length(p->warnings), 1);
}

/* Rows of a virtual 2 x 2 on 4 x 2: row 1 is rows 2 and 3, processors 4 to 7. */
static void
test_scaled_rows(void)
{
    g_autoptr(TraceText) t = trace_text_new("2 2");
    trace_text_call(t, "getps_", 0, 0, "AMRef=0;", "PSRef=5b;");
    trace_text_call(t, "crtamv_", 0, 0, "AMRef=0; Rank=1;\nSizeArray={2}", "AMViewRef=6a;");
    add_task(t, "0", "1 0", "1 1", "5c", "7a");
    add_task(t, "1", "0 1", "1 1", "5d", "7b");
    run(t, "7a", 0, 0);
    trace_text_call(t, "tstda_", 10, 0, NULL, NULL);
    trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
    /* a column: the odd numbers */
    run(t, "7b", 0, 0);
    trace_text_call(t, "tstda_", 5, 0, NULL, NULL);
    trace_text_call(t, "stopam_", 0, 0, NULL, NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, "topology = { 4, 2 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    check_user(p, (const double[]){ 0, 5, 0, 5, 10, 15, 10, 15 });
    CHECK_INT(g_strv_length(p->warnings), 1);
}

/* --- weights
 * ----------------------------------------------------------------------------------- */

#define DISTRIBUTE(param)                                                                      \
    "AMViewRef=a0e; PSRefPtr=NULL; PSRef=0; "                                                  \
    "ParamCount=1;\nAxisArray={1}DistrParamArray={" param "}"
#define REDISTRIBUTE                                                                           \
    "AMViewRef=a0e; PSRefPtr=NULL; PSRef=0; ParamCount=1; NewSign=1;\nAxisArray={1}"           \
    "DistrParamArray={0}"

/* A template of `size`, a call that says how to cut it, its distribution, and a loop of `body`
 * over the array on it. */
static TraceText *
weighted(const char *size, const char *call, const char *params, const char *distribute,
         int body)
{
    TraceText *t = trace_text_new(NULL);
    g_autofree char *create = g_strdup_printf("AMRef=0; Rank=1;\nSizeArray={%s}", size);
    int last = (int)g_ascii_strtoll(size, NULL, 10) - 1;
    g_autofree char *end = g_strdup_printf("%d", last);

    trace_text_call(t, "crtamv_", 0, 0, create, "AMViewRef=a0e;");
    if (call != NULL)
        trace_text_call(t, call, 0, 0, params, NULL);
    trace_text_call(t, "distr_", 0, 0, distribute, "IsLocal=1;");
    trace_text_array(t, "a0", 8, size);
    trace_text_align(t, "align_", "a0", 1, "a0e (AMView)");
    trace_text_loop(t, "c0", "a0", "0", end, body);
    return t;
}

static void
check_weighted(TraceText *t, const char *params, const double cpu[], guint n_warnings)
{
    g_autoptr(TraceText) whole = t;
    trace_text_exit(whole, 0);
    g_autoptr(Prediction) p = prediction_check_text(whole, params, FALSE);
    if (p == NULL)
        return;
    check_user(p, cpu);
    CHECK_INT(g_strv_length(p->warnings), n_warnings);
}

#define GENBLK(n) "PSRefPtr=NULL; PSRef=0; AMViewRef=a0e; AxisCount=1; DoubleSign=0\n" n
#define SETELW(n, loads)                                                                       \
    "PSRefPtr=NULL; PSRef=0; AMViewRef=a0e;\nAddrNumber=1;\nWeightNumber[0] = " n ";\n" loads

static void
test_genblk(void)
{
    const char *sizes = GENBLK("AxisWeightAddr[0][0] = 1\nAxisWeightAddr[0][1] = 3\n"
                               "AxisWeightAddr[0][2] = 4\nAxisWeightAddr[0][3] = 2\n");

    check_weighted(weighted("10", "genblk_", sizes, DISTRIBUTE("0"), 100), "topology = { 4 };",
                   (const double[]){ 10, 30, 40, 20 }, 0);
    /* four sizes for three coordinates: equal blocks (0-2 3-5 6-9), a warning */
    check_weighted(weighted("10", "genblk_", sizes, DISTRIBUTE("0"), 100), "topology = { 3 };",
                   (const double[]){ 30, 30, 40 }, 1);
    /* they hold for one distribution: the next is of equal blocks */
    TraceText *t = weighted("10", "genblk_", sizes, DISTRIBUTE("0"), 100);
    trace_text_call(t, "redis_", 0, 0, REDISTRIBUTE, "IsLocal=1;");
    trace_text_loop(t, "c1", "a0", "0", "9", 100);
    check_weighted(t, "topology = { 4 };", (const double[]){ 30, 60, 60, 50 }, 0);
}

static void
test_genblk_sum(void)
{
    g_autoptr(TraceText) t =
        weighted("11", "genblk_", GENBLK("AxisWeightAddr[0]={1 3 4 2}"), DISTRIBUTE("0"), 100);
    trace_text_exit(t, 0);
    g_autofree char *message = prediction_check_error(t, "topology = { 4 };");
    CHECK_THAT(message != NULL && strstr(message, ": error: ") != NULL, "'%s'", message);
}

static void
test_setelw(void)
{
    /* 5 | 1 1 1 1 1: at most 5 a group; weights 1 and 5 of 6 for 12 elements */
    check_weighted(weighted("12", "setelw_",
                            SETELW("6", "  LoadWeight[0] = 5.00;  LoadWeight[1] = 1.00; \n"
                                        "  LoadWeight[2] = 1.00;  LoadWeight[3] = 1.00; \n"
                                        "  LoadWeight[4] = 1.00;  LoadWeight[5] = 1.00; \n"),
                            DISTRIBUTE("0"), 120),
                   "topology = { 2 };", (const double[]){ 20, 100 }, 0);
    /* 1 3 5 7 9 | 11 13 | 15 17 | 19: sums 25 24 32 19; with 31 there would be five groups */
    const char *odd =
        SETELW("10", "LoadWeight={1.00 3.00 5.00 7.00 9.00 11.00 13.00 15.00 17.00 19.00}");
    check_weighted(weighted("10", "setelw_", odd, DISTRIBUTE("0"), 100), "topology = { 4 };",
                   (const double[]){ 50, 20, 20, 10 }, 0);
    /* 10 | 1 1 1 for four coordinates: those without a group have the weight of the last one:
     * 1 3 3 3 */
    check_weighted(weighted("10", "setelw_", SETELW("4", "LoadWeight={10.00 1.00 1.00 1.00}"),
                            DISTRIBUTE("0"), 100),
                   "topology = { 4 };", (const double[]){ 10, 30, 30, 30 }, 0);
    /* fewer loads than coordinates: equal */
    check_weighted(
        weighted("10", "setelw_", SETELW("2", "LoadWeight={9.00 1.00}"), DISTRIBUTE("0"), 100),
        "topology = { 4 };", (const double[]){ 20, 30, 20, 30 }, 0);
    /* not in the trace: equal, and a warning */
    check_weighted(weighted("10", "setelw_", SETELW("4", ""), DISTRIBUTE("0"), 100),
                   "topology = { 4 };", (const double[]){ 20, 30, 20, 30 }, 1);
    /* they hold for one distribution */
    TraceText *t = weighted("10", "setelw_", odd, DISTRIBUTE("0"), 100);
    trace_text_call(t, "redis_", 0, 0, REDISTRIBUTE, "IsLocal=1;");
    trace_text_loop(t, "c1", "a0", "0", "9", 100);
    check_weighted(t, "topology = { 4 };", (const double[]){ 70, 50, 40, 40 }, 0);
}

/* Weights of two grid dimensions: LoadWeight starts again at 0 for the second. */
static void
test_two_dimensions(void)
{
    const char *const calls[][2] = {
        /* 4 | 1 1 1 1: weights 1 and 4 for ten; 1 1 1 | 3: 3 and 1 for four */
        { "setelw_",
          "PSRefPtr=NULL; PSRef=0; AMViewRef=a0e;\nAddrNumber=2;\nWeightNumber[0] = 5;\n"
          "  LoadWeight[0] = 4.00;  LoadWeight[1] = 1.00; \n  LoadWeight[2] = 1.00;  "
          "LoadWeight[3] = 1.00; \n  LoadWeight[4] = 1.00; \nWeightNumber[1] = 4;\n"
          "  LoadWeight[0] = 1.00;  LoadWeight[1] = 1.00; \n  LoadWeight[2] = 1.00;  "
          "LoadWeight[3] = 3.00; \n" },
        { "genblk_", "PSRefPtr=NULL; PSRef=0; AMViewRef=a0e; AxisCount=2; DoubleSign=0\n"
                     "AxisWeightAddr[0][0] = 2\nAxisWeightAddr[0][1] = 8\n"
                     "AxisWeightAddr[1][0] = 3\nAxisWeightAddr[1][1] = 1\n" },
    };

    for (guint i = 0; i < G_N_ELEMENTS(calls); i++) {
        /* the template's axes are 4 and 10; the first grid dimension takes the second of them
         */
        TraceText *t = trace_text_new(NULL);
        trace_text_call(t, "crtamv_", 0, 0, "AMRef=0; Rank=2;\nSizeArray={4 10}",
                        "AMViewRef=a0e;");
        trace_text_call(t, calls[i][0], 0, 0, calls[i][1], NULL);
        trace_text_call(t, "distr_", 0, 0,
                        "AMViewRef=a0e; PSRefPtr=NULL; PSRef=0; ParamCount=2;\nAxisArray={2 1}"
                        "DistrParamArray={0 0}",
                        "IsLocal=1;");
        trace_text_array(t, "a0", 8, "4 10");
        trace_text_align(t, "align_", "a0", 2, "a0e (AMView)");
        trace_text_loop(t, "c0", "a0", "0 0", "3 9", 400);
        check_weighted(t, "topology = { 2, 2 };", (const double[]){ 60, 20, 240, 80 }, 0);
    }
}

static void
test_blkdiv(void)
{
    const char *four = "AMViewRefPtr=fff6; AMViewRef=a0e; AMVAxisCount=1\nAMVAxisDiv[0]=4  \n";

    /* 10 on two: the bound 5 is rounded down to 4 */
    check_weighted(weighted("10", "blkdiv_", four, DISTRIBUTE("0"), 100), "topology = { 2 };",
                   (const double[]){ 40, 60 }, 0);
    /* on four: 10/4 is raised to 4: 0-3 4-7 8-9 and none */
    check_weighted(weighted("10", "blkdiv_", four, DISTRIBUTE("0"), 100), "topology = { 4 };",
                   (const double[]){ 40, 40, 20, 0 }, 0);
    /* it holds until the next blkdiv_, a count of 0 ends it */
    TraceText *t = weighted("10", "blkdiv_", four, DISTRIBUTE("0"), 100);
    trace_text_call(t, "redis_", 0, 0, REDISTRIBUTE, "IsLocal=1;");
    trace_text_loop(t, "c1", "a0", "0", "9", 100);
    trace_text_call(t, "blkdiv_", 0, 0, "AMViewRef=a0e; AMVAxisCount=0\n", NULL);
    trace_text_call(t, "redis_", 0, 0, REDISTRIBUTE, "IsLocal=1;");
    trace_text_loop(t, "c2", "a0", "0", "9", 100);
    check_weighted(t, "topology = { 2 };", (const double[]){ 130, 170 }, 0);
}

static void
test_distribution_parameter(void)
{
    const char *four = "AMViewRef=a0e; AMVAxisCount=1\nAMVAxisDiv[0]=4  \n";

    /* blocks of 4 on four: 0-3 4-7 8-9 and none; of 3 on two, whatever blkdiv_ says: 0-2 and
     * the rest; of more than there are: all on the first */
    check_weighted(weighted("10", NULL, NULL, DISTRIBUTE("4"), 100), "topology = { 4 };",
                   (const double[]){ 40, 40, 20, 0 }, 0);
    check_weighted(weighted("10", "blkdiv_", four, DISTRIBUTE("3"), 100), "topology = { 2 };",
                   (const double[]){ 30, 70 }, 0);
    check_weighted(weighted("10", NULL, NULL, DISTRIBUTE("77"), 100), "topology = { 2 };",
                   (const double[]){ 100, 0 }, 0);
    /* fewer elements than coordinates: one each */
    check_weighted(weighted("3", NULL, NULL, DISTRIBUTE("0"), 90), "topology = { 5 };",
                   (const double[]){ 30, 30, 30, 0, 0 }, 0);
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
        { "scaled_tasks", test_scaled_tasks },
        { "traced_on_one", test_traced_on_one },
        { "scaled_rows", test_scaled_rows },
        { "genblk", test_genblk },
        { "genblk_sum", test_genblk_sum },
        { "setelw", test_setelw },
        { "two_dimensions", test_two_dimensions },
        { "blkdiv", test_blkdiv },
        { "distribution_parameter", test_distribution_parameter },
        CU_TEST_INFO_NULL,
    };
    CU_SuiteInfo suites[] = {
        { "accounting-tasks", NULL, NULL, NULL, NULL, tests },
        CU_SUITE_INFO_NULL,
    };
    return tap_run(suites);
}
