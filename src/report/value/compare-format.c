/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/value/compare-format.h"

#include <math.h>
#include <string.h>

#include "src/base/number.h"

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
compare_format_difference(double first, double second, GString *out)
{
    char buffer[REPORT_NUMBER_SIZE];

    if (is_same(first, second))
        g_string_assign(out, "=");
    else
        g_string_printf(out, "%s%s", second > first ? "+" : "",
                        report_number_short(second - first, buffer));
    return out->str;
}

const char *
compare_format_missing(guint n_first, guint n_second)
{
    return n_first == 0 ? "only in B" : n_second == 0 ? "only in A" : NULL;
}

/* ": 0.0912 s instead of 0.112 s" */
static void
append_times(double first, double second, GString *out)
{
    char a[REPORT_NUMBER_SIZE], b[REPORT_NUMBER_SIZE];

    report_number_rounded(first, a);
    report_number_rounded(second, b);
    if (strcmp(a, b) == 0)
        g_string_append_printf(out, ": %s s", b);
    else
        g_string_append_printf(out, ": %s s instead of %s s", b, a);
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
    append_times(first, second, out);
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

/* Whether it is in the same file as MAIN. */
static gboolean
is_main_file(const Comparison *comparison, int which, const CompareInterval *interval)
{
    const GArray *all = comparison->report[which]->intervals;

    return strcmp(g_array_index(all, CompareInterval, 0).file, interval->file) == 0;
}

const char *
compare_format_place(const Comparison *comparison, const CompareRow *row, GString *out)
{
    const CompareInterval *interval = either(comparison, row);
    const CompareInterval *second = comparison_interval(comparison, row, 1);

    g_string_printf(out, "%s:%" G_GINT64_FORMAT, interval->file, interval->line);
    if (second == NULL || second == interval)
        return out->str;
    if (strcmp(second->file, interval->file) != 0 &&
        !(is_main_file(comparison, 0, interval) && is_main_file(comparison, 1, second)))
        g_string_append_printf(out, " (B: %s:%" G_GINT64_FORMAT ")", second->file,
                               second->line);
    else if (second->line != interval->line)
        g_string_append_printf(out, " (B: %" G_GINT64_FORMAT ")", second->line);
    return out->str;
}
