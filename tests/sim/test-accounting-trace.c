/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What surrounds the calls: objects that come and go, unknown calls, errors and --keep-going,
 * the ends of a trace, and the factors of POP; computed by hand, in microseconds.
 */
#include <stddef.h>
#include <string.h>

#include "tests/sim/prediction-check.h"
#include "tests/sim/sim-check.h"

#define FOUR "topology = { 4 };"

static void
check_user(const Prediction *p, const double cpu[])
{
    for (gint64 n = 0; n < p->processors; n++)
        CHECK_US(prediction_check_values(p, 0, n)->cpu_time, cpu[n]);
}

/* --- objects
 * ----------------------------------------------------------------------------------- */

/* A reference that is given again means the newest object with it, whatever it was before. */
static void
test_references_again(void)
{
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_distributed(t, "a0", "10", "1");
    trace_text_loop(t, "c0", "a0", "0", "9", 100); /* 20 30 20 30 */
    trace_text_call(t, "delobj_", 0, 0, "ObjectRef=c0;", NULL);
    trace_text_loop(t, "c0", "a0", "0", "1", 10); /* 10 on the first */
    /* not deleted, made again */
    trace_text_loop(t, "c0", "a0", "7", "9", 20); /* 20 on the last */
    /* a shadow group where the loop was */
    trace_text_call(t, "delobj_", 0, 0, "ObjectRef=c0;", NULL);
    trace_text_shadow(t, "c0", "a0", 1);
    trace_text_call(t, "strtsh_", 0, 0, "ShadowGroupRef=c0;", NULL);
    trace_text_call(t, "waitsh_", 0, 0, "ShadowGroupRef=c0;", NULL);
    /* another array with the same header, two elements on a template of its own */
    trace_text_call(t, "delda_", 0, 0, "ArrayHeader=a0; ArrayHandlePtr=a0f;", NULL);
    trace_text_call(t, "delamv_", 0, 0, "AMViewRef=a0e;", NULL);
    trace_text_distributed(t, "a0", "4", "1");
    trace_text_loop(t, "c1", "a0", "2", "3", 8); /* 4 on the third and fourth */
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, FOUR, FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    check_user(p, (const double[]){ 30, 30, 24, 54 });
    CHECK_INT(g_strv_length(p->warnings), 0);
}

/* An array deleted by its header is not known by its handle either, and the other way round. */
static void
test_deleted(void)
{
    const char *const cases[][4] = {
        { "delobj_", "ObjectRef=c0;", "dopl_", "LoopRef=c0;" },
        { "delobj_", "ObjectRef=a0f;", "realn_", NULL },
        { "delda_", "ArrayHeader=a0;", "realn_", NULL },
        { "delda_", "ArrayHandlePtr=a0f;", "realn_", NULL },
        { "delobj_", "ObjectRef=d0;", "strtrd_", "RedGroupRef=d0;" },
        { "delrg_", "RedGroupRef=d0;", "strtrd_", "RedGroupRef=d0;" },
        { "delred_", "RedRef=d0d;", "insred_", "RedGroupRef=d0; RedRef=d0d;" },
        { "delshg_", "ShadowGroupRef=e0;", "strtsh_", "ShadowGroupRef=e0;" },
        { "delamv_", "AMViewRef=b0e;", "distr_", "AMViewRef=b0e; PSRef=0; ParamCount=0;" },
        { "delps_", "PSRef=5b;", "psview_", "PSRef=5b; Rank=1;\nSizeArray={4}" },
    };

    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(TraceText) t = trace_text_new(NULL);
        const char *params = cases[i][3];
        trace_text_distributed(t, "a0", "10", "1");
        trace_text_distributed(t, "b0", "10", "1");
        trace_text_map_loop(t, "c0", "a0", "0", "9");
        trace_text_reduction(t, "d0", NULL);
        trace_text_shadow(t, "e0", "a0", 1);
        trace_text_call(t, "getps_", 0, 0, "AMRef=0;", "PSRef=5b;");
        trace_text_call(t, cases[i][0], 0, 0, cases[i][1], NULL);
        if (params == NULL)
            params = "ArrayHeader=b0; PatternRef=a0f (DisArray); NewSign=1;\n"
                     "AxisArray={1}CoeffArray={1}ConstArray={0}";
        g_autofree char *place =
            g_strdup_printf("t.trc:%u: error: %s: ", trace_text_next_line(t), cases[i][2]);
        trace_text_call(t, cases[i][2], 0, 0, params, "PSRef=51;");
        trace_text_exit(t, 0);
        g_autofree char *message = prediction_check_error(t, FOUR);
        CHECK_THAT(message != NULL && g_str_has_prefix(message, place), "'%s' is not at %s",
                   message, place);
    }
}

