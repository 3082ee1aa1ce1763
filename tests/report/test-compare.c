/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Two reports aligned: by hand, against themselves, and files that are no reports.
 */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "src/report/compare.h"
#include "src/report/report-sink.h"
#include "tests/report/builder.h"
#include "tests/report/check.h"

/* Reads text as if it were a file. */
static CompareReport *
read_text(const char *text, gsize len, GError **error)
{
    g_autofree char *folder = g_dir_make_tmp("predictor-test-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "report.json", NULL);

    CU_ASSERT_TRUE_FATAL(g_file_set_contents(path, text, (gssize)len, NULL));
    CompareReport *report = compare_report_read(path, error);
    g_remove(path);
    g_rmdir(folder);
    return report;
}

static CompareReport *
read_prediction(const Prediction *prediction)
{
    g_autoptr(GError) error = NULL;
    gsize len;
    g_autofree char *text = builder_render(prediction, NULL, "json", &len, &error);
    CompareReport *report = read_text(text, len, &error);

    CHECK_TEXT(error != NULL ? error->message : "", "");
    CU_ASSERT_PTR_NOT_NULL_FATAL(report);
    return report;
}

static const CompareRow *
row_at(const Comparison *comparison, guint i)
{
    CU_ASSERT_TRUE_FATAL(i < comparison->rows->len);
    return &g_array_index(comparison->rows, CompareRow, i);
}

/* A report against itself: the same rows in the same order, nothing changed. */
static void
check_self(Prediction *prediction)
{
    g_autoptr(CompareReport) report = read_prediction(prediction);
    g_autoptr(Comparison) comparison = comparison_new(report, report);

    CHECK_INT(comparison->rows->len, prediction->n_intervals);
    CHECK_INT(comparison->worst->len, 0);
    CU_ASSERT_TRUE(comparison->change == 0);
    for (guint i = 0; i < comparison->rows->len; i++) {
        const CompareRow *row = row_at(comparison, i);
        CHECK_INT(row->of[0], i);
        CHECK_INT(row->of[1], i);
        CHECK_INT(row->level, prediction->intervals[i].level);
        CU_ASSERT_TRUE(row->time[0] == prediction->intervals[i].values.execution_time);
        CU_ASSERT_TRUE(row->own == 0);
    }
    prediction_free(prediction);
}

static void
test_self(void)
{
    check_self(builder_sample());
    check_self(builder_hostile());
    check_self(builder_random(11, 200));
    check_self(builder_deep(2000));
}

/* The sample has MAIN(1) > 2, 3 > 4, 5. In the second, 2 is another line and 5 takes a second
 * more. */
static void
test_changes(void)
{
    g_autoptr(Prediction) before = builder_sample();
    g_autoptr(Prediction) after = builder_sample();
    after->intervals[1].line += 1;
    after->intervals[4].values.execution_time += 1;
    after->intervals[2].values.execution_time += 1;
    after->intervals[0].values.execution_time += 1;
    after->execution_time *= 1.5;
    g_autoptr(CompareReport) first = read_prediction(before);
    g_autoptr(CompareReport) second = read_prediction(after);
    g_autoptr(Comparison) comparison = comparison_new(first, second);
    const guint expected[6][2] = { { 0, 0 }, { 1, COMPARE_NONE }, { 2, 2 }, { 3, 3 },
                                   { 4, 4 }, { COMPARE_NONE, 1 } };

    CHECK_INT(comparison->rows->len, 6);
    for (guint i = 0; i < 6; i++) {
        CHECK_INT(row_at(comparison, i)->of[0], expected[i][0]);
        CHECK_INT(row_at(comparison, i)->of[1], expected[i][1]);
    }
    CU_ASSERT_TRUE(fabs(comparison->change - 0.5) < 1e-12);
    CU_ASSERT_TRUE(fabs(row_at(comparison, 4)->own - 1) < 1e-12);
    CU_ASSERT_TRUE(fabs(row_at(comparison, 2)->own) < 1e-12);
    CU_ASSERT_TRUE(row_at(comparison, 1)->own == -before->intervals[1].values.execution_time);
    CU_ASSERT_TRUE(row_at(comparison, 5)->own == before->intervals[1].values.execution_time);
    CHECK_INT(g_array_index(comparison->worst, CompareLine, 0).row, 4);
    CHECK_INT(g_array_index(comparison->worst, CompareLine, 0).n, 1);
}

/* Intervals of one line are one change: +0.25 and +0.5 are more than the single +0.625, and
 * what becomes better in one and worse in another is none. */
static void
test_lines(void)
{
    g_autoptr(Prediction) before = builder_sample(), after = builder_sample();
    const double added[5] = { 0, 0.625, 0, 0.25, 0.5 };

    for (guint i = 0; i < 5; i++) {
        before->intervals[i].line = after->intervals[i].line = i < 3 ? 10 + i : 40;
        before->intervals[i].type = after->intervals[i].type =
            i > 0 ? INTERVAL_PAR : INTERVAL_MAIN;
        before->intervals[i].has_expression = after->intervals[i].has_expression = TRUE;
        before->intervals[i].expression = after->intervals[i].expression = i;
        for (guint up = i + 1; up > 0; up = after->intervals[up - 1].parent)
            after->intervals[up - 1].values.execution_time += added[i];
    }
    g_autoptr(CompareReport) first = read_prediction(before);
    g_autoptr(CompareReport) second = read_prediction(after);
    g_autoptr(Comparison) comparison = comparison_new(first, second);
    const CompareLine *line = &g_array_index(comparison->worst, CompareLine, 0);

    CHECK_INT(comparison->worst->len, 2);
    CHECK_INT(line[0].row, 4);
    CHECK_INT(line[0].n, 2);
    CU_ASSERT_TRUE(fabs(line[0].own - 0.75) < 1e-12);
    CU_ASSERT_TRUE(fabs(line[0].own_time[1] - line[0].own_time[0] - 0.75) < 1e-12);
    CHECK_INT(line[1].row, 1);
    CHECK_INT(line[1].n, 1);
    CU_ASSERT_TRUE(fabs(line[1].own - 0.625) < 1e-12);
}

static void
test_change(void)
{
    CU_ASSERT_TRUE(comparison_change(2, 3) == 0.5);
    CU_ASSERT_TRUE(comparison_change(0, 0) == 0);
    CU_ASSERT_TRUE(isinf(comparison_change(0, 1)) && comparison_change(0, 1) > 0);
}

static void
check_wrong(const char *text, const char *message)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CompareReport) report = read_text(text, strlen(text), &error);

    CU_ASSERT_PTR_NULL(report);
    CU_ASSERT_PTR_NOT_NULL_FATAL(error);
    CHECK_HAS(error->message, message);
}

