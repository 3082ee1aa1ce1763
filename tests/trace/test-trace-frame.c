/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What stands around the calls of the program: header, initialisation, end of the run,
 * truncation.
 */
#include <string.h>

#include "tests/trace/trace-check.h"

#define HEADER                                                                                 \
    "\nRTS VERSION = 2889\n\n ProcCount=1;      PSRank=2;      PSSize= 1 1;\nVProcCount=0;\n"
#define INIT                                                                                   \
    "call_mps_Barrier TIME=0.5 LINE=14 FILE=p.fdv\nret_mps_Barrier TIME=0.25 LINE=14 "         \
    "FILE=p.fdv\nret_dvm_Init TIME=0.125 LINE=14 FILE=p.fdv\n"
#define CALL(name, time, ret)                                                                  \
    "call_" name " TIME=" time " LINE=20 FILE=p.fdv\nret_" name " TIME=" ret                   \
    " LINE=20 FILE=p.fdv\n"
#define EXIT(rc) "Event_dvm_exit TIME=0.00002413 LINE=52 FILE=q.fdv\nrc=" rc ";\n"

static void
test_complete(void)
{
    static const char text[] =
        HEADER INIT CALL("a", "1", "2") EXIT("0") "call_b TIME=bad LINE=1 FILE=x\nret_c\n";
    g_autoptr(TraceProgram) program = READ(text);
    const TraceInfo *info = &program->info;
    CHECK_INT(program->n_calls, 1);
    CHECK_TEXT(info->file, "t");
    CHECK_INT(info->rts_version, 2889);
    CHECK_TEXT(info->program, "p.fdv");
    CHECK_INT(trace_program_site(program, info->first_site)->line, 14);
    CHECK_INT(info->vps_rank, 0);
    CHECK_INT(info->bytes, sizeof text - 1);
    CHECK_INT(info->lines, 14);
    CHECK_INT(info->n_calls, 1);
    CU_ASSERT(info->has_init && info->complete);
    CHECK_INT(info->exit_line, 11);
    CHECK_TEXT(trace_program_site(program, info->exit_site)->file, "q.fdv");
    CHECK_SAME(info->exit_time, 0.00002413);
    CHECK_INT(info->exit_code, 0);
    CHECK_INT(info->dropped_line, 0);
    CHECK_INT(info->warnings->len, 0);
}

/* VPSSize as the run-time system writes it, and with numbers that do not fit. */
static void
test_processors(void)
{
    g_autoptr(TraceProgram) program =
        READ("VProcCount=12;     VPSRank=3;     VPSSize= 2 3 2;\n" INIT EXIT("0"));
    const TraceInfo *info = &program->info;
    CHECK_INT(info->vps_rank, 3);
    CHECK_INT(info->vps_size[0], 2);
    CHECK_INT(info->vps_size[1], 3);
    CHECK_INT(info->vps_size[2], 2);
    CHECK_INT(info->warnings->len, 0);
    g_autoptr(TraceProgram) largest =
        READ("VProcCount\nVProcCount = 2; VPSRank = 15; VPSSize= 1 1 1 1 "
             "1 1 1 1 1 1 1 1 1 1 2\n" INIT EXIT("0"));
    CHECK_INT(largest->info.vps_rank, 15);
    CHECK_INT(largest->info.vps_size[14], 2);
    CHECK_INT(largest->info.warnings->len, 0);
    static const char *const bad[] = {
        "VProcCount=4;  VPSRank=2;  VPSSize= 2 3;",
        "VProcCount=4;  VPSRank=2;  VPSSize= 4;",
        "VProcCount=4;  VPSRank=1;  VPSSize= 2 2;",
        "VProcCount=4;  VPSRank=0;  VPSSize= ;",
        "VProcCount=0004;",
        "VProcCount=1;  VPSRank=2;  VPSSize= -1 -1;",
        "VProcCount=1; VPSRank=16; VPSSize= 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1;",
        "VProcCount=4;  VPSRank=2;  VPSSize= 4611686018427387904 4;",
    };
    for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autofree char *text =
            g_strconcat("\n", bad[i], "\n", bad[i], "\n", INIT, EXIT("0"), NULL);
        g_autoptr(TraceProgram) other = READ(text);
        const TraceInfo *found = &other->info;
        CHECK_INT(found->vps_rank, 0);
        CHECK_INT(found->warnings->len, 1);
        CHECK_TEXT(g_ptr_array_index(found->warnings, 0),
                   "t:2: warning: the virtual processor system is not understood and ignored");
    }
}

