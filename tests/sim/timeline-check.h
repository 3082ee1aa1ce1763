/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What must hold for the timeline of every simulation.
 */
#pragma once

#include "src/analysis/predict/predict.h"

/* Predicts with a timeline and without, in classes and processor by processor, and CHECKs: the
 * predictions with and without are equal to the bit; the longest path through the timeline is
 * the execution time, and takes to each event as long as its records say; what each processor
 * did follows without gaps and sums up, in each interval, to the prediction; processor by
 * processor is the same as in classes. FALSE when the trace cannot be predicted at all. */
gboolean timeline_check(const TraceProgram *program, const Params *params, const char *name);

/* How many events it has. */
static inline guint32
timeline_n_events(const Timeline *timeline)
{
    return timeline_segment(timeline, timeline_n_segments(timeline) - 1).last_event + 1;
}

/* What is left of timeline_check() for one timeline: order of records and longest path. Returns
 * its length. */
double timeline_check_path(const Timeline *timeline, const char *name);
