/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Copies and remote buffers: what moves, what it costs and who waits; computed by hand, in
 * microseconds.  A message of n bytes takes 10 + n.
 */
#include <string.h>

#include "tests/sim/prediction-check.h"
#include "tests/sim/sim-check.h"

#define COSTS "start time = 10; send byte time = 1; "

/* --- copies
 * ----------------------------------------------------------------------------------- */

#define FROM_A0   "FromArrayHeader=a0; FromArrayHandlePtr=a0f; "
#define TO_B0     "ToArrayHeader=b0; ToArrayHandlePtr=b0f; "
#define TO_BUFFER "ToBufferPtr=77e0; "

/* Ten elements of 8 bytes on four (0-1, 2-4, 5-6, 7-9), twice. */
static TraceText *
two_tens(void)
{
    TraceText *t = trace_text_new(NULL);
    trace_text_distributed(t, "a0", "10", "1");
    trace_text_array(t, "b0", 8, "10");
    trace_text_align(t, "align_", "b0", 1, "a0f (DisArray)");
    return t;
}

/* Remote_access and SYS_time of each of four; T_call is 3. */
static void
check_copy(const TraceText *t, double cost, const double sys[], const double insuff[])
{
    g_autoptr(Prediction) p = prediction_check_text(t, COSTS "topology = { 4 };", FALSE);
    if (p == NULL)
        return;
    for (gint64 n = 0; n < 4; n++) {
        const Characteristics *v = prediction_check_values(p, 0, n);
        CHECK_US(v->operations[OPERATION_REMOTE].communication, cost);
        CHECK_US(v->communication, cost);
        CHECK_US(v->cpu_time, 3);
        CHECK_US(v->insuff_parallelism_usr, 2.25);
        CHECK_US(v->sys_time, sys[n]);
        CHECK_US(v->insuff_parallelism_sys, insuff[n]);
    }
    CHECK_INT(p->intervals[0].n_operations[OPERATION_REMOTE], 1);
    CHECK_INT(g_strv_length(p->warnings), 0);
}

static void
check_arrcpy(const char *params, double cost, const double sys[], const double insuff[])
{
    g_autoptr(TraceText) t = two_tens();
    trace_text_call(t, "arrcpy_", 3, 50, params, NULL);
    trace_text_exit(t, 0);
    check_copy(t, cost, sys, insuff);
}

static void
test_copies(void)
{
    const double none[] = { 0, 0, 0, 0 };
    const double all[] = { 50, 50, 50, 50 }, most[] = { 37.5, 37.5, 37.5, 37.5 };

    /* 0..4 to 5..9: elements 0 1 go from processor 0 to 2 (16 bytes), 2 3 4 from 1 to 3 (24);
     * the copying is shared by the owners of 5 6 | 7 8 9 */
    check_arrcpy(FROM_A0 TO_B0 "CopyRegim=0;\n"
                               "FromInitIndexArray={0}FromLastIndexArray={4}FromStepArray={1}"
                               "ToInitIndexArray={5}ToLastIndexArray={9}ToStepArray={1}",
                 26 + 34, (const double[]){ 0, 0, 20, 30 }, none);
    /* the whole to the whole: what is after Init = -1 is not read */
    check_arrcpy(FROM_A0 TO_B0
                 "CopyRegim=0;\n"
                 "FromInitIndexArray={-1}FromLastIndexArray={77}FromStepArray={-5}"
                 "ToInitIndexArray={-1}ToLastIndexArray={0}ToStepArray={0}",
                 0, (const double[]){ 10, 15, 10, 15 }, none);
    /* one element, 9 to 0 */
    check_arrcpy(FROM_A0 TO_B0 "CopyRegim=0;\n"
                               "FromInitIndexArray={9}FromLastIndexArray={9}FromStepArray={0}"
                               "ToInitIndexArray={0}ToLastIndexArray={0}ToStepArray={0}",
                 18, (const double[]){ 50, 0, 0, 0 }, none);
    /* 1 4 7 to 0 1 2: 4 from 1 to 0, 7 from 3 to 1 */
    check_arrcpy(FROM_A0 TO_B0 "CopyRegim=0;\n"
                               "FromInitIndexArray={1}FromLastIndexArray={7}FromStepArray={3}"
                               "ToInitIndexArray={0}ToLastIndexArray={2}ToStepArray={1}",
                 36, (const double[]){ 100 / 3., 50 / 3., 0, 0 }, none);
    /* into a buffer of all: 0 1 to three (16 bytes), 2 3 4 to three (24 bytes); its T_ret is
     * base */
    check_arrcpy(FROM_A0 TO_BUFFER
                 "CopyRegim=0;\n"
                 "FromInitIndexArray={0}FromLastIndexArray={4}FromStepArray={1}",
                 3 * 26 + 3 * 34, all, most);
    /* into a buffer of the I/O processor: 2 3 4 */
    check_arrcpy(FROM_A0 TO_BUFFER
                 "CopyRegim=1;\n"
                 "FromInitIndexArray={0}FromLastIndexArray={4}FromStepArray={1}",
                 34, all, most);
    /* out of a buffer: no transfer */
    check_arrcpy("FromBufferPtr=77e0; " TO_B0 "CopyRegim=0;\n"
                 "ToInitIndexArray={5}ToLastIndexArray={9}ToStepArray={1}",
                 0, (const double[]){ 0, 0, 20, 30 }, none);
}

