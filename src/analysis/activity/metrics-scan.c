/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/activity/metrics-scan.h"

#include "src/analysis/activity/metrics.h"

static const MetricsMark no_mark = { METRICS_ANY, METRICS_ANY, 0, TIMELINE_NO_TRAFFIC };

/* What is known of a cut goes with it into the next segment. */
static void
begin_segment(MetricsScan *scan)
{
    MetricsMark first = no_mark;

    if (scan->segment > 0 && scan->marks->len > 0)
        first = g_array_index(scan->marks, MetricsMark, scan->marks->len - 1);
    scan->at = activity_segment(scan->timeline, scan->segment);
    scan->i = scan->at.first_activity;
    const guint32 n = scan->at.last_event - scan->at.first_event + 1;
    g_array_set_size(scan->marks, n);
    for (guint32 v = 0; v < n; v++)
        g_array_index(scan->marks, MetricsMark, v) = v == 0 ? first : no_mark;
}

void
metrics_scan_init(MetricsScan *scan, const Timeline *timeline)
{
    *scan = (MetricsScan){ .timeline = timeline,
                           .marks = g_array_new(FALSE, FALSE, sizeof(MetricsMark)) };
    begin_segment(scan);
}

void
metrics_scan_clear(MetricsScan *scan)
{
    g_clear_pointer(&scan->marks, g_array_unref);
}

/* NULL: the activity goes past a cut, which nothing should. */
static MetricsMark *
mark_of(const MetricsScan *scan, guint32 event)
{
    if (event < scan->at.first_event || event > scan->at.last_event)
        return NULL;
    return &g_array_index(scan->marks, MetricsMark, event - scan->at.first_event);
}

/* Calls go on through precedences: the last to arrive does not wait. */
static gboolean
mark_call(const MetricsScan *scan, const TimelineActivity *r)
{
    const MetricsMark *from = mark_of(scan, r->from);
    MetricsMark *to = mark_of(scan, r->to);
    const gboolean goes_on = from != NULL && from->interval == r->interval &&
                             from->site == r->site && from->site != METRICS_ANY;
    const gboolean precedence = r->kind == TIMELINE_PRECEDENCE;

    if (r->kind == TIMELINE_MESSAGE || to == NULL)
        return FALSE;
    if (r->kind == TIMELINE_CPU) {
        to->interval = to->site = METRICS_ANY;
    } else if (!precedence) {
        to->interval = r->interval;
        to->site = r->site;
    } else if (from != NULL && from->site != METRICS_ANY) {
        to->interval = from->interval;
        to->site = from->site;
    }
    return !goes_on && !precedence && r->kind != TIMELINE_CPU;
}

static gboolean
mark_operation(const MetricsScan *scan, const TimelineActivity *r)
{
    MetricsMark *from = mark_of(scan, r->from);

    if ((r->kind != TIMELINE_COMMUNICATE && r->kind != TIMELINE_MESSAGE) ||
        r->traffic == TIMELINE_NO_TRAFFIC)
        return FALSE;
    if (from == NULL)
        return TRUE;
    if (from->to == r->to && from->traffic == r->traffic)
        return FALSE;
    from->to = r->to;
    from->traffic = r->traffic;
    return TRUE;
}

gboolean
metrics_scan_next(MetricsScan *scan, MetricsStep *step)
{
    while (scan->i >= scan->at.end_activity) {
        if (scan->segment + 1 >= activity_segments(scan->timeline))
            return FALSE;
        scan->segment++;
        begin_segment(scan);
    }
    const TimelineActivity *r = timeline_activity(scan->timeline, scan->i++);
    const gint64 count = r->group == TIMELINE_NO_GROUP || r->kind >= TIMELINE_MESSAGE
                             ? 0
                             : timeline_group_get(scan->timeline, r->group)->count;
    *step = (MetricsStep){ .activity = r,
                           .count = count,
                           .begins_call = mark_call(scan, r) && count > 0,
                           .moves = mark_operation(scan, r) };
    return TRUE;
}
