/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Findings, critical path and timeline in the HTML report, read as XML.
 */
#include <string.h>

#include "src/base/number.h"
#include "src/report/view/path.h"
#include "tests/report/explain-builder.h"
#include "tests/report/page.h"

static Page
render(const Prediction *prediction, const Explanation *explanation, gint max_depth)
{
    const ReportOptions options = { .max_depth = max_depth, .explanation = explanation };

    return page_render(prediction, &options);
}

static void
check_found(const Page *page, const char *expression, const char *expected)
{
    g_autofree char *found = page_find(page, "%s", expression);

    CHECK_TEXT(found, expected);
}

static void
check_seconds(const Page *page, const char *expression, double expected)
{
    char buffer[REPORT_NUMBER_SIZE];

    check_found(page, expression, report_number_time(expected, buffer));
}

static void
test_findings(void)
{
    g_autoptr(Prediction) prediction = builder_sample();
    g_autoptr(Explanation) explanation = explain_builder_sample(prediction, 20);
    g_auto(Page) page = render(prediction, explanation, -1);

    CHECK_INT(page_count(&page, "//h:li[contains(@class, 'finding')]"), 2);
    check_found(&page, "//h:li[@id='finding-1']/h:h3", "1 title of heat2d.fdv");
    check_found(&page, "//h:li[@id='finding-1']//h:a/@href", "#interval-4");
    check_found(&page, "//h:li[@id='finding-2']//h:p[@class='where']/h:a[1]",
                "the parallel loop at heat2d.fdv:31");
    check_found(&page, "//h:li[@id='finding-2']//h:span[@class='show']/@data-from",
                "0.011"); /* what takes longest there, not the wait of processor 0 before it */
    check_found(&page, "//h:main/h:section[1]/@id", "findings");
    check_found(&page, "//h:p[@class='lead']/h:a[@href='#finding-1']", "title of heat2d.fdv");
    CHECK_LACKS(page.text, "the largest loss is"); /* of two answers the one with the cause */
    CHECK_HAS(page.text, "500 ms");
    CHECK_HAS(page.text, finding_advice(FINDING_ID_REDUCTION_IN_LOOP, FINDING_FORTRAN_DVM));
    page_check_links(&page);
}

/* What is inside of an interval has its own line; fewer processors that take less are told
 * first, one of them is told with the times. */
static void
test_where(void)
{
    g_autoptr(Prediction) prediction = builder_sample();
    g_autoptr(Explanation) explanation = explain_builder_sample(prediction, 2);
    Finding *finding = g_ptr_array_index(explanation->findings, 1);

    finding->line = 99;
    explanation->fewer = (RaterGrid){ .rank = 2, .size = { 2, 1 } };
    explanation->fewer_time = 0.25;
    g_auto(Page) page = render(prediction, explanation, -1);
    check_found(&page, "//h:li[@id='finding-2']/h:p[@class='where']/h:code", "heat2d.fdv:99");
    CHECK_HAS(page.text,
              "</code>, in <a href=\"#interval-5\">the parallel loop at heat2d.fdv:31</a>");
    check_found(&page, "//h:header/h:p[last()]",
                "Fewer processors take less time: grid 2x1, 250 ms.");
    explanation->fewer.size[0] = 1;
    g_auto(Page) one = render(prediction, explanation, -1);
    CHECK_LACKS(one.text, "Fewer processors");
}

/* What one finding means, and another of its kind. */
static void
test_meaning(void)
{
    g_autoptr(Prediction) prediction = builder_sample();
    g_autoptr(Explanation) explanation = explain_builder_sample(prediction, 2);
    Finding *first = g_ptr_array_index(explanation->findings, 0);
    const char *meaning = "//h:li[@id='finding-1']//h:div[h:dt='Meaning']/h:dd";

    first->id = finding_row(FINDING_ID_SHADOW_EXCHANGE)->name;
    first->kind = FINDING_SHADOW;
    g_auto(Page) page = render(prediction, explanation, -1);
    check_found(&page, meaning,
                "Neighbours exchange the edges of their blocks, and wait for them.");
    first->id = finding_row(FINDING_ID_PIPELINE)->name;
    g_auto(Page) pipeline = render(prediction, explanation, -1);
    g_autofree char *text = page_find(&pipeline, "%s", meaning);
    CHECK_HAS(text, "portion by portion");
}

#define PART "//h:table[@aria-labelledby='path-program']//h:tr[h:th='%s']/h:td[1]"

static void
check_spent(const Page *page, const char *label, double expected)
{
    g_autofree char *expression = g_strdup_printf(PART, label);

    check_seconds(page, expression, expected);
}

