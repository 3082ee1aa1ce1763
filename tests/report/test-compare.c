/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Two reports aligned: by hand, against themselves, and files that are no reports.
 */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "src/report/compare/compare.h"
#include "src/report/value/report.h"
#include "tests/report/builder.h"
#include "tests/report/check.h"
#include "tests/report/compare-builder.h"

static const CompareRow *
row_at(const Comparison *comparison, guint i)
{
    CU_ASSERT_TRUE_FATAL(i < comparison->rows->len);
    return &g_array_index(comparison->rows, CompareRow, i);
}

/* The index of its interval in report 0 or 1, -1: it is not there. */
static gint64
index_of(const CompareRow *row, const CompareReport *report, int which)
{
    return row->of[which] != NULL ? row->of[which] - compare_root(report) : -1;
}

/* A report against itself: the same rows in the same order, nothing changed. */
static void
check_self(Prediction *prediction)
{
    g_autoptr(CompareReport) report = compare_builder_read(prediction);
    g_autoptr(Comparison) comparison = comparison_new(report, report);

    CHECK_INT(comparison->rows->len, prediction->n_intervals);
    CHECK_INT(comparison->worst->len, 0);
    CU_ASSERT_TRUE(comparison->change == 0);
    for (guint i = 0; i < comparison->rows->len; i++) {
        const CompareRow *row = row_at(comparison, i);
        CHECK_INT(index_of(row, report, 0), i);
        CHECK_INT(index_of(row, report, 1), i);
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

/* The sample has MAIN(1) > 2, 3 > 4, 5. In the second, 2 is of another type and 5 takes a
 * second more. */
static void
test_changes(void)
{
    g_autoptr(Prediction) before = builder_sample();
    g_autoptr(Prediction) after = builder_sample();
    CHECK_INT(before->intervals[1].type, INTERVAL_USER);
    after->intervals[1].type = INTERVAL_PAR;
    after->intervals[4].values.execution_time += 1;
    after->intervals[2].values.execution_time += 1;
    after->intervals[0].values.execution_time += 1;
    after->execution_time += 1;
    g_autoptr(CompareReport) first = compare_builder_read(before);
    g_autoptr(CompareReport) second = compare_builder_read(after);
    g_autoptr(Comparison) comparison = comparison_new(first, second);
    const int expected[6][2] = { { 0, 0 }, { 1, -1 }, { 2, 2 }, { 3, 3 }, { 4, 4 }, { -1, 1 } };

    CHECK_INT(comparison->rows->len, 6);
    for (guint i = 0; i < 6; i++) {
        CHECK_INT(index_of(row_at(comparison, i), first, 0), expected[i][0]);
        CHECK_INT(index_of(row_at(comparison, i), second, 1), expected[i][1]);
    }
    CU_ASSERT_TRUE(fabs(comparison->change - 1 / before->execution_time) < 1e-12);
    CU_ASSERT_TRUE(fabs(row_at(comparison, 4)->own - 1) < 1e-12);
    CU_ASSERT_TRUE(fabs(row_at(comparison, 2)->own) < 1e-12);
    CU_ASSERT_TRUE(row_at(comparison, 1)->own == -before->intervals[1].values.execution_time);
    CU_ASSERT_TRUE(row_at(comparison, 5)->own == before->intervals[1].values.execution_time);
    CHECK_INT(g_array_index(comparison->worst, CompareLine, 0).row, 4);
    CHECK_INT(g_array_index(comparison->worst, CompareLine, 0).n, 1);
}

/* The intervals nested in one can take longer than it when other processors are the last in each:
 * nothing of its own is left, and it does not change. */
static void
test_own(void)
{
    g_autoptr(Prediction) before = builder_sample(), after = builder_sample();

    for (guint i = 1; i < 5; i++)
        before->intervals[i].values.execution_time =
            before->intervals[0].values.execution_time;
    for (guint i = 1; i < 5; i++)
        after->intervals[i].values.execution_time =
            2 * before->intervals[0].values.execution_time;
    g_autoptr(CompareReport) first = compare_builder_read(before);
    g_autoptr(CompareReport) second = compare_builder_read(after);
    g_autoptr(Comparison) comparison = comparison_new(first, second);

    for (guint i = 0; i < comparison->rows->len; i++)
        for (int which = 0; which < 2; which++)
            CU_ASSERT_TRUE(row_at(comparison, i)->own_time[which] >= 0);
    CU_ASSERT_TRUE(row_at(comparison, 0)->own == 0);
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
    after->execution_time = after->intervals[0].values.execution_time;
    g_autoptr(CompareReport) first = compare_builder_read(before);
    g_autoptr(CompareReport) second = compare_builder_read(after);
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

/* Sites in MAIN, an interval each: type, expression (0: none) and line. */
typedef struct {
    IntervalType type;
    gint64 expression, line;
} Place;

static CompareReport *
make_report(const Place *places, guint n)
{
    CompareReport *report = g_new0(CompareReport, 1);

    report->intervals = g_array_new(FALSE, TRUE, sizeof(CompareInterval));
    for (guint i = 0; i <= n; i++) {
        const CompareInterval one = {
            .type = i == 0 ? INTERVAL_MAIN : places[i - 1].type,
            .file = (char *)"a.fdv",
            .line = i == 0 ? 1 : places[i - 1].line,
            .has_expression = i > 0 && places[i - 1].expression != 0,
            .expression = i == 0 ? 0 : places[i - 1].expression,
            .parent = i > 0 ? 1 : 0,
        };
        g_array_append_val(report->intervals, one);
    }
    return report;
}

static void
free_report(CompareReport *report)
{
    g_array_unref(report->intervals);
    g_free(report);
}

/* Checks that place i of the first is place partners[i] of the second, -1: none. */
static void
check_aligned(const Place *first, guint n, const Place *second, guint m, const int *partners)
{
    CompareReport *a = make_report(first, n), *b = make_report(second, m);
    const CompareReport *const reports[2] = { a, b };
    guint *sites[2];

    compare_align(reports, sites);
    CHECK_INT(sites[0][0], sites[1][0]);
    for (guint i = 0; i < n; i++)
        for (guint j = 0; j < m; j++)
            CHECK_INT(sites[0][1 + i] == sites[1][1 + j], partners[i] == (int)j);
    g_free(sites[0]);
    g_free(sites[1]);
    free_report(a);
    free_report(b);
}

static void
test_align(void)
{
    const Place three[] = { { INTERVAL_PAR, 0, 20 },
                            { INTERVAL_PAR, 0, 25 },
                            { INTERVAL_PAR, 0, 30 } };
    /* Five lines are inserted in front: the lines alone would say 25 is 25. */
    const Place later[] = { { INTERVAL_PAR, 0, 25 },
                            { INTERVAL_PAR, 0, 30 },
                            { INTERVAL_PAR, 0, 35 } };
    check_aligned(three, 3, later, 3, (const int[]){ 0, 1, 2 });
    /* One is taken away, and the others stay where they are. */
    check_aligned(three, 3, three + 1, 2, (const int[]){ -1, 0, 1 });
    /* A sequential loop comes in between, all move. */
    const Place wider[] = { { INTERVAL_PAR, 0, 21 },
                            { INTERVAL_SEQ, 0, 24 },
                            { INTERVAL_PAR, 0, 27 },
                            { INTERVAL_PAR, 0, 32 } };
    check_aligned(three, 3, wider, 4, (const int[]){ 0, 2, 3 });
    /* Intervals of the user go by their expressions. */
    const Place users[] = { { INTERVAL_USER, 1, 10 }, { INTERVAL_USER, 2, 20 } };
    const Place moved[] = { { INTERVAL_USER, 2, 10 }, { INTERVAL_USER, 3, 20 } };
    check_aligned(users, 2, moved, 2, (const int[]){ -1, 0 });
    /* In another order, at the same lines. */
    const Place there[] = { { INTERVAL_PAR, 0, 20 }, { INTERVAL_SEQ, 0, 30 } };
    const Place back[] = { { INTERVAL_SEQ, 0, 30 }, { INTERVAL_PAR, 0, 20 } };
    check_aligned(there, 2, back, 2, (const int[]){ 1, 0 });
    check_aligned(three, 3, NULL, 0, (const int[]){ -1, -1, -1 });
}

/* The longest common subsequence of types, by trying everything. */
static guint
longest(const Place *a, guint n, const Place *b, guint m)
{
    if (n == 0 || m == 0)
        return 0;
    const guint skip = MAX(longest(a + 1, n - 1, b, m), longest(a, n, b + 1, m - 1));

    return a->type != b->type ? skip : MAX(skip, 1 + longest(a + 1, n - 1, b + 1, m - 1));
}

static void
test_align_random(void)
{
    const guint32 seed = 20261121;
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);

    for (guint round = 0; round < 300; round++) {
        Place places[2][6];
        guint n[2];
        for (int which = 0; which < 2; which++) {
            n[which] = (guint)g_rand_int_range(rand, 0, 7);
            for (guint i = 0; i < n[which]; i++)
                places[which][i] = (Place){ g_rand_boolean(rand) ? INTERVAL_PAR : INTERVAL_SEQ,
                                            0, (which + 1) * 100 + i }; /* no line in common */
        }
        CompareReport *a = make_report(places[0], n[0]), *b = make_report(places[1], n[1]);
        const CompareReport *const reports[2] = { a, b };
        guint *sites[2], pairs = 0;
        compare_align(reports, sites);
        for (guint i = 1, next = 1; i <= n[0]; i++)
            for (guint j = 1; j <= n[1]; j++)
                if (sites[0][i] == sites[1][j]) {
                    CU_ASSERT_EQUAL(places[0][i - 1].type, places[1][j - 1].type);
                    CU_ASSERT_TRUE(j >= next); /* in order, each once */
                    next = j + 1;
                    pairs++;
                }
        if (pairs != longest(places[0], n[0], places[1], n[1])) {
            CU_FAIL("not the longest");
            g_printerr("# seed %u, round %u\n", seed, round);
        }
        g_free(sites[0]);
        g_free(sites[1]);
        free_report(a);
        free_report(b);
    }
}

/* A parameter of the machine, and what the text and the page call it. */
static void
test_parameters(void)
{
    g_autoptr(Prediction) before = builder_sample(), after = builder_sample();
    after->params->start_time = 0.25;
    g_autoptr(CompareReport) first = compare_builder_read(before);
    g_autoptr(CompareReport) second = compare_builder_read(after);
    g_autoptr(Comparison) comparison = comparison_new(first, second);

    CHECK_INT(comparison->parameters->len, 1);
    const CompareParameter *one = &g_array_index(comparison->parameters, CompareParameter, 0);
    CHECK_TEXT(one->name, "start time");
    CHECK_TEXT(one->text[1], "0.25");
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
    g_autoptr(CompareReport) report = compare_builder_text(text, strlen(text), &error);

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
    check_wrong(deep, ":1:33: error: this is not JSON of this program: too many brackets");
    check_wrong("[]", "error: this is not JSON of this program: it is no object");
    check_wrong("", ": error: the file is empty");
    check_wrong("{}\n \xff", ":2:2: error: this is not JSON: not text in UTF-8");
    check_wrong("{\n/* } */}", ":2:1: error: this is not JSON: unexpected '/'");
    check_wrong("{\"a\": \xc3\xa4}", ":1:7: error: this is not JSON: unexpected '\xc3\xa4'");
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
    g_autoptr(CompareReport) report = compare_builder_read(prediction);
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
    CHECK_LACKS(page, "<script>alert");
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
        { "own", test_own },
        { "places of two programs", test_align },
        { "places of two programs, any", test_align_random },
        { "parameters", test_parameters },
        { "shares", test_change },
        { "no reports", test_wrong },
        { "hostile text", test_hostile },
        CU_TEST_INFO_NULL,
    };
    return tap_run("compare", tests);
}
