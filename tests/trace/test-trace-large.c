/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Long lines, long traces, many distinct calls.
 */
#include <string.h>
#include <unistd.h>

#include "tests/trace/trace-check.h"

#define EXIT "Event_dvm_exit TIME=0.25 LINE=9 FILE=f\nrc=0;\n"

/* The first, second and last of 10^6 calls, numbered by their LINE. */
static void
check_million(TraceReader *reader)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TraceProgram) program = trace_read_all(reader, &error);
    CU_ASSERT_FATAL(program != NULL);
    CHECK_INT(program->n_calls, 1000000);
    for (gsize i = 0; i < program->n_calls; i++) {
        const TraceCall *call = &program->calls[i];
        const TraceSite *site = trace_program_site(program, call->site);
        gboolean good = site->line == (gint64)(i % 1000) && call->line == 2 * i + 1 &&
                        call->t_call == 0.5 && call->t_return == (double)(i % 10);
        if (!good)
            CHECK_INT(i, -1);
    }
    const TraceInfo *info = &program->info;
    CU_ASSERT(!info->has_init && info->complete);
    CHECK_INT(info->warnings->len, 1);
    CHECK_INT(info->lines, 2000002);
}

/* No ret_dvm_Init: no call is lost or comes twice where the reader stops waiting for it. */
static void
test_million_calls_without_init(void)
{
    g_autoptr(GString) text = g_string_sized_new(70000000);
    for (guint i = 0; i < 1000000; i++)
        g_string_append_printf(text,
                               "call_f TIME=0.5 LINE=%u FILE=f\nret_f TIME=%u LINE=1 FILE=f\n",
                               i % 1000, i % 10);
    g_string_append(text, EXIT);
    check_million(trace_reader_new_from_memory("t", text->str, text->len));
    g_autofree char *path = NULL;
    g_autoptr(GError) error = NULL;
    int fd = g_file_open_tmp("trace-XXXXXX", &path, &error);
    CU_ASSERT_FATAL(fd >= 0);
    close(fd);
    CU_ASSERT_FATAL(g_file_set_contents(path, text->str, (gssize)text->len, &error));
    check_million(trace_reader_new(path, &error));
    unlink(path);
    TracePipe channel;
    check_million(trace_check_pipe(&channel, text->str, text->len, 65536));
    trace_check_end_pipe(&channel);
}

/* ret_dvm_Init is waited for during so many event lines, which is far more than any has. */
static void
test_late_init(void)
{
    static const guint n_calls[] = { 65535, 65536 };
    for (guint k = 0; k < 2; k++) {
        g_autoptr(GString) text = g_string_new(NULL);
        for (guint i = 0; i < n_calls[k]; i++)
            g_string_append(text,
                            "call_f TIME=0.5 LINE=1 FILE=f\nret_f TIME=1 LINE=1 FILE=f\n");
        g_string_append(text, "ret_dvm_Init TIME=1 LINE=1 FILE=f\n" EXIT);
        g_autofree char *message = NULL;
        g_autoptr(TraceProgram) program = trace_check_read(text->str, &message);
        if (k == 0)
            CHECK_INT(program != NULL ? (int)program->n_calls : -1, 0);
        else
            CHECK_TEXT(message, "t:131073: error: ret_dvm_Init without a call");
    }
}

/* A parameter line of 100 MB, in the middle of which something looks like an event line. */
static GString *
make_long_line(gsize size)
{
    GString *text = g_string_sized_new(size + 1000);
    g_string_append(text, "ret_dvm_Init TIME=0 LINE=1 FILE=f\n"
                          "call_crtpl_ TIME=1 LINE=1 FILE=f\nRank=2;\n");
    gsize begin = text->len;
    g_string_set_size(text, begin + size);
    memset(text->str + begin, 'x', size);
    memcpy(text->str + begin + size / 2, " call_y TIME=0 LINE=1 FILE=f ", 29);
    g_string_append(text, " Rank=7;\nret_crtpl_ TIME=2 LINE=1 FILE=f\nLoopRef=1;\n" EXIT);
    return text;
}

static void
check_long_line(TraceReader *reader)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TraceProgram) program = trace_read_all(reader, &error);
    CU_ASSERT_FATAL(program != NULL);
    CHECK_INT(program->n_calls, 1);
    CHECK_INT(trace_record_int(trace_check_call(program, 0), RT_PARAM_RANK, -1), 2);
    CHECK_INT(program->info.lines, 8);
}

static void
test_long_line(void)
{
    const gsize size = 100000000;
    GString *text = make_long_line(size);
    check_long_line(trace_reader_new_from_memory("t", text->str, text->len));
    TracePipe channel;
    check_long_line(trace_check_pipe(&channel, text->str, text->len, 65536));
    trace_check_end_pipe(&channel);
    gsize n_packed;
    g_autofree char *packed = trace_check_gzip(text->str, text->len, &n_packed);
    check_long_line(trace_check_file(packed, n_packed));
    g_string_free(text, TRUE);
}

/* One array of 10^6 values, all in one call. */
static void
test_long_array(void)
{
    g_autoptr(GString) text = g_string_new("call_setelw_ TIME=1 LINE=1 FILE=f\n"
                                           "PSRef=0; AMViewRef=1; AddrNumber=1;\n");
    for (guint i = 0; i < 1000000; i++)
        g_string_append_printf(text, "LoadWeight[%u] = %u.50;%s", i, i % 100,
                               i % 2 == 0 ? " " : "\n");
    g_string_append(text, "ret_setelw_ TIME=2 LINE=1 FILE=f\n" EXIT);
    g_autoptr(TraceProgram) program = READ(text->str);
    const TraceParam *loads =
        trace_record_get(trace_check_call(program, 0), RT_PARAM_LOAD_WEIGHT);
    CU_ASSERT_FATAL(loads != NULL);
    CHECK_INT(loads->n, 1000000);
    CHECK_SAME(trace_record_reals(trace_check_call(program, 0), loads)[999999], 99.5);
}

/* Every call another one: more text than the patterns may keep. */
static void
test_distinct_calls(void)
{
    const guint n = 200000;
    g_autoptr(GString) text = g_string_new("ret_dvm_Init TIME=0 LINE=1 FILE=f\n");
    for (guint i = 0; i < n; i++)
        g_string_append_printf(text,
                               "call_endpl_ TIME=0.5 LINE=%u FILE=f\nLoopRef=%x;\n"
                               "ret_endpl_ TIME=1 LINE=1 FILE=f\n",
                               i % 50, 16 + i % (n / 2));
    g_string_append(text, EXIT);
    g_autoptr(TraceProgram) program = READ(text->str);
    CHECK_INT(program->n_calls, n);
    CHECK_INT(program->records.items->len, n / 2 + 1);
    CHECK_INT(program->references.items->len, n / 2);
    guint n_wrong = 0;
    for (guint i = 0; i < n; i++) {
        gint64 loop = trace_record_int(trace_check_call(program, i), RT_PARAM_LOOP_REF, -1);
        n_wrong += loop == 1 + i % (n / 2) ? 0 : 1;
    }
    CHECK_INT(n_wrong, 0);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "million calls without init", test_million_calls_without_init },
        { "late init", test_late_init },
        { "long line", test_long_line },
        { "long array", test_long_array },
        { "distinct calls", test_distinct_calls },
        CU_TEST_INFO_NULL,
    };
    return tap_run("trace-large", tests);
}