static void
test_path(void)
{
    g_autoptr(Prediction) prediction = builder_sample();
    g_autoptr(Explanation) explanation = explain_builder_sample(prediction, 20);
    g_auto(Page) page = render(prediction, explanation, -1);
    const double *program = explanation->path->program;
    const char *lines = "//h:table[@aria-labelledby='path-places']";

    check_spent(&page, "User code (CPU)", program[PATH_CPU]);
    check_spent(&page, "Run-time system", program[PATH_SYS]);
    check_spent(&page, "Reduction", program[PATH_COMMUNICATION + OPERATION_REDUCTION]);
    check_spent(&page, "Path", explanation->path->length);
    CHECK_INT(page_count(&page, "//h:table[@aria-labelledby='path-program']/h:tbody/h:tr"), 3);
    check_found(&page, "//h:table[@aria-labelledby='path-processors']/h:tbody/h:tr[1]/h:th",
                "Processor 1,1");
    check_found(&page, "//h:table[@aria-labelledby='path-processors']/h:tbody/h:tr[2]/h:th",
                "Messages 1,0 \xe2\x86\x92 1,1");
    g_autofree char *rows = g_strdup_printf("%s/h:tbody/h:tr", lines);
    CHECK_INT(page_count(&page, rows), 2);
    g_autofree char *cell = g_strdup_printf("%s/h:tbody/h:tr[1]/h:td[2]", lines);
    check_seconds(&page, cell, 20 * EXPLAIN_BUILDER_CPU(3));
    CHECK_INT(page_count(&page, "//*[@id='strip']/*"), 60);
    check_found(&page, "//*[@id='strip']/*[2]/*[1]",
                "1.75 to 2.25 ms: Reduction 500 us; line heat2d.fdv:31, in "
                "the parallel loop at heat2d.fdv:31");
    check_found(&page, "//h:table[@aria-label='What is off the critical path']//h:td[2]",
                "125 ms");
}

/* Above a number of stretches the strip has columns, each the sum of its part of the path. */
static void
test_columns(void)
{
    g_autoptr(Prediction) prediction = builder_sample();
    g_autoptr(Explanation) explanation = explain_builder_sample(prediction, 1000);
    g_autoptr(ReportPath) path = report_path_new(explanation, prediction);
    double sums[N_PATH_PARTS] = { 0 };

    CHECK_INT(path->columns, TRUE);
    CHECK_INT(path->pieces->len, REPORT_PATH_COLUMNS);
    for (guint i = 0; i < path->pieces->len; i++) {
        const ReportPathPiece *piece = &g_array_index(path->pieces, ReportPathPiece, i);
        double total = 0;
        for (guint part = 0; part < N_PATH_PARTS; part++) {
            sums[part] += piece->seconds[part];
            total += piece->seconds[part];
        }
        CU_ASSERT_DOUBLE_EQUAL(total, piece->end - piece->start, 1e-12);
    }
    for (guint part = 0; part < N_PATH_PARTS; part++)
        CU_ASSERT_DOUBLE_EQUAL(sums[part], explanation->path->program[part], 1e-9);
}

/* What is not among the rows is summed up, so that tables add up to the path. */
static void
test_others(void)
{
    g_autoptr(Prediction) prediction = builder_sample();
    g_autoptr(Explanation) explanation = explain_builder_sample(prediction, 3);
    CriticalPath *path = explanation->path;

    g_array_set_size(path->lines, 1);
    for (guint i = 0; i < 300; i++) {
        PathLine line = { .interval = 2, .site = 1 + i, .total = 0.5 };
        line.seconds[PATH_CPU] = 0.25;
        line.seconds[PATH_SYS] = 0.25;
        g_array_append_val(path->lines, line);
        const PathProcessor pair = { i % 4, (i + 1) % 4, 0.125 };
        g_array_append_val(path->processors, pair);
    }
    g_auto(Page) page = render(prediction, explanation, -1);
    check_found(&page, "//h:table[@aria-labelledby='path-places']/h:tfoot/h:tr[1]/h:th",
                "101 others");
    check_found(&page, "//h:table[@aria-labelledby='path-places']/h:tfoot/h:tr[1]/h:td[2]",
                "50.0 s"); /* 100 of 0.5, and the sample's, which is the least */
    check_found(&page, "//h:table[@aria-labelledby='path-processors']/h:tfoot/h:tr[1]/h:td[1]",
                "22.9 s");
}

