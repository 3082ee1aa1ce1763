/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The HTML report, read as XML: its tables hold the prediction's numbers, its links lead
 * somewhere, nothing from a trace becomes markup, nothing is fetched from elsewhere.
 */
#include <string.h>

#include "src/base/number.h"
#include "src/report/view/page.h"
#include "tests/report/page.h"

static void
check_number(const char *shown, double expected)
{
    char buffer[REPORT_NUMBER_SIZE];

    CHECK_TEXT(shown, report_number_short(expected, buffer));
}

/* The cell under the label in the interval's row of the table of values. */
static char *
cell_of(const Page *page, guint id, const char *label)
{
    return page_find(
        page,
        "//h:tr[@id='interval-%u']/*[count(//h:table[@id='values']/h:thead/h:tr/h:th[.='%s']"
        "/preceding-sibling::*) + 1]",
        id, label);
}

/* What pages write of a value. */
typedef enum { COUNT, SECONDS, SHARE, FACTOR } Kind;

/* The cell under the label in the interval's row of the table of values, which scripts read;
 * for MAIN also what people read: beside the label in the summary, of POP factors in the
 * glossary. */
static void
check_cell(const Page *page, guint id, Kind kind, const char *label, double expected)
{
    char buffer[REPORT_NUMBER_SIZE];
    g_autofree char *shown = cell_of(page, id, label);

    check_number(shown, expected);
    if (id > 1)
        return;
    const char *text = kind == COUNT     ? report_number_short(expected, buffer)
                       : kind == SECONDS ? report_number_time(expected, buffer)
                                         : report_number_percent(expected, buffer);
    g_autofree char *sentence = g_strdup_printf(kind == FACTOR ? "Here %s." : "%s", text);
    g_autofree char *above =
        kind == FACTOR
            ? page_find(page,
                        "//h:section[@id='glossary']//h:dt[.='%s']/following-sibling::h:dd[1]",
                        label)
            : page_find(page,
                        "//h:section[@id='summary']//h:table[h:caption='Characteristics of the "
                        "program']"
                        "//h:tr[h:th='%s']/h:td[1]",
                        label);
    CU_ASSERT_TRUE(kind == FACTOR ? g_str_has_suffix(above, sentence)
                                  : g_str_equal(above, sentence));
}

static void
check_operations(const Page *page, const Interval *interval)
{
    for (guint op = 0; op < N_OPERATIONS; op++) {
        const OperationTimes *times = &interval->values.operations[op];
        const double expected[] = { (double)interval->n_operations[op], times->communication,
                                    times->synchronization, times->variation, times->overlap };
        g_autofree char *cell = cell_of(page, interval->id, operation_label((Operation)op));
        g_auto(GStrv) all = g_strsplit(cell, " ", -1);
        CHECK_INT(g_strv_length(all) <= 1 || g_strv_length(all) == 5, TRUE);
        for (guint column = 0; column < G_N_ELEMENTS(expected); column++) {
            if (all[0] == NULL || *all[0] == '\0') /* a group without any operation is empty */
                CHECK_INT(expected[column] != 0, FALSE);
            else if (column == 0)
                CHECK_INT(g_ascii_strtoll(all[0], NULL, 10), (gint64)expected[0]);
            else
                check_number(all[column], expected[column]);
        }
    }
}

/* Both numbers in the last cell of the row, which is left out without them. */
static void
check_process(const Page *page, const Interval *interval)
{
    g_autofree char *cell = page_find(
        page, "//h:table[@id='values']//h:tr[@id='interval-%u']/h:td[34]", interval->id);
    g_auto(GStrv) numbers = g_strsplit(cell, " ", -1);

    CHECK_INT(g_strv_length(numbers), interval->values.start_exit > 0 ? 2 : 0);
    if (g_strv_length(numbers) != 2)
        return;
    check_number(numbers[0], interval->values.start_exit);
    check_number(numbers[1], interval->efficiency_without_start);
}

