/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The HTML report, read as XML: its tables hold the prediction's numbers, its links lead
 * somewhere, nothing from a trace becomes markup, nothing is fetched from elsewhere.
 */
#include <glib/gstdio.h>
#include <libxml/parser.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>
#include <string.h>

#include "src/report/html-model.h"
#include "src/report/report-number.h"
#include "tests/report/builder.h"
#include "tests/report/check.h"

typedef struct {
    char *text;
    gsize len;
    xmlDoc *doc;
    xmlXPathContext *context; /* prefix h */
} Page;

static void
page_clear(Page *page)
{
    xmlXPathFreeContext(page->context);
    xmlFreeDoc(page->doc);
    g_free(page->text);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Page, page_clear)

static Page
render(const Prediction *prediction, const ReportOptions *options)
{
    g_autoptr(GError) error = NULL;
    Page page = { NULL };

    page.text = builder_render(prediction, options, "html", &page.len, &error);
    CHECK_TEXT(error != NULL ? error->message : "", "");
    CU_ASSERT_PTR_NOT_NULL_FATAL(page.text);
    CU_ASSERT_TRUE(g_utf8_validate(page.text, (gssize)page.len, NULL));
    page.doc = xmlReadMemory(page.text, (int)page.len, "report.html", NULL, XML_PARSE_NONET);
    CU_ASSERT_PTR_NOT_NULL_FATAL(page.doc);
    page.context = xmlXPathNewContext(page.doc);
    xmlXPathRegisterNs(page.context, BAD_CAST "h", BAD_CAST "http://www.w3.org/1999/xhtml");
    return page;
}

/* What the expression, printf-like, gives as a string; free with g_free(). */
G_GNUC_PRINTF(2, 3)
static char *
find(const Page *page, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    g_autofree char *expression = g_strdup_vprintf(format, args);
    va_end(args);
    xmlXPathObject *result = xmlXPathEvalExpression(BAD_CAST expression, page->context);
    CU_ASSERT_PTR_NOT_NULL_FATAL(result);
    xmlChar *string = xmlXPathCastToString(result);
    char *copy = g_strdup((const char *)string);
    xmlFree(string);
    xmlXPathFreeObject(result);
    return copy;
}

static guint
count(const Page *page, const char *expression)
{
    g_autofree char *all = g_strdup_printf("count(%s)", expression);
    g_autofree char *number = find(page, "%s", all);

    return (guint)g_ascii_strtoull(number, NULL, 10);
}

static void
check_number(const char *shown, double expected)
{
    char buffer[REPORT_NUMBER_SIZE];

    CHECK_TEXT(shown, report_number_short(expected, buffer));
}

/* The cell under the label in the interval's row of the table of values; for MAIN also the one
 * beside the label in the summary, which holds no percentages but for POP factors. */
static void
check_cell(const Page *page, guint id, gboolean pop, const char *label, double expected)
{
    char buffer[REPORT_NUMBER_SIZE];
    g_autofree char *shown = find(
        page,
        "//h:tr[@id='interval-%u']/*[count(//h:table[@id='values']/h:thead/h:tr/h:th[.='%s']"
        "/preceding-sibling::*) + 1]",
        id, label);

    check_number(shown, expected);
    if (id > 1)
        return;
    g_autofree char *above = find(
        page, "//h:section[@id='summary']//h:table[h:caption='%s']//h:tr[h:th='%s']/h:td[1]",
        pop ? "POP factors" : "Characteristics of the program", label);
    CHECK_TEXT(above, pop ? report_number_percent(expected, buffer)
                          : report_number_short(expected, buffer));
}

