/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * CSV, read back by the rules of RFC 4180.
 */
#include <stdio.h>
#include <string.h>

#include "src/report/write/csv.h"
#include "tests/report/builder.h"
#include "tests/report/check.h"

/* Rows of fields; the first row holds the names. */
static GPtrArray *
parse(const char *text)
{
    GPtrArray *rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
    GPtrArray *row = NULL;
    g_autoptr(GString) field = g_string_new(NULL);

    while (*text != '\0') {
        if (row == NULL) {
            row = g_ptr_array_new_with_free_func(g_free);
            g_ptr_array_add(rows, row);
        }
        if (*text == '"') {
            for (text++; *text != '\0' && !(*text == '"' && text[1] != '"'); text++) {
                g_string_append_c(field, *text);
                text += *text == '"';
            }
            text++;
        } else
            for (; *text != '\0' && *text != ',' && *text != '\n'; text++)
                g_string_append_c(field, *text);
        g_ptr_array_add(row, g_strdup(field->str));
        g_string_truncate(field, 0);
        if (*text == '\n')
            row = NULL;
        CU_ASSERT_TRUE_FATAL(*text == ',' || *text == '\n');
        text++;
    }
    return rows;
}

static GPtrArray *
render(const Prediction *prediction, const ReportOptions *options)
{
    g_autoptr(GError) error = NULL;
    gsize len;
    g_autofree char *text = builder_render(prediction, options, "csv", &len, &error);

    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CU_ASSERT_TRUE(g_utf8_validate(text, (gssize)len, NULL));
    GPtrArray *rows = parse(text);
    const GPtrArray *names = g_ptr_array_index(rows, 0);
    for (guint i = 0; i < rows->len; i++)
        CHECK_INT(((GPtrArray *)g_ptr_array_index(rows, i))->len, names->len);
    return rows;
}

/* The field of row `row` in the column `name`; NULL when there is no such column, or two. */
static const char *
get(const GPtrArray *rows, guint row, const char *name)
{
    const GPtrArray *names = g_ptr_array_index(rows, 0);
    const char *found = NULL;

    for (guint i = 0; i < names->len; i++)
        if (strcmp(g_ptr_array_index(names, i), name) == 0) {
            if (found != NULL)
                return NULL;
            found = g_ptr_array_index((GPtrArray *)g_ptr_array_index(rows, row), i);
        }
    return found;
}

static void
check_real(const GPtrArray *rows, guint row, const char *name, double expected)
{
    const char *text = get(rows, row, name);

    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CHECK_SAME(g_ascii_strtod(text, NULL), expected);
}

static void
check_integer(const GPtrArray *rows, guint row, const char *name, gint64 expected)
{
    const char *text = get(rows, row, name);

    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CHECK_INT(g_ascii_strtoll(text, NULL, 10), expected);
}

static void
check_characteristics(const GPtrArray *rows, guint row, const Characteristics *values)
{
#define CHARACTERISTIC(field, name, label, help) check_real(rows, row, #name, values->field);
#include "src/analysis/predict/characteristics.def"
#undef CHARACTERISTIC
    for (guint op = 0; op < N_OPERATIONS; op++) {
        const OperationTimes *times = &values->operations[op];
        const char *group = operation_name((Operation)op);
        g_autofree char *communication = g_strdup_printf("operations.%s.communication", group);
        g_autofree char *synchronization =
            g_strdup_printf("operations.%s.synchronization", group);
        g_autofree char *variation = g_strdup_printf("operations.%s.variation", group);
        g_autofree char *overlap = g_strdup_printf("operations.%s.overlap", group);
        check_real(rows, row, communication, times->communication);
        check_real(rows, row, synchronization, times->synchronization);
        check_real(rows, row, variation, times->variation);
        check_real(rows, row, overlap, times->overlap);
    }
}

static void
check_place(const GPtrArray *rows, guint row, const Interval *interval)
{
    check_integer(rows, row, "id", interval->id);
    check_integer(rows, row, "parent", interval->parent);
    CHECK_TEXT(get(rows, row, "type"), interval_type_name(interval->type));
    check_integer(rows, row, "level", interval->level);
    check_integer(rows, row, "count", (gint64)interval->count);
    CHECK_TEXT(get(rows, row, "file"), interval->file);
    check_integer(rows, row, "line", interval->line);
    if (interval->has_expression)
        check_integer(rows, row, "expression", interval->expression);
    else
        CHECK_TEXT(get(rows, row, "expression"), "");
}

