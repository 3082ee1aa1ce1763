/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Samples whose lines are written in other ways that predictor-trace(5) allows: the prediction
 * is the same, byte for byte.
 */
#include <stdlib.h>
#include <string.h>

#include "src/analysis/predict/predict.h"

#include "tests/report/builder.h"
#include "tests/trace/trace-check.h"

#define SEED 20261122

static const char *const samples[] = { "odd_plain",        "odd_level1",    "odd_level2",
                                       "odd_extra",        "odd_underline", "heat2d",
                                       "adi_across",       "genblock",      "task_regions",
                                       "task_regions_2x2", "copy_line",     "remote_access",
                                       "io_files",         "jacobi_copy",   "transpose_realign",
                                       "redblack_sor" };

/* Parts of an event line as the run-time system writes it. */
enum { INDENT = 1, NAME, TIME, LINE, SOURCE };

typedef struct {
    GRand *random;
    GRegex *event, *equals;
    double now; /* seconds since the start, for CurrentTimeTrace */
    gboolean has_now;
} Rewriter;

static const char *
one_of(Rewriter *r, const char *const texts[])
{
    return texts[g_rand_int_range(r->random, 0, (gint32)g_strv_length((char **)texts))];
}

static const char *
blanks(Rewriter *r, gboolean some)
{
    static const char *const texts[] = { "", " ", "\t", "   ", " \t ", NULL };
    return one_of(r, texts + (some ? 1 : 0));
}

/* The same number of seconds. */
static char *
rewrite_time(Rewriter *r, const char *time)
{
    const double seconds = g_ascii_strtod(time, NULL);
    switch (g_rand_int_range(r->random, 0, 8)) {
    case 0:
        return g_strdup_printf("000%s", time);
    case 1:
        return g_strdup_printf("%s00000", time);
    case 2:
        return g_strdup_printf("%.12e", seconds);
    case 3:
        return g_strdup_printf("%.9E", seconds);
    case 4:
        return g_strdup_printf("%.12g", seconds);
    case 5:
        return g_strdup(g_str_has_prefix(time, "0.") ? time + 1 : time);
    default:
        return g_strdup(time);
    }
}

static char *
rewrite_event(Rewriter *r, const GMatchInfo *info)
{
    static const char *const names[] = { "", "", "NAME=", "NAME = ", "NAME=\t", NULL };
    g_autofree char *name = g_match_info_fetch(info, NAME);
    g_autofree char *time = g_match_info_fetch(info, TIME);
    g_autofree char *line = g_match_info_fetch(info, LINE);
    g_autofree char *source = g_match_info_fetch(info, SOURCE);
    g_autofree char *other = rewrite_time(r, time);
    r->now += g_ascii_strtod(time, NULL);
    g_autofree char *now =
        r->has_now ? g_strdup_printf("%s%.6f", blanks(r, TRUE), r->now) : g_strdup("");
    g_autofree char *seconds = g_strdup_printf("TIME%s=%s%s%s%s", blanks(r, FALSE),
                                               blanks(r, FALSE), other, now, blanks(r, TRUE));
    g_autofree char *number = g_strdup_printf(
        "LINE%s=%s%s%s%s", blanks(r, FALSE), blanks(r, FALSE),
        *line != '\0' && g_rand_boolean(r->random) ? "00" : "", line, blanks(r, TRUE));
    const gboolean swap = g_rand_boolean(r->random);
    return g_strdup_printf("%s%s%s%s%s%sFILE%s=%s%s%s", blanks(r, FALSE), one_of(r, names),
                           name, blanks(r, TRUE), swap ? number : seconds,
                           swap ? seconds : number, blanks(r, FALSE), blanks(r, FALSE), source,
                           blanks(r, FALSE));
}

static gboolean
rewrite_equals(G_GNUC_UNUSED const GMatchInfo *info, GString *text, gpointer data)
{
    g_string_append_printf(text, "%s=%s", blanks(data, FALSE), blanks(data, FALSE));
    return FALSE;
}

