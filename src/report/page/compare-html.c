/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The page of a comparison: the template compare.xhtml over compare-model.def.
 */
#include "config.h"

#include <string.h>

#include "src/base/number.h"
#include "src/report/page/template-files.h"
#include "src/report/value/compare-format.h"

typedef enum { SIDE, USE, ROW, CHANGE, PARAMETER, N_VARIABLES } Variable;

typedef enum {
#define VALUE(id, name) VALUE_##id,
#define LIST(id, name, variable, nested)
#include "src/report/page/compare-model.def"
#undef VALUE
#undef LIST
} CompareValue;

typedef enum {
#define VALUE(id, name)
#define LIST(id, name, variable, nested) LIST_##id,
#include "src/report/page/compare-model.def"
#undef VALUE
#undef LIST
} List;

/* So many rows are shown unfolded. */
#define MOST_UNFOLDED 60

typedef struct {
    const Comparison *comparison;
    guint *last;    /* by row: behind the last row in it */
    gboolean *open; /* by row: it shows at first what is in it */
    GString *text;  /* scratch, for the value that was asked for last */
} ComparePage;

static const CompareRow *
row_at(const ComparePage *page, gint64 item)
{
    return &g_array_index(page->comparison->rows, CompareRow, (guint)MAX(item, 0));
}

/* Finds what is in what, and unfolds the way to what changed most. */
static void
find_tree(ComparePage *page)
{
    const Comparison *comparison = page->comparison;
    const guint n = comparison->rows->len;
    const guint n_changes = MIN(comparison->worst->len, COMPARE_N_CHANGES);

    for (guint i = n; i-- > 0;) {
        page->last[i] = i + 1;
        while (page->last[i] < n && row_at(page, page->last[i])->level > row_at(page, i)->level)
            page->last[i] = page->last[page->last[i]];
    }
    for (guint i = 0; i < n; i++) {
        page->open[i] = i == 0 || n <= MOST_UNFOLDED;
        for (guint c = 0; c < n_changes && !page->open[i]; c++) {
            const guint row = g_array_index(comparison->worst, CompareLine, c).row;
            page->open[i] = row > i && row < page->last[i];
        }
    }
}

static gboolean
put_text(TemplateValue *out, const char *text)
{
    *out = (TemplateValue){ .type = TEMPLATE_TEXT, .as.text = text };
    return TRUE;
}

static gboolean
put_integer(TemplateValue *out, gint64 integer)
{
    *out = (TemplateValue){ .type = TEMPLATE_INTEGER, .as.integer = integer };
    return TRUE;
}

static gboolean
put_real(TemplateValue *out, double real)
{
    *out = (TemplateValue){ .type = TEMPLATE_REAL, .as.real = real };
    return TRUE;
}

static const CompareInterval *
root_of(const CompareReport *report)
{
    return &g_array_index(report->intervals, CompareInterval, 0);
}

static gboolean
get_side(ComparePage *page, gint64 which, CompareValue value, TemplateValue *out)
{
    const CompareReport *report = page->comparison->report[MAX(which, 0)];

    switch (value) {
    case VALUE_SIDE_LETTER:
        return put_text(out, which == 0 ? "A" : "B");
    case VALUE_SIDE_FILE:
        return put_text(out, report->path);
    case VALUE_SIDE_PROGRAM:
        return put_text(out, report->program);
    case VALUE_SIDE_MACHINE:
        return put_text(out, report->machine);
    case VALUE_SIDE_PROCESSORS:
        return put_integer(out, report->processors);
    case VALUE_SIDE_EXECUTION_TIME:
        return put_real(out, report->execution_time);
    case VALUE_SIDE_LENGTH: {
        const double first = root_of(page->comparison->report[0])->total_time;
        const double second = root_of(page->comparison->report[1])->total_time;
        const double most = MAX(first, second);
        return put_real(out, most > 0 ? root_of(report)->total_time / most : 0);
    }
    case VALUE_SIDE_EFFICIENCY:
        return put_real(out, root_of(report)->efficiency);
    default:
        return FALSE;
    }
}

static gboolean
get_use(ComparePage *page, gint64 side, gint64 item, CompareValue value, TemplateValue *out)
{
    const ReportUse use = (ReportUse)MAX(item, 0);
    const double first = root_of(page->comparison->report[0])->uses[use];
    const double second = root_of(page->comparison->report[1])->uses[use];

    switch (value) {
    case VALUE_USE_NAME:
        return put_text(out, report_use_name(use));
    case VALUE_USE_LABEL:
        return put_text(out, report_use_label(use));
    case VALUE_USE_FIRST:
        return put_real(out, first);
    case VALUE_USE_SECOND:
        return put_real(out, second);
    case VALUE_USE_SHARE: { /* of the side that the walk stands at */
        const CompareInterval *root = root_of(page->comparison->report[MAX(side, 0)]);
        return put_real(out, root->total_time > 0 ? root->uses[use] / root->total_time : 0);
    }
    case VALUE_USE_DIFFERENCE:
        return put_text(out, compare_format_difference(first, second, page->text));
    case VALUE_USE_CLASS:
        return put_text(out, use == REPORT_PRODUCTIVE ? "same"
                                                      : compare_format_class(first, second));
    default:
        return FALSE;
    }
}

