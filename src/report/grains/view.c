/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/report/grains/view.h"

#include <math.h>

#include "src/report/view/report-view.h"

static gint
compare_starts(gconstpointer a, gconstpointer b)
{
    const GrainRun *x = *(const GrainRun *const *)a, *y = *(const GrainRun *const *)b;

    if (x->processor != y->processor)
        return x->processor < y->processor ? -1 : 1;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

/* The longest path through the graph, with or without delays. */
static double
longest_path(const TaskGraph *graph, gboolean delays)
{
    g_autofree double *from = g_new0(double, graph->tasks->len);
    double longest = 0;

    for (guint k = graph->tasks->len; k-- > 0;) {
        const guint i = graph->order[k];
        for (guint x = graph->first_out[i]; x < graph->first_out[i + 1]; x++) {
            const GraphEdge *edge = task_graph_get_edge(graph, graph->out[x]);
            from[i] = MAX(from[i], (delays ? edge->delay : 0) + from[edge->to]);
        }
        from[i] += task_graph_task(graph, i)->time;
        longest = MAX(longest, from[i]);
    }
    return longest;
}

GrainsView *
grains_view_new(const GrainTrace *trace, gboolean executions)
{
    GrainsView *view = g_new0(GrainsView, 1);
    g_autoptr(GError) error = NULL;

    view->trace = trace;
    view->executions = executions;
    view->graph = grain_trace_graph(trace, executions, &error);
    view->why = error != NULL ? g_strdup(error->message) : NULL;
    view->longest = view->graph != NULL ? longest_path(view->graph, FALSE) : NAN;
    view->longest_with_communication =
        view->graph != NULL ? longest_path(view->graph, TRUE) : NAN;
    view->by_start = g_ptr_array_new();
    for (guint i = 0; i < trace->runs->len; i++)
        g_ptr_array_add(view->by_start, &g_array_index(trace->runs, GrainRun, i));
    g_ptr_array_sort(view->by_start, compare_starts);
    view->warnings = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < trace->messages->len; i++)
        g_ptr_array_add(view->warnings, grain_trace_message(trace, i));
    return view;
}

void
grains_view_free(GrainsView *view)
{
    if (view == NULL)
        return;
    task_graph_free(view->graph);
    g_free(view->why);
    g_ptr_array_unref(view->by_start);
    g_ptr_array_unref(view->warnings);
    g_free(view->text);
    g_free(view);
}

/* 0 of nothing. */
static double
ratio(double part, double all)
{
    return all > 0 ? part / all : 0;
}

static Value
run_cell(const GrainRun *run, gint64 at)
{
    return at == 0   ? value_integer(run->processor)
           : at == 1 ? value_integer(run->grain)
                     : value_real(at == 2 ? run->start : run->stop);
}

static Value
edge_cell(const GrainEdge *edge, gint64 at)
{
    return at == 0   ? value_integer(edge->sender)
           : at == 1 ? value_integer(edge->receiver)
           : at == 2 ? value_real(edge->delay)
                     : value_text(edge->structure);
}

#define grains_shape_program shape_program
#define grains_shape_warning shape_warning

#define VALUE_SHAPE(id) grains_shape_##id
#define VIEW            GrainsView
#define VALUE_ROWS      "src/report/grains/grains.def"
#include "src/report/value/rows.h"

ValueNode
grains_view_root(GrainsView *view)
{
    return (ValueNode){ .shape = &grains_shape_grains, .view = view, .of = view->trace };
}
