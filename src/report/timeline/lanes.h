/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The rows of an exported timeline.  Groups change while a program runs; a lane is a set of
 * processors that are in the same groups throughout, or one chosen processor.
 */
#pragma once

#include "src/timeline/timeline.h"

typedef struct _TimelineLanes TimelineLanes;

#define TIMELINE_NO_LANE G_MAXUINT32

/* processors: as in TimelineExportOptions; without them at most `most` lanes, those of the
 * least processors. `timeline` and `grid` must outlive the lanes. */
TimelineLanes *timeline_lanes_new(const Timeline *timeline, const RaterGrid *grid,
                                  const GArray *processors, guint most);
void timeline_lanes_free(TimelineLanes *lanes);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TimelineLanes, timeline_lanes_free)

guint timeline_lanes_n(const TimelineLanes *lanes);

/* Lanes that there would be without a limit; 0: more than can be told. */
guint timeline_lanes_n_found(const TimelineLanes *lanes);

/* Its processors, as the reports write them: "0-1,0-3", or "3" for one. */
const char *timeline_lanes_name(const TimelineLanes *lanes, guint lane);

/* The lanes whose processors are in the group: guint32, ascending. Valid as long as the lanes.
 */
const GArray *timeline_lanes_of_group(TimelineLanes *lanes, guint32 group);

/* The lane of a processor, TIMELINE_NO_LANE when it has none. */
guint32 timeline_lanes_of_processor(const TimelineLanes *lanes, gint64 processor);
