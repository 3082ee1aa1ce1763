/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/page/html-explain.h"

#include <string.h>

#include "src/base/number.h"
#include "src/report/page/html-values.h"
#include "src/report/value/fields.h"

static void
describe_rows(const HtmlTimeline *timeline, guint n_rows, GString *out)
{
    if (!timeline->whole_rows)
        g_string_append_printf(
            out,
            "There are too many processors to look at each: the rows are %u of those that "
            "begin a set of processors that behave alike. ",
            n_rows);
    else if (timeline->n_found > n_rows)
        g_string_append_printf(out,
                               "Of %u sets of processors that behave alike %u are rows, evenly "
                               "spread. ",
                               timeline->n_found, n_rows);
}

/* What the budget left out of the page, so that nobody looks for it. */
static char *
describe_left_out(const HtmlTimeline *timeline, gboolean has_path)
{
    GString *out = g_string_new(NULL);
    char number[REPORT_NUMBER_SIZE], share[REPORT_NUMBER_SIZE];

    describe_rows(timeline, timeline->tracks->len - (has_path ? 1 : 0), out);
    g_string_append_printf(
        out,
        timeline->n_activities == 1 ? "The rows have %s activity"
                                    : "The rows have %s activities",
        report_number_grouped((gint64)MIN(timeline->n_activities, G_MAXINT64), number));
    if (timeline->resolution <= 0) {
        g_string_append(out, "; each of them is in the page.");
    } else {
        g_string_append_printf(
            out,
            ". Those shorter than %s s are drawn together, as shares of the time they take",
            report_number_short(timeline->resolution, number));
        if (timeline->n_windows > 0)
            g_string_append_printf(
                out,
                ", but in %u %s (%s of the run), where zooming in shows each: around the "
                "findings and at the beginning, a quarter and half of the run",
                timeline->n_windows, timeline->n_windows == 1 ? "window" : "windows",
                report_number_percent(timeline->in_windows / timeline->end, share));
        g_string_append_c(out, '.');
    }
    if (timeline->n_unnamed > 0)
        g_string_append_printf(
            out, " Interval and line of %s of them are left out.",
            report_number_grouped((gint64)MIN(timeline->n_unnamed, G_MAXINT64), number));
    return g_string_free(out, FALSE);
}

static HtmlTimeline *
make_timeline(const Explanation *explanation, const Prediction *prediction,
              const ReportOptions *options)
{
    const guint n = explanation->findings->len;
    g_autofree HtmlTimelineSeed *seeds = g_new(HtmlTimelineSeed, n + 1);

    for (guint i = 0; i < n; i++) {
        const Finding *finding = g_ptr_array_index(explanation->findings, i);
        const guint id = CLAMP(finding->interval, 1, prediction->n_intervals);
        seeds[i] = (HtmlTimelineSeed){ id, prediction->intervals[id - 1].last };
    }
    const HtmlTimelineInput input = {
        .timeline = explanation->timeline,
        .path = explanation->path,
        .grid = &prediction->params->topology,
        .ids = explanation->ids,
        .n_ids = explanation->n_ids,
        .seeds = seeds,
        .n_seeds = n,
        .budget = options->timeline_bytes > 0 ? options->timeline_bytes : HTML_EXPLAIN_BUDGET,
    };
    return html_timeline_new(&input);
}

HtmlExplain *
html_explain_new(const Prediction *prediction, const ReportOptions *options)
{
    const Explanation *explanation = options->explanation;

    if (explanation == NULL)
        return NULL;
    HtmlExplain *explain = g_new0(HtmlExplain, 1);
    explain->explanation = explanation;
    if (explanation->path != NULL)
        explain->path = html_path_new(explanation, prediction);
    if (explanation->timeline != NULL)
        explain->timeline = make_timeline(explanation, prediction, options);
    explain->metrics = html_metrics_new(explanation, prediction);
    if (explain->timeline != NULL)
        explain->left_out = describe_left_out(explain->timeline, explain->path != NULL);
    return explain;
}

void
html_explain_free(HtmlExplain *explain)
{
    if (explain == NULL)
        return;
    html_path_free(explain->path);
    html_timeline_free(explain->timeline);
    html_metrics_free(explain->metrics);
    g_free(explain->left_out);
    g_free(explain);
}

guint
html_explain_interval_id(const HtmlModel *model, guint32 interval)
{
    return explanation_id(model->explain->explanation, interval);
}

const Interval *
html_explain_by_id(const HtmlModel *model, guint id)
{
    const Prediction *prediction = model->prediction;

    return id > 0 && id <= prediction->n_intervals ? &prediction->intervals[id - 1] : NULL;
}

const Interval *
html_explain_interval(const HtmlModel *model, guint id)
{
    const Interval *interval = html_explain_by_id(model, id);

    while (interval != NULL && !report_shows(model->options, interval))
        interval = html_explain_by_id(model, interval->parent);
    return interval;
}

const char *
html_explain_name(HtmlModel *model, guint id)
{
    const Interval *interval = html_explain_by_id(model, id);

    return interval != NULL ? html_values_name(model, interval) : "";
}

const char *
html_explain_words(HtmlModel *model, guint id)
{
    const Interval *interval = html_explain_by_id(model, id);

    return interval != NULL ? html_values_words(model, interval) : "";
}