static void
check_operations(const Page *page, const Interval *interval)
{
    for (guint op = 0; op < N_OPERATIONS; op++) {
        const OperationTimes *times = &interval->values.operations[op];
        const double expected[] = { (double)interval->n_operations[op], times->communication,
                                    times->synchronization, times->variation, times->overlap };
        for (guint column = 0; column < G_N_ELEMENTS(expected); column++) {
            g_autofree char *shown =
                find(page, "//h:tbody[@id='operations-%u']/h:tr[h:th='%s']/h:td[%u]",
                     interval->id, operation_label((Operation)op), column + 1);
            if (*shown == '\0') /* a group without any operation is left out */
                CHECK_INT(expected[column] != 0, FALSE);
            else if (column == 0)
                CHECK_INT(g_ascii_strtoll(shown, NULL, 10), (gint64)expected[0]);
            else
                check_number(shown, expected[column]);
        }
    }
}

static void
check_interval(const Page *page, const Interval *interval)
{
    const gboolean pop = TRUE, table = FALSE;

    check_cell(page, interval->id, table, "Efficiency", interval->efficiency);
    check_cell(page, interval->id, table, "Processors", (double)interval->processors);
    check_cell(page, interval->id, table, "Total time", interval->total_time);
#define CHARACTERISTIC(field, name, label, help)                                               \
    check_cell(page, interval->id, table, label, interval->values.field);
#include "src/analysis/characteristics.def"
#undef CHARACTERISTIC
    check_cell(page, interval->id, pop, "Parallel efficiency",
               interval->pop.parallel_efficiency);
    check_cell(page, interval->id, pop, "Load balance", interval->pop.load_balance);
    check_cell(page, interval->id, pop, "Communication efficiency",
               interval->pop.communication_efficiency);
    check_cell(page, interval->id, pop, "Serialisation efficiency",
               interval->pop.serialisation_efficiency);
    check_cell(page, interval->id, pop, "Transfer efficiency",
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

/* An expression for the cells of a row of an interval's table of processors, 1: its head. */
static char *
cells_of(guint id, guint row)
{
    return g_strdup_printf("//h:details[@id='processors-%u']//h:table/h:tr[%u]/*", id, row);
}

/* A row of the table of processors, columns named by their heads. */
static void
check_row(const Page *page, guint id, guint row, const char *processors, gint64 n,
          const Characteristics *values)
{
    g_autofree char *head = cells_of(id, 1);
    g_autofree char *cells = cells_of(id, row + 2);
    g_autofree char *name = find(page, "%s[1]", cells);
    g_autofree char *how_many = find(page, "%s[2]", cells);
    const guint n_columns = count(page, cells);

    CHECK_TEXT(name, processors);
    CHECK_INT(g_ascii_strtoll(how_many, NULL, 10), n);
    CU_ASSERT_TRUE(n_columns > 4);
    for (guint column = 3; column <= n_columns; column++) {
        g_autofree char *label = find(page, "%s[%u]", head, column);
        g_autofree char *cell = find(page, "%s[%u]", cells, column);
        check_number(cell, value_of(values, label));
    }
}

static void
test_values(void)
{
    g_autoptr(Prediction) prediction = builder_random(21, 12);
    g_auto(Page) page = render(prediction, NULL);

    CHECK_INT(count(&page, "//h:tr[starts-with(@id, 'interval-')]"), prediction->n_intervals);
    for (guint i = 0; i < prediction->n_intervals; i++) {
        const Interval *interval = &prediction->intervals[i];
        check_interval(&page, interval);
        for (guint c = 0; c < interval->n_classes; c++) {
            const ProcessorClass *one = &interval->classes[c];
            g_autoptr(GString) set = g_string_new(NULL);
            processor_class_format(one, &prediction->params->topology, set);
            check_row(&page, interval->id, c, set->str, one->count, &one->values);
        }
    }
}

static void
test_per_processor(void)
{
    const ReportOptions options = { .max_depth = -1, .per_processor = TRUE };
    g_autoptr(Prediction) prediction = builder_sample();
    g_auto(Page) page = render(prediction, &options);

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
    g_auto(Page) page = render(prediction, NULL);
    g_autofree char *title = find(&page, "//h:title");
    g_autofree char *time = find(&page, "//h:dl/h:div[h:dt='Predicted time']/h:dd");
    g_autofree char *efficiency = find(&page, "//h:dl/h:div[h:dt='Efficiency']/h:dd");
    g_autofree char *speedup = find(&page, "//h:dl/h:div[h:dt='Speed-up']/h:dd[1]");
    g_autofree char *uses =
        find(&page, "//h:section[@id='summary']//h:tr[h:th='Shadow edges']/h:td");
    g_autofree char *loser =
        find(&page, "//h:section[@id='summary']//h:table[2]//h:tr[1]/h:th/h:a/@href"
                    "| //h:a[.='PAR']/@href");
    g_autofree char *start = find(&page, "//h:tr[h:th='start time']/h:td");
    g_autofree char *bytes = find(&page, "//h:tr[h:th='Bytes']/h:td");

    CHECK_TEXT(title, "heat2d.fdv on 2x2");
    CHECK_TEXT(time, "1.84375 s");
    CHECK_TEXT(efficiency, "19.1 %");
    CHECK_TEXT(speedup, "0.762712");
    CHECK_TEXT(uses, "4");
    CHECK_TEXT(loser, "#interval-4");
    CHECK_TEXT(start, "75 \xc2\xb5s");
    CHECK_TEXT(bytes, "150\xc2\xa0"
                      "917");
    CHECK_INT(count(&page, "//h:section[@id='warnings']//h:li"), 2);
    CHECK_INT(count(&page, "//h:section[@id='summary']//h:div[@class='bar']/h:i"), 5);
    CHECK_INT(count(&page, "//h:p[@class='alert']"), 0);
    prediction->complete = FALSE;
    g_strfreev(prediction->warnings);
    prediction->warnings = NULL;
    g_auto(Page) truncated = render(prediction, NULL);
    CHECK_INT(count(&truncated, "//h:p[@class='alert']"), 1);
    CHECK_INT(count(&truncated, "//h:section[@id='warnings']"), 0);
}

/* Every link leads to an element of the page; ids are not given twice. */
static void
check_links(const Page *page)
{
    CHECK_INT(count(page, "//h:a[not(starts-with(@href, '#'))]"), 0);
    CHECK_INT(count(page, "//h:a[not(substring(@href, 2) = //@id)]"), 0);
    CHECK_INT(count(page, "//*[@id = preceding::*/@id or @id = ancestor::*/@id]"), 0);
}

static void
test_links(void)
{
    g_autoptr(Prediction) prediction = builder_sample();
    g_auto(Page) page = render(prediction, NULL);

    check_links(&page);
    g_auto(Page) other = ({
        g_autoptr(Prediction) random = builder_random(3, 60);
        render(random, NULL);
    });
    check_links(&other);
}

/* In the tree each interval stands once, inside of its parent. */
static void
test_tree(void)
{
    g_autoptr(Prediction) prediction = builder_random(5, 60);
    g_auto(Page) page = render(prediction, NULL);

    CHECK_INT(count(&page, "//h:div[@class='tree']//h:a"), 60);
    for (guint i = 1; i < prediction->n_intervals; i++) {
        const Interval *interval = &prediction->intervals[i];
        const char *self =
            interval->last == interval->id ? "h:div/h:span" : "h:details/h:summary/h:span";
        g_autofree char *parent = find(
            &page,
            "//h:div[@class='tree']//%s/h:a[@href='#interval-%u']/../../%sparent::h:details"
            "/h:summary/h:span/h:a/@href",
            self, interval->id, interval->last == interval->id ? "" : "../");
        g_autofree char *expected = g_strdup_printf("#interval-%u", interval->parent);
        CHECK_TEXT(parent, expected);
    }
}

static void
test_depth(void)
{
    const ReportOptions options = { .max_depth = 1, .no_processors = TRUE };
    g_autoptr(Prediction) prediction = builder_sample();
    g_auto(Page) page = render(prediction, &options);
    g_autofree char *hidden = find(&page, "//h:section[@id='tree']/h:p[@class='note']");

    CHECK_INT(count(&page, "//h:tr[starts-with(@id, 'interval-')]"), 3);
    CHECK_INT(count(&page, "//h:div[@class='tree']//h:a"), 3);
    CHECK_INT(count(&page, "//h:details[starts-with(@id, 'processors-')]"), 0);
    CHECK_HAS(hidden, "2 deeper intervals");
    CHECK_HAS(page.text, "--depth");
    check_links(&page);
}

static void
test_hostile(void)
{
    g_autoptr(Prediction) prediction = builder_hostile();
    g_auto(Page) page = render(prediction, NULL);
    g_autofree char *heading = find(&page, "//h:h1");
    g_autofree char *warning = find(&page, "//h:section[@id='warnings']//h:li[1]");
    g_autofree char *place = find(&page, "//h:tr[@id='interval-2']/h:th/h:code");

    CHECK_TEXT(heading, BUILDER_HOSTILE_XML);
    CHECK_TEXT(warning, BUILDER_HOSTILE_XML ":1: warning: {report.title} ]]> --> \r");
    CHECK_TEXT(place, BUILDER_HOSTILE_XML ":17");
    CHECK_INT(count(&page, "//h:script"), 1);
    CHECK_INT(count(&page, "//h:b"), 0);
    CHECK_LACKS(page.text, "<script>alert");
    CHECK_LACKS(page.text, "\033");
    check_links(&page);
}

/* HTML readers see what XML readers see: only void elements end in "/>", nothing needs a
 * network. */
static void
test_polyglot(void)
{
    static const char *const void_elements[] = { "meta", "br", "hr", "img", "input", NULL };
    g_autoptr(Prediction) prediction = builder_sample();
    g_auto(Page) page = render(prediction, NULL);

    CU_ASSERT_TRUE(g_str_has_prefix(page.text, "<!DOCTYPE html>\n<html"));
    for (const char *p = strstr(page.text, "/>"); p != NULL; p = strstr(p + 1, "/>")) {
        const char *open = g_strrstr_len(page.text, p - page.text, "<");
        g_autofree char *name = g_strndup(open + 1, strcspn(open + 1, " />"));
        CU_ASSERT_TRUE(g_strv_contains(void_elements, name));
    }
    CHECK_INT(count(&page, "//@src | //h:link | //h:iframe | //h:object"), 0);
    CHECK_LACKS(page.text, "url(");
    CHECK_LACKS(page.text, "@import");
    CHECK_LACKS(page.text, "urn:predictor:template");
    CHECK_LACKS(page.text, "{report.");
    CHECK_HAS(page.text, "prefers-color-scheme: dark");
}

/* A million processors and a thousand intervals stay small; what is deep stays readable as XML.
 */
static void
test_large(void)
{
    g_autoptr(Prediction) large = builder_large(1000);
    g_autoptr(Prediction) deep = builder_deep(300);
    g_auto(Page) page = render(large, NULL);
    g_auto(Page) deep_page = render(deep, NULL);

    CU_ASSERT_TRUE(page.len < 5000000);
    CHECK_INT(count(&page, "//h:tr[starts-with(@id, 'interval-')]"), 1000);
    CHECK_INT(count(&deep_page, "//h:div[@class='tree']//h:a"), 300);
    check_row(&page, 1, 4, "1-1022,1-1022", 1022 * 1022,
              &large->intervals[0].classes[4].values);
}

/* Classes and boxes without end are cut, and the page says so. */
static void
test_many_classes(void)
{
    g_autoptr(Prediction) prediction = builder_sample();
    Interval *interval = &prediction->intervals[4];
    const ProcessorBox box = { { 0, 0 }, { 0, 0 } };

    for (guint i = 0; i < 72; i++)
        g_array_append_val(interval->classes[0].boxes, box);
    interval->classes = g_renew(ProcessorClass, interval->classes, 300);
    for (guint i = 2; i < 300; i++) {
        interval->classes[i] = interval->classes[1];
        g_array_ref(interval->classes[1].boxes);
    }
    interval->n_classes = 300;
    g_auto(Page) page = render(prediction, NULL);
    g_autofree char *note = find(&page, "//h:details[@id='processors-5']/h:p[@class='note']");
    g_autofree char *boxes = find(&page, "//h:details[@id='processors-5']//h:tr[2]/h:th");
    CHECK_INT(count(&page, "//h:details[@id='processors-5']//h:tr"), 1 + HTML_MOST_CLASSES);
    CHECK_TEXT(note, "44 classes more are in the JSON and CSV reports.");
    CU_ASSERT_TRUE(g_str_has_suffix(boxes, "0,0 and 9 boxes more"));
}

/* Writes `text` to the file `name` of `folder`; free the path with g_free(). */
static char *
put_file(const char *folder, const char *name, const char *text)
{
    char *path = g_build_filename(folder, name, NULL);

    CU_ASSERT_TRUE_FATAL(g_file_set_contents(path, text, -1, NULL));
    return path;
}

/* The source around the intervals' lines: found by name or last part, never outside of the
 * folder. */
static void
test_source(void)
{
    g_autofree char *outer = g_dir_make_tmp("predictor-test-XXXXXX", NULL);
    g_autofree char *inner = g_build_filename(outer, "inner", NULL);
    const char *const folders[] = { inner, NULL };
    const ReportOptions options = { .max_depth = -1, .source_path = folders };
    g_autoptr(Prediction) prediction = builder_sample();
    g_autoptr(GString) text = g_string_new(NULL);

    g_mkdir(inner, 0700);
    for (guint i = 1; i <= 200; i++)
        g_string_append_printf(text, "line <%u> &amp;\r\n", i);
    g_autofree char *source = put_file(inner, "heat2d.fdv", text->str);
    g_autofree char *secret = put_file(outer, "secret", "secret");
    for (guint i = 0; i < prediction->n_intervals; i++) {
        prediction->intervals[i].line = i < 4 ? 100 : 150;
        g_free((char *)prediction->intervals[i].file);
        prediction->intervals[i].file = g_strdup(i == 1   ? "../secret"
                                                 : i == 2 ? secret
                                                          : "dir/heat2d.fdv");
    }
    g_auto(Page) page = render(prediction, &options);
    g_autofree char *first = find(&page, "//h:table[@class='source']//h:tr[2]/h:td[4]/h:pre");
    g_autofree char *name = find(&page, "//h:section[@id='source']//h:h3");
    g_autofree char *seconds =
        find(&page, "//h:table[@class='source']//h:tr[h:td/h:a='150']/h:td[1]");
    CHECK_INT(count(&page, "//h:section[@id='source']//h:h3"), 1);
    CHECK_TEXT(name, "dir/heat2d.fdv");
    CHECK_TEXT(first, "line <94> &amp;");
    CHECK_INT(count(&page, "//h:table[@class='source']//h:pre"), 26);
    CHECK_INT(count(&page, "//h:tr[@class='gap']"), 2);
    check_number(seconds, prediction->intervals[4].values.execution_time);
    CHECK_LACKS(page.text, "<pre>secret");
    check_links(&page);
    g_remove(source);
    g_remove(secret);
    g_rmdir(inner);
    g_rmdir(outer);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "values", test_values },
        { "per processor", test_per_processor },
        { "summary", test_summary },
        { "links", test_links },
        { "tree", test_tree },
        { "depth", test_depth },
        { "hostile text", test_hostile },
        { "HTML and XML", test_polyglot },
        { "large", test_large },
        { "many classes", test_many_classes },
        { "source", test_source },
        CU_TEST_INFO_NULL,
    };
    CU_SuiteInfo suites[] = { { "html", NULL, NULL, NULL, NULL, tests }, CU_SUITE_INFO_NULL };

    return tap_run(suites);
}
