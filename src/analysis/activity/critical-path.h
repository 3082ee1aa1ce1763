/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The critical path of an execution, from its timeline alone, reported at the levels of IPS
 * (docs/references.md): program, processor, interval and source line.
 *
 * The parts of each level, added up with sim_sum_add() in the order of their array (lines:
 * PathLine.total), give `length` to the last bit: what rounding each of them leaves over is
 * in the largest or the second.
 *
 * Who a second of the path belongs to:
 * - a group of processors is named by its least-numbered processor; when the path could go
 *   through any of several groups, by the one whose activity comes first;
 * - the cost of an operation that moved something (TIMELINE_COMMUNICATE and TIMELINE_MESSAGE)
 *   belongs to its messages. How many bytes a second and how long a start takes is not in the
 *   timeline, so each pair gets the mean of its shares of the operation's bytes and of its
 *   messages: what messages cost one after another on a bus when starts and bytes weigh alike,
 *   and exact for messages of one size. Where only one message binds (links beside each other),
 *   the maker of the timeline keeps that pair alone, the least-numbered of equal ones, and it
 *   gets all of it;
 * - without pairs it is of the pair (-1, -1).
 */
#pragma once

#include "src/timeline/timeline.h"

/* What a second of the path is spent with: the kinds that have a weight. */
typedef enum {
    PATH_CPU,
    PATH_SYS,
    PATH_IO,
    PATH_COMMUNICATION, /* + Operation: by group */
    N_PATH_PARTS = PATH_COMMUNICATION + N_OPERATIONS,
} PathPart;

typedef struct {
    gint64 sender, receiver; /* sender == receiver: time of that processor; both -1: messages
                              * whose pairs are not kept */
    double seconds;
    guint8 part; /* PATH_CPU, PATH_SYS or PATH_IO of a processor; PATH_COMMUNICATION of messages
                  * of any operation */
} PathProcessor;

typedef struct {
    guint32 interval;
    guint32 site;
    double seconds[N_PATH_PARTS]; /* add up to `total` in the same way */
    double total;
    double slack; /* least slack of what was done here off the path; 0 when on it */
} PathLine;

/* A stretch of the path, for a strip over time: on one processor or a message, or several short
 * ones, one after the other. */
typedef struct {
    double start, end;
    guint32 interval, site;       /* of the longest in it */
    guint32 group;                /* the same; TIMELINE_NO_GROUP for messages */
    guint8 part;                  /* the same; PathPart */
    double longest;               /* seconds of it */
    double seconds[N_PATH_PARTS]; /* of all in it */
} PathStretch;

typedef struct {
    double length;
    double program[N_PATH_PARTS];
    GArray *processors; /* of PathProcessor, largest first */
    GArray *lines;      /* of PathLine, largest first; with total 0: those only off the path,
                         * by slack */
    GArray *stretches;  /* of PathStretch in the order of time; neighbours alike are united, and
                         * above `most_stretches` short neighbours, to what is about as long
                         * everywhere: each kind keeps its time */
    double total_cpu;   /* TIMELINE_CPU of all processors */
    double maximum_parallelism; /* total_cpu / length; 0 of nothing. More than `parallelism`
                                 * only where something else than the path delays the run, which
                                 * is so in no prediction */
    double parallelism;         /* total_cpu / (last end of the timeline) */
} CriticalPath;

void critical_path_free(CriticalPath *path);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CriticalPath, critical_path_free)

/* Whether something else than the path delays the run: its two kinds of parallelism differ. */
gboolean critical_path_is_delayed(const CriticalPath *path);

/* Linear in the activities; memory is that of the longest stretch between two cuts. Fails with
 * an ACTIVITY_GRAPH_ERROR when the timeline is not a graph of activities. */
CriticalPath *critical_path_new(const Timeline *timeline, guint most_stretches, GError **error);
