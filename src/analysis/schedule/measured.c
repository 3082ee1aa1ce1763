/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/schedule/measured.h"

#include <math.h>

/* What the trace has of a pair of grains, in the unit of the graph: a double by names "1 2". */
static GHashTable *
delays_of(const GrainTrace *trace, double unit)
{
    GHashTable *delays = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);

    for (guint i = 0; i < trace->edges->len; i++) {
        const GrainEdge *edge = &g_array_index(trace->edges, GrainEdge, i);
        char *pair = g_strdup_printf("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT, edge->sender,
                                     edge->receiver);
        double *known = g_hash_table_lookup(delays, pair);
        if (known != NULL) {
            *known += edge->delay * unit;
            g_free(pair);
            continue;
        }
        known = g_new(double, 1);
        *known = edge->delay * unit;
        g_hash_table_insert(delays, pair, known);
    }
    return delays;
}

static GHashTable *
times_of(const GrainTrace *trace, double unit)
{
    GHashTable *times = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);

    for (guint i = 0; i < trace->grains->len; i++) {
        const GrainShare *grain = &g_array_index(trace->grains, GrainShare, i);
        double *time = g_new(double, 1);
        *time = grain->time * unit;
        g_hash_table_insert(times, g_strdup_printf("%" G_GINT64_FORMAT, grain->number), time);
    }
    return times;
}

/* Milliseconds in the unit of the graph, which is that of the trace where nobody knows it. */
static double
unit_of(const TaskGraph *graph)
{
    const double unit = 1e-3 / graph->seconds;

    return isnan(unit) || graph->seconds == 1e-3 ? 1 : unit;
}

TaskGraph *
schedule_measured_graph(const TaskGraph *graph, const GrainTrace *trace)
{
    TaskGraph *measured = task_graph_new(graph->file, graph->kind);
    g_autoptr(GHashTable) times = times_of(trace, unit_of(graph));
    g_autoptr(GHashTable) delays = delays_of(trace, unit_of(graph));

    measured->unit = graph->unit;
    measured->seconds = graph->seconds;
    for (guint i = 0; i < graph->tasks->len; i++) {
        const GraphTask *task = task_graph_task(graph, i);
        const double *time = g_hash_table_lookup(times, task->name);
        task_graph_add(measured, task->name, time != NULL ? *time : task->time, task->line);
        if (time == NULL)
            task_graph_warn(measured, task->line, "%s has no grain %s: its time is that of the "
                                                  "graph",
                            trace->file, task->name);
    }
    for (guint e = 0; e < graph->edges->len; e++) {
        const GraphEdge *edge = task_graph_get_edge(graph, e);
        g_autofree char *pair =
            g_strdup_printf("%s %s", task_graph_task(graph, edge->from)->name,
                            task_graph_task(graph, edge->to)->name);
        const double *delay = g_hash_table_lookup(delays, pair);
        task_graph_edge(measured, edge->from, edge->to, delay != NULL ? *delay : edge->delay,
                        edge->bytes, edge->line);
    }
    task_graph_finish(measured, NULL); /* as sound as the other */
    return measured;
}