static void
check_interval(const Page *page, const Interval *interval)
{
    check_cell(page, interval->id, SHARE, "Efficiency", interval->efficiency);
    check_cell(page, interval->id, COUNT, "Processors", (double)interval->processors);
    check_cell(page, interval->id, SECONDS, "Total time", interval->total_time);
#define CLASSIC
#define CHARACTERISTIC(field, name, label, help)                                               \
    check_cell(page, interval->id, SECONDS, label, interval->values.field);
#include "src/analysis/predict/characteristics.def"
#undef CHARACTERISTIC
#undef CLASSIC
    check_process(page, interval);
    check_cell(page, interval->id, FACTOR, "Computation scaling",
               interval->pop.computation_scaling);
    check_cell(page, interval->id, FACTOR, "Parallel efficiency",
               interval->pop.parallel_efficiency);
    check_cell(page, interval->id, FACTOR, "Load balance", interval->pop.load_balance);
    check_cell(page, interval->id, FACTOR, "Communication efficiency",
               interval->pop.communication_efficiency);
    check_cell(page, interval->id, FACTOR, "Serialisation efficiency",
               interval->pop.serialisation_efficiency);
    check_cell(page, interval->id, FACTOR, "Transfer efficiency",
               interval->pop.transfer_efficiency);
    check_operations(page, interval);
}

static double
value_of(const Characteristics *values, const char *label)
{
    unsigned n;
    const CharacteristicRow *rows = characteristic_rows(&n);

    for (unsigned i = 0; i < n; i++)
        if (strcmp(rows[i].label, label) == 0)
            return characteristic_value(values, &rows[i]);
    for (guint op = 0; op < N_OPERATIONS; op++)
        if (strcmp(operation_label((Operation)op), label) == 0)
            return values->operations[op].communication;
    CU_FAIL_FATAL("unknown column");
    return 0;
}

/* An expression for the cells of a row of an interval's processors, from 1. */
static char *
cells_of(guint id, guint row)
{
    return g_strdup_printf("//h:tbody[@id='processors-%u']/h:tr[%u]/*", id, row + 1);
}

/* A row of the table of processors, columns named by their heads. */
static void
check_row(const Page *page, guint id, guint row, const char *processors, gint64 n,
          const Characteristics *values)
{
    const char *head = "//h:details[@id='processors']//h:thead/h:tr/*";
    g_autofree char *cells = cells_of(id, row + 1);
    g_autofree char *name = page_find(page, "%s[1]", cells);
    g_autofree char *how_many = page_find(page, "%s[2]", cells);
    const guint n_columns = page_count(page, cells);

    CHECK_TEXT(name, processors);
    CHECK_INT(g_ascii_strtoll(how_many, NULL, 10), n);
    CU_ASSERT_TRUE(n_columns > 4);
    for (guint column = 3; column <= n_columns; column++) {
        g_autofree char *label = page_find(page, "%s[%u]", head, column);
        g_autofree char *cell = page_find(page, "%s[%u]", cells, column);
        check_number(cell, value_of(values, label));
    }
}

static void
test_values(void)
{
    g_autoptr(Prediction) prediction = builder_random(21, 12);
    g_auto(Page) page = page_render(prediction, NULL);

    CHECK_INT(page_count(&page, "//h:tr[starts-with(@id, 'interval-')]"),
              prediction->n_intervals);
    for (guint i = 0; i < prediction->n_intervals; i++) {
        const Interval *interval = &prediction->intervals[i];
        check_interval(&page, interval);
        for (guint c = 0; c < interval->n_classes; c++) {
            const ProcessorClass *one = &interval->classes[c];
            g_autoptr(GString) set = g_string_new(NULL);
            processor_set_append_text(one->set, G_MAXUINT64, set);
            check_row(&page, interval->id, c, set->str, one->count, &one->values);
        }
    }
}

static void
test_per_processor(void)
{
    const ReportOptions options = { .max_depth = -1, .per_processor = TRUE };
    g_autoptr(Prediction) prediction = builder_sample();
    g_auto(Page) page = page_render(prediction, &options);

    for (guint i = 0; i < prediction->n_intervals; i++)
        for (guint p = 0; p < 4; p++) {
            g_autofree char *name = g_strdup_printf("%u", p);
            check_row(&page, i + 1, p, name, 1,
                      &prediction->intervals[i].classes[p == 0 ? 0 : 1].values);
        }
}

