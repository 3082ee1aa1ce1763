/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/activity/segment.h"

guint
activity_segments(const Timeline *timeline)
{
    return timeline_n_cuts(timeline) + 1;
}

ActivitySegment
activity_segment(const Timeline *timeline, guint i)
{
    const guint32 n_events = timeline_n_events(timeline);
    ActivitySegment segment = { .end_activity = timeline_n_activities(timeline),
                                .last_event = n_events > 0 ? n_events - 1 : 0 };

    if (i > 0) {
        const TimelineCut *cut = timeline_cut_get(timeline, i - 1);
        segment.first_activity = cut->n_activities;
        segment.first_event = cut->event;
        segment.begins_at_cut = TRUE;
    }
    if (i < timeline_n_cuts(timeline)) {
        const TimelineCut *cut = timeline_cut_get(timeline, i);
        segment.end_activity = cut->n_activities;
        segment.last_event = cut->event;
        segment.ends_at_cut = TRUE;
    }
    segment.end_activity = MAX(segment.end_activity, segment.first_activity);
    segment.last_event = MAX(segment.last_event, segment.first_event);
    return segment;
}
