/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Goes through the activities of a timeline and tells which begin a call and which stand for
 * what an operation moved (internal to metrics).
 */
#pragma once

#include "src/analysis/activity/segment.h"

/* What is known of an event. */
typedef struct {
    guint32 interval, site; /* of the call whose activity ended there; METRICS_ANY: none */
    guint32 to, traffic;    /* the last operation with traffic that began there */
} MetricsMark;

typedef struct {
    const Timeline *timeline;
    guint segment;
    ActivitySegment at;
    guint64 i;
    GArray *marks; /* of MetricsMark: the events of the segment from its first */
} MetricsScan;

typedef struct {
    const TimelineActivity *activity;
    gint64 count;         /* processors of its group, 0: none */
    gboolean begins_call; /* of a group: not user time, and nothing of its line, not user time,
                           * came right before */
    gboolean moves; /* has traffic, and is the first activity of its operation: groups that
                     * take part go from one event to another together */
} MetricsStep;

void metrics_scan_init(MetricsScan *scan, const Timeline *timeline);
void metrics_scan_clear(MetricsScan *scan);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(MetricsScan, metrics_scan_clear)

/* FALSE at the end. */
gboolean metrics_scan_next(MetricsScan *scan, MetricsStep *step);