/* What one of the two says of an interval; "-" when it does not have it. */
static gboolean
put_side(ComparePage *page, const CompareRow *row, int which, gboolean efficiency,
         TemplateValue *out)
{
    const CompareInterval *interval = comparison_interval(page->comparison, row, which);

    if (interval == NULL)
        return put_text(out, "\xe2\x80\x93");
    return put_real(out, efficiency ? interval->efficiency : interval->execution_time);
}

/* How many intervals each of the two has, and what they take there. */
static gboolean
put_change(ComparePage *page, guint n_first, guint n_second, double first, double second,
           TemplateValue *out)
{
    const char *missing = compare_format_missing(n_first, n_second);

    return put_text(out, missing != NULL ? missing
                                         : compare_format_change(first, second, page->text));
}

static gboolean
get_row_times(ComparePage *page, const CompareRow *row, CompareValue value, TemplateValue *out)
{
    const double first = row->time[0], second = row->time[1];

    switch (value) {
    case VALUE_ROW_FIRST:
        return put_side(page, row, 0, FALSE, out);
    case VALUE_ROW_SECOND:
        return put_side(page, row, 1, FALSE, out);
    case VALUE_ROW_FIRST_EFFICIENCY:
        return put_side(page, row, 0, TRUE, out);
    case VALUE_ROW_SECOND_EFFICIENCY:
        return put_side(page, row, 1, TRUE, out);
    case VALUE_ROW_DIFFERENCE:
        return put_text(out, compare_format_difference(first, second, page->text));
    case VALUE_ROW_CHANGE:
        return put_change(page, row->of[0] != COMPARE_NONE, row->of[1] != COMPARE_NONE, first,
                          second, out);
    case VALUE_ROW_CLASS:
        return put_text(out, compare_format_class(first, second));
    default:
        return FALSE;
    }
}

/* A line of what changed most. */
static gboolean
get_change(ComparePage *page, gint64 item, CompareValue value, TemplateValue *out)
{
    const Comparison *comparison = page->comparison;
    const CompareLine none = { 0 };
    const CompareLine *line =
        item >= 0 ? &g_array_index(comparison->worst, CompareLine, (guint)item) : &none;
    const CompareRow *row = &g_array_index(comparison->rows, CompareRow, line->row);

    switch (value) {
    case VALUE_CHANGE_ID:
        return put_integer(out, (gint64)line->row + 1);
    case VALUE_CHANGE_NAME:
        return put_text(out, compare_format_line(comparison, line, page->text));
    case VALUE_CHANGE_PLACE:
        return put_text(out, compare_format_place(comparison, row, page->text));
    case VALUE_CHANGE_INTERVALS:
        return put_integer(out, line->n);
    case VALUE_CHANGE_FIRST:
        return put_real(out, line->own_time[0]);
    case VALUE_CHANGE_SECOND:
        return put_real(out, line->own_time[1]);
    case VALUE_CHANGE_DIFFERENCE:
        return put_text(
            out, compare_format_difference(line->own_time[0], line->own_time[1], page->text));
    case VALUE_CHANGE_CHANGE:
        return put_change(page, line->n_of[0], line->n_of[1], line->own_time[0],
                          line->own_time[1], out);
    case VALUE_CHANGE_CLASS:
        return put_text(out, compare_format_class(line->own_time[0], line->own_time[1]));
    default:
        return FALSE;
    }
}

static gboolean
get_parameter(ComparePage *page, gint64 item, CompareValue value, TemplateValue *out)
{
    const CompareParameter none = { NULL };
    const CompareParameter *one =
        item >= 0 ? &g_array_index(page->comparison->parameters, CompareParameter, (guint)item)
                  : &none;

    switch (value) {
    case VALUE_PARAMETER_NAME:
        return put_text(out, one->name);
    case VALUE_PARAMETER_FIRST:
        return put_text(out, one->text[0] != NULL ? one->text[0] : "\xe2\x80\x93");
    case VALUE_PARAMETER_SECOND:
        return put_text(out, one->text[1] != NULL ? one->text[1] : "\xe2\x80\x93");
    default:
        return FALSE;
    }
}

static gboolean
get_row(ComparePage *page, gint64 item, CompareValue value, TemplateValue *out)
{
    const CompareRow *row = row_at(page, item);

    switch (value) {
    case VALUE_ROW_ID:
        return put_integer(out, item + 1);
    case VALUE_ROW_NAME:
        return put_text(out, compare_format_name(page->comparison, row, page->text));
    case VALUE_ROW_PLACE:
        return put_text(out, compare_format_place(page->comparison, row, page->text));
    case VALUE_ROW_LEVEL:
        return put_integer(out, row->level);
    case VALUE_ROW_OPEN:
        *out = (TemplateValue){ .type = TEMPLATE_TRUTH, .as.truth = page->open[MAX(item, 0)] };
        return TRUE;
    default:
        return get_row_times(page, row, value, out);
    }
}