static void
test_summary(void)
{
    g_autoptr(Prediction) prediction = builder_sample();
    g_auto(Page) page = page_render(prediction, NULL);
    g_autofree char *title = page_find(&page, "//h:title");
    g_autofree char *time = page_find(&page, "//h:dl/h:div[h:dt='Predicted time']/h:dd");
    g_autofree char *efficiency = page_find(&page, "//h:dl/h:div[h:dt='Efficiency']/h:dd");
    g_autofree char *speedup = page_find(&page, "//h:dl/h:div[h:dt='Speed-up']/h:dd[1]");
    g_autofree char *uses = page_find(
        &page, "//h:section[@id='summary']//h:tr[h:th='Transfer: shadow edges']/h:td");
    g_autofree char *loser = page_find(&page, "//h:ol[@class='look']/h:li[1]//h:a/@href");
    g_autofree char *lost = page_find(&page, "//h:ol[@class='look']/h:li[1]/h:strong");
    g_autofree char *lead = page_find(&page, "//h:header/h:p[@class='lead']");
    g_autofree char *hint = page_find(&page, "//h:header/h:p[@class='alert']");
    g_autofree char *start = page_find(&page, "//h:tr[h:th='start time']/h:td");
    g_autofree char *bytes = page_find(&page, "//h:tr[h:th='Bytes']/h:td");

    CHECK_TEXT(title, "heat2d.fdv on 2x2");
    CHECK_TEXT(time, "1.84 s");
    CHECK_TEXT(efficiency, "19.1 %");
    CHECK_TEXT(speedup, "0.763");
    CHECK_TEXT(uses, "4.00 s");
    CHECK_TEXT(loser, "#interval-4");
    CHECK_TEXT(lost, "58.4 %");
    CHECK_TEXT(lead,
               "The program would take 1.84 s on 4 processors, 1.31 times as long as on one "
               "(1.41 s). 19.1 % of the processors\xe2\x80\x99 time is productive, which is "
               "poor; the largest loss is transfer of shadow edges (54.2 %).");
    CHECK_TEXT(hint, "Slower than on one processor: as it is, running it on 4 does not pay.");
    CHECK_TEXT(start, "75 \xc2\xb5s");
    CHECK_TEXT(bytes, "150\xc2\xa0"
                      "917");
    CHECK_INT(page_count(&page, "//h:section[@id='warnings']//h:li"), 2);
    CHECK_INT(page_count(&page, "//h:section[@id='summary']//h:div[@class='bar']/h:i"), 5);
    CHECK_INT(page_count(&page, "//h:p[@class='alert']"), 1);
    prediction->complete = FALSE;
    g_strfreev(prediction->warnings);
    prediction->warnings = NULL;
    g_auto(Page) truncated = page_render(prediction, NULL);
    CHECK_INT(page_count(&truncated, "//h:header/h:p[@class='alert']"), 2);
    CHECK_INT(page_count(&truncated, "//h:section[@id='warnings']"), 0);
}

static void
check_lead(Prediction *prediction, double efficiency, double serial, const char *expected)
{
    /* the program is judged, not the process */
    prediction->intervals[0].efficiency = efficiency;
    prediction->intervals[0].efficiency_without_start = efficiency;
    prediction->serial_time = serial;
    g_auto(Page) page = page_render(prediction, NULL);
    g_autofree char *lead = page_find(&page, "//h:header/h:p[@class='lead']");

    CHECK_HAS(lead, expected);
    CHECK_INT(page_count(&page, "//h:p[@class='alert']"),
              prediction->execution_time > serial ? 1 : 0);
}

/* What is told first: faster or slower, and whether the efficiency is good. */
static void
test_lead(void)
{
    g_autoptr(Prediction) prediction = builder_sample();
    const double time = prediction->execution_time;

    check_lead(prediction, 0.8, 2 * time, "2 times as fast as on one (3.69 s). 80.0 %");
    check_lead(prediction, 0.8, 2 * time, "productive, which is good; the");
    check_lead(prediction, 0.799, time, "1 times as fast");
    check_lead(prediction, 0.799, time, "which is fair;");
    check_lead(prediction, 0.5, time, "which is fair;");
    check_lead(prediction, 0.499, time / 4, "4 times as long as on one (461 ms). 49.9 %");
    check_lead(prediction, 0.499, time / 4, "which is poor;");
}

