/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What an execution did, as a stream of activities (docs/semantics.md, "The timeline").
 *
 * The stream is its own program activity graph: an activity goes from one event to another, and
 * a precedence is an edge without time between two.  Who fills it does not matter to who reads
 * it: a simulation (watch/recorder.h), a grain trace, a test.
 *
 * Events are numbered from 0 in an order in which every edge goes from a smaller to a larger
 * number, and all activities that lead to an event come before the first that leaves it. Event
 * 0 is the start. Not every number need be that of an edge's end. Processors that did the same
 * are one TimelineGroup. Seconds; activities are kept in the order in which they were appended,
 * in memory and, when they are many, in a temporary file.
 *
 * The activities of one processor follow each other by `start` and leave no gaps; their chain
 * of events may pass through precedences.
 */
#pragma once

#include "src/base/types.h"
#include "src/lattice/partition.h"

typedef enum {
    TIMELINE_CPU,         /* user time */
    TIMELINE_SYS,         /* time of the run-time system */
    TIMELINE_IO,          /* input/output on processor 0 */
    TIMELINE_COMMUNICATE, /* takes part in an operation of group `operation`, at work */
    TIMELINE_WAIT,        /* waits for others to arrive at an operation */
    TIMELINE_COMPLETE,    /* waits for an operation that is going on to complete, in a pipeline
                           * for the portion of a predecessor */
    TIMELINE_MESSAGE,     /* an operation going on beside its processors; of no processor */
    TIMELINE_PRECEDENCE,  /* start == end, of no processor: `to` is not before `from` */
    TIMELINE_N_KINDS,
} TimelineKind;

/* Fills an empty timeline with what is known beforehand or was measured. Returns when all is over,
 * in seconds. */
typedef struct _Timeline Timeline;
typedef double TimelineFill(gconstpointer data, Timeline *timeline);

#define TIMELINE_NO_GROUP   G_MAXUINT32
#define TIMELINE_NO_TRAFFIC G_MAXUINT32

/* About ten of these an iteration and class of processors. */
typedef struct {
    double start, end;
    guint32 from, to; /* events */
    guint32 group;    /* processors, or TIMELINE_NO_GROUP */
    guint32 interval; /* of whoever made the timeline: index in the simulation's tally */
    guint32 site;     /* file and line: timeline_site() */
    /* COMMUNICATE and MESSAGE: timeline_traffic(), or TIMELINE_NO_TRAFFIC. It is that of the
     * whole operation: the activities of its classes, one after the other and all with the same
     * `to`, have the same. */
    guint32 traffic;
    guint8 kind;      /* TimelineKind */
    guint8 operation; /* Operation, of kinds COMMUNICATE to MESSAGE */
} TimelineActivity;

/* Weight in the program activity graph: waiting is no work of its own, it is somebody else's.
 */
static inline double
timeline_activity_weight(const TimelineActivity *r)
{
    return r->kind == TIMELINE_WAIT || r->kind == TIMELINE_COMPLETE ||
                   r->kind == TIMELINE_PRECEDENCE
               ? 0
               : r->end - r->start;
}

/* A set of processors that did the same: a class of a partition, or, without a partition, the
 * one processor `least`. */
typedef struct {
    const SimPartition *partition;
    guint class;
    gint64 least; /* least processor number */
    gint64 count;
} TimelineGroup;

/* One message, or all between one pair. */
typedef struct {
    gint64 sender, receiver; /* processor numbers of the root */
    double bytes, messages;
} TimelinePair;

/* What an operation moved. The pairs are kept where they are few (TIMELINE_MOST_PAIRS), ordered
 * by sender and receiver; else there are none. All together there are at most
 * TIMELINE_ALL_PAIRS: operations that come later have none. */
#define TIMELINE_MOST_PAIRS 4096
#define TIMELINE_ALL_PAIRS  4000000
typedef struct {
    double bytes, messages;
    guint64 n_pairs;
    TimelinePair pairs[];
} TimelineTraffic;

typedef struct {
    const char *file;
    gint64 line;
} TimelineSite;

/* A stretch between two cuts: a graph of its own, so that a reader needs memory for the longest
 * of them only. A cut that goes backwards makes an empty one. */
typedef struct {
    guint64 first_activity, end_activity; /* the activities first .. end - 1 */
    guint32 first_event, last_event;      /* cuts are events of both neighbours */
    gboolean begins_at_cut, ends_at_cut;
} TimelineSegment;

/* `processors`: how many the execution has. Activities beyond `memory` bytes go to a temporary
 * file without a name (0: all stay in memory). Has event 0. */
Timeline *timeline_new(gint64 processors, gsize memory);
void timeline_free(Timeline *timeline);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Timeline, timeline_free)

/* Forgets everything, as after timeline_new(): for an execution that begins anew. */
void timeline_clear(Timeline *timeline);

/* A new event; G_MAXUINT32 - 1 is the last that can be made: then FALSE of timeline_ok(). */
guint32 timeline_event(Timeline *timeline);

/* Says that `event` will be named again, beside the activities of the group that is there now.
 */
void timeline_keep_event(Timeline *timeline, guint32 event);

/* Appends. An activity of kind CPU, SYS or IO that continues the last one of its group (same
 * kind, interval, site, no other edge at the event between them, which is not kept) is united
 * with it when that event is among the last TIMELINE_RECENT. */
#define TIMELINE_RECENT 65536
void timeline_add(Timeline *timeline, const TimelineActivity *activity);

/* The numbers of a group, a site, a traffic: equal ones get the same number. Pairs for which
 * there is no room are not kept. */
guint32 timeline_group(Timeline *timeline, const TimelineGroup *group);
guint32 timeline_site_add(Timeline *timeline, const char *file, gint64 line);
guint timeline_room_for_pairs(const Timeline *timeline); /* of one traffic, now */
guint32 timeline_traffic_add(Timeline *timeline, double bytes, double messages, guint n_pairs,
                             const TimelinePair pairs[]);

/* What the processors are called, as many names as there are, NULL-terminated; taken. Without them
 * they are called by their numbers. */
void timeline_set_names(Timeline *timeline, char **names);

/* Says that every path goes through `event`: nothing before it touches anything after it but
 * through it. Readers may settle what came before and forget it. The same event again is the
 * same cut. */
void timeline_cut(Timeline *timeline, guint32 event);

/* FALSE with a G_FILE_ERROR, the first one, if anything was lost: "error: the timeline ...". */
gboolean timeline_ok(const Timeline *timeline, GError **error);

/* --- reading: what is returned stays valid until the next addition --- */

gint64 timeline_processors(const Timeline *timeline);
const char *timeline_name(const Timeline *timeline, gint64 processor); /* NULL: it has none */
guint64 timeline_n_activities(const Timeline *timeline);
const TimelineActivity *timeline_activity(const Timeline *timeline, guint64 i);
guint32 timeline_n_groups(const Timeline *timeline);
const TimelineGroup *timeline_group_get(const Timeline *timeline, guint32 group);
guint32 timeline_n_sites(const Timeline *timeline);
const TimelineSite *timeline_site(const Timeline *timeline, guint32 site);
const TimelineTraffic *timeline_traffic(const Timeline *timeline, guint32 traffic);

/* One more than there are cuts. */
guint timeline_n_segments(const Timeline *timeline);
TimelineSegment timeline_segment(const Timeline *timeline, guint i);

/* Whether processor number `processor` is in the group. */
gboolean timeline_group_has(const TimelineGroup *group, gint64 processor);
