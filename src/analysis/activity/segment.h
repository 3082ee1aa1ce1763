/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The stretches of a timeline between its cuts: each is a graph of its own, so that a reader
 * needs memory for the longest of them only.
 */
#pragma once

#include "src/timeline/timeline.h"

typedef struct {
    guint64 first_activity,
        end_activity;                /* its activities: first_activity .. end_activity - 1 */
    guint32 first_event, last_event; /* its events; the cuts are events of both neighbours */
    gboolean begins_at_cut, ends_at_cut;
} ActivitySegment;

/* One more than there are cuts. */
guint activity_segments(const Timeline *timeline);

/* 0 <= i < activity_segments(). A cut that goes backwards makes an empty segment. */
ActivitySegment activity_segment(const Timeline *timeline, guint i);
