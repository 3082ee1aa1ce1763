/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Accounting of programs that are no case of test-accounting: very large and very deep ones,
 * all ordinary calls, a header that is changed, and values that are looked at bit by bit.
 */
#include <string.h>

#include "tests/sim/prediction-check.h"
#include "tests/sim/sim-check.h"

#define FOUR "topology = { 4 };"

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
    trace_text_call(t, "redis_", 0, 0,
                    "ArrayHeader=a0; ArrayHandlePtr=a0f; PSRefPtr=NULL; PSRef=0; ParamCount=1; "
                    "NewSign=0;\nAxisArray={2}DistrParamArray={0}",
                    "IsLocal=1;");
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(
        t, "start time = 10; send byte time = 1; topology = { 2 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    CHECK_REAL(p->execution_time, 2 * (10 + 3 * 0x1p60) * 1e-6, 1e-12);
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
        { "large_arrays_together", test_large_arrays_together },
        { "deep", test_deep },
        { "ordinary_calls", test_ordinary_calls },
        { "initialisation", test_initialisation },
        { "all_zero", test_all_zero },
        CU_TEST_INFO_NULL,
    };
    return tap_run("accounting-extremes", tests);
}