const char *
html_explain_site(HtmlModel *model, guint32 number)
{
    const Timeline *timeline = model->explain->explanation->timeline;

    if (timeline == NULL || number >= timeline_n_sites(timeline))
        return "";
    const TimelineSite *site = timeline_site(timeline, number);
    g_string_printf(model->text, "%s:%" G_GINT64_FORMAT, site->file != NULL ? site->file : "",
                    site->line);
    return model->text->str;
}

const char *
html_explain_link(HtmlModel *model, const char *file, gint64 line)
{
    const HtmlSource *source = model->source;

    for (guint i = 0; file != NULL && i < source->lines->len; i++) {
        const HtmlSourceLine *one = &g_array_index(source->lines, HtmlSourceLine, i);
        if (one->number != line ||
            strcmp(g_ptr_array_index(source->files, one->file), file) != 0)
            continue;
        g_string_printf(model->text, "#source-%u-%" G_GINT64_FORMAT, one->file + 1, line);
        return model->text->str;
    }
    return "";
}

const char *
html_explain_site_link(HtmlModel *model, guint32 number)
{
    const Timeline *timeline = model->explain->explanation->timeline;

    if (timeline == NULL || number >= timeline_n_sites(timeline))
        return "";
    const TimelineSite *site = timeline_site(timeline, number);
    return html_explain_link(model, site->file, site->line);
}

static gboolean
get_anchor(HtmlModel *model, const gint64 current[], TemplateValue *out)
{
    const HtmlSourceLine *line =
        &g_array_index(model->source->lines, HtmlSourceLine, (guint)MAX(current[HTML_LINE], 0));

    g_string_printf(model->text, "source-%u-%" G_GINT64_FORMAT, line->file + 1, line->number);
    return html_values_text(out, model->text->str);
}

gboolean
html_explain_get(HtmlModel *model, const gint64 current[], HtmlValue value, TemplateValue *out)
{
    if (value < HTML_VALUE_EXPLAIN_GIVEN || value > HTML_VALUE_BIN_HEIGHT)
        return FALSE;
    if (model->explain != NULL &&
        (html_findings_get(model, current, value, out) ||
         (model->explain->path != NULL && html_path_get(model, current, value, out)) ||
         html_timeline_get(model, current, value, out) ||
         html_metrics_get(model, current, value, out)))
        return TRUE;
    if (model->explain != NULL && value == HTML_VALUE_LINE_ANCHOR)
        return get_anchor(model, current, out);
    /* Of what is not there: neither there nor anything. */
    return html_values_truth(out, FALSE);
}

/* The next of `n` items. */
static gboolean
count(guint n, gint64 *item)
{
    if (*item + 1 >= (gint64)n)
        return FALSE;
    (*item)++;
    return TRUE;
}

/* The next part that `seconds` has something of; all that the program has if it is NULL. */
static gboolean
next_part(const HtmlPath *path, const double *seconds, gint64 *item)
{
    gint64 part = *item + 1;

    while (part < N_PATH_PARTS &&
           !(seconds != NULL ? seconds[part] > 0 : html_path_has(path, (guint)part)))
        part++;
    if (part >= N_PATH_PARTS)
        return FALSE;
    *item = part;
    return TRUE;
}

static gboolean
next_of_path(const HtmlPath *path, const gint64 current[], HtmlList list, gint64 *item)
{
    switch (list) {
    case HTML_LIST_PARTS:
    case HTML_LIST_SPENT:
        return next_part(path, NULL, item);
    case HTML_LIST_PIECES:
        return count(path->pieces->len, item);
    case HTML_LIST_SLICES:
        return next_part(
            path,
            g_array_index(path->pieces, HtmlPathPiece, MAX(current[HTML_PIECE], 0)).seconds,
            item);
    case HTML_LIST_PAIRS:
        return count(path->n_pairs, item);
    case HTML_LIST_PLACES:
        return count(path->n_lines, item);
    case HTML_LIST_OFF:
        if (*item < (gint64)path->first_off)
            *item = (gint64)path->first_off - 1;
        return count(path->first_off + path->n_off, item);
    default:
        return FALSE;
    }
}

static gboolean
next_of_timeline(const HtmlTimeline *timeline, HtmlList list, gint64 *item)
{
    gint64 activity = MAX(*item, 0) + 1;

    switch (list) {
    case HTML_LIST_ACTIVITIES:
    case HTML_LIST_TAKEN:
        while (activity < HTML_N_ACTIVITIES && !timeline->seen[activity])
            activity++;
        if (activity >= HTML_N_ACTIVITIES)
            return FALSE;
        *item = activity;
        return TRUE;
    case HTML_LIST_TRACKS:
        return count(timeline->tracks->len, item);
    case HTML_LIST_CHUNKS:
        return count(timeline->chunks->len, item);
    case HTML_LIST_NAMES:
        return count(timeline->intervals->len, item);
    case HTML_LIST_SITES:
        return count(timeline->places->len, item);
    default:
        return FALSE;
    }
}

gboolean
html_explain_next(HtmlModel *model, const gint64 current[], HtmlList list, gint64 *item)
{
    const HtmlExplain *explain = model->explain;

    if (explain == NULL)
        return FALSE;
    if (list == HTML_LIST_FINDINGS)
        return count(explain->explanation->findings->len, item);
    return (explain->path != NULL && next_of_path(explain->path, current, list, item)) ||
           (explain->timeline != NULL && next_of_timeline(explain->timeline, list, item)) ||
           html_metrics_next(model, current, list, item);
}
