/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Holds predictor-trace(5) against the table of calls and the reader.
 */
#include <string.h>

#include "tests/trace/trace-check.h"

/* The page as it prints: without the backslash of `\-`. */
static char *
load_page(void)
{
    gsize size;
    g_autofree char *text = trace_check_load("man/predictor-trace.5", &size);
    g_auto(GStrv) parts = g_strsplit(text, "\\-", -1);
    return g_strjoinv("-", parts);
}

/* What stands between the first `begin` behind `*at` and the next `end`; moves `*at` there. */
static char *
cut(const char **at, const char *begin, const char *end)
{
    const char *from = strstr(*at, begin);
    CU_ASSERT_PTR_NOT_NULL_FATAL(from);
    from += strlen(begin);
    const char *to = strstr(from, end);
    CU_ASSERT_PTR_NOT_NULL_FATAL(to);
    *at = to;
    return g_strndup(from, (gsize)(to - from));
}

static void
add_cell(GString *text, const RtWant *wants, guint n)
{
    g_string_append_c(text, '\t');
    for (guint i = 0; i < n; i++) {
        const char *name = rt_param_get(wants[i].id)->name;
        g_string_append(text, i == 0 ? "T{\n" : ", ");
        g_string_append_printf(text, wants[i].required ? "%s" : "[%s]", name);
    }
    g_string_append(text, n > 0 ? "\nT}" : "");
}

/* The table and the list have every row of rt-call.def, in its order. */
static void
test_calls(void)
{
    g_autofree char *page = load_page();
    g_autoptr(GString) rows = g_string_new(NULL);
    g_autoptr(GString) ordinary = g_string_new(NULL);
    for (guint id = 0; id < RT_N_CALLS; id++) {
        const RtCall *row = rt_call_get((RtCallId)id);
        if (row->group == RT_GROUP_ORDINARY) {
            g_string_append_printf(ordinary, "%s ", row->name);
            continue;
        }
        g_string_append(rows, row->name);
        add_cell(rows, row->call, row->n_call);
        add_cell(rows, row->ret, row->n_ret);
        g_string_append_c(rows, '\n');
    }
    const char *at = page;
    g_autofree char *table = cut(&at, "function\tof the call\tof the return\n", ".TE");
    CHECK_TEXT(table, rows->str);
    g_autofree char *list = cut(&at, ".Bd -filled -offset indent\n", ".Ed");
    CHECK_TEXT(g_strdelimit(list, "\n", ' '), ordinary->str);
}

static void
test_examples(void)
{
    g_autofree char *page = load_page();
    const char *at = strstr(page, ".Sh EXAMPLES");
    g_autofree char *trace = cut(&at, ".Bd -literal -offset indent\n", ".Ed");
    g_autoptr(TraceProgram) program = READ(trace);
    CHECK_INT(program->n_calls, 2);
    CHECK_INT(trace_check_call(program, 0)->call, RT_CALL_CRTAMV);
    CHECK_INT(trace_check_call(program, 1)->call, RT_CALL_DISTR);
    for (gsize i = 0; i < program->n_calls; i++) {
        CHECK_TEXT(trace_check_call(program, i)->problem, NULL);
        CHECK_TEXT(trace_check_ret(program, i)->problem, NULL);
    }
    CHECK_INT(program->info.warnings->len, 0);
    /* The same with one line replaced, and the message promised for it. */
    at = strstr(page, ".Sh DIAGNOSTICS");
    g_autofree char *number = cut(&at, "If line ", " of the example");
    g_autofree char *line = cut(&at, ".Bd -literal -offset indent\n", "\n.Ed");
    g_autofree char *message = cut(&at, ".Bd -literal -offset indent\nheat2d.trc", "\n.Ed");
    g_auto(GStrv) lines = g_strsplit(trace, "\n", -1);
    guint64 n = g_ascii_strtoull(number, NULL, 10);
    CU_ASSERT_FATAL(n > 0 && n < g_strv_length(lines));
    g_free(lines[n - 1]);
    lines[n - 1] = g_strdup(line);
    g_autofree char *changed = g_strjoinv("\n", lines);
    g_autofree char *failure = FAILURE(changed);
    CHECK_TEXT(failure + 1, message);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "calls", test_calls },
        { "examples", test_examples },
        CU_TEST_INFO_NULL,
    };
    return tap_run("trace-man", tests);
}
