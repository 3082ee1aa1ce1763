/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the page and the text of a comparison say.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "src/base/number.h"
#include "src/report/compare/compare.h"

/* A change of this share is rounding. */
#define NEGLIGIBLE 1e-9
/* Times from here on are no percentages. */
#define MANY  2
#define LARGE 10
#define SMALL 1e-3
/* What takes less of the processor time in both is in no table. */
#define LEAST_USE 1e-6

/* Readers of pages are sure to follow elements in elements down to some level: below it a tree
 * goes on flat. */
#define DEEPEST_LEVEL 48

static double
share(double part, double all)
{
    return all > 0 ? part / all : 0;
}

static gboolean
is_same(double first, double second)
{
    return fabs(second - first) <= NEGLIGIBLE * MAX(fabs(first), fabs(second));
}

/* Of seconds lost or spent. */
static const char *
class_of(double first, double second)
{
    return is_same(first, second) ? "same" : second < first ? "better" : "worse";
}

/* "+12.3 %", "25.2 times", "to 1/1200", "=", "new", "gone", "only in B": what has changed, and how many of it there
 * are in each. */
static const char *
change_text(guint n_first, guint n_second, double first, double second, GString *out)
{
    char buffer[REPORT_NUMBER_SIZE];
    const double change = comparison_change(first, second);

    if (n_first == 0 || n_second == 0)
        g_string_assign(out, n_first == 0 ? "only in B" : "only in A");
    else if (is_same(first, second))
        g_string_assign(out, "=");
    else if (isinf(change))
        g_string_assign(out, "new");
    else if (second == 0)
        g_string_assign(out, "gone");
    else if (second <= SMALL * first)
        g_string_printf(out, "to 1/%s", report_number_rounded(first / second, buffer));
    else if (first > 0 && second >= LARGE * first)
        g_string_printf(out, "%s times", report_number_rounded(second / first, buffer));
    else
        g_string_printf(out, "%s%s", change < 0 ? "-" : "+",
                        report_number_percent(fabs(change), buffer));
    return out->str;
}

/* "+1.20 ms", "-30.0 us", "=" */
static const char *
difference_text(double first, double second, GString *out)
{
    char buffer[REPORT_NUMBER_SIZE];

    if (is_same(first, second))
        g_string_assign(out, "=");
    else
        g_string_printf(out, "%s%s", second > first ? "+" : "",
                        report_number_time(second - first, buffer));
    return out->str;
}

/* ": 91.2 ms instead of 112 ms" */
static void
append_times(double first, double second, GString *out)
{
    char a[REPORT_NUMBER_SIZE], b[REPORT_NUMBER_SIZE];

    report_number_time(first, a);
    report_number_time(second, b);
    if (strcmp(a, b) == 0)
        g_string_append_printf(out, ": %s", b);
    else
        g_string_append_printf(out, ": %s instead of %s", b, a);
}

/* "B takes 12.3 % less time than A: 87.7 ms instead of 100 ms" */
static const char *
verdict(const Comparison *comparison, GString *out)
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

/* "PAR 3", and the second of its kind is "PAR 3 (2)" */
static const char *
row_name(const CompareRow *row, GString *out)
{
    const CompareInterval *interval = compare_either(row);

    g_string_assign(out, interval_type_name(interval->type));
    if (interval->has_expression)
        g_string_append_printf(out, " %" G_GINT64_FORMAT, interval->expression);
    if (row->n_same > 1)
        g_string_append_printf(out, " (%u)", row->n_same);
    return out->str;
}

static const CompareRow *
row_of(const Comparison *comparison, const CompareLine *line)
{
    return &g_array_index(comparison->rows, CompareRow, line->row);
}

static const char *
line_name(const Comparison *comparison, const CompareLine *line)
{
    const CompareRow *row = row_of(comparison, line);

    return line->n == 1 ? row_name(row, comparison->text)
                        : interval_type_name(compare_either(row)->type);
}

static gboolean
is_main_file(const CompareReport *report, const CompareInterval *interval)
{
    return strcmp(compare_root(report)->file, interval->file) == 0;
}

/* "heat2d.fdv:31", "heat2d.fdv:31 (B: 33)", "old.fdv:31 (B: new.fdv:33)"; the file is not told
 * again when both are that of the main program. */
static const char *
place_text(const Comparison *comparison, const CompareRow *row)
{
    const CompareInterval *interval = compare_either(row), *second = row->of[1];
    GString *out = comparison->text;

    g_string_printf(out, "%s:%" G_GINT64_FORMAT, interval->file, interval->line);
    if (second == NULL || second == interval)
        return out->str;
    if (strcmp(second->file, interval->file) != 0 &&
        !(is_main_file(comparison->report[0], interval) &&
          is_main_file(comparison->report[1], second)))
        g_string_append_printf(out, " (B: %s:%" G_GINT64_FORMAT ")", second->file,
                               second->line);
    else if (second->line != interval->line)
        g_string_append_printf(out, " (B: %" G_GINT64_FORMAT ")", second->line);
    return out->str;
}

static double
used(const Comparison *comparison, int which, gint64 use)
{
    return compare_root(comparison->report[which])->uses[use];
}

static gboolean
shows_use(const ValueNode *item)
{
    const Comparison *comparison = item->view;

    for (int which = 0; which < 2; which++)
        if (used(comparison, which, item->at) >
            LEAST_USE * compare_root(comparison->report[which])->total_time)
            return TRUE;
    return FALSE;
}

static gboolean
next_child(ValueList *list, ValueNode *item)
{
    const Comparison *comparison = list->view;
    const CompareRow *rows = (const CompareRow *)comparison->rows->data, *outer = list->of;

    if (list->at == 0)
        list->at = outer - rows + 1;
    if (outer->level > DEEPEST_LEVEL || list->at >= outer->last)
        return FALSE;
    item->of = &rows[list->at];
    item->at = list->at;
    list->at = outer->level < DEEPEST_LEVEL ? (gint64)rows[list->at].last : list->at + 1;
    return TRUE;
}

/* A divisor: what nothing is a multiple of is not a number. */
static double
positive(double seconds)
{
    return seconds > 0 ? seconds : NAN;
}

#define VALUE_SHAPE(id) compare_shape_##id
#define VIEW            Comparison
#define VALUE_ROWS      "src/report/compare/compare.def"
#include "src/report/value/rows.h"

ValueNode
comparison_node(Comparison *comparison)
{
    return (
        ValueNode){ .shape = &compare_shape_comparison, .view = comparison, .of = comparison };
}