/* A line that is no event line. Free text stays as it is. */
static char *
rewrite_other(Rewriter *r, const char *line)
{
    if (strstr(line, "Format=") != NULL || strstr(line, "String=") != NULL ||
        strstr(line, "ilename=") != NULL)
        return g_strdup(line);
    g_autofree char *spaced =
        g_regex_replace_eval(r->equals, line, -1, 0, 0, rewrite_equals, r, NULL);
    return g_strdup_printf("%s%s%s", blanks(r, FALSE), spaced, blanks(r, FALSE));
}

static char *
rewrite(Rewriter *r, const char *text)
{
    static const char *const newlines[] = { "\n", "\n", "\r\n", NULL };
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    GString *all = g_string_new(NULL);
    for (guint i = 0; lines[i] != NULL; i++) {
        g_autoptr(GMatchInfo) info = NULL;
        const gboolean is_event = g_regex_match(r->event, lines[i], 0, &info);
        g_autofree char *line = is_event ? rewrite_event(r, info) : rewrite_other(r, lines[i]);
        if (lines[i + 1] != NULL)
            g_string_append_printf(all, "%s%s", line, one_of(r, newlines));
    }
    return g_string_free(all, FALSE);
}

/* The report as JSON; of the trace's size nothing but that it is `bytes`. */
static char *
report(const char *text, guint64 bytes)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TraceProgram) program =
        trace_read_all(trace_reader_new_from_memory("t", text, strlen(text)), &error);
    if (program == NULL)
        return g_strdup(error->message);
    program->info.bytes = bytes;
    g_autoptr(Params) params = params_new();
    const gboolean set = params_set(params, "topology={ 2, 2 }", &error) &&
                         params_set(params, "start time=10", &error) &&
                         params_set(params, "trace overhead=1", &error);
    g_autoptr(Prediction) prediction = set ? predict(program, params, NULL, &error) : NULL;
    gsize len;
    char *json =
        prediction != NULL ? builder_render(prediction, NULL, "json", &len, &error) : NULL;
    return json != NULL ? json : g_strdup(error->message);
}

static void
test_samples(void)
{
    g_test_message("seed %u", SEED);
    Rewriter r = { .random = g_rand_new_with_seed(SEED) };
    r.event = g_regex_new("^(\\s*)((?:call|ret|Event)_\\S+)\\s+TIME=([0-9.]+) LINE=([0-9]*)\\s*"
                          "FILE=(.*?)\\s*$",
                          G_REGEX_RAW, 0, NULL);
    r.equals = g_regex_new("(?<=[\\w\\]]) *= *(?=[-+.\\w]+(?:[;\\s]|$))", G_REGEX_RAW, 0, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(samples); i++) {
        g_autofree char *path = g_strdup_printf("samples/%s.trc", samples[i]);
        gsize size;
        g_autofree char *text = trace_check_load(path, &size);
        g_autofree char *expected = report(text, size);
        CU_ASSERT_PTR_NOT_NULL(strstr(expected, "\"execution_time\""));
        for (guint k = 0; k < 2; k++) {
            r.has_now = k == 0;
            g_autofree char *other = rewrite(&r, text);
            g_autofree char *found = report(other, size);
            CU_ASSERT_STRING_NOT_EQUAL(text, other);
            CHECK_TEXT(found, expected);
        }
    }
    g_regex_unref(r.event);
    g_regex_unref(r.equals);
    g_rand_free(r.random);
}

/* An editor's byte order mark, before the header and before the first event line. */
static void
test_byte_order_mark(void)
{
    static const char *const texts[] = { "RTS VERSION = 7\n", "" };
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autofree char *text =
            g_strdup_printf("\xef\xbb\xbf%sret_dvm_Init TIME=0 LINE=1 FILE=f\n"
                            "call_a TIME=1 LINE=2 FILE=f\n"
                            "ret_a TIME=2 LINE=2 FILE=f\n",
                            texts[i]);
        g_autoptr(TraceProgram) program = READ(text);
        CHECK_INT(program->info.rts_version, i == 0 ? 7 : 0);
        CHECK_INT(program->info.has_init, TRUE);
        CHECK_INT(program->n_calls, 1);
        CHECK_INT(program->info.bytes, strlen(text));
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "samples", test_samples },
        { "byte order mark", test_byte_order_mark },
        CU_TEST_INFO_NULL,
    };
    return tap_run("trace-rewritten", tests);
}