static void
test_copy_to_replicated(void)
{
    /* all hold all of c0: as base; 0 1 to three, 2 3 4 to three */
    g_autoptr(TraceText) t = two_tens();
    const double all[] = { 50, 50, 50, 50 }, most[] = { 37.5, 37.5, 37.5, 37.5 };
    trace_text_distributed(t, "c0", "5", "");
    trace_text_call(t, "arrcpy_", 3, 50,
                    FROM_A0 "ToArrayHeader=c0; ToArrayHandlePtr=c0f; CopyRegim=0;\n"
                            "FromInitIndexArray={0}FromLastIndexArray={4}FromStepArray={1}"
                            "ToInitIndexArray={-1}ToLastIndexArray={0}ToStepArray={0}",
                    "Res=5;");
    trace_text_exit(t, 0);
    check_copy(t, 3 * 26 + 3 * 34, all, most);
}

/* K holders of the same elements. */
static void
test_copy_to_copies(void)
{
    /* 10 along the first of 2 x 2, held twice; 0..3 to 2..5: 3 to 5 crosses, on both
     * coordinates: 2 * 18. Targets 2 3 4 on the first row of processors, 5 on the second */
    g_autoptr(TraceText) t = two_tens();
    trace_text_call(t, "arrcpy_", 0, 40,
                    FROM_A0 TO_B0
                    "CopyRegim=0;\n"
                    "FromInitIndexArray={0}FromLastIndexArray={3}FromStepArray={1}"
                    "ToInitIndexArray={2}ToLastIndexArray={5}ToStepArray={1}",
                    "Res=4;");
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, COSTS "topology = { 2, 2 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    for (gint64 n = 0; n < 4; n++) {
        const Characteristics *v = prediction_check_values(p, 0, n);
        CHECK_US(v->operations[OPERATION_REMOTE].communication, 36);
        CHECK_US(v->sys_time, n < 2 ? 30 : 10);
        CHECK_US(v->insuff_parallelism_sys, n < 2 ? 15 : 5);
    }
}

/* Sections of other ranks, element by element in row-major order. */
static void
test_copy_between_ranks(void)
{
    /* a0 is 4 x 6 by rows on two (0-1, 2-3), b0 of 12 is 0-5, 6-11. Rows 1 and 2 to all of b0:
     * row 1 is on 0 as 0-5 are, row 2 on 1 as 6-11 are: nothing moves. Rows 2 and 3 to it: row
     * 2 to 0-5: 48 bytes from 1 to 0. */
    for (int row = 1; row <= 2; row++) {
        g_autoptr(TraceText) t = trace_text_new(NULL);
        g_autofree char *params = g_strdup_printf(
            FROM_A0 TO_B0 "CopyRegim=0;\nFromInitIndexArray={%d 0}"
                          "FromLastIndexArray={%d 5}FromStepArray={1 1}"
                          "ToInitIndexArray={0}ToLastIndexArray={11}ToStepArray={1}",
            row, row + 1);
        trace_text_distributed(t, "a0", "4 6", "1");
        trace_text_distributed(t, "b0", "12", "1");
        trace_text_call(t, "arrcpy_", 0, 0, params, "Res=12;");
        trace_text_exit(t, 0);
        g_autoptr(Prediction) p = prediction_check_text(t, COSTS "topology = { 2 };", FALSE);
        CU_ASSERT_PTR_NOT_NULL_FATAL(p);
        CHECK_US(p->execution_time, row == 1 ? 0 : 58);
    }
}

