/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Lists of the HTML report.  Items are indices into what the list is over; the rows of single
 * processors are the exception: they are counted, and the model knows where the walk stands.
 */
#include "src/report/page/html-explain.h"
#include "src/report/page/html-model.h"
#include "src/report/value/fields.h"

/* The next of `n` items. */
static gboolean
count(guint n, gint64 *item)
{
    if (*item + 1 >= (gint64)n)
        return FALSE;
    (*item)++;
    return TRUE;
}

static const Interval *
current_interval(const HtmlModel *model, const gint64 current[])
{
    return &model->prediction->intervals[MAX(current[HTML_INTERVAL], 0)];
}

/* Uses of processor time, of the current interval or of the program; none that took no time. */
static gboolean
next_use(const Interval *interval, gint64 *item)
{
    gint64 use = *item;

    do
        use++;
    while (use < REPORT_N_USES && !report_use_shows(interval, (ReportUse)use));
    if (use == REPORT_N_USES)
        return FALSE;
    *item = use;
    return TRUE;
}

static gboolean
next_interval(const HtmlModel *model, gint64 *item)
{
    const guint id = *item < 0 ? 1 : model->next[*item];

    if (id == 0)
        return FALSE;
    *item = (gint64)id - 1;
    return TRUE;
}

static gboolean
next_child(const HtmlModel *model, gint64 outer, gint64 *item)
{
    const Interval *intervals = model->prediction->intervals;
    const guint level = intervals[outer].level;

    if (level > TEMPLATE_DEEPEST_LEVEL)
        return FALSE;
    gint64 child = *item < 0                        ? outer + 1
                   : level < TEMPLATE_DEEPEST_LEVEL ? (gint64)intervals[*item].last
                                                    : *item + 1;
    while (child < intervals[outer].last && !report_shows(model->options, &intervals[child]))
        child++;
    if (child >= intervals[outer].last)
        return FALSE;
    *item = child;
    return TRUE;
}

static gboolean
next_processor(HtmlModel *model, const gint64 current[], const Interval *interval, gint64 *item)
{
    /* A test inside of the walk must not begin it anew. */
    if (*item < 0 && current[HTML_ROW] >= 0) {
        *item = 0;
        return TRUE;
    }
    if (*item < 0) {
        g_clear_pointer(&model->walk, processor_walk_free);
        model->walk = interval_walk_processors(interval);
    }
    if (!processor_walk_next(model->walk, &model->walk_number, &model->walk_class))
        return FALSE;
    (*item)++;
    return TRUE;
}

static gboolean
next_row(HtmlModel *model, const gint64 current[], gint64 *item)
{
    const Interval *interval = current_interval(model, current);

    if (model->options->no_processors)
        return FALSE;
    if (model->options->per_processor)
        return next_processor(model, current, interval, item);
    return count(model->n_rows[interval->id - 1], item);
}

/* Items are lines of all sources, which stand together by source. */
static gboolean
next_line(const HtmlSource *source, gint64 file, gint64 *item)
{
    gint64 line = *item + 1;

    while (line < (gint64)source->lines->len &&
           g_array_index(source->lines, HtmlSourceLine, (guint)line).file < (guint)file)
        line++;
    if (line >= (gint64)source->lines->len ||
        g_array_index(source->lines, HtmlSourceLine, (guint)line).file != (guint)file)
        return FALSE;
    *item = line;
    return TRUE;
}

gboolean
html_lists_next(gpointer data, const gint64 current[], guint list, gint64 outer, gint64 *item)
{
    HtmlModel *model = data;
    guint n;

    switch ((HtmlList)list) {
    case HTML_LIST_SOURCES:
        return count(model->source->files->len, item);
    case HTML_LIST_LINES:
        return next_line(model->source, current[HTML_SOURCE], item);
    case HTML_LIST_PARAMETERS:
        return count(model->parameters->len, item);
    case HTML_LIST_WARNINGS:
        return count(model->n_warnings, item);
    case HTML_LIST_USES:
        return next_use(current_interval(model, current), item);
    case HTML_LIST_LOSERS:
        return count(model->n_losers, item);
    case HTML_LIST_CHARACTERISTICS:
        characteristic_rows(&n);
        return count(n + 1, item);
    case HTML_LIST_ROOTS:
        return count(1, item);
    case HTML_LIST_INTERVALS:
        return next_interval(model, item);
    case HTML_LIST_CHILDREN:
        return next_child(model, outer, item);
    case HTML_LIST_OPERATIONS:
        return count(N_OPERATIONS, item);
    case HTML_LIST_COLUMNS:
    case HTML_LIST_CELLS:
        return count(model->columns->len, item);
    case HTML_LIST_ROWS:
        return next_row(model, current, item);
    default:
        return html_explain_next(model, current, (HtmlList)list, item);
    }
}