/* What a group holds lives on when its reference is gone; an array's template, too. */
static void
test_deleted_but_held(void)
{
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_distributed(t, "a0", "10", "1");
    trace_text_map_loop(t, "c0", "a0", "0", "9");
    trace_text_reduction(t, "d0", "c0");
    trace_text_shadow(t, "e0", "a0", 1);
    trace_text_call(t, "delobj_", 0, 0, "ObjectRef=c0;", NULL);
    trace_text_call(t, "delred_", 0, 0, "RedRef=d0d;", NULL);
    trace_text_call(t, "delda_", 0, 0, "ArrayHeader=a0;", NULL);
    trace_text_call(t, "delamv_", 0, 0, "AMViewRef=a0e;", NULL);
    trace_text_call(t, "strtrd_", 0, 0, "RedGroupRef=d0;", NULL);
    trace_text_call(t, "waitrd_", 0, 0, "RedGroupRef=d0;", NULL);
    trace_text_call(t, "strtsh_", 0, 0, "ShadowGroupRef=e0;", NULL);
    trace_text_call(t, "waitsh_", 0, 0, "ShadowGroupRef=e0;", NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p =
        prediction_check_text(t, FOUR " start time = 10; send byte time = 1;", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    CHECK_US(p->execution_time, 108 + 108);
}

/* --- unknown calls
 * ------------------------------------------------------------------------------ */

static void
test_unknown_calls(void)
{
    g_autoptr(TraceText) t = trace_text_new(NULL);
    for (int i = 0; i < 3; i++)
        trace_text_call(t, "frobnicate_", 10, 4, i == 1 ? "Depth=1;" : NULL, NULL);
    trace_text_call(t, "polish_", 1, 0, "What=7;", NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, FOUR, FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    CHECK_INT(g_strv_length(p->warnings), 2);
    CHECK_INT(prediction_check_warnings(p, "frobnicate_", "3"), 1);
    CHECK_INT(prediction_check_warnings(p, "polish_", "1"), 1);
    for (gint64 n = 0; n < 4; n++) {
        const Characteristics *v = prediction_check_values(p, 0, n);
        CHECK_US(v->cpu_time, 31);
        CHECK_US(v->sys_time, 12);
        CHECK_US(v->insuff_parallelism, 0.75 * 43);
    }
}

/* Known calls without effect: no message. */
static void
test_ordinary_calls(void)
{
    const char *const names[] = {
        "tstio_",  "tstda_",  "locsiz_", "getlen_", "tron_",   "troff_",  "clocel_", "locind_",
        "rlocel_", "wlocel_", "tstelm_", "getrnk_", "getsiz_", "getind_", "setind_", "getamv_",
        "addhdr_", "delhdr_", "arrmap_", "delarm_", "amvmap_", "delmvm_", "setpsw_", "rwelm_",
        "copelm_", "elmcpy_", "begbl_",  "endbl_",  "bsynch_", "lindtp_", "saverv_", "dprstv_",
        "dstv_",   "dldv_",   "dbegpl_", "dbegsl_", "dendl_",  "diter_",  "drmbuf_", "dskpbl_",
    };
    g_autoptr(TraceText) t = trace_text_new(NULL);

    for (guint i = 0; i < G_N_ELEMENTS(names); i++)
        trace_text_call(t, names[i], 1, 2, NULL, NULL);
    trace_text_call(t, "mps_Barrier", 1, 2, NULL, NULL);
    trace_text_call(t, "mps_Bcast", 1, 2, NULL, NULL);
    trace_text_call(t, "delobj_", 1, 2, "ObjectRef=77;", NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, FOUR, FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    guint n = G_N_ELEMENTS(names) + 3;

    CHECK_INT(g_strv_length(p->warnings), 0);
    CHECK_US(p->execution_time, 3. * n);
    CHECK_US(p->intervals[0].values.insuff_parallelism, 3 * 3. * n);
    for (guint o = 0; o < N_OPERATIONS; o++)
        CHECK_INT(p->intervals[0].n_operations[o], 0);
}

/* Calls that use maps: one warning that their distribution is not followed. */
static void
test_map_calls(void)
{
    const char *const names[] = { "mdistr_", "mredis_", "malign_", "mrealn_" };

    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autoptr(TraceText) t = trace_text_new(NULL);
        trace_text_call(t, names[i], 1, 2, "MapRef=1;", NULL);
        trace_text_call(t, names[i], 1, 2, "MapRef=2;", NULL);
        trace_text_exit(t, 0);
        g_autoptr(Prediction) p = prediction_check_text(t, FOUR, FALSE);
        CU_ASSERT_PTR_NOT_NULL_FATAL(p);
        CHECK_INT(g_strv_length(p->warnings), 1);
        CHECK_INT(prediction_check_warnings(p, names[i], NULL), 1);
        CHECK_US(p->execution_time, 6);
    }
}

/* --- errors
 * -------------------------------------------------------------------------------------- */

static void
test_errors(void)
{
    /* the call, its parameters, what the message must name besides */
    const char *const cases[][3] = {
        { "dopl_", "LoopRef=77;", "77" },
        { "dopl_", NULL, "LoopRef" },
        { "strtsh_", "ShadowGroupRef=c0;", "c0" }, /* that is a loop */
        { "crtda_",
          "ArrayHeader=b0; Rank=1; TypeSize=8;\nLowShdWidthArray={1}HiShdWidthArray={1}",
          "SizeArray" },
        { "crtda_",
          "ArrayHeader=b0; Rank=1; TypeSize=8;\nSizeArray={0}LowShdWidthArray={1}"
          "HiShdWidthArray={1}",
          "SizeArray" },
        { "crtda_",
          "ArrayHeader=b0; Rank=2; TypeSize=8;\nSizeArray={4}LowShdWidthArray={1}"
          "HiShdWidthArray={1}",
          NULL },
        { "crtda_",
          "ArrayHeader=b0; Rank=3; TypeSize=8;\nSizeArray={2000000000 2000000000 2000000000}"
          "LowShdWidthArray={1 1 1}HiShdWidthArray={1 1 1}",
          NULL },
        { "crtamv_", "AMRef=0; Rank=0;\nSizeArray={4}", "Rank" },
        { "crtamv_", "AMRef=0; Rank=77;\nSizeArray={4}", "Rank" },
        /* an axis that the template does not have */
        { "distr_", "AMViewRef=a0e; PSRef=0; ParamCount=1;\nAxisArray={2}DistrParamArray={0}",
          NULL },
        { "align_",
          "ArrayHeader=a0; PatternRef=a0e (AMView);\nAxisArray={3}CoeffArray={1}ConstArray={0}",
          NULL },
        { "mappl_",
          "LoopRef=c0; PatternRef=77f (DisArray);\nAxisArray={1}CoeffArray={1}ConstArray={0}"
          "InInitIndexArray={0}InLastIndexArray={9}InStepArray={1}",
          "77f" },
        /* a loop axis that there is not, a step of 0 */
        { "mappl_",
          "LoopRef=c0; PatternRef=a0f (DisArray);\nAxisArray={2}CoeffArray={1}ConstArray={0}"
          "InInitIndexArray={0}InLastIndexArray={9}InStepArray={1}",
          NULL },
        { "mappl_",
          "LoopRef=c0; PatternRef=a0f (DisArray);\nAxisArray={1}CoeffArray={1}ConstArray={0}"
          "InInitIndexArray={0}InLastIndexArray={9}InStepArray={0}",
          NULL },
        { "stopam_", NULL, NULL },
        { "redis_", "ArrayHeader=77; PSRef=0; ParamCount=1; NewSign=0;\nAxisArray={1}", "77" },
        { "inssh_",
          "ShadowGroupRef=77; ArrayHeader=a0; FullShdSign=0;\nLowShdWidthArray={1}"
          "HiShdWidthArray={1}",
          "77" },
        { "insred_", "RedGroupRef=77; RedRef=78;", NULL },
        { "crtred_", "RedFuncNumb=1; RedArrayType=4; LocElmLength=0;", "RedArrayLength" },
        { "srmem_", "LengthArray[0]=4;", "MemoryCount" },
        { "crtps_", "PSRef=77;\nInitIndexArray={0}LastIndexArray={0}", "77" },
        { "runam_", "AMRef=77;", "77" },
        { "across_", "OldShadowGroupRef=0; NewShadowGroupRef=77; PipeLinePar=0.0;", "77" },
    };

    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(TraceText) t = trace_text_new(NULL);
        trace_text_distributed(t, "a0", "10", "1");
        trace_text_map_loop(t, "c0", "a0", "0", "9");
        guint line = trace_text_next_line(t);
        g_autofree char *place = g_strdup_printf("t.trc:%u: error: %s: ", line, cases[i][0]);
        g_autofree char *warning =
            g_strdup_printf("t.trc:%u: warning: %s: ", line, cases[i][0]);
        trace_text_call(t, cases[i][0], 3, 4, cases[i][1],
                        "ArrayHandlePtr=b0f; AMViewRef=b0e; PSRef=51; RedRef=d0; DoPL=0;");
        trace_text_call(t, "tstda_", 10, 20, NULL, NULL);
        trace_text_exit(t, 0);
        g_autofree char *message = prediction_check_error(t, FOUR);
        CHECK_THAT(message != NULL && g_str_has_prefix(message, place), "%u: '%s' is not at %s",
                   i, message, place);
        CHECK_THAT(message == NULL || cases[i][2] == NULL ||
                       strstr(message, cases[i][2]) != NULL,
                   "'%s' does not name %s", message, cases[i][2]);

        /* with --keep-going: base, one warning, and on */
        g_autoptr(Prediction) p = prediction_check_text(t, FOUR, TRUE);
        CHECK_THAT(p != NULL, "%u", i);
        if (p == NULL)
            continue;
        CHECK_INT(prediction_check_warnings(p, warning, NULL), 1);
        CHECK_INT(g_strv_length(p->warnings), 1);
        for (gint64 n = 0; n < 4; n++) {
            const Characteristics *v = prediction_check_values(p, 0, n);
            CHECK_US(v->cpu_time, 13);
            CHECK_US(v->sys_time, 24);
            CHECK_US(v->insuff_parallelism, 0.75 * 37);
            CHECK_US(v->communication, 0);
        }
    }
}

/* --- the ends of a trace
 * ------------------------------------------------------------------------- */

/* Cut after a call line: that call is dropped. */
static void
test_truncated(void)
{
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_call(t, "tstda_", 10, 4, NULL, NULL);
    trace_text_event(t, "call", "getlen_", 100, "ArrayHeader=1;");
    g_autoptr(Prediction) p = prediction_check_text(t, "", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    CHECK_INT(p->complete, FALSE);
    CHECK_US(p->execution_time, 14);
    CHECK_INT(p->n_calls, 1);
    CU_ASSERT(g_strv_length(p->warnings) >= 1);
}

/* Open at Event_dvm_exit: complete; the exit's time is user time like any other. */
static void
test_exit_in_call(void)
{
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_call(t, "tstda_", 10, 4, NULL, NULL);
    trace_text_event(t, "call", "getlen_", 100, "ArrayHeader=1;");
    trace_text_exit(t, 7);
    trace_text_call(t, "tstda_", 1000, 1000, NULL, NULL);
    g_autoptr(Prediction) p = prediction_check_text(t, "topology = { 2 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    CHECK_INT(p->complete, TRUE);
    CHECK_US(p->execution_time, 121);
    CHECK_US(prediction_check_values(p, 0, 0)->cpu_time, 117);
    CHECK_US(prediction_check_values(p, 0, 0)->insuff_parallelism_usr, 58.5);
    CHECK_INT(p->n_calls, 2);
}

/* Exit in a bracket: its time is input/output as all is there; in a task: the task's. */
static void
test_exit_state(void)
{
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_call(t, "biof_", 0, 0, NULL, NULL);
    trace_text_exit(t, 7);
    g_autoptr(Prediction) p = prediction_check_text(t, "topology = { 2 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    CHECK_US(p->execution_time, 7);
    CHECK_US(p->serial_time, 7);
}

static void
test_exit_code(void)
{
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_event(t, "Event", "dvm_exit", 3, "rc=1;");
    g_autoptr(Prediction) p = prediction_check_text(t, "topology = { 2 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    CHECK_INT(p->exit_code, 1);
    CHECK_INT(g_strv_length(p->warnings), 1);
}

/* Nested calls are time of the outermost one. */
static void
test_nested_calls(void)
{
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_event(t, "call", "tstda_", 10, NULL);
    trace_text_call(t, "dvm_fopen", 1, 2, NULL, NULL);
    trace_text_event(t, "call", "getlen_", 4, NULL);
    trace_text_call(t, "getsiz_", 8, 16, NULL, NULL);
    trace_text_event(t, "ret", "getlen_", 32, NULL);
    trace_text_event(t, "ret", "tstda_", 64, NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, "topology = { 2 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    CHECK_INT(p->n_calls, 1);
    CHECK_US(prediction_check_values(p, 0, 1)->cpu_time, 10);
    CHECK_US(prediction_check_values(p, 0, 1)->sys_time, 127);
    CHECK_INT(p->intervals[0].n_operations[OPERATION_IO], 0);
}

/* Initialisation does not count; without ret_dvm_Init all does, with a warning. */
static void
test_initialisation(void)
{
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_call(t, "tstda_", 10, 4, NULL, NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, "", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    CHECK_US(p->execution_time, 14);

    /* the header's mps_Barrier takes 1524 + 1 */
    char *init = strstr(t->text->str, "ret_dvm_Init");
    memcpy(init, "xet_dvm_Init", 12);
    g_autoptr(Prediction) q = prediction_check_text(t, "", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(q);
    CHECK_US(q->execution_time, 14 + 1525);
    CHECK_INT(g_strv_length(q->warnings), 1);
}

/* --- POP
 * ----------------------------------------------------------------------------------------- */

static void
test_pop(void)
{
    /* Three elements on two: 0 | 1 2, body 30 60; the reduction, 18 * (2 + 2 - 2) = 36, is
     * started at 60. Useful: 30 and 60 of 96. Without communication it ends at 60. */
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_distributed(t, "a0", "3", "1");
    trace_text_map_loop(t, "c0", "a0", "0", "2");
    trace_text_reduction(t, "d0", "c0");
    trace_text_do_loop(t, "c0", 90);
    trace_text_call(t, "strtrd_", 0, 0, "RedGroupRef=d0;", NULL);
    trace_text_call(t, "waitrd_", 0, 0, "RedGroupRef=d0;", NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(
        t, "topology = { 2 }; start time = 10; send byte time = 1;", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    const PopFactors *pop = &p->intervals[0].pop;

    CHECK_US(p->execution_time, 96);
    CHECK_US(p->ideal_time, 60);
    CHECK_US(p->serial_time, 90);
    CHECK_REAL(pop->load_balance, 0.75, 1e-12);
    CHECK_REAL(pop->communication_efficiency, 0.625, 1e-12);
    CHECK_REAL(pop->parallel_efficiency, 0.46875, 1e-12);
    CHECK_REAL(pop->serialisation_efficiency, 1, 1e-12);
    CHECK_REAL(pop->transfer_efficiency, 0.625, 1e-12);
    CHECK_REAL(p->intervals[0].efficiency, 90. / 192, 1e-12);
}

static void
test_pop_serialisation(void)
{
    /* Processor 0 computes 60, then after a reduction processor 1 does: useful 60 each, of
     * which none is at the same time. The ideal run takes 120, the other 2 * 36 more. */
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_distributed(t, "a0", "2", "1");
    trace_text_map_loop(t, "c2", "a0", "0", "1");
    trace_text_reduction(t, "d0", "c2");
    for (int half = 0; half < 2; half++) {
        trace_text_loop(t, half == 0 ? "c0" : "c1", "a0", half == 0 ? "0" : "1",
                        half == 0 ? "0" : "1", 60);
        trace_text_call(t, "strtrd_", 0, 0, "RedGroupRef=d0;", NULL);
        trace_text_call(t, "waitrd_", 0, 0, "RedGroupRef=d0;", NULL);
    }
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(
        t, "topology = { 2 }; start time = 10; send byte time = 1;", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    const PopFactors *pop = &p->intervals[0].pop;

    CHECK_US(p->execution_time, 192);
    CHECK_US(p->ideal_time, 120);
    CHECK_REAL(pop->load_balance, 1, 1e-12);
    CHECK_REAL(pop->communication_efficiency, 60 / 192., 1e-12);
    CHECK_REAL(pop->serialisation_efficiency, 0.5, 1e-12);
    CHECK_REAL(pop->transfer_efficiency, 120 / 192., 1e-12);
}

/* Nothing at all: 0/0 is 1. */
static void
test_empty(void)
{
    g_autoptr(TraceText) t = trace_text_new(NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, FOUR, FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    const Interval *whole = &p->intervals[0];

    CHECK_INT(p->n_intervals, 1);
    CHECK_INT(whole->processors, 4);
    CHECK_US(p->execution_time, 0);
    CHECK_REAL(whole->efficiency, 1, 0);
    CHECK_REAL(whole->pop.load_balance, 1, 0);
    CHECK_REAL(whole->pop.communication_efficiency, 1, 0);
    CHECK_REAL(whole->pop.parallel_efficiency, 1, 0);
    CHECK_REAL(whole->pop.serialisation_efficiency, 1, 0);
    CHECK_REAL(whole->pop.transfer_efficiency, 1, 0);
}

/* Each time 0 and a network without cost: no class of any interval keeps a value, and all that
 * is asked of them is 0. */
static void
test_all_zero(void)
{
    g_autoptr(TraceText) t = trace_text_new(NULL);
    const Characteristics none = { 0 };
    trace_text_distributed(t, "a0", "10", "1");
    trace_text_shadow(t, "b0", "a0", 1);
    for (int i = 0; i < 2; i++) {
        trace_text_at(t, "main.fdv", 10 + i);
        trace_text_call(t, "binter_", 0, 0, "nfrag=1; index=1;", NULL);
        trace_text_map_loop(t, "c0", "a0", i == 0 ? "0" : "1", "9");
        trace_text_reduction(t, "d0", "c0");
        trace_text_call(t, "strtsh_", 0, 0, "ShadowGroupRef=b0;", NULL);
        trace_text_do_loop(t, "c0", 0);
        trace_text_end_loop(t, "c0");
        trace_text_call(t, "strtrd_", 0, 0, "RedGroupRef=d0;", NULL);
        trace_text_call(t, "waitrd_", 0, 0, "RedGroupRef=d0;", NULL);
        trace_text_call(t, "waitsh_", 0, 0, "ShadowGroupRef=b0;", NULL);
        trace_text_io(t, 0);
        trace_text_call(t, "einter_", 0, 0, "nfrag=1; nline=1", NULL);
    }
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, FOUR "type = ideal;", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    CHECK_INT(p->n_intervals, 3);
    CHECK_US(p->execution_time, 0);
    for (guint i = 0; i < p->n_intervals; i++) {
        const Interval *interval = &p->intervals[i];
        CHECK_INT(interval->processors, 4);
        CHECK_INT(interval->n_classes, 1);
        CHECK_INT(memcmp(&interval->classes[0].values, &none, sizeof none), 0);
        CHECK_REAL(interval->efficiency, 1, 0);
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "references_again", test_references_again },
        { "deleted", test_deleted },
        { "deleted_but_held", test_deleted_but_held },
        { "unknown_calls", test_unknown_calls },
        { "ordinary_calls", test_ordinary_calls },
        { "map_calls", test_map_calls },
        { "errors", test_errors },
        { "truncated", test_truncated },
        { "exit_in_call", test_exit_in_call },
        { "exit_state", test_exit_state },
        { "exit_code", test_exit_code },
        { "nested_calls", test_nested_calls },
        { "initialisation", test_initialisation },
        { "pop", test_pop },
        { "pop_serialisation", test_pop_serialisation },
        { "empty", test_empty },
        { "all_zero", test_all_zero },
        CU_TEST_INFO_NULL,
    };
    return tap_run("accounting-trace", tests);
}