static void
test_timeline(void)
{
    g_autoptr(Prediction) prediction = builder_sample();
    g_autoptr(Explanation) explanation = explain_builder_sample(prediction, 50);
    g_auto(Page) page = render(prediction, explanation, -1);
    const char *table = "//h:details[@id='timeline-table']//h:tbody/h:tr";

    CHECK_INT(page_count(&page, table), 5);
    check_found(&page, "//h:details[@id='timeline-table']//h:tbody/h:tr[1]/h:th",
                "Critical path");
    check_found(&page, "//h:details[@id='timeline-table']//h:tbody/h:tr[3]/h:th", "0,1");
    check_seconds(&page, "//h:details[@id='timeline-table']//h:tbody/h:tr[3]/h:td[2]",
                  50 * EXPLAIN_BUILDER_CPU(1));
    CHECK_HAS(page.text, "each of them is in the page");
    check_found(&page, "//*[@id='timeline-data']/*[local-name()='u'][1]", "heat2d.fdv:25");
    check_found(&page, "//h:details[@id='timeline-table']/@open", "open");
}

/* Ten times as many activities as fit: the page stays small and says what it left out. */
static void
test_large(void)
{
    g_autoptr(Prediction) prediction = builder_sample();
    g_autoptr(Explanation) explanation = explain_builder_sample(prediction, 100000);
    g_auto(Page) without = render(prediction, NULL, -1);
    g_auto(Page) page = render(prediction, explanation, -1);

    CHECK_INT(page.len > without.len + 500000, TRUE);
    CHECK_INT(page.len < without.len + 2300000, TRUE);
    CHECK_HAS(page.text, "are drawn together");
    g_array_set_size(explanation->path->stretches, 3); /* the builder keeps them all */
    timeline_free(g_steal_pointer(&explanation->timeline));
    g_auto(Page) path = render(prediction, explanation, -1);
    CHECK_INT(path.len < without.len + 300000, TRUE);
    CHECK_INT(page_count(&path, "//h:section[@id='timeline']"), 0);
    CHECK_INT(page_count(&path, "//h:section[@id='path']"), 1);
}

static void
test_hostile(void)
{
    g_autoptr(Prediction) prediction = builder_hostile();
    g_autoptr(Explanation) explanation = explain_builder_sample(prediction, 2);
    g_auto(Page) page = render(prediction, explanation, -1);

    check_found(&page, "//h:li[@id='finding-1']//h:dd[1]",
                "evidence of " BUILDER_HOSTILE_SHOWN);
    check_found(&page, "//h:table[@aria-labelledby='path-places']/h:tbody/h:tr[1]//h:code",
                BUILDER_HOSTILE_SHOWN ":25");
    CHECK_LACKS(page.text, "<script>alert");
    CHECK_LACKS(page.text, "\033");
    page_check_links(&page);
}

/* Links lead to what --depth leaves. */
static void
test_depth(void)
{
    g_autoptr(Prediction) prediction = builder_sample();
    g_autoptr(Explanation) explanation = explain_builder_sample(prediction, 2);
    g_auto(Page) page = render(prediction, explanation, 1);

    check_found(&page, "//h:li[@id='finding-1']//h:a/@href", "#interval-3");
    check_found(&page, "//*[@id='timeline-data']/*[local-name()='s'][1]/@data-interval", "3");
    page_check_links(&page);
}

static void
test_quiet(void)
{
    g_autoptr(Prediction) prediction = builder_sample();
    g_autoptr(Explanation) explanation = g_new0(Explanation, 1);
    explanation->findings = g_ptr_array_new();
    g_auto(Page) page = render(prediction, explanation, -1);
    g_auto(Page) without = render(prediction, NULL, -1);

    CHECK_HAS(page.text, "Nothing stands out");
    CHECK_HAS(page.text, "the largest loss is");
    CHECK_INT(page_count(&page, "//h:h2[. = 'Findings'] | //h:a[@href = '#findings']"), 0);
    CHECK_INT(page_count(&page, "//h:section[@id='path' or @id='timeline']"), 0);
    page_check_links(&page);
    CHECK_INT(
        page_count(&without, "//h:section[@id='findings' or @id='path' or @id='timeline']"), 0);
    CHECK_LACKS(without.text, "timeline-data");
    CHECK_LACKS(without.text, "--a-cpu");
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "findings", test_findings },    { "where", test_where },
        { "meaning", test_meaning },      { "path", test_path },
        { "columns", test_columns },      { "others", test_others },
        { "timeline", test_timeline },    { "large", test_large },
        { "hostile text", test_hostile }, { "depth", test_depth },
        { "quiet", test_quiet },          CU_TEST_INFO_NULL,
    };
    return tap_run("html explain", tests);
}
