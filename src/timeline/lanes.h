/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A timeline of what is known beforehand, or was measured: who does what from when to when, and
 * which messages go from one to another.  A lane is a processor.  Times are in a unit of the
 * maker's.
 */
#pragma once

#include "src/timeline/timeline.h"

typedef struct {
    Timeline *timeline; /* not owned */
    double unit;        /* seconds */
    guint n;
    guint32 *last;   /* [lane]: its last event */
    double *end;     /* [lane]: when that is, in units */
    guint32 *group;  /* [lane] */
    guint32 nowhere; /* site of what is at no line of `file` */
} TimelineLanes;

/* Of an empty timeline of as many processors; `file`: where what they do stands. */
void timeline_lanes_init(TimelineLanes *lanes, Timeline *timeline, const char *file, double unit);
void timeline_lanes_clear(TimelineLanes *lanes);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(TimelineLanes, timeline_lanes_clear)

/* The lane does something of that kind until `time`, when `event` is. */
void timeline_lanes_until(TimelineLanes *lanes, guint lane, TimelineKind kind, double time,
                          guint32 event, guint32 site);

/* A message under way from `start` to `end`; bytes: 0 when nobody knows. */
void timeline_lanes_message(TimelineLanes *lanes, guint from, guint to, double start, double end,
                            double bytes, guint32 sent, guint32 received);

/* All wait for the end; returns that, in seconds. */
double timeline_lanes_finish(TimelineLanes *lanes, double end);

/* --- what was measured --- */

typedef struct {
    guint lane;
    double start, stop;
    guint line; /* of the file; 0: none */
} TimelineWork;

/* Sent by what its sender did before `sent`, and waited for by what its receiver did after
 * `received`; of the time between it took `time` itself. */
typedef struct {
    guint from, to; /* lanes */
    double sent, received, time;
} TimelineLetter;

/* Fills the lanes to the end, and finishes them; they wait where they have no work.  `work` (of
 * TimelineWork) by lane and start, none of a lane overlapping the next; `letters` (of
 * TimelineLetter) may be NULL, one that is received before it is sent is left out. */
double timeline_lanes_fill(TimelineLanes *lanes, const GArray *work, const GArray *letters);