/* With MaxTraceLevel above 0 the tables stand among the parameter lines of nested calls; after
 * the initialisation nothing is looked for. */
static void
test_header_among_calls(void)
{
    g_autoptr(TraceProgram) program = READ(
        "     call_dvm_Init TIME=0 LINE=1 FILE=m.c\n InitParam=0\n"
        "     call_setpsw_ TIME=0 LINE=1 FILE=m.c\n     ret_setpsw_ TIME=0 LINE=1 FILE=m.c\n"
        "RTS VERSION = 7\nVProcCount=4;     VPSRank=1;     VPSSize= 4;\n"
        "ret_dvm_Init TIME=0 LINE=14 FILE=p.fdv\n" CALL(
            "a", "1", "2") "VProcCount=8;     VPSRank=1;     VPSSize= 8;\n"
                           "RTS VERSION = 9\n" EXIT("0"));
    const TraceInfo *info = &program->info;
    CHECK_INT(program->n_calls, 1);
    CHECK_INT(info->rts_version, 7);
    CHECK_INT(info->vps_rank, 1);
    CHECK_INT(info->vps_size[0], 4);
    CHECK_TEXT(info->program, "p.fdv");
}

static void
test_no_init(void)
{
    g_autoptr(TraceProgram) program =
        READ(HEADER CALL("a", "1", "2") CALL("b", "4", "8") EXIT("0"));
    const TraceInfo *info = &program->info;
    CHECK_INT(program->n_calls, 2);
    CHECK_TEXT(trace_check_call(program, 0)->name, "a");
    CHECK_SAME(program->calls[0].t_call, 1);
    CHECK_SAME(program->calls[1].t_return, 8);
    CU_ASSERT(!info->has_init && info->complete);
    CHECK_INT(info->warnings->len, 1);
    CHECK_TEXT(g_ptr_array_index(info->warnings, 0),
               "t:6: warning: no ret_dvm_Init: the trace is simulated from its first call");
}

/* Nothing before ret_dvm_Init counts: calls, open calls, times of events, misplaced returns. */
static void
test_before_init(void)
{
    g_autoptr(TraceProgram) program =
        READ("call_x TIME=1 LINE=1 FILE=p\nEvent_y TIME=1 LINE=1 FILE=p\n"
             "ret_z TIME=1 LINE=1 FILE=p\nret_x TIME=1 LINE=1 FILE=p\n"
             "call_x TIME=1 LINE=1 FILE=p\n" INIT CALL("a", "1", "2") EXIT("0"));
    const TraceInfo *info = &program->info;
    CHECK_INT(program->n_calls, 1);
    CHECK_SAME(program->calls[0].t_call, 1);
    CHECK_INT(info->warnings->len, 0);
}

/* Without ret_dvm_Init the misplaced return is an error, after the calls before it. */
static void
test_deferred_error(void)
{
    static const char text[] =
        CALL("a", "1", "2") "ret_z TIME=1 LINE=1 FILE=p\n" CALL("b", "1", "2") EXIT("0");
    g_autoptr(TraceReader) reader = trace_reader_new_from_memory("t", text, sizeof text - 1);
    TraceCall call;
    g_autoptr(GError) error = NULL;
    CU_ASSERT(trace_reader_stream(reader).next(reader, &call, &error));
    CHECK_TEXT(trace_program_record(trace_reader_stream(reader).program, call.call)->name, "a");
    CU_ASSERT(!trace_reader_stream(reader).next(reader, &call, &error));
    CU_ASSERT(g_error_matches(error, TRACE_ERROR, TRACE_ERROR_SYNTAX));
    CHECK_TEXT(error->message, "t:3: error: ret_z without a call");
}

static void
test_aborted(void)
{
    g_autoptr(TraceProgram) program = READ(INIT CALL("a", "1", "2") EXIT("1"));
    const TraceInfo *info = &program->info;
    CU_ASSERT(info->complete);
    CHECK_INT(info->exit_code, 1);
    CHECK_INT(info->warnings->len, 1);
    CHECK_TEXT(g_ptr_array_index(info->warnings, 0), "t:6: warning: the run was aborted: rc=1");
    g_autoptr(TraceProgram) without =
        READ(INIT "Event_dvm_exit TIME=0.5 LINE= FILE=\ncall_x TIME=1 LINE=1 FILE=p\nrc=1;\n");
    CHECK_INT(without->info.exit_code, 0);
    CHECK_INT(trace_program_site(without, without->info.exit_site)->line, 0);
}

