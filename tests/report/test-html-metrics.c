/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Metrics in the HTML report: what the page shows of them, against the table of metrics that
 * the text and the JSON are written from, and against numbers computed by hand.
 */
#include "src/base/number.h"
#include "src/report/view/report-view.h"
#include "tests/report/explain-builder.h"
#include "tests/report/page.h"

#define N 20

static Page
render(const Prediction *prediction, const Explanation *explanation)
{
    const ReportOptions options = { .max_depth = -1, .explanation = explanation };

    return page_render(prediction, &options);
}

static void
check_found(const Page *page, const char *expected, const char *expression)
{
    g_autofree char *found = page_find(page, "%s", expression);

    CHECK_TEXT(found, expected);
}

/* By hand: in an iteration of 2.5 ms the four processors compute 1, 1.25, 1.5 and 1.75 ms, wait
 * for the last, reduce for 0.5 ms and spend 0.25 ms in the run-time system: eleven activities
 * that are no user code, each a call since the sample's have no events in common. */
static void
test_levels(void)
{
    g_autoptr(Prediction) prediction = builder_sample();
    g_autoptr(Explanation) explanation = explain_builder_sample(prediction, N);
    g_auto(Page) page = render(prediction, explanation);

    const ReportOptions options = { .max_depth = -1, .explanation = explanation };
    g_autoptr(ReportView) view = report_view_new(prediction, &options, FALSE);
    view->metrics = report_metrics_new(explanation->timeline);
    static const struct {
        guint level, number; /* of what is measured */
        Metric metric;
        double value;
    } values[] = {
        { 0, 0, METRIC_PROCESSORS, 4 },
        { 0, 0, METRIC_TIME, 0.05 },
        { 0, 0, METRIC_CPU, 0.11 },
        { 0, 0, METRIC_WAIT, 0.07 },
        { 0, 0, METRIC_WAIT_CPU, 0.02 },
        { 0, 0, METRIC_LINES, 2 },
        { 0, 0, METRIC_CALLS, 220 },
        { 0, 0, METRIC_PARALLELISM, 2.2 },
        { 0, 0, METRIC_UTILISATION, 0.55 },
        { 0, 0, METRIC_LOAD, 0.13 / 0.11 },
        { 0, 0, METRIC_PROGRESS, 0.11 / 0.07 },
        { 1, 0, METRIC_CPU, 0.11 },
        { 2, 3, METRIC_CPU, 0.035 },
        { 2, 3, METRIC_WAIT, 0.01 },
        { 2, 3, METRIC_RESPONSE, 0.05 / 0.035 },
    };
    for (gsize i = 0; i < G_N_ELEMENTS(values); i++) {
        const ReportMeasured *one = &g_array_index(view->metrics->measured[values[i].level],
                                                   ReportMeasured, values[i].number);
        CU_ASSERT_DOUBLE_EQUAL(one->is.value[values[i].metric], values[i].value, 1e-12);
    }
    /* the page has the names of IPS in the glossary, and no tables of the same numbers again */
    CHECK_INT(page_count(&page, "//h:section[@id='metrics']//h:table"), 5);
    check_found(&page, "CPU time: in the program\xe2\x80\x99s own code (T_cpu).",
                "//h:dt[.='Cpu Time']/following-sibling::h:dd[1]");
    page_check_links(&page);
}

#define ENTRY(profile, row) "//h:table[@id='metrics-profile-" profile "']/h:tbody/h:tr[" row "]"

static void
test_profiles(void)
{
    g_autoptr(Prediction) prediction = builder_sample();
    g_autoptr(Explanation) explanation = explain_builder_sample(prediction, N);
    g_auto(Page) page = render(prediction, explanation);

    CHECK_INT(page_count(&page, "//h:table[starts-with(@id, 'metrics-profile-')]"), 4);
    CHECK_INT(page_count(&page, "//h:table[@id='metrics-profile-1']/h:tbody/h:tr"), 2);
    check_found(&page, "#interval-4", ENTRY("1", "1") "/h:th/h:a/@href");
    check_found(&page, "110 ms", ENTRY("1", "1") "/h:td[2]");
    check_found(&page, "100.0 %", ENTRY("1", "1") "/h:td[3]");
    check_found(&page, "220", ENTRY("1", "2") "/h:td[1]");
    check_found(&page, "70.0 ms", ENTRY("1", "2") "/h:td[4]");
    check_found(&page, "20.0 ms", ENTRY("1", "2") "/h:td[5]");
    check_found(&page, "By interval, of P(0,0)",
                "//h:details[.//h:table[@id='metrics-profile-2']]/h:summary");
    check_found(&page, "35.0 ms", ENTRY("3", "1") "/h:td[2]");
    check_found(&page, "heat2d.fdv:25", ENTRY("4", "1") "/h:td[1]");
    check_found(&page, "110 ms", ENTRY("4", "1") "/h:td[3]");

    prediction->ids[4] = prediction->ids[3];
    g_auto(Page) alike = render(prediction, explanation);
    CHECK_INT(page_count(&alike, "//h:table[@id='metrics-profile-1']/h:tbody/h:tr"), 1);
    check_found(&alike, "the parallel loop at heat2d.fdv:25 and 1 like it",
                ENTRY("1", "1") "/h:th");
    check_found(&alike, "70.0 ms", ENTRY("1", "1") "/h:td[4]");
    CHECK_INT(page_count(&alike, "//h:table[@id='metrics-profile-4']/h:tbody/h:tr"), 2);
}

