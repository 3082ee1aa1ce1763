/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The ways to write the lines of a trace, and what the reader names.
 */
#include <string.h>

#include "tests/trace/trace-check.h"

static const char plain[] =
    "RTS VERSION = 2889\n"
    "ret_dvm_Init               TIME=0.00004010 LINE=14     FILE=p.fdv\n"
    " \n"
    "call_crtpl_                TIME=0.00000095 LINE=31     FILE=p.fdv\n"
    "Rank=2;\n"
    "ret_crtpl_                 TIME=0.00000100 LINE=31     FILE=p.fdv\n"
    "LoopRef=55f99e2f4710;\n"
    "call_binter_               TIME=0.00000119 LINE=33     FILE=p.fdv\n"
    "nfrag=2; index=7 UserInter=0;\n"
    "ret_binter_                TIME=0.00000100 LINE=33     FILE=p.fdv\n"
    " \n"
    "Event_dvm_exit             TIME=0.00002413 LINE=52     FILE=p.fdv\n"
    "rc=0;\n";

static const char expected[] =
    "crtpl_ p.fdv:31 0.00000095 0.00000100 Rank=2 -> LoopRef=55f99e2f4710\n"
    "binter_ p.fdv:33 0.00000119 0.00000100 index=7 ->\n";

/* The calls alone, without the lines of the trace where they stand. */
static char *
dump_calls(const char *text, gsize size)
{
    g_autofree char *dump = trace_check_dump(trace_reader_new_from_memory("t", text, size));
    g_auto(GStrv) lines = g_strsplit(dump, "\n", -1);
    GString *calls = g_string_new(NULL);
    for (guint i = 0; lines[i] != NULL && lines[i + 1] != NULL; i++) {
        const char *call = strchr(lines[i], ' ') + 1;
        if (g_ascii_isdigit(lines[i][0]))
            g_string_append_printf(calls, "%s\n", call);
    }
    return g_string_free(calls, FALSE);
}

static char *
replace(const char *text, const char *from, const char *to)
{
    g_auto(GStrv) parts = g_strsplit(text, from, -1);
    return g_strjoinv(to, parts);
}

static void
test_ways_to_write(void)
{
    static const struct {
        const char *from, *to;
    } ways[] = {
        { "\n", "\n" },
        { "\n", "\r\n" },
        { "\n", "\n\n" },
        { "\n", "  \t\n" },
        { "\ncall_", "\n--------------------\ncall_" },
        { "FILE=p.fdv\n", "FILE=p.fdv\n------------------------------ Rank=9; index=9\n" },
        { "\ncall_", "\n     call_" },
        { "\ncall_", "\nNAME=call_" },
        { "\nret_", "\nNAME=ret_" },
        { ";", " ;" },
        { ";\n", "\n" },
        { "=", " = " },
        { "Rank=", "\nRank=" },
    };
    for (guint i = 0; i < G_N_ELEMENTS(ways); i++) {
        /* Blanks around `=` are for parameters only. */
        g_autofree char *written = replace(plain, ways[i].from, ways[i].to);
        if (strcmp(ways[i].from, "=") == 0) {
            static const char *const keys[] = { "TIME", "LINE", "FILE" };
            for (guint k = 0; k < G_N_ELEMENTS(keys); k++) {
                g_autofree char *from = g_strconcat(keys[k], " = ", NULL);
                g_autofree char *to = g_strconcat(keys[k], "=", NULL);
                char *again = replace(written, from, to);
                g_free(written);
                written = again;
            }
        }
        g_autofree char *calls = dump_calls(written, strlen(written));
        CHECK_TEXT(calls, expected);
    }
    g_autofree char *no_end = g_strndup(plain, sizeof plain - 2);
    g_autofree char *calls = dump_calls(no_end, strlen(no_end));
    CHECK_TEXT(calls, expected);
}

/* Free text may look like anything but an event line. */
static void
test_free_text(void)
{
    g_autoptr(TraceProgram) program =
        READ("ret_dvm_Init TIME=0 LINE=1 FILE=p\n"
             "call_dvm_fputs TIME=1 LINE=2 FILE=p\n"
             "Stream=1; String=a = b; c\ncall_me when TIME=0 is over\nret_urn\nEvent_ually\n"
             "----------\n;\nret_dvm_fputs TIME=2 LINE=3 FILE=p\nRes=;\n"
             "Event_dvm_exit TIME=0 LINE=1 FILE=p\n");
    CHECK_INT(program->n_calls, 1);
    CHECK_SAME(program->calls[0].t_return, 2);
    CHECK_INT(program->info.lines, 11);
}

/* A block that begins like one seen before but has more lines is another one. */
static void
test_longer_blocks(void)
{
    g_autoptr(GString) text = g_string_new("ret_dvm_Init TIME=0 LINE=1 FILE=p\n");
    for (guint i = 0; i < 40; i++) {
        g_string_append(text,
                        "call_getamr_ TIME=1 LINE=2 FILE=p\nAMViewRef=1; IndexArray[0]=1;\n");
        if (i % 5 == 4)
            g_string_append(text, "IndexArray[1]=2;\ncall_x\n");
        g_string_append(text, "ret_getamr_ TIME=2 LINE=2 FILE=p\nAMRef=5;\n");
    }
    g_string_append(text, "Event_dvm_exit TIME=0 LINE=1 FILE=p\n");
    g_autoptr(TraceProgram) program = READ(text->str);
    CHECK_INT(program->n_calls, 40);
    guint64 line = 2;
    for (guint i = 0; i < 40; i++) {
        const TraceRecord *record = trace_check_call(program, i);
        CHECK_INT(trace_record_get(record, RT_PARAM_INDEX_ARRAY)->n, i % 5 == 4 ? 2 : 1);
        CHECK_INT(program->calls[i].line, line);
        line += i % 5 == 4 ? 6 : 4;
    }
    CHECK_INT(program->records.items->len, 3);
}

