/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Holds predictor.par(5) against the table of parameters and the reader: the
 * table row by row, every help, every example, every message.
 */
#include "tests/params/params-check.h"

#include <string.h>

/* The lines of the page, with \- as it prints; free with g_strfreev(). */
static char **
page(void)
{
    g_autofree char *path = params_check_source("man/predictor.par.5");
    g_autofree char *text = NULL;
    g_autoptr(GError) error = NULL;
    g_file_get_contents(path, &text, NULL, &error);
    CHECK_TEXT(error != NULL ? error->message : NULL, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    g_autoptr(GString) printed = g_string_new(NULL);
    for (const char *p = text; *p != '\0'; p++) {
        if (p[0] != '\\' || p[1] != '-')
            g_string_append_c(printed, *p);
    }
    return g_strsplit(printed->str, "\n", -1);
}

/* Moves *at to the next line that is `line`, or to the end. */
static void
skip_to(char **lines, guint *at, const char *line)
{
    while (lines[*at] != NULL && strcmp(lines[*at], line) != 0)
        (*at)++;
}

/* Lines from behind the first one at or after *at that is `first` up to one that is `last`,
 * each with a line feed; moves *at to the latter. NULL: there is no such line. */
static char *
between(char **lines, guint *at, const char *first, const char *last)
{
    skip_to(lines, at, first);
    if (lines[*at] == NULL)
        return NULL;
    guint begin = *at + 1;
    skip_to(lines, at, last);
    GString *out = g_string_new(NULL);
    for (guint i = begin; i < *at; i++)
        g_string_append_printf(out, "%s\n", lines[i]);
    return g_string_free(out, FALSE);
}

/* The table has exactly the rows of params_rows, in their order. */
static void
check_table(void)
{
    guint at = 0;
    g_auto(GStrv) lines = page();
    g_autofree char *table = between(lines, &at, "name\tvalues\tunit\tdefault", ".TE");
    g_autoptr(GString) expected = g_string_new(NULL);
    for (guint i = 0; i < PARAMS_N; i++)
        g_string_append_printf(expected, "%s\tT{\n%s\nT}\t%s\t%s\n", params_rows[i].name,
                               params_rows[i].values, params_rows[i].unit,
                               params_rows[i].initial);
    CHECK_TEXT(table, expected->str);
}

/* The list under the table has the same names in the same order; each text starts with the help
 * and goes on with a sentence or not at all. */
static void
check_help(void)
{
    guint at = 0;
    g_auto(GStrv) lines = page();
    g_autofree char *list = between(lines, &at, "What they mean:", ".El");
    CU_ASSERT_PTR_NOT_NULL_FATAL(list);
    g_auto(GStrv) items = g_strsplit(list, ".It Cm ", -1);
    CHECK_INT(g_strv_length(items), PARAMS_N + 1);
    for (guint i = 0; i < PARAMS_N && items[i + 1] != NULL; i++) {
        g_autofree char *expected =
            g_strdup_printf("%s %s. ", params_rows[i].name, params_rows[i].help);
        g_strdelimit(items[i + 1], "\n", ' ');
        items[i + 1][MIN(strlen(expected), strlen(items[i + 1]))] = '\0';
        CHECK_TEXT(items[i + 1], expected);
    }
}

/* The example reads and means what the text under it says. */
static void
check_example(void)
{
    guint at = 0;
    g_auto(GStrv) lines = page();
    skip_to(lines, &at, ".Sh EXAMPLES");
    g_autofree char *display = between(lines, &at, ".Bd -literal -offset indent", ".Ed");
    CU_ASSERT_PTR_NOT_NULL_FATAL(display);
    g_autoptr(Params) p = READ(display);
    CU_ASSERT(params_check(p, NULL));
    CHECK_SAME(p->start_time, 75e-6);
    CHECK_SAME(p->send_byte_time, 0.2e-6);
    CHECK_SAME(p->power, 0.5);
    CHECK_INT(p->topology.rank, 2);
    CHECK_INT(p->topology.size[0], 4);
    CHECK_INT(p->topology.size[1], 2);
    CHECK_INT(p->speeds->len, 2);
    CHECK_INT(g_array_index(p->speeds, ParamsSpeed, 0).count, 6);
    CHECK_SAME(g_array_index(p->speeds, ParamsSpeed, 1).speed, 0.5);
}

/* Displays of DIAGNOSTICS come in pairs: a file, and the message that it gives. */
static void
check_messages(void)
{
    guint at = 0, n = 0;
    g_auto(GStrv) lines = page();
    skip_to(lines, &at, ".Sh DIAGNOSTICS");
    for (;; n++) {
        g_autofree char *file = between(lines, &at, ".Bd -literal -offset indent", ".Ed");
        if (file == NULL)
            break;
        g_autofree char *message = between(lines, &at, ".Bd -literal -offset indent", ".Ed");
        g_autoptr(GError) error = NULL;
        CU_ASSERT_PTR_NULL(params_parse("machine.par", file, strlen(file), &error));
        CU_ASSERT_PTR_NOT_NULL_FATAL(error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(message);
        CHECK_TEXT(error->message, g_strchomp(message));
    }
    CHECK_INT(n, 2);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "table", check_table },       { "help", check_help }, { "example", check_example },
        { "messages", check_messages }, CU_TEST_INFO_NULL,
    };
    return tap_run("params-man", tests);
}
