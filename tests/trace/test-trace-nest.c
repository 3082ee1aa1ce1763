/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Calls inside of calls: whose time is it, and which return belongs to which call.
 */
#include "tests/trace/trace-check.h"

#define INIT "ret_dvm_Init TIME=0.1 LINE=1 FILE=f\n"
#define EXIT "Event_dvm_exit TIME=0.25 LINE=9 FILE=f\nrc=0;\n"

static void
test_one_call(void)
{
    g_autoptr(TraceProgram) program = READ(INIT "call_a TIME=0.00000095 LINE=3 FILE=f\n"
                                                "ret_a TIME=0.00000119 LINE=4 FILE=f\n" EXIT);
    CHECK_INT(program->n_calls, 1);
    CHECK_SAME(program->calls[0].t_call, 0.00000095);
    CHECK_SAME(program->calls[0].t_return, 0.00000119);
    CHECK_INT(program->calls[0].line, 2);
    const TraceSite *site = trace_program_site(program, program->calls[0].site);
    CHECK_TEXT(site->file, "f");
    CHECK_INT(site->line, 3);
}

/* Everything after the call line belongs to the outer call's return. */
static void
test_nested(void)
{
    g_autoptr(TraceProgram) program = READ(INIT "call_a TIME=0.5 LINE=3 FILE=f\nSize=1;\n"
                                                "  call_b TIME=0.125 LINE=3 FILE=g\n"
                                                "    call_c TIME=1 LINE=3 FILE=h\n"
                                                "    ret_c TIME=2 LINE=3 FILE=h\n"
                                                "  ret_b TIME=4 LINE=3 FILE=g\n"
                                                "  Event_x TIME=16 LINE=3 FILE=g\n"
                                                "  call_a TIME=32 LINE=3 FILE=g\n"
                                                "  ret_a TIME=64 LINE=3 FILE=g\n"
                                                "ret_a TIME=8 LINE=4 FILE=f\n"
                                                "call_d TIME=3 LINE=5 FILE=f\n"
                                                "ret_d TIME=5 LINE=5 FILE=f\n" EXIT);
    CHECK_INT(program->n_calls, 2);
    CHECK_TEXT(trace_check_call(program, 0)->name, "a");
    CHECK_SAME(program->calls[0].t_call, 0.5);
    CHECK_SAME(program->calls[0].t_return, 127.125);
    CHECK_TEXT(trace_check_call(program, 1)->name, "d");
    CHECK_SAME(program->calls[1].t_call, 3);
    CHECK_SAME(program->calls[1].t_return, 5);
}

/* Parameters belong to the event line before them, nested or not. */
static void
test_params_of_nested_calls(void)
{
    g_autoptr(TraceProgram) program =
        READ(INIT "call_crtpl_ TIME=0 LINE=3 FILE=f\nRank=2;\n"
                  "  call_crtpl_ TIME=0 LINE=3 FILE=g\n  Rank=7;\n"
                  "  ret_crtpl_ TIME=0 LINE=3 FILE=g\n  LoopRef=a;\n"
                  "ret_crtpl_ TIME=0 LINE=3 FILE=f\nLoopRef=b;\n" EXIT);
    CHECK_INT(program->n_calls, 1);
    CHECK_INT(trace_record_int(trace_check_call(program, 0), RT_PARAM_RANK, -1), 2);
    g_autofree char *loop = trace_program_reference_text(program, 1);
    CHECK_TEXT(loop, "b");
    CHECK_INT(trace_record_int(trace_check_ret(program, 0), RT_PARAM_LOOP_REF, -1), 1);
    CHECK_INT(program->references.items->len, 1);
}