static void
test_copy_errors(void)
{
    const char *const wrong[] = {
        /* 5 elements to 4 */
        FROM_A0 TO_B0 "CopyRegim=0;\n"
                      "FromInitIndexArray={0}FromLastIndexArray={4}FromStepArray={1}"
                      "ToInitIndexArray={5}ToLastIndexArray={8}ToStepArray={1}",
        /* outside of the array */
        FROM_A0 TO_B0 "CopyRegim=0;\n"
                      "FromInitIndexArray={6}FromLastIndexArray={10}FromStepArray={1}"
                      "ToInitIndexArray={5}ToLastIndexArray={9}ToStepArray={1}",
        /* no such array */
        "FromArrayHeader=99; " TO_B0 "CopyRegim=0;\n"
        "FromInitIndexArray={0}FromLastIndexArray={4}FromStepArray={1}"
        "ToInitIndexArray={5}ToLastIndexArray={9}ToStepArray={1}",
        /* no section */
        FROM_A0 TO_B0 "CopyRegim=0;\n"
                      "ToInitIndexArray={5}ToLastIndexArray={9}ToStepArray={1}",
    };

    for (guint i = 0; i < G_N_ELEMENTS(wrong); i++) {
        g_autoptr(TraceText) t = two_tens();
        g_autofree char *place =
            g_strdup_printf("t.trc:%u: error: arrcpy_: ", trace_text_next_line(t));
        trace_text_call(t, "arrcpy_", 3, 4, wrong[i], NULL);
        trace_text_exit(t, 0);
        g_autofree char *message = prediction_check_error(t, "topology = { 4 };");
        CHECK_THAT(message != NULL && g_str_has_prefix(message, place), "'%s'", message);
        g_autoptr(Prediction) p = prediction_check_text(t, "topology = { 4 };", TRUE);
        CU_ASSERT_PTR_NOT_NULL_FATAL(p);
        CHECK_INT(g_strv_length(p->warnings), 1);
        for (gint64 n = 0; n < 4; n++) {
            CHECK_US(prediction_check_values(p, 0, n)->cpu_time, 3);
            CHECK_US(prediction_check_values(p, 0, n)->sys_time, 4);
        }
    }
}