#define BAR(plot, bin)                                                                         \
    "//h:section[@id='metrics']//h:figure[" plot "]//*[local-name()='rect'][" bin "]"

/* The first bin has nothing but user code, the second what is left of it. */
static void
test_histograms(void)
{
    g_autoptr(Prediction) prediction = builder_sample();
    g_autoptr(Explanation) explanation = explain_builder_sample(prediction, N);
    g_auto(Page) page = render(prediction, explanation);

    CHECK_INT(page_count(&page, "//h:table[@id='metrics-bins']/h:tbody/h:tr"),
              REPORT_METRICS_BINS);
    check_found(&page, "4.00 ms", "//h:table[@id='metrics-bins']/h:tbody/h:tr[1]/h:td[1]");
    check_found(&page, "1.00 ms", "//h:table[@id='metrics-bins']/h:tbody/h:tr[2]/h:th");
    check_found(&page, "1.50 ms", "//h:table[@id='metrics-bins']/h:tbody/h:tr[2]/h:td[1]");
    check_found(&page, "2.50 ms", "//h:table[@id='metrics-bins']/h:tbody/h:tr[2]/h:td[2]");
    check_found(&page, "100", BAR("1", "1") "/@height");
    check_found(&page, "37.5", BAR("1", "2") "/@height");
    check_found(&page, "62.5", BAR("1", "2") "/@y");
    check_found(&page, "0", BAR("2", "1") "/@height");
    check_found(&page, "CPU time 4.00 ms",
                "//h:section[@id='metrics']//h:figure[1]/h:figcaption");
}

/* Rows that are left out are in the sums. */
static void
test_others(void)
{
    g_autoptr(Prediction) prediction = builder_sample();
    g_autoptr(Explanation) explanation = explain_builder_sample(prediction, 1);

    timeline_free(explanation->timeline);
    explanation->timeline = explain_builder_random(5, 4, 20000, 400);
    const ReportOptions options = { .max_depth = -1, .explanation = explanation };
    g_autoptr(ReportView) view = report_view_new(prediction, &options, FALSE);
    view->metrics = report_metrics_new(explanation->timeline);
    const Metrics *program = &g_array_index(view->metrics->measured[0], ReportMeasured, 0).is;
    const ReportProfile *lines = g_ptr_array_index(report_view_profiles(view), 3);
    double cpu = lines->others.cpu, calls = lines->others.calls;

    CHECK_INT(lines->entries->len, REPORT_METRICS_MOST_ENTRIES);
    CU_ASSERT_TRUE(lines->n_others > 0 && lines->others.cpu > 0);
    for (guint i = 0; i < lines->entries->len; i++) {
        const ReportEntry *entry = &g_array_index(lines->entries, ReportEntry, i);
        CU_ASSERT_TRUE(i == 0 || entry->cpu <= entry[-1].cpu);
        cpu += entry->cpu;
        calls += entry->calls;
    }
    CU_ASSERT_DOUBLE_EQUAL(cpu, program->value[METRIC_CPU], 1e-9 * cpu);
    CU_ASSERT_DOUBLE_EQUAL(lines->total.cpu, cpu, 1e-9 * cpu);
    CU_ASSERT_DOUBLE_EQUAL(calls, program->value[METRIC_CALLS], 0.5);
    g_auto(Page) page = render(prediction, explanation);
    char number[REPORT_NUMBER_SIZE];
    g_autofree char *others =
        g_strdup_printf("%s others", report_number_grouped(lines->n_others, number));
    check_found(&page, others, "//h:table[@id='metrics-profile-4']/h:tfoot/h:tr[1]/h:th");
}

static void
test_hostile(void)
{
    g_autoptr(Prediction) prediction = builder_hostile();
    g_autoptr(Explanation) explanation = explain_builder_sample(prediction, 2);
    g_auto(Page) page = render(prediction, explanation);

    check_found(&page, BUILDER_HOSTILE_SHOWN ":25", ENTRY("4", "1") "//h:code");
    CHECK_LACKS(page.text, "<script>alert");
    page_check_links(&page);
}

/* Nothing to measure: no section, and no link to it. */
static void
test_nothing(void)
{
    g_autoptr(Prediction) prediction = builder_sample();
    g_autoptr(Explanation) explanation = explain_builder_sample(prediction, 2);

    timeline_free(explanation->timeline);
    explanation->timeline = timeline_new(4, 0);
    g_auto(Page) empty = render(prediction, explanation);
    CHECK_INT(page_count(&empty, "//h:section[@id='metrics'] | //h:a[@href='#metrics']"), 0);
    timeline_free(g_steal_pointer(&explanation->timeline));
    g_auto(Page) page = render(prediction, explanation);
    CHECK_INT(page_count(&page, "//h:section[@id='metrics'] | //h:a[@href='#metrics']"), 0);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "levels", test_levels },
        { "profiles", test_profiles },
        { "histograms", test_histograms },
        { "others", test_others },
        { "hostile text", test_hostile },
        { "nothing", test_nothing },
        CU_TEST_INFO_NULL,
    };
    return tap_run("html metrics", tests);
}