/* Any one member taken away, or of another type, is found and named. */
static void
test_wrong(void)
{
    static const char *const members[] = {
        "format",         "version",        "parameters", "topology",     "processors",
        "trace",          "execution_time", "intervals",  "id",           "parent",
        "type",           "count",          "file",       "line",         "Efficiency",
        "Execution_time", "Idle",           "operations", "communication"
    };
    g_autoptr(Prediction) prediction = builder_sample();
    g_autoptr(GError) none = NULL;
    gsize len;
    g_autofree char *text = builder_render(prediction, NULL, "json", &len, &none);

    for (guint i = 0; i < G_N_ELEMENTS(members); i++) {
        g_autofree char *name = g_strdup_printf("\"%s\":", members[i]);
        g_autofree char *other = g_strdup_printf("\"%s\": true, \"other\":", members[i]);
        g_auto(GStrv) missing = g_strsplit(text, name, 0);
        g_autofree char *without = g_strjoinv("\"other\":", missing);
        g_autofree char *mistyped = g_strjoinv(other, missing);
        check_wrong(without, members[i]);
        check_wrong(mistyped, members[i]);
    }
    for (gsize cut = 0; cut < len; cut += 97) {
        g_autofree char *begin = g_strndup(text, cut);
        check_wrong(begin, "error: ");
    }
    g_autofree char *deep = g_strnfill(1000000, '[');
    check_wrong(deep, "no JSON of this program");
    check_wrong("[]", "no JSON of this program");
    check_wrong("\xff", "no JSON of this program");
}

/* Both notations of hostile reports are written; the page is told from markup by its escapes.
 */
static gboolean
write_both(gpointer data, ReportSink *sink, GError **error)
{
    return compare_text_write(data, sink, error) && compare_html_write(data, sink, error);
}

static void
test_hostile(void)
{
    g_autoptr(Prediction) prediction = builder_hostile();
    g_autoptr(CompareReport) report = read_prediction(prediction);
    g_autoptr(Comparison) comparison = comparison_new(report, report);
    const ReportOptions options = { .max_depth = -1 };
    ComparisonOutput output = { comparison, &options };
    g_autofree char *folder = g_dir_make_tmp("predictor-test-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "out", NULL);
    g_autofree char *text = NULL;
    g_autoptr(GError) error = NULL;

    CU_ASSERT_TRUE(report_sink_to_file(write_both, &output, path, &error));
    CU_ASSERT_TRUE_FATAL(g_file_get_contents(path, &text, NULL, NULL));
    const char *page = strstr(text, "<!DOCTYPE");
    CU_ASSERT_PTR_NOT_NULL_FATAL(page);
    CHECK_LACKS(page, "<script");
    CHECK_LACKS(text, "\033");
    CHECK_HAS(page, "&lt;script&gt;");
    g_remove(path);
    g_rmdir(folder);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "a report against itself", test_self },
        { "changes", test_changes },
        { "lines", test_lines },
        { "shares", test_change },
        { "no reports", test_wrong },
        { "hostile text", test_hostile },
        CU_TEST_INFO_NULL,
    };
    CU_SuiteInfo suites[] = { { "compare", NULL, NULL, NULL, NULL, tests },
                              CU_SUITE_INFO_NULL };

    return tap_run(suites);
}