/* A call open at the end of the run is complete; what its return would have said is not there,
 * and that is no problem. */
static void
test_open_at_exit(void)
{
    g_autoptr(TraceProgram) program = READ(
        INIT CALL("a", "1", "2") "call_crtda_ TIME=4 LINE=3 FILE=p\n"
                                 "call_b TIME=8 LINE=3 FILE=p\nret_b TIME=16 LINE=3 FILE=p\n"
                                 "call_c TIME=32 LINE=3 FILE=p\n" EXIT("0"));
    const TraceInfo *info = &program->info;
    CHECK_INT(program->n_calls, 2);
    CHECK_INT(trace_check_call(program, 1)->call, RT_CALL_CRTDA);
    CHECK_SAME(program->calls[1].t_call, 4);
    CHECK_SAME(program->calls[1].t_return, 56);
    CHECK_INT(trace_check_ret(program, 1)->call, RT_CALL_CRTDA);
    CHECK_INT(trace_check_ret(program, 1)->n_params, 0);
    CU_ASSERT(trace_check_ret(program, 1)->problem == NULL);
    CHECK_SAME(info->exit_time, 0.00002413);
    CHECK_INT(info->dropped_line, 0);
    CHECK_INT(info->warnings->len, 0);
    g_autoptr(TraceProgram) alone = READ("call_a TIME=4 LINE=3 FILE=p\n" EXIT("0"));
    CHECK_INT(alone->n_calls, 1);
    CHECK_SAME(alone->calls[0].t_return, 0);
}

static void
check_truncated(const char *end, guint n_calls, const char *warning)
{
    g_autofree char *text = g_strconcat(INIT, CALL("a", "1", "2"), end, NULL);
    g_autoptr(TraceProgram) program = READ(text);
    const TraceInfo *info = &program->info;
    CHECK_INT(program->n_calls, n_calls);
    CU_ASSERT(!info->complete);
    CHECK_INT(info->warnings->len, 1);
    if (info->warnings->len == 1)
        CHECK_TEXT(g_ptr_array_index(info->warnings, 0), warning);
}

#define TRUNCATED ": warning: the trace is truncated: it ends before Event_dvm_exit"

static void
test_truncated(void)
{
    check_truncated("", 1, "t:5" TRUNCATED);
    check_truncated("\ncall_b TIME=1 LINE=2 FILE=p\n", 1,
                    "t:7" TRUNCATED "; call_b of line 7 is left out");
    check_truncated("call_b TIME=1 LINE=2 FILE=p\nSize=1;\ncall_c TIME=1 LINE=2 FILE=p", 1,
                    "t:8" TRUNCATED "; call_b of line 6 is left out");
    check_truncated("call_b TIME=1 LI", 1, "t:6" TRUNCATED);
    check_truncated("call_b TIME=1 LINE=2 FILE=p\nret_b TIME=1 LINE=2", 1,
                    "t:7" TRUNCATED "; call_b of line 6 is left out");
    /* A return without parameters is whole as soon as it is an event line. */
    check_truncated("call_b TIME=1 LINE=2 FILE=p\nret_b TIME=1 LINE=2 FILE=", 2,
                    "t:7" TRUNCATED);
}

/* The last return of a truncated trace counts only when its parameters are surely all there. */
static void
test_truncated_parameters(void)
{
    static const char call[] = "call_crtpl_ TIME=1 LINE=2 FILE=p\nRank=2;\n";
    static const struct {
        const char *ret;
        guint n_calls;
    } cases[] = {
        { "ret_crtpl_ TIME=1 LINE=2 FILE=p", 1 },
        { "ret_crtpl_ TIME=1 LINE=2 FILE=p\n", 1 },
        { "ret_crtpl_ TIME=1 LINE=2 FILE=p\nLoop", 1 },
        { "ret_crtpl_ TIME=1 LINE=2 FILE=p\nLoopRef=55", 1 },
        { "ret_crtpl_ TIME=1 LINE=2 FILE=p\nLoopRef=55f9;", 1 },
        { "ret_crtpl_ TIME=1 LINE=2 FILE=p\nLoopRef=55f9;\n", 2 },
        { "ret_crtpl_ TIME=1 LINE=2 FILE=p\nLoopRef=55f9;\ncall_x", 1 },
        { "ret_crtpl_ TIME=1 LINE=2 FILE=p\nLoopRef=55f9;\ncall_x\n", 2 },
        { "ret_crtpl_ TIME=1 LINE=2 FILE=p\nLoopRef=55f9;\ncall_x TIME=0 LINE=1 FILE=", 2 },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *text =
            g_strconcat(INIT, CALL("a", "1", "2"), call, cases[i].ret, NULL);
        g_autoptr(TraceProgram) program = READ(text);
        CHECK_INT(program->n_calls, cases[i].n_calls);
        gboolean dropped = cases[i].n_calls == 1;
        const TraceInfo *info = &program->info;
        if (dropped)
            CHECK_TEXT(info->dropped_name, "crtpl_");
        CHECK_INT(info->warnings->len, 1);
    }
    /* In the middle of a trace a missing parameter stays a problem of the record. */
    g_autofree char *text = g_strconcat(INIT, call, cases[1].ret, CALL("a", "1", "2"), NULL);
    g_autoptr(TraceProgram) program = READ(text);
    CHECK_INT(program->n_calls, 2);
    CHECK_TEXT(trace_check_ret(program, 0)->problem, "missing parameter 'LoopRef'");
}