static void
test_asynchronous_copy(void)
{
    /* 0..4 to 5..9 as above: starts when processor 0 comes at 7, over at 67. T_ret of 50 is
     * shared: clocks 7 7 27 37; overlap 0 0 20 30; waits 60 60 40 30. */
    g_autoptr(TraceText) t = two_tens();
    trace_text_io(t, 7);
    trace_text_call(t, "aarrcp_", 0, 50,
                    FROM_A0 TO_B0
                    "CopyRegim=0; CopyFlagPtr=f1a6;\n"
                    "FromInitIndexArray={0}FromLastIndexArray={4}FromStepArray={1}"
                    "ToInitIndexArray={5}ToLastIndexArray={9}ToStepArray={1}",
                    "Res=5;");
    trace_text_call(t, "waitcp_", 0, 0, "CopyFlagPtr=f1a6;", NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, COSTS "topology = { 4 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);
    const double time[] = { 60, 67, 47, 37 }, overlap[] = { 0, 0, 20, 30 };

    for (gint64 n = 0; n < 4; n++) {
        const Characteristics *v = prediction_check_values(p, 0, n);
        CHECK_US(v->operations[OPERATION_REMOTE].communication, time[n]);
        CHECK_US(v->operations[OPERATION_REMOTE].synchronization, n == 0 ? 0 : 7);
        CHECK_US(v->operations[OPERATION_REMOTE].overlap, overlap[n]);
        CHECK_US(v->sys_time, overlap[n]);
        CHECK_US(v->execution_time, 67);
    }
    CHECK_INT(p->intervals[0].n_operations[OPERATION_REMOTE], 1);
}

/* In a bracket the copy is input/output, its T_ret too. */
static void
test_copy_in_bracket(void)
{
    g_autoptr(TraceText) t = two_tens();
    trace_text_call(t, "biof_", 0, 5, NULL, NULL);
    trace_text_call(t, "arrcpy_", 3, 50,
                    FROM_A0 TO_B0
                    "CopyRegim=0;\n"
                    "FromInitIndexArray={0}FromLastIndexArray={4}FromStepArray={1}"
                    "ToInitIndexArray={5}ToLastIndexArray={9}ToStepArray={1}",
                    "Res=5;");
    trace_text_call(t, "eiof_", 0, 0, NULL, NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, COSTS "topology = { 4 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    for (gint64 n = 0; n < 4; n++) {
        const Characteristics *v = prediction_check_values(p, 0, n);
        CHECK_US(v->io_time, n == 0 ? 58 : 0);
        CHECK_US(v->operations[OPERATION_IO].communication, n == 0 ? 60 : 68);
        CHECK_US(v->operations[OPERATION_IO].synchronization, n == 0 ? 0 : 8);
        CHECK_US(v->operations[OPERATION_REMOTE].communication, 0);
        CHECK_US(v->sys_time, 0);
    }
    CHECK_INT(p->intervals[0].n_operations[OPERATION_REMOTE], 1);
    CHECK_INT(p->intervals[0].n_operations[OPERATION_IO], 1);
}

/* --- remote buffers
 * ---------------------------------------------------------------------------- */

#define BUFFER(ref) "RemArrayHeader=a0; RemArrayHandlePtr=a0f; BufferHeader=" ref "; "

/* crtrbl_ of the loop c0, or crtrbp_ when rules has a CoordArray. */
static void
make_buffer(TraceText *t, const char *ref, const char *rules)
{
    gboolean by_loop = strstr(rules, "CoordArray") == NULL;
    g_autofree char *params = g_strdup_printf(
        BUFFER("%s") "BasePtr=1; StaticSign=0; %s\n%s", ref,
        by_loop ? "LoopRefPtr=fff0; LoopRef=c0;" : "PSRefPtr=NULL; PSRef=0;", rules);
    g_autofree char *made = g_strdup_printf("BufferHandlePtr=%sf;", ref);
    trace_text_call(t, by_loop ? "crtrbl_" : "crtrbp_", 0, 0, params, made);
}

static void
check_remote(const char *init, const char *last, const char *rules, double cost)
{
    g_autoptr(TraceText) t = two_tens();
    trace_text_map_loop(t, "c0", "a0", init, last);
    make_buffer(t, "b9", rules);
    trace_text_call(t, "loadrb_", 0, 0, "BufferHeader=b9; BufferHandlePtr=b9f; RenewSign=0;",
                    NULL);
    trace_text_call(t, "waitrb_", 0, 0, "BufferHeader=b9; BufferHandlePtr=b9f;", NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, COSTS "topology = { 4 };", FALSE);
    if (p == NULL)
        return;
    for (gint64 n = 0; n < 4; n++)
        CHECK_US(prediction_check_values(p, 0, n)->operations[OPERATION_REMOTE].communication,
                 cost);
    CHECK_INT(p->intervals[0].n_operations[OPERATION_REMOTE], 1);
    CHECK_INT(g_strv_length(p->warnings), 0);
}

static void
test_remote_sections(void)
{
    /* element 5 of processor 2 for the other three; only for those that have iterations */
    check_remote("0", "9", "AxisArray={0}CoeffArray={0}ConstArray={5}", 54);
    check_remote("0", "9", "AxisArray={1}CoeffArray={0}ConstArray={5}", 54);
    check_remote("7", "9", "AxisArray={0}CoeffArray={0}ConstArray={5}", 18);
    check_remote("5", "6", "AxisArray={0}CoeffArray={0}ConstArray={5}", 0);
    /* all of it: every block to three others, 12 messages, 3 * 80 bytes */
    check_remote("0", "9", "AxisArray={-1}CoeffArray={0}ConstArray={0}", 360);
    /* i + 1: element 2 for processor 0, 5 for 1, 7 for 2; 10 does not exist */
    check_remote("0", "9", "AxisArray={1}CoeffArray={1}ConstArray={1}", 54);
    /* 9 - i: 0 1 <- 8 9 (16 bytes); 2 3 4 <- 5 6 7 (5 6 of 2: 16 bytes, 7 of 3: 8); 5 6 <- 3 4
     * (of 1: 16); 7 8 9 <- 0 1 2 (of 0: 16, of 1: 8) */
    check_remote("0", "9", "AxisArray={1}CoeffArray={-1}ConstArray={9}",
                 26 + 26 + 18 + 26 + 26 + 18);
    /* crtrbp_: an element, or all, for every processor */
    check_remote("0", "9", "CoordArray={5}", 54);
    check_remote("7", "9", "CoordArray={-1}", 360);
}

/* Buffers of a group are one message a pair. */
static void
test_remote_group(void)
{
    g_autoptr(TraceText) t = two_tens();
    trace_text_map_loop(t, "c0", "a0", "0", "9");
    make_buffer(t, "b8", "AxisArray={0}CoeffArray={0}ConstArray={5}");
    make_buffer(t, "b9", "AxisArray={0}CoeffArray={0}ConstArray={6}");
    trace_text_call(t, "crtbg_", 0, 0, "StaticSign=0; DelBufSign=1;",
                    "RegularAccessGroupRef=d9;");
    trace_text_call(t, "insrb_", 0, 0,
                    "RegularAccessGroupRef=d9; BufferHeader=b8; BufferHeader[0]=1", NULL);
    trace_text_call(t, "insrb_", 0, 0, "RegularAccessGroupRef=d9; BufferHeader=b9;", NULL);
    trace_text_io(t, 20);
    trace_text_call(t, "loadbg_", 0, 0, "RegularAccessGroupRef=d9; RenewSign=0;", NULL);
    trace_text_call(t, "tstda_", 30, 0, NULL, NULL);
    trace_text_call(t, "waitbg_", 0, 0, "RegularAccessGroupRef=d9;", NULL);
    trace_text_exit(t, 0);
    g_autoptr(Prediction) p = prediction_check_text(t, COSTS "topology = { 4 };", FALSE);
    CU_ASSERT_PTR_NOT_NULL_FATAL(p);

    /* 3 * (10 + 16) = 78 from 20 on, 30 of it beside computing */
    for (gint64 n = 0; n < 4; n++) {
        const OperationTimes *o =
            &prediction_check_values(p, 0, n)->operations[OPERATION_REMOTE];
        CHECK_US(o->communication, n == 0 ? 48 : 68);
        CHECK_US(o->synchronization, n == 0 ? 0 : 20);
        CHECK_US(o->overlap, 30);
    }
    CHECK_US(p->execution_time, 98);
    CHECK_INT(p->intervals[0].n_operations[OPERATION_REMOTE], 1);
}

/* Sections are fixed when the buffer is made, who sends when it is loaded. */
static void
test_remote_after_redistribution(void)
{
    /* row 0 of 4 x 6 by rows on two: 48 bytes to processor 1; by columns: 24 bytes each way */
    for (int moved = 0; moved < 2; moved++) {
        g_autoptr(TraceText) t = trace_text_new(NULL);
        trace_text_distributed(t, "a0", "4 6", "1");
        trace_text_map_loop(t, "c0", "a0", "0 0", "3 5");
        make_buffer(t, "b9", "AxisArray={0 -1}CoeffArray={0 0}ConstArray={0 0}");
        if (moved)
            trace_text_call(t, "redis_", 0, 0,
                            "ArrayHeader=a0; ArrayHandlePtr=a0f; PSRefPtr=NULL; PSRef=0; "
                            "ParamCount=1; NewSign=1;\nAxisArray={2}DistrParamArray={0}",
                            "IsLocal=1;");
        trace_text_call(t, "loadrb_", 0, 0, "BufferHeader=b9; RenewSign=0;", NULL);
        trace_text_call(t, "waitrb_", 0, 0, "BufferHeader=b9;", NULL);
        trace_text_exit(t, 0);
        g_autoptr(Prediction) p = prediction_check_text(t, COSTS "topology = { 2 };", FALSE);
        CU_ASSERT_PTR_NOT_NULL_FATAL(p);
        CHECK_US(p->execution_time, moved ? 68 : 58);
    }
}

static void
test_remote_errors(void)
{
    const char *const calls[][2] = {
        { "waitrb_", "BufferHeader=b9;" }, /* not loaded */
        { "loadrb_", "BufferHeader=77;" }, /* no such buffer */
        { "loadrb_", "RenewSign=0;" },     /* no buffer named */
        { "waitbg_", "RegularAccessGroupRef=d9;" },
        { "waitcp_", "CopyFlagPtr=f1a6;" },
    };

    for (guint i = 0; i < G_N_ELEMENTS(calls); i++) {
        g_autoptr(TraceText) t = two_tens();
        trace_text_map_loop(t, "c0", "a0", "0", "9");
        make_buffer(t, "b9", "CoordArray={5}");
        trace_text_call(t, "crtbg_", 0, 0, NULL, "RegularAccessGroupRef=d9;");
        g_autofree char *place =
            g_strdup_printf("t.trc:%u: error: %s: ", trace_text_next_line(t), calls[i][0]);
        trace_text_call(t, calls[i][0], 0, 0, calls[i][1], NULL);
        trace_text_exit(t, 0);
        g_autofree char *message = prediction_check_error(t, "topology = { 4 };");
        CHECK_THAT(message != NULL && g_str_has_prefix(message, place), "'%s'", message);
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "copies", test_copies },
        { "copy_to_replicated", test_copy_to_replicated },
        { "copy_to_copies", test_copy_to_copies },
        { "copy_between_ranks", test_copy_between_ranks },
        { "copy_errors", test_copy_errors },
        { "asynchronous_copy", test_asynchronous_copy },
        { "copy_in_bracket", test_copy_in_bracket },
        { "remote_sections", test_remote_sections },
        { "remote_group", test_remote_group },
        { "remote_after_redistribution", test_remote_after_redistribution },
        { "remote_errors", test_remote_errors },
        CU_TEST_INFO_NULL,
    };
    return tap_run("accounting-copies", tests);
}