static void
test_links(void)
{
    g_autoptr(Prediction) prediction = builder_sample();
    g_auto(Page) page = page_render(prediction, NULL);

    page_check_links(&page);
    g_auto(Page) other = ({
        g_autoptr(Prediction) random = builder_random(3, 60);
        page_render(random, NULL);
    });
    page_check_links(&other);
}

/* In the tree each interval stands once, inside of its parent. */
static void
test_tree(void)
{
    g_autoptr(Prediction) prediction = builder_random(5, 60);
    g_auto(Page) page = page_render(prediction, NULL);

    CHECK_INT(page_count(&page, "//h:div[@class='fold']//h:a"), 60);
    CHECK_INT(page_count(&page, "//h:summary//h:a"), 0); /* a control holds no other */
    for (guint i = 1; i < prediction->n_intervals; i++) {
        const Interval *interval = &prediction->intervals[i];
        g_autofree char *parent =
            page_find(&page,
                      "//h:div[@class='fold']//h:a[@href='#interval-%u']"
                      "/ancestor::h:details[%d]/h:a/@href",
                      interval->id, interval->last == interval->id ? 1 : 2);
        g_autofree char *expected = g_strdup_printf("#interval-%u", interval->parent);
        CHECK_TEXT(parent, expected);
    }
}

static void
test_depth(void)
{
    const ReportOptions options = { .max_depth = 1, .no_processors = TRUE };
    g_autoptr(Prediction) prediction = builder_sample();
    g_auto(Page) page = page_render(prediction, &options);
    g_autofree char *hidden = page_find(&page, "//h:section[@id='tree']/h:p[@class='note']");

    CHECK_INT(page_count(&page, "//h:tr[starts-with(@id, 'interval-')]"), 3);
    CHECK_INT(page_count(&page, "//h:div[@class='fold']//h:a"), 3);
    CHECK_INT(page_count(&page, "//h:details[starts-with(@id, 'processors')]"), 0);
    CHECK_HAS(hidden, "2 deeper intervals");
    CHECK_HAS(page.text, "--depth");
    page_check_links(&page);
}

static void
test_hostile(void)
{
    g_autoptr(Prediction) prediction = builder_hostile();
    g_auto(Page) page = page_render(prediction, NULL);
    g_autofree char *heading = page_find(&page, "//h:h1");
    g_autofree char *warning = page_find(&page, "//h:section[@id='warnings']//h:li[1]");
    g_autofree char *place = page_find(&page, "//h:tr[@id='interval-2']/h:th/h:code");

    CHECK_TEXT(heading, BUILDER_HOSTILE_SHOWN);
    CHECK_TEXT(warning, BUILDER_HOSTILE_SHOWN ":1: warning: {report.title} ]]> --> \\x0d");
    CHECK_TEXT(place, BUILDER_HOSTILE_SHOWN ":17");
    CHECK_INT(page_count(&page, "//h:script"), 1);
    CHECK_INT(page_count(&page, "//h:b[.='bold']"), 0);
    CHECK_LACKS(page.text, "<script>alert");
    CHECK_LACKS(page.text, "\033");
    page_check_links(&page);
}

/* HTML readers see what XML readers see: only void elements end in "/>", nothing needs a
 * network. */
static void
test_polyglot(void)
{
    static const char *const void_elements[] = { "meta", "br", "hr", "img", "input", NULL };
    g_autoptr(Prediction) prediction = builder_sample();
    g_auto(Page) page = page_render(prediction, NULL);

    CU_ASSERT_TRUE(g_str_has_prefix(page.text, "<!DOCTYPE html>\n<html"));
    for (const char *p = strstr(page.text, "/>"); p != NULL; p = strstr(p + 1, "/>")) {
        const char *open = g_strrstr_len(page.text, p - page.text, "<");
        g_autofree char *name = g_strndup(open + 1, strcspn(open + 1, " />"));
        CU_ASSERT_TRUE(g_strv_contains(void_elements, name));
    }
    CHECK_INT(page_count(&page, "//@src | //h:link | //h:iframe | //h:object"), 0);
    CHECK_LACKS(page.text, "url(");
    CHECK_LACKS(page.text, "@import");
    CHECK_LACKS(page.text, "urn:predictor:template");
    CHECK_LACKS(page.text, "{report.");
    CHECK_HAS(page.text, "prefers-color-scheme: dark");
}