static void
get_value(gpointer data, const gint64 current[], guint number, TemplateValue *out)
{
    ComparePage *page = data;
    const Comparison *comparison = page->comparison;
    const CompareValue value = (CompareValue)number;

    if (get_row(page, current[ROW], value, out) ||
        get_change(page, current[CHANGE], value, out) ||
        get_use(page, current[SIDE], current[USE], value, out) ||
        get_parameter(page, current[PARAMETER], value, out) ||
        get_side(page, current[SIDE], value, out))
        return;
    switch (value) {
    case VALUE_PROGRAM_NAME:
        put_text(out, PACKAGE_NAME);
        return;
    case VALUE_PROGRAM_VERSION:
        put_text(out, PACKAGE_VERSION);
        return;
    case VALUE_COMPARE_TITLE:
        put_text(out, comparison->report[0]->program);
        return;
    case VALUE_COMPARE_VERDICT:
        put_text(out, compare_format_verdict(comparison, page->text));
        return;
    case VALUE_COMPARE_CLASS:
        put_text(out, compare_format_class(comparison->report[0]->execution_time,
                                           comparison->report[1]->execution_time));
        return;
    default:
        g_assert_not_reached(); /* every value of compare-model.def has its place above */
    }
}

static gboolean
count(guint n, gint64 *item)
{
    if (*item + 1 >= (gint64)n)
        return FALSE;
    (*item)++;
    return TRUE;
}

/* Uses that take time in one of the two. */
static gboolean
next_use(const Comparison *comparison, gint64 *item)
{
    for (gint64 use = *item + 1; use < REPORT_N_USES; use++) {
        if (root_of(comparison->report[0])->uses[use] == 0 &&
            root_of(comparison->report[1])->uses[use] == 0)
            continue;
        *item = use;
        return TRUE;
    }
    return FALSE;
}

static gboolean
next_child(const ComparePage *page, gint64 outer, gint64 *item)
{
    const guint level = row_at(page, outer)->level;
    const gint64 child = *item < 0                        ? outer + 1
                         : level < TEMPLATE_DEEPEST_LEVEL ? (gint64)page->last[*item]
                                                          : *item + 1;

    if (level > TEMPLATE_DEEPEST_LEVEL || child >= (gint64)page->last[outer])
        return FALSE;
    *item = child;
    return TRUE;
}

static gboolean
next_item(gpointer data, const gint64 current[] G_GNUC_UNUSED, guint list, gint64 outer,
          gint64 *item)
{
    const ComparePage *page = data;

    switch ((List)list) {
    case LIST_SIDES:
        return count(2, item);
    case LIST_USES:
        return next_use(page->comparison, item);
    case LIST_PARAMETERS:
        return count(page->comparison->parameters->len, item);
    case LIST_CHANGES:
        return count(MIN(page->comparison->worst->len, COMPARE_N_CHANGES), item);
    case LIST_ROWS:
        return count(page->comparison->rows->len, item);
    case LIST_ROOTS:
        return count(1, item);
    case LIST_CHILDREN:
        return next_child(page, outer, item);
    }
    return FALSE;
}

static const TemplateModel *
model_tables(void)
{
    static const char *const variables[] = { [SIDE] = "side",
                                             [USE] = "use",
                                             [ROW] = "row",
                                             [CHANGE] = "change",
                                             [PARAMETER] = "parameter" };
    static const char *const values[] = {
#define VALUE(id, name) name,
#define LIST(id, name, variable, nested)
#include "src/report/page/compare-model.def"
#undef VALUE
#undef LIST
    };
    static const TemplateList lists[] = {
#define VALUE(id, name)
#define LIST(id, name, variable, nested) { name, variable, nested },
#include "src/report/page/compare-model.def"
#undef VALUE
#undef LIST
    };
    static const TemplateModel tables = {
        variables, N_VARIABLES,         values,    G_N_ELEMENTS(values),
        lists,     G_N_ELEMENTS(lists), get_value, next_item,
    };
    return &tables;
}

gboolean
compare_html_write(gpointer data, ReportSink *sink, GError **error)
{
    const ComparisonOutput *output = data;
    g_autoptr(Template) compiled = template_files_compile(
        model_tables(), output->options->template_dir, "compare.xhtml", error);
    if (compiled == NULL)
        return FALSE;
    g_autoptr(GString) text = g_string_new(NULL);
    const guint n = output->comparison->rows->len;
    g_autofree guint *last = g_new(guint, n);
    g_autofree gboolean *open = g_new(gboolean, n);
    ComparePage page = { output->comparison, last, open, text };

    find_tree(&page);
    template_write(compiled, &page, sink);
    return TRUE;
}