/* The sum does not lose small times beside a large one. */
static void
test_sum_is_exact(void)
{
    g_autoptr(GString) text = g_string_new(INIT "call_a TIME=0 LINE=3 FILE=f\n"
                                                "call_b TIME=100000000 LINE=3 FILE=f\n");
    g_string_append(text, "ret_b TIME=0 LINE=3 FILE=f\n");
    for (guint i = 0; i < 100000; i++)
        g_string_append(text, "Event_x TIME=0.00000001 LINE=3 FILE=f\n");
    g_string_append(text, "ret_a TIME=0 LINE=3 FILE=f\n" EXIT);
    g_autoptr(TraceProgram) program = READ(text->str);
    CHECK_SAME(program->calls[0].t_return, 100000000.001);
}

/* Calls that are kept keep the TIMEs that they are the sums of; a stream has those of the call
 * that it gave last. */
static void
test_times(void)
{
    static const char text[] = INIT "Event_x TIME=1 LINE=3 FILE=f\n"
                                    "call_a TIME=2 LINE=3 FILE=f\n"
                                    "ret_a TIME=4 LINE=3 FILE=f\n"
                                    "call_a TIME=8 LINE=3 FILE=f\n"
                                    "ret_a TIME=16 LINE=3 FILE=f\n"
                                    "call_a TIME=32 LINE=3 FILE=f\n"
                                    "Event_x TIME=64 LINE=3 FILE=f\n"
                                    "ret_a TIME=128 LINE=3 FILE=f\n"
                                    "Event_x TIME=256 LINE=3 FILE=f\n" EXIT;
    static const double before[] = { 0 + 1, 7, 31 }, inside[] = { 3, 15, 63 + 127 };
    g_autoptr(TraceProgram) program = READ(text);
    CHECK_INT(program->n_calls, 3);
    CHECK_INT(program->times->len, 3);
    for (gsize i = 0; i < 3; i++) {
        CHECK_SAME(trace_program_time_before(program, &program->calls[i], 1), before[i]);
        CHECK_SAME(trace_program_time_inside(program, &program->calls[i], 1), inside[i]);
    }
    const TraceCall exit = { .times = program->info.exit_times };
    CHECK_SAME(trace_program_time_before(program, &exit, 1), 255);

    g_autoptr(TraceReader) reader = trace_reader_new_from_memory("t", text, strlen(text));
    const TraceStream stream = trace_reader_stream(reader);
    TraceCall call;
    for (gsize i = 0; i < 3; i++) {
        CU_ASSERT(stream.next(stream.front_end, &call, NULL));
        CHECK_SAME(trace_program_time_before(stream.program, &call, 1), before[i]);
        CHECK_SAME(trace_program_time_inside(stream.program, &call, 1), inside[i]);
        CU_ASSERT(stream.program->times->len <= 1);
    }
    CU_ASSERT(!stream.next(stream.front_end, &call, NULL));
    const TraceCall last = { .times = stream.program->info.exit_times };
    CHECK_SAME(trace_program_time_before(stream.program, &last, 1), 255);
}

/* The time of an event outside of all calls is user code before the next call. */
static void
test_events_outside(void)
{
    g_autoptr(TraceProgram) program = READ(INIT "Event_x TIME=1 LINE=3 FILE=f\n"
                                                "Event_y TIME=2 LINE=3 FILE=f\n"
                                                "call_a TIME=4 LINE=3 FILE=f\n"
                                                "ret_a TIME=8 LINE=3 FILE=f\n"
                                                "call_a TIME=16 LINE=3 FILE=f\n"
                                                "ret_a TIME=32 LINE=3 FILE=f\n"
                                                "Event_x TIME=64 LINE=3 FILE=f\n" EXIT);
    CHECK_INT(program->n_calls, 2);
    CHECK_SAME(program->calls[0].t_call, 7);
    CHECK_SAME(program->calls[0].t_return, 8);
    CHECK_SAME(program->calls[1].t_call, 16);
    CHECK_SAME(program->calls[1].t_return, 32);
    CHECK_SAME(program->info.exit_time, 64.25);
}

