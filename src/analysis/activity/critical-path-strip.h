/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The critical path as stretches over time, no more than asked for (internal to
 * critical-path).
 */
#pragma once

#include "src/analysis/activity/critical-path.h"

typedef struct {
    guint most;
    double resolution; /* seconds: shorter neighbours have been united; 0: none have */
    GArray *stretches; /* of PathStretch */
} PathStrip;

void path_strip_init(PathStrip *strip, guint most);
void path_strip_clear(PathStrip *strip);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(PathStrip, path_strip_clear)

/* Appends, in the order of time, an activity of the path that has a weight; `part` of it. */
void path_strip_add(PathStrip *strip, const TimelineActivity *activity, PathPart part);

/* At most `most` stretches; to be freed with g_array_unref(). The strip is empty then. */
GArray *path_strip_finish(PathStrip *strip);
