/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The part of a report that says why a program is slow.
 */
#include "src/base/number.h"
#include "src/report/view/report-view.h"

/* Units of the strip's drawing: its width and its height. */
#define STRIP_WIDTH  1000
#define STRIP_HEIGHT 100

/* Loops with a dependence wait otherwise than the other findings of their kinds. */
static gboolean
is_pipeline(const Finding *finding)
{
    return g_strcmp0(finding->id, finding_row(FINDING_ID_PIPELINE)->name) == 0 ||
           g_strcmp0(finding->id, finding_row(FINDING_ID_PIPELINE_MESSAGES)->name) == 0;
}

/* What a finding is about. */
static const char *
meaning(const Finding *finding)
{
    if (is_pipeline(finding))
        return "Each processor goes on with what the one before it hands over, portion by "
               "portion; the last begins when a portion has come through all the others.";
    return finding_kind(finding->kind)->meaning;
}

const ReportMetrics *
report_view_metrics(ReportView *view)
{
    if (view->metrics == NULL && view->explanation != NULL &&
        view->explanation->timeline != NULL)
        view->metrics = report_metrics_new(view->explanation->timeline);
    return view->metrics;
}

/* A whole number of messages or bytes in the interval of a finding. */
static Value
moved(ReportView *view, const Finding *finding, gboolean bytes)
{
    const ReportMetrics *metrics = report_view_metrics(view);

    if (metrics == NULL)
        return value_absent();
    const MetricsMoved sum =
        report_metrics_moved(metrics->table, view->prediction, finding->interval);
    return value_integer((gint64)MIN(bytes ? sum.bytes : sum.messages, 9e18));
}

/* Whether it is at the line that the name of its interval has. */
static gboolean
begins_interval(const ReportView *view, const Finding *finding)
{
    const Interval *interval = report_view_interval(view, finding->interval);

    return interval != NULL && interval->line == finding->line &&
           g_strcmp0(interval->file, finding->file) == 0;
}

/* Time of a processor, and not of messages, which may be to itself. */
static gboolean
is_processor(const PathProcessor *pair)
{
    return pair->sender >= 0 && pair->sender == pair->receiver && pair->part != PATH_COMMUNICATION;
}

/* One end of messages, null where pairs are not kept. */
static Value
pair_end(const PathProcessor *pair, gint64 end)
{
    if (pair->sender < 0)
        return value_null();
    return is_processor(pair) ? value_absent() : value_integer(end);
}

static ReportActivity
part_activity(gint64 part)
{
    return (ReportActivity)(REPORT_ACTIVITY_CPU + part);
}

/* Whether the whole path has something of a part, whatever the place spends. */
static gboolean
has_part(const ValueNode *item)
{
    const ReportView *view = item->view;

    return view->page->path->path->program[item->at] > 0;
}

static gboolean
has_slice(const ValueNode *item)
{
    const ReportPathPiece *piece = item->of;

    return piece->seconds[item->at] > 0;
}

static double
strip_end(const ReportView *view)
{
    const GArray *pieces = view->page->path->pieces;

    return g_array_index(pieces, ReportPathPiece, pieces->len - 1).end;
}

/* Of the parts up to one, itself included. */
static double
seconds_to(const ReportPathPiece *piece, gint64 part)
{
    double below = 0;

    for (gint64 i = 0; i <= part; i++)
        below += piece->seconds[i];
    return below;
}

/* "0.3 to 0.4 s: Reduction 60.0 ms, User code (CPU) 40.0 ms; PAR 3, heat2d.fdv:31" */
static const char *
label_piece(ReportView *view, const ReportPathPiece *piece)
{
    g_autoptr(GString) text = g_string_new(NULL);
    char from[REPORT_NUMBER_SIZE], to[REPORT_NUMBER_SIZE];
    const char *separator = ": ";
    double unit;

    const char *name = report_number_unit(view->page->path->path->length, &unit);
    g_string_append_printf(text, "%s to %s %s", report_number_short(piece->start / unit, from),
                           report_number_short(piece->end / unit, to), name);
    for (guint part = 0; part < N_PATH_PARTS; part++) {
        if (!(piece->seconds[part] > 0))
            continue;
        g_string_append_printf(text, "%s%s %s", separator,
                               report_activities[part_activity(part)].label,
                               report_number_time(piece->seconds[part], to));
        separator = ", ";
    }
    if (seconds_to(piece, N_PATH_PARTS - 1) > 0) {
        const guint id = prediction_interval_id(view->prediction, piece->interval);
        separator = view->page->path->columns ? "; longest: " : "; ";
        g_string_append_printf(text, "%sline ", separator);
        g_string_append(text, report_view_site(view, piece->site));
        if (id > 0)
            g_string_append_printf(text, ", in %s", report_view_words_of(view, id));
    }
    g_string_assign(view->text, text->str);
    return view->text->str;
}

static const char *
label_pair(ReportView *view, const PathProcessor *pair)
{
    const RaterGrid *grid = &view->prediction->grid;
    const Timeline *timeline = view->explanation->timeline;

    g_string_truncate(view->text, 0);
    if (pair->sender < 0 || pair->receiver < 0)
        return "Collective operations";
    if (is_processor(pair)) {
        g_string_append(view->text, "Processor ");
        report_append_processor(timeline, grid, pair->sender, view->text);
    } else {
        g_string_append(view->text, "Messages ");
        report_append_processor(timeline, grid, pair->sender, view->text);
        g_string_append(view->text, " \xe2\x86\x92 ");
        report_append_processor(timeline, grid, pair->receiver, view->text);
    }
    return view->text->str;
}

static gboolean
is_seen(const ValueNode *item)
{
    const ReportView *view = item->view;

    return view->page->timeline->seen[item->at];
}

#define part_of    report_view_share
#define place_text report_view_place
#define site_text  report_view_site
#define site_link  report_view_site_link
#define site_of    report_view_site_of
#define link_to    report_view_link
#define words_of   report_view_words_of
#define shown_id   report_view_shown
#define pointers   report_view_pointers
#define VIEW       ReportView
#define VALUE_ROWS "src/report/view/explain.def"
#include "src/report/value/rows.h"
