/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/report/grains/view.h"

#include <math.h>

#include "src/base/number.h"
#include "src/graph/grains-timeline.h"

/* Rows of the page's tables. */
#define MOST_ROWS 1000

/* From the start of each task on: the longest path, with or without delays; *longest of all. */
static double *
tails_new(const TaskGraph *graph, gboolean delays, double *longest)
{
    double *from = g_new0(double, graph->tasks->len);

    *longest = 0;
    for (guint k = graph->tasks->len; k-- > 0;) {
        const guint i = graph->order[k];
        for (guint x = graph->first_out[i]; x < graph->first_out[i + 1]; x++) {
            const GraphEdge *edge = task_graph_get_edge(graph, graph->out[x]);
            from[i] = MAX(from[i], (delays ? edge->delay : 0) + from[edge->to]);
        }
        from[i] += task_graph_task(graph, i)->time;
        *longest = MAX(*longest, from[i]);
    }
    return from;
}

/* The place of each task on a longest path with delays. */
static guint *
steps_new(const TaskGraph *graph, const double tails[])
{
    guint *step = g_new0(guint, graph->tasks->len);
    guint i = 0;

    for (guint k = 1; k < graph->tasks->len; k++)
        i = tails[k] > tails[i] ? k : i;
    for (guint n = 1; i != G_MAXUINT; n++) {
        double most = -1;
        guint next = G_MAXUINT;
        step[i] = n;
        for (guint x = graph->first_out[i]; x < graph->first_out[i + 1]; x++) {
            const GraphEdge *edge = task_graph_get_edge(graph, graph->out[x]);
            if (edge->delay + tails[edge->to] > most) {
                most = edge->delay + tails[edge->to];
                next = edge->to;
            }
        }
        i = next;
    }
    return step;
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
    view->longest = view->longest_with_communication = NAN;
    if (view->graph != NULL) {
        g_autofree double *alone = tails_new(view->graph, FALSE, &view->longest);
        g_autofree double *with =
            tails_new(view->graph, TRUE, &view->longest_with_communication);
        view->step = steps_new(view->graph, with);
    }
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
    g_free(view->step);
    g_ptr_array_unref(view->warnings);
    g_clear_pointer(&view->pictures, g_array_unref);
    picture_lanes_free(view->lanes);
    report_run_free(view->run);
    g_free(view->text);
    g_free(view);
}

/* --- pictures --- */

static const GArray *
pictures(GrainsView *view)
{
    const GrainTrace *trace = view->trace;
    const guint n = trace->runs->len;
    g_autofree double *starts = g_new(double, n + 1), *ends = g_new(double, n + 1);

    if (view->pictures != NULL)
        return view->pictures;
    view->pictures = picture_charts_new();
    for (guint i = 0; i < n; i++) {
        starts[i] = g_array_index(trace->runs, GrainRun, i).start;
        ends[i] = g_array_index(trace->runs, GrainRun, i).stop;
    }
    PictureChart *chart = picture_add_chart(
        view->pictures, "Processors at work",
        (PictureScale){ g_strdup("time, ms"), 0, trace->last_stop, 1 },
        (PictureScale){ g_strdup("processors"), 0, trace->processors->len, 1 });
    picture_add_profile(chart, "at work", starts, ends, n);
    return view->pictures;
}

static char *
lane_words(const GrainRun *run, gboolean many)
{
    char from[REPORT_NUMBER_SIZE], to[REPORT_NUMBER_SIZE];

    report_number_short(run->start, from);
    report_number_short(run->stop, to);
    return g_strdup_printf("processor %" G_GINT64_FORMAT ": %sgrain %" G_GINT64_FORMAT
                           " from %s to %s ms",
                           run->processor, many ? "first " : "", run->grain, from, to);
}

static const PictureLanes *
lanes(GrainsView *view)
{
    const GPtrArray *runs = view->trace->by_start;
    PictureLane *lane = NULL;

    if (view->lanes != NULL)
        return view->lanes;
    view->lanes = picture_lanes_new(view->trace->last_stop, 1);
    for (guint i = 0; i < runs->len; i++) {
        const GrainRun *run = g_ptr_array_index(runs, i);
        const GrainRun *before = i > 0 ? g_ptr_array_index(runs, i - 1) : NULL;
        const GrainRun *behind = i + 1 < runs->len ? g_ptr_array_index(runs, i + 1) : NULL;
        if (before == NULL || before->processor != run->processor) {
            g_autofree char *name = g_strdup_printf("%" G_GINT64_FORMAT, run->processor);
            const gboolean many = behind != NULL && behind->processor == run->processor;
            lane = picture_add_lane(view->lanes, name, lane_words(run, many));
        }
        if (lane != NULL)
            picture_add_bar(view->lanes, lane, run->start, run->stop);
    }
    return view->lanes;
}

/* NULL: no grain ran. */
static ReportRun *
run(GrainsView *view)
{
    if (view->run == NULL && view->trace->runs->len > 0)
        view->run = report_run_new(view->trace->processors->len, grain_trace_timeline, view->trace);
    return view->run;
}

/* --- rows --- */

/* 0 of nothing. */
#define ratio report_view_share
#define keep(view, of) value_keep(&(view)->text, of)

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

/* As many as a table has. */
static Value
first_rows(Value all)
{
    all.as.list.n = MIN(all.as.list.n, MOST_ROWS);
    return all;
}

static gint64
more_rows(guint n)
{
    return n > MOST_ROWS ? n - MOST_ROWS : 0;
}

#define grains_shape_program shape_program
#define grains_shape_warning shape_warning
#define grains_shape_picture shape_picture
#define grains_shape_lanes shape_lanes
#define grains_shape_critical_path shape_critical_path
#define grains_shape_metrics shape_metrics
#define grains_shape_path shape_path
#define grains_shape_timeline shape_timeline

#define VALUE_SHAPE(id) grains_shape_##id
#define VIEW            GrainsView
#define VALUE_ROWS      "src/report/grains/grains.def"
#include "src/report/value/rows.h"

ValueNode
grains_view_root(GrainsView *view)
{
    return (ValueNode){ .shape = &grains_shape_grains, .view = view, .of = view->trace };
}
