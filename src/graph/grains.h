/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A trace of grains (EPA): when each ran on which processor, and when it sent and received
 * structures.  A record is the last four words of a line, everything else is the program's.
 * Records in error are dropped, and reading goes on.  Times are in milliseconds.
 */
#pragma once

#include "src/graph/graph.h"
#include "src/graph/text.h"

/* A run of a grain, from its start to its stop. */
typedef struct {
    gint64 processor, grain;
    double start, stop;
    guint line; /* of the start */
    guint k;    /* of the runs of its grain, by start, from 1 */
    guint n;    /* how many runs the grain has */
} GrainRun;

/* A structure that one grain sent and another received. */
typedef struct {
    gint64 sender, receiver;
    guint from, to; /* runs: those that --executions shows */
    double delay;
    const char *structure; /* owned by the trace */
    double sent, received; /* when the send began, and the receive ended */
    guint line;            /* where the receive begins */
} GrainEdge;

typedef struct {
    gint64 number;
    double time; /* of its runs on the processor, or of all */
} GrainShare;

typedef struct {
    gint64 number;
    double busy;    /* its runs, added up */
    GArray *grains; /* of GrainShare, in the order of their first start */
} GrainProcessor;

typedef struct {
    guint line; /* 0: of the file */
    gboolean error;
    char *text;
} GrainMessage;

typedef struct {
    char *file;
    GArray *runs;       /* of GrainRun, by grain and start */
    GPtrArray *by_start; /* the same by processor and start */
    GArray *edges;      /* of GrainEdge, by sender, receiver, line */
    GArray *grains;     /* of GrainShare, ascending */
    GArray *processors; /* of GrainProcessor, ascending; those that ran a grain */
    double grain_time;  /* of all runs; 0, as the next two, without any */
    double first_start, last_stop;
    guint structures;   /* names that were sent or received */
    guint left_out;     /* runs, sends and receives without an end */
    GArray *messages;   /* of GrainMessage, by line */
    guint n_errors;
    GStringChunk *names;
} GrainTrace;

/* Whether the line, without its end, has a record. */
gboolean grain_trace_is_record(const char *line, gsize len);

/* Reads all of it; what is wrong is in `messages`. */
GrainTrace *grain_trace_read(const GraphText *text);
void grain_trace_free(GrainTrace *trace);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GrainTrace, grain_trace_free)

/* Message `i` as "FILE:LINE: error: ..." or "... warning: ..."; free with g_free(). */
char *grain_trace_message(const GrainTrace *trace, guint i);

/* The grains, or with `executions` their runs, as a task graph, whose warnings do not have the
 * trace's. NULL with GRAPH_ERROR: no task, or a cycle. */
TaskGraph *grain_trace_graph(const GrainTrace *trace, gboolean executions, GError **error);