static void
test_mismatch(void)
{
    g_autofree char *other = FAILURE(INIT "call_a TIME=0 LINE=3 FILE=f\n"
                                          "ret_b TIME=0 LINE=3 FILE=f\n");
    CHECK_TEXT(other, "t:3: error: ret_b does not match call_a of line 2");
    g_autofree char *inner = FAILURE(INIT "call_a TIME=0 LINE=3 FILE=f\n"
                                          "call_b TIME=0 LINE=3 FILE=f\n\n"
                                          "ret_a TIME=0 LINE=3 FILE=f\n");
    CHECK_TEXT(inner, "t:5: error: ret_a does not match call_b of line 3");
    g_autofree char *without = FAILURE(INIT "\nret_b TIME=0 LINE=3 FILE=f\n");
    CHECK_TEXT(without, "t:3: error: ret_b without a call");
    g_autofree char *twice = FAILURE(INIT INIT);
    CHECK_TEXT(twice, "t:2: error: ret_dvm_Init without a call");
}

/* call_ and 21 characters are 26, where the run-time system cuts; ret_ leaves room for one
 * more. */
static void
test_cut_names(void)
{
    g_autoptr(TraceProgram) program =
        READ(INIT "call_dvm_void_long_name_of TIME=1 LINE=3 FILE=f\n"
                  "ret_dvm_void_long_name_of_ TIME=2 LINE=3 FILE=f\n"
                  "call_dvm_void_long_name_of TIME=1 LINE=3 FILE=f\n"
                  "ret_dvm_void_long_name_of TIME=4 LINE=3 FILE=f\n" EXIT);
    CHECK_INT(program->n_calls, 2);
    CHECK_TEXT(trace_check_call(program, 0)->name, "dvm_void_long_name_of");
    CHECK_INT(trace_check_call(program, 0)->call, RT_CALL_DVM_IO);
    CHECK_SAME(program->calls[0].t_return, 2);
    CHECK_SAME(program->calls[1].t_return, 4);
    g_autofree char *shorter = FAILURE(INIT "call_dvm_void_long_name_o TIME=1 LINE=3 FILE=f\n"
                                            "ret_dvm_void_long_name_of TIME=2 LINE=3 FILE=f\n");
    CHECK_TEXT(shorter, "t:3: error: ret_dvm_void_long_name_of does not match "
                        "call_dvm_void_long_name_o of line 2");
    g_autofree char *other = FAILURE(INIT "call_dvm_void_long_name_of TIME=1 LINE=3 FILE=f\n"
                                          "ret_dvm_void_long_name_xf_ TIME=2 LINE=3 FILE=f\n");
    CHECK_TEXT(other, "t:3: error: ret_dvm_void_long_name_xf_ does not match "
                      "call_dvm_void_long_name_of of line 2");
}

/* A million calls in one another: no recursion, and the time of all is the outermost's. */
static void
test_depth(void)
{
    const guint depth = 1000000;
    g_autoptr(GString) text = g_string_new(INIT);
    for (guint i = 0; i < depth; i++)
        g_string_append(text, "call_a TIME=1 LINE=3 FILE=f\n");
    for (guint i = 0; i < depth; i++)
        g_string_append(text, "ret_a TIME=2 LINE=3 FILE=f\n");
    g_string_append(text, EXIT);
    g_autoptr(TraceProgram) program = READ(text->str);
    CHECK_INT(program->n_calls, 1);
    CHECK_SAME(program->calls[0].t_call, 1);
    CHECK_SAME(program->calls[0].t_return, 3.0 * depth - 1);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "one call", test_one_call },
        { "nested", test_nested },
        { "params of nested calls", test_params_of_nested_calls },
        { "sum is exact", test_sum_is_exact },
        { "times one by one", test_times },
        { "events outside", test_events_outside },
        { "mismatch", test_mismatch },
        { "cut names", test_cut_names },
        { "depth", test_depth },
        CU_TEST_INFO_NULL,
    };
    return tap_run("trace-nest", tests);
}
