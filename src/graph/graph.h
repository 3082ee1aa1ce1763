/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A task graph: tasks with times, and edges along which one has to wait for another.  Whoever
 * reads a file fills it with task_graph_add() and task_graph_edge() and ends it with
 * task_graph_finish().
 *
 * Times stay in the unit of the file, so that whole numbers stay exact. Tasks are numbered from
 * 0 in the order of the file.
 */
#pragma once

#include <glib.h>

#define GRAPH_ERROR (graph_error_quark())
GQuark graph_error_quark(void);

typedef enum {
    GRAPH_ERROR_FILE,   /* cannot be read */
    GRAPH_ERROR_SYNTAX, /* is not what it should be */
    GRAPH_ERROR_GRAPH,  /* a cycle, no task */
} GraphErrorCode;

/* What a file was, as JSON tells it. */
#define GRAPH_KIND_GRAINS   "grains"
#define GRAPH_KIND_EPA      "tg"
#define GRAPH_KIND_STG      "stg"
#define GRAPH_KIND_DOT      "dot"
#define GRAPH_KIND_WORKFLOW "wfformat"
#define GRAPH_KIND_PROGRAM  "dvm"

typedef struct {
    const char *name; /* owned by the graph */
    double time;      /* >= 0; NAN: not told, which task_graph_finish() settles */
    guint line;       /* in the file, from 1; 0: it has none */
    const char *file; /* of the source where that is not the graph's file; NULL */
} GraphTask;

typedef struct {
    guint from, to; /* tasks */
    double delay;   /* of a message between two processors, in the unit; >= 0 */
    double bytes;   /* what is sent; NAN: it has none, and `delay` counts */
    guint line;
} GraphEdge;

typedef struct {
    char *file;             /* as it was named */
    char *name;             /* what it calls itself, else that of the file without suffixes */
    const char *kind;       /* GRAPH_KIND_... */
    const char *unit;       /* "ms", "s", "unit", ...; static or interned */
    double seconds;         /* per unit; NAN: nobody knows */
    GArray *tasks;          /* of GraphTask */
    GArray *edges;          /* of GraphEdge, one between two tasks after task_graph_finish() */
    guint n_times;          /* > 0: tasks have a time for each of so many processors */
    double *times;          /* [task * n_times + processor], owned; NULL: they have not */
    double initial;         /* of tasks without a time */
    double recorded;        /* make-span of a run that the file tells of; NAN: it does not */
    GPtrArray *warnings;    /* "file:line: warning: ..." */
    GStringChunk *names;
    /* What task_graph_finish() makes: neighbours of task i are in[first_in[i] ..
     * first_in[i+1] - 1], numbers of edges, by the number of the task at their other end. */
    guint *first_in, *in, *first_out, *out;
    guint *order; /* tasks, each behind its predecessors */
} TaskGraph;

/* `kind` with its unit; of no tasks. */
TaskGraph *task_graph_new(const char *file, const char *kind);
void task_graph_free(TaskGraph *graph);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TaskGraph, task_graph_free)

static inline const GraphTask *
task_graph_task(const TaskGraph *graph, guint i)
{
    return &g_array_index(graph->tasks, GraphTask, i);
}

static inline const GraphEdge *
task_graph_get_edge(const TaskGraph *graph, guint e)
{
    return &g_array_index(graph->edges, GraphEdge, e);
}

/* Appends a task without predecessors; returns its number. */
guint task_graph_add(TaskGraph *graph, const char *name, double time, guint line);

/* Appends an edge; `bytes` may be NAN. */
void task_graph_edge(TaskGraph *graph, guint from, guint to, double delay, double bytes,
                     guint line);

/* Warns: "FILE:LINE: warning: ...", line 0: "FILE: warning: ...". */
void task_graph_warn(TaskGraph *graph, guint line, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

/* Unites edges between the same two tasks, makes lists of neighbours and the order, gives tasks
 * without time the initial one and warns of that. GRAPH_ERROR_GRAPH: no task, or a cycle, which
 * the message names. */
gboolean task_graph_finish(TaskGraph *graph, GError **error);

/* "s", "ms", "us", "ns" or the number of seconds that a unit has, which stays the caller's. FALSE:
 * it is none of them. */
gboolean task_graph_set_unit(TaskGraph *graph, const char *unit);

/* The mean of n numbers, or each of them where all are equal. */
double graph_mean(const double x[], guint n);

/* "FILE:LINE: WORD: ...", without the line when it is 0; free with g_free(). */
char *graph_message(const char *file, guint line, const char *word, const char *format,
                    va_list args) G_GNUC_PRINTF(4, 0);

/* "s", "ms", "us", "ns": the name for good, and how long it is; FALSE: it is none of them. */
gboolean graph_unit(const char *text, const char **unit, double *seconds);

/* Sets GRAPH_ERROR "FILE:LINE: error: ...", without the line when it is 0; FALSE. */
gboolean graph_fail(const char *file, guint line, GError **error, const char *format, ...)
    G_GNUC_PRINTF(4, 5);