static void
test_intervals(void)
{
    g_autoptr(Prediction) prediction = builder_random(11, 30);
    g_autoptr(GPtrArray) rows = render(prediction, NULL);

    CHECK_INT(rows->len, prediction->n_intervals + 1);
    for (guint i = 0; i < prediction->n_intervals; i++) {
        const Interval *interval = &prediction->intervals[i];
        check_place(rows, i + 1, interval);
        check_integer(rows, i + 1, "processors", interval->processors);
        check_real(rows, i + 1, "Efficiency", interval->efficiency);
        check_real(rows, i + 1, "Total_time", interval->total_time);
        check_characteristics(rows, i + 1, &interval->values);
        check_real(rows, i + 1, "Efficiency_without_start", interval->efficiency_without_start);
        check_real(rows, i + 1, "pop.global_efficiency", interval->pop.global_efficiency);
        check_real(rows, i + 1, "pop.computation_scaling", interval->pop.computation_scaling);
        check_real(rows, i + 1, "pop.parallel_efficiency", interval->pop.parallel_efficiency);
        check_real(rows, i + 1, "pop.load_balance", interval->pop.load_balance);
        check_real(rows, i + 1, "pop.communication_efficiency",
                   interval->pop.communication_efficiency);
        check_real(rows, i + 1, "pop.serialisation_efficiency",
                   interval->pop.serialisation_efficiency);
        check_real(rows, i + 1, "pop.transfer_efficiency", interval->pop.transfer_efficiency);
        for (guint op = 0; op < N_OPERATIONS; op++) {
            g_autofree char *name =
                g_strdup_printf("operations.%s.count", operation_name((Operation)op));
            check_integer(rows, i + 1, name, (gint64)interval->n_operations[op]);
        }
        CHECK_TEXT(get(rows, i + 1, "trace.complete"), "true");
    }
}

static void
test_classes(void)
{
    const ReportOptions options = { .max_depth = -1, .csv_processors = TRUE };
    g_autoptr(Prediction) prediction = builder_random(12, 20);
    g_autoptr(GPtrArray) rows = render(prediction, &options);
    guint row = 1;

    for (guint i = 0; i < prediction->n_intervals; i++)
        for (guint c = 0; c < prediction->intervals[i].n_classes; c++, row++) {
            const ProcessorClass *one = &prediction->intervals[i].classes[c];
            g_autoptr(GString) set = g_string_new(NULL);
            processor_set_append_text(one->set, G_MAXUINT64, set);
            CU_ASSERT_TRUE_FATAL(row < rows->len);
            check_place(rows, row, &prediction->intervals[i]);
            CHECK_TEXT(get(rows, row, "processors"), set->str);
            check_integer(rows, row, "processor_count", one->count);
            check_characteristics(rows, row, &one->values);
        }
    CHECK_INT(row, rows->len);
}

static void
test_processors(void)
{
    const ReportOptions options = { .max_depth = -1,
                                    .csv_processors = TRUE,
                                    .per_processor = TRUE };
    g_autoptr(Prediction) prediction = builder_sample();
    g_autoptr(GPtrArray) rows = render(prediction, &options);

    CHECK_INT(rows->len, 1 + 5 * 4);
    for (guint row = 1; row < rows->len; row++) {
        const Interval *interval = &prediction->intervals[(row - 1) / 4];
        const guint number = (row - 1) % 4;
        check_place(rows, row, interval);
        check_integer(rows, row, "processor", number);
        check_characteristics(rows, row, &interval->classes[number == 0 ? 0 : 1].values);
        CHECK_TEXT(get(rows, row, "parameters_file"), prediction->params->file);
    }
}

static void
test_options(void)
{
    const ReportOptions top = { .max_depth = 0 };
    const ReportOptions none = { .max_depth = -1,
                                 .no_processors = TRUE,
                                 .csv_processors = TRUE };
    g_autoptr(Prediction) prediction = builder_sample();

    prediction->complete = FALSE;
    g_autoptr(GPtrArray) rows = render(prediction, &top);
    g_autoptr(GPtrArray) without = render(prediction, &none);
    CHECK_INT(rows->len, 2);
    CHECK_TEXT(get(rows, 1, "trace.complete"), "false");
    CHECK_INT(without->len, 6); /* intervals: no processors to have a row each */
}

static void
test_hostile(void)
{
    g_autoptr(Prediction) prediction = builder_hostile();
    g_autoptr(GPtrArray) rows = render(prediction, NULL);

    CHECK_INT(rows->len, 6);
    for (guint row = 1; row < rows->len; row++)
        CHECK_TEXT(get(rows, row, "file"), BUILDER_HOSTILE_SHOWN);
}

/* What a spreadsheet would run is text behind an apostrophe; numbers stay numbers. */
static void
test_formulas(void)
{
    static const struct {
        const char *text, *field;
    } cases[] = {
        { "=1+1", "'=1+1" },
        { "+1", "'+1" },
        { "-1", "'-1" },
        { "@SUM(A1)", "'@SUM(A1)" },
        { "=HYPERLINK(\"x\",\"y\")", "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\"" },
        { "\t=1", "\\x09=1" },
        { "\r=1", "\\x0d=1" },
        { "\n=1", "\\x0a=1" },
        { "a=1-1", "a=1-1" },
        { "", "" },
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        FILE *file = tmpfile();
        char read[80] = "";
        g_autoptr(ReportSink) sink = report_sink_new(fileno(file));
        CsvRow row = { .sink = sink };
        const Value number = { .type = VALUE_REAL, .as.real = -1 };
        csv_value(&row, &number);
        csv_text(&row, cases[i].text);
        CU_ASSERT_TRUE(report_sink_finish(sink, "test", NULL));
        rewind(file);
        CU_ASSERT_TRUE(fread(read, 1, sizeof read - 1, file) > 0);
        fclose(file);
        g_autofree char *expected = g_strconcat("-1,", cases[i].field, NULL);
        CHECK_TEXT(read, expected);
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "intervals", test_intervals },
        { "classes", test_classes },
        { "processors", test_processors },
        { "options", test_options },
        { "hostile text", test_hostile },
        { "formulas", test_formulas },
        CU_TEST_INFO_NULL,
    };
    return tap_run("csv", tests);
}