static void
test_sites(void)
{
    g_autoptr(TraceProgram) program =
        READ("call_a TIME=0 LINE=1 FILE=p\nret_a TIME=0 LINE=1 FILE=p\n"
             "call_b TIME=0 LINE=1 FILE=p\nret_b TIME=0 LINE=1 FILE=p\n"
             "call_a TIME=0 LINE=2 FILE=p\nret_a TIME=0 LINE=1 FILE=p\n"
             "call_a TIME=0 LINE= FILE=\nret_a TIME=0 LINE=1 FILE=p\n"
             "call_a TIME=0 LINE=1 FILE=q r\nret_a TIME=0 LINE=1 FILE=p\n"
             "Event_dvm_exit TIME=0 LINE=1 FILE=p\n");
    CHECK_INT(program->n_calls, 5);
    CU_ASSERT(trace_program_site(program, 3) != NULL);
    CU_ASSERT(trace_program_site(program, 4) == NULL);
    CHECK_INT(program->calls[0].site, program->calls[1].site);
    static const char *const files[] = { "p", "p", "p", "", "q r" };
    static const int lines[] = { 1, 1, 2, 0, 1 };
    for (guint i = 0; i < 5; i++) {
        const TraceSite *site = trace_program_site(program, program->calls[i].site);
        CHECK_TEXT(site->file, files[i]);
        CHECK_INT(site->line, lines[i]);
    }
}

/* Reports and terminals get valid UTF-8 without control characters. */
static void
test_texts_are_clean(void)
{
    g_autoptr(TraceProgram) program =
        READ("call_a\033[1m TIME=0 LINE=1 FILE=\303\244\377\001.fdv\n"
             "Event_dvm_exit TIME=0 LINE=1 FILE=p\n");
    CHECK_TEXT(trace_check_call(program, 0)->name, "a\\x1b[1m");
    const TraceSite *site = trace_program_site(program, program->calls[0].site);
    CHECK_TEXT(site->file, "\303\244\\xff\\x01.fdv");
    static const char zeros[] = "call_a\0b TIME=0 LINE=1 FILE=p\0q\n\0\0\n"
                                "ret_a\0b TIME=0 LINE=1 FILE=p\n"
                                "Event_dvm_exit TIME=0 LINE=1 FILE=p\n";
    g_autoptr(GError) error = NULL;
    g_autoptr(TraceProgram) other =
        trace_read_all(trace_reader_new_from_memory("t", zeros, sizeof zeros - 1), &error);
    CU_ASSERT_FATAL(other != NULL);
    CHECK_INT(other->n_calls, 1);
    CHECK_TEXT(trace_check_call(other, 0)->name, "a\\x00b");
    CHECK_TEXT(other->info.program, "p\\x00q");
}

static void
test_references(void)
{
    g_autoptr(TraceProgram) program = READ(
        "call_endpl_ TIME=0 LINE=1 FILE=p\nLoopRef=55F9;\nret_endpl_ TIME=0 LINE=1 FILE=p\n"
        "call_mapam_ TIME=0 LINE=1 FILE=p\nAMRef=fffffffffffffffe; PSRef=55f9;\n"
        "ret_mapam_ TIME=0 LINE=1 FILE=p\nEvent_dvm_exit TIME=0 LINE=1 FILE=p\n");
    CHECK_INT(program->references.items->len, 2);
    g_autofree char *first = trace_program_reference_text(program, 1);
    CHECK_TEXT(first, "55f9");
    g_autofree char *second = trace_program_reference_text(program, 2);
    CHECK_TEXT(second, "fffffffffffffffe");
    CHECK_INT(trace_record_int(trace_check_call(program, 1), RT_PARAM_PS_REF, -1), 1);
    CHECK_INT(trace_record_int(trace_check_call(program, 1), RT_PARAM_AM_REF, -1), 2);
}

static void
test_files(void)
{
    g_autoptr(GError) error = NULL;
    CU_ASSERT(trace_read("/no/such/file", &error) == NULL);
    CU_ASSERT(g_error_matches(error, TRACE_ERROR, TRACE_ERROR_FILE));
    CHECK_TEXT(error->message, "/no/such/file: error: cannot open: No such file or directory");
    g_clear_error(&error);
    CU_ASSERT(trace_read("/", &error) == NULL);
    CU_ASSERT(g_error_matches(error, TRACE_ERROR, TRACE_ERROR_FILE));
    CHECK_TEXT(error->message, "/: error: cannot read: Is a directory");
    g_clear_error(&error);
    CU_ASSERT(trace_read("/dev/null", &error) == NULL);
    CU_ASSERT(g_error_matches(error, TRACE_ERROR, TRACE_ERROR_SYNTAX));
    g_clear_error(&error);
    g_autofree char *path = trace_check_path("samples/heat2d.trc");
    g_autoptr(TraceProgram) program = trace_read(path, &error);
    CU_ASSERT_FATAL(program != NULL && error == NULL);
    CHECK_INT(program->n_calls, 585);
    CHECK_TEXT(program->info.file, path);
    trace_program_free(NULL);
    trace_reader_free(NULL);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "ways to write", test_ways_to_write },
        { "free text", test_free_text },
        { "longer blocks", test_longer_blocks },
        { "sites", test_sites },
        { "texts are clean", test_texts_are_clean },
        { "references", test_references },
        { "files", test_files },
        CU_TEST_INFO_NULL,
    };
    return tap_run("trace-reader", tests);
}
