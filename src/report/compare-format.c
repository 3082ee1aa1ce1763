/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/compare-format.h"

#include <math.h>

#include "src/report/report-number.h"

/* A change of this share is rounding. */
#define NEGLIGIBLE 1e-9
/* Times from here on are no percentages. */
#define MANY  2
#define LARGE 10

static gboolean
is_same(double first, double second)
{
    return fabs(second - first) <= NEGLIGIBLE * MAX(fabs(first), fabs(second));
}

const char *
compare_format_class(double first, double second)
{
    return is_same(first, second) ? "same" : second < first ? "better" : "worse";
}

const char *
compare_format_change(double first, double second, GString *out)
{
    char buffer[REPORT_NUMBER_SIZE];
    const double change = comparison_change(first, second);

    if (is_same(first, second))
        g_string_assign(out, "=");
    else if (isinf(change))
        g_string_assign(out, "new");
    else if (first > 0 && second >= LARGE * first)
        g_string_printf(out, "%s times", report_number_rounded(second / first, buffer));
    else
        g_string_printf(out, "%s%s", change < 0 ? "-" : "+",
                        report_number_percent(fabs(change), buffer));
    return out->str;
}

const char *
compare_format_difference(double difference, GString *out)
{
    char buffer[REPORT_NUMBER_SIZE];

    g_string_printf(out, "%s%s", difference > 0 ? "+" : "",
                    report_number_short(difference, buffer));
    return out->str;
}

const char *
compare_format_verdict(const Comparison *comparison, GString *out)
{
    char buffer[REPORT_NUMBER_SIZE];
    const double first = comparison->report[0]->execution_time;
    const double second = comparison->report[1]->execution_time;

    if (is_same(first, second))
        g_string_assign(out, "B takes as long as A");
    else if (isinf(comparison->change))
        g_string_assign(out, "B takes time, A takes none");
    else if (second >= MANY * first)
        g_string_printf(out, "B takes %s times as long as A",
                        report_number_rounded(second / first, buffer));
    else if (first >= MANY * second)
        g_string_printf(out, "B is %s times as fast as A",
                        report_number_rounded(first / second, buffer));
    else
        g_string_printf(out, "B takes %s %s time than A",
                        report_number_percent(fabs(comparison->change), buffer),
                        second < first ? "less" : "more");
    return out->str;
}

/* The interval in the report that has it. */
static const CompareInterval *
either(const Comparison *comparison, const CompareRow *row)
{
    const CompareInterval *first = comparison_interval(comparison, row, 0);

    return first != NULL ? first : comparison_interval(comparison, row, 1);
}

const char *
compare_format_name(const Comparison *comparison, const CompareRow *row, GString *out)
{
    const CompareInterval *interval = either(comparison, row);

    g_string_assign(out, interval_type_name(interval->type));
    if (interval->has_expression)
        g_string_append_printf(out, " %" G_GINT64_FORMAT, interval->expression);
    if (row->n_same > 1)
        g_string_append_printf(out, " (%u)", row->n_same);
    return out->str;
}

const char *
compare_format_line(const Comparison *comparison, const CompareLine *line, GString *out)
{
    const CompareRow *row = &g_array_index(comparison->rows, CompareRow, line->row);

    if (line->n == 1)
        return compare_format_name(comparison, row, out);
    g_string_assign(out, interval_type_name(either(comparison, row)->type));
    return out->str;
}

const char *
compare_format_place(const Comparison *comparison, const CompareRow *row, GString *out)
{
    const CompareInterval *interval = either(comparison, row);

    g_string_printf(out, "%s:%" G_GINT64_FORMAT, interval->file, interval->line);
    return out->str;
}