/* A million processors, and thousands of intervals without a single zero, stay small; what is
 * deep stays readable as XML. */
static void
test_large(void)
{
    g_autoptr(Prediction) large = builder_large(1000);
    g_autoptr(Prediction) many = builder_random(7, 5000);
    g_autoptr(Prediction) deep = builder_deep(300);
    g_auto(Page) page = page_render(large, NULL);
    g_auto(Page) deep_page = page_render(deep, NULL);
    g_auto(Page) many_page = page_render(many, NULL);

    printf("# 1048576 processors, 1000 intervals: %zu bytes; 5000 intervals: %zu bytes\n",
           page.len, many_page.len);
    CU_ASSERT_TRUE(page.len < 3500000);
    CU_ASSERT_TRUE(many_page.len < 7000000);
    CHECK_INT(page_count(&many_page, "//h:tr[starts-with(@id, 'interval-')]"), 5000);
    CHECK_INT(page_count(&many_page, "//h:div[@class='fold']//h:a"), 5000);
    CHECK_INT(page_count(&page, "//h:tr[starts-with(@id, 'interval-')]"), 1000);
    CHECK_INT(page_count(&deep_page, "//h:div[@class='fold']//h:a"), 300);
    check_row(&page, 1, 4, "1-1022,1-1022", 1022 * 1022,
              &large->intervals[0].classes[4].values);
}

/* Classes and boxes without end are cut, and the page says so. */
static void
test_many_classes(void)
{
    g_autoptr(Prediction) prediction = builder_sample();
    Interval *interval = &prediction->intervals[4];
    ProcessorBox many[73] = { { { 0 }, { 0 } } };

    prediction->params->topology.size[1] = prediction->grid.size[1] = 146;
    for (gint64 i = 0; i < 73; i++)
        many[i].lo[1] = many[i].hi[1] = 2 * i;
    processor_set_unref(interval->classes[0].set);
    interval->classes[0].set = builder_set(&prediction->params->topology, 73, many);
    interval->classes = g_renew(ProcessorClass, interval->classes, 300);
    for (guint i = 2; i < 300; i++) {
        interval->classes[i] = interval->classes[1];
        processor_set_ref(interval->classes[1].set);
    }
    interval->n_classes = 300;
    g_auto(Page) page = page_render(prediction, NULL);
    g_autofree char *note = page_find(&page, "//h:tbody[@id='processors-5']/h:tr[last()]/h:th");
    g_autofree char *boxes = page_find(&page, "//h:tbody[@id='processors-5']/h:tr[2]/h:th");
    CHECK_INT(page_count(&page, "//h:tbody[@id='processors-5']/h:tr"), 2 + REPORT_MOST_CLASSES);
    CHECK_TEXT(note, "44 classes more are in the JSON and CSV reports.");
    CU_ASSERT_TRUE(g_str_has_suffix(boxes, "0,126 and 9 boxes more"));
    CHECK_INT(page_count(&page, "//h:tbody[@id='cells-5'][@data-grid='2x146']"), 1);
    g_autofree char *cells = page_find(&page, "//h:tbody[@id='cells-5']/h:tr[2]/h:th");
    CU_ASSERT_TRUE(g_str_has_prefix(cells, "0,0-2 0,4 0,6 "));
    CU_ASSERT_TRUE(g_str_has_suffix(cells, " 0,142 0,144 1,0-1"));
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "values", test_values },
        { "per processor", test_per_processor },
        { "summary", test_summary },
        { "lead", test_lead },
        { "links", test_links },
        { "tree", test_tree },
        { "depth", test_depth },
        { "hostile text", test_hostile },
        { "HTML and XML", test_polyglot },
        { "large", test_large },
        { "many classes", test_many_classes },
        CU_TEST_INFO_NULL,
    };
    return tap_run("html", tests);
}
