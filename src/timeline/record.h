/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the stream of activities of an execution consists of (timeline.h).
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

#define TIMELINE_NO_GROUP   G_MAXUINT32
#define TIMELINE_NO_TRAFFIC G_MAXUINT32

/* About ten of these an iteration and class of processors. */
typedef struct {
    double start, end;
    guint32 from, to; /* events */
    guint32 group;    /* processors, or TIMELINE_NO_GROUP */
    guint32 interval; /* of whoever made the timeline: index in the simulation's ledger */
    guint32 site;     /* file and line: timeline_site() */
    /* COMMUNICATE and MESSAGE: timeline_traffic(), or TIMELINE_NO_TRAFFIC. It is that of the
     * whole operation: the records of its classes, one after the other and all with the same
     * `to`, have the same. */
    guint32 traffic;
    guint8 kind;      /* TimelineKind */
    guint8 operation; /* Operation, of kinds COMMUNICATE to MESSAGE */
} TimelineRecord;

/* Weight in the program activity graph: waiting is no work of its own, it is somebody else's.
 */
static inline double
timeline_record_weight(const TimelineRecord *r)
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
    guint n_pairs;
    const TimelinePair *pairs;
} TimelineTraffic;

typedef struct {
    const char *file;
    gint64 line;
} TimelineSite;

/* A place that every path goes through: how many records are before it, and its event. */
typedef struct {
    guint64 n_records;
    guint32 event;
} TimelineCut;
