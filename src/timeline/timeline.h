/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What an execution did, as a stream of activities (docs/semantics.md, "The timeline").
 *
 * The stream is its own program activity graph: an activity goes from one event to another, and
 * a precedence is an edge without time between two.  Who fills it does not matter to who reads
 * it: a simulation (watch/recorder.h), a grain trace, a test.
 *
 * Events are numbered from 0 in an order in which every edge goes from a smaller to a larger
 * number, and all records that lead to an event come before the first that leaves it. Event 0
 * is the start. Not every number need be that of an edge's end. Processors that did the same
 * are one TimelineGroup. Seconds; records are kept in the order in which they were appended, in
 * memory and, when they are many, in a temporary file.
 *
 * The records of one processor follow each other by `start` and leave no gaps; their chain of
 * events may pass through precedences.
 */
#pragma once

#include "src/timeline/record.h"

typedef struct _Timeline Timeline;

/* `processors`: how many the execution has. Records beyond `memory` bytes go to a temporary
 * file without a name (0: all stay in memory). Has event 0. */
Timeline *timeline_new(gint64 processors, gsize memory);
void timeline_free(Timeline *timeline);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Timeline, timeline_free)

/* Forgets everything, as after timeline_new(): for an execution that begins anew. */
void timeline_clear(Timeline *timeline);

/* A new event; G_MAXUINT32 - 1 is the last that can be made: then FALSE of timeline_ok(). */
guint32 timeline_event(Timeline *timeline);
guint32 timeline_n_events(const Timeline *timeline);

/* Says that `event` will be named again, beside the records of the group that is there now. */
void timeline_keep_event(Timeline *timeline, guint32 event);

/* Appends. A record of kind CPU, SYS or IO that continues the last one of its group (same kind,
 * interval, site, no other edge at the event between them, which is not kept) is united with it
 * when that event is among the last TIMELINE_RECENT. */
#define TIMELINE_RECENT 65536
void timeline_add(Timeline *timeline, const TimelineRecord *record);

/* The numbers of a group, a site, a traffic: equal ones get the same number. Pairs for which
 * there is no room are not kept. */
guint32 timeline_group(Timeline *timeline, const TimelineGroup *group);
guint32 timeline_site_add(Timeline *timeline, const char *file, gint64 line);
guint timeline_room_for_pairs(const Timeline *timeline); /* of one traffic, now */
guint32 timeline_traffic_add(Timeline *timeline, double bytes, double messages, guint n_pairs,
                             const TimelinePair pairs[]);

/* Says that every path goes through `event`: nothing before it touches anything after it but
 * through it. Readers may settle what came before and forget it. The same event again is the
 * same cut. */
void timeline_cut(Timeline *timeline, guint32 event);

/* FALSE with a G_FILE_ERROR, the first one, if anything was lost: "error: the timeline ...". */
gboolean timeline_ok(const Timeline *timeline, GError **error);

/* --- reading: what is returned stays valid until the next addition --- */

gint64 timeline_processors(const Timeline *timeline);
guint64 timeline_n_records(const Timeline *timeline);
const TimelineRecord *timeline_record(const Timeline *timeline, guint64 i);
guint32 timeline_n_groups(const Timeline *timeline);
const TimelineGroup *timeline_group_get(const Timeline *timeline, guint32 group);
guint32 timeline_n_sites(const Timeline *timeline);
const TimelineSite *timeline_site(const Timeline *timeline, guint32 site);
const TimelineTraffic *timeline_traffic(const Timeline *timeline, guint32 traffic);

/* Cuts in the order in which they were made. */
guint timeline_n_cuts(const Timeline *timeline);
const TimelineCut *timeline_cut_get(const Timeline *timeline, guint i);

/* The class of a partition with processor number `processor` (row-major in the root, whose
 * sizes are `grid`). */
guint timeline_class_of(const SimPartition *partition, const RaterGrid *grid, gint64 processor);

/* Whether processor number `processor` is in the group. */
gboolean timeline_group_has(const TimelineGroup *group, const RaterGrid *grid,
                            gint64 processor);