static void
test_no_trace(void)
{
    static const char message[] =
        "t: error: not a trace of Lib-DVM: no line is that of a call, a "
        "return or an event";
    static const char *const texts[] = { "",
                                         "\n",
                                         "x",
                                         "RTS VERSION = 1\n",
                                         "call_x TIME=1\n",
                                         "type = network;\nstart time = 75;\n" };
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autofree char *found = FAILURE(texts[i]);
        CHECK_TEXT(found, message);
    }
    g_autoptr(TraceProgram) empty = READ(INIT);
    CHECK_INT(empty->n_calls, 0);
}

static void
test_bad_lines(void)
{
    g_autofree char *negative = FAILURE(INIT "\ncall_a TIME=-0.5 LINE=2 FILE=p\n");
    CHECK_TEXT(negative, "t:5: error: negative TIME");
    g_autofree char *missing = FAILURE("call_a LINE=2 FILE=p\n");
    CHECK_TEXT(missing, "t:1: error: missing TIME");
    g_autofree char *bad = FAILURE(INIT CALL("a", "1", "x"));
    CHECK_TEXT(bad, "t:5: error: bad TIME");
    g_autofree char *line = FAILURE(INIT "call_a TIME=0.5 LINE=-2 FILE=p\n");
    CHECK_TEXT(line, "t:4: error: bad LINE");
    /* After the end of the run nothing is read. */
    g_autoptr(TraceProgram) program = READ(INIT EXIT("0") "call_a TIME=-0.5 LINE=2 FILE=p\n");
    CHECK_INT(program->n_calls, 0);
}

/* Whoever asks again gets the same answer. */
static void
test_end_is_final(void)
{
    static const char bad[] = INIT CALL("a", "1", "2") "call_b TIME=x LINE=1 FILE=p\n";
    g_autoptr(TraceReader) reader = trace_reader_new_from_memory("t", bad, sizeof bad - 1);
    TraceCall call = { 0 };
    CU_ASSERT(trace_reader_stream(reader).next(reader, &call, NULL));
    TraceCall before = call;
    for (guint i = 0; i < 3; i++) {
        g_autoptr(GError) error = NULL;
        CU_ASSERT(!trace_reader_stream(reader).next(reader, &call, &error));
        CHECK_TEXT(error != NULL ? error->message : NULL, "t:6: error: bad TIME");
        CU_ASSERT(memcmp(&call, &before, sizeof call) == 0);
    }
    static const char good[] = INIT EXIT("0");
    g_autoptr(TraceReader) other = trace_reader_new_from_memory("t", good, sizeof good - 1);
    for (guint i = 0; i < 3; i++) {
        g_autoptr(GError) error = NULL;
        CU_ASSERT(!trace_reader_stream(other).next(other, &call, &error));
        CU_ASSERT(error == NULL);
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "complete", test_complete },
        { "processors", test_processors },
        { "header among calls", test_header_among_calls },
        { "no init", test_no_init },
        { "before init", test_before_init },
        { "deferred error", test_deferred_error },
        { "aborted", test_aborted },
        { "open at exit", test_open_at_exit },
        { "truncated", test_truncated },
        { "truncated parameters", test_truncated_parameters },
        { "no trace", test_no_trace },
        { "bad lines", test_bad_lines },
        { "end is final", test_end_is_final },
        CU_TEST_INFO_NULL,
    };
    return tap_run("trace-frame", tests);
}
