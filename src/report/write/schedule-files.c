/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The graph and the schedule that is shown as files that are read again: task graph and schedule
 * files of EPA, STG, DOT.
 */
#include <string.h>

#include "src/base/number.h"
#include "src/graph/text.h"
#include "src/report/schedule/view.h"
#include "src/report/write/epa.h"

/* Light enough to read black on them; processors take them in turn. */
static const char *const colours[] = { "#a6cee3", "#b2df8a", "#fdbf6f", "#cab2d6", "#ffff99",
                                       "#8dd3c7", "#fbb4ae", "#d9d9d9", "#ccebc5", "#e5c494" };

/* Task i where names have to be numbers: its name if all are, else its number from 1. */
typedef struct {
    const TaskGraph *graph;
    gboolean numbers;
    char text[REPORT_NUMBER_SIZE];
} Names;

static Names
names_of(const TaskGraph *graph)
{
    Names names = { graph, TRUE, "" };
    gint64 number;

    for (guint i = 0; i < graph->tasks->len; i++) {
        const char *name = task_graph_task(graph, i)->name;
        names.numbers &= graph_integer(name, strlen(name), &number);
    }
    return names;
}

static const char *
name_of(Names *names, guint i)
{
    if (names->numbers)
        return task_graph_task(names->graph, i)->name;
    g_snprintf(names->text, sizeof names->text, "%u", i + 1);
    return names->text;
}

gboolean
schedule_epa_write(gpointer data, ReportSink *sink, GError **error G_GNUC_UNUSED)
{
    const TaskGraph *graph = ((const ScheduleView *)data)->study->graph;
    Names from = names_of(graph), to = from;

    epa_graph(sink, graph->tasks->len);
    for (guint i = 0; i < graph->tasks->len; i++)
        epa_node(sink, name_of(&from, i), task_graph_task(graph, i)->time, i,
                 graph->first_out[i + 1] - graph->first_out[i],
                 graph->first_in[i + 1] - graph->first_in[i]);
    epa_edges(sink, graph->edges->len);
    for (guint i = 0; i < graph->tasks->len; i++)
        for (guint x = graph->first_out[i]; x < graph->first_out[i + 1]; x++) {
            const GraphEdge *edge = task_graph_get_edge(graph, graph->out[x]);
            epa_edge(sink, name_of(&from, i), name_of(&to, edge->to), edge->delay);
        }
    return TRUE;
}

gboolean
schedule_sched_write(gpointer data, ReportSink *sink, GError **error G_GNUC_UNUSED)
{
    const ScheduleView *view = data;
    const Schedule *schedule = view->shown->schedule;
    Names names = names_of(view->study->graph);

    /* a task's own name, so that --assign finds it, unless a blank would cut it */
    names.numbers = TRUE;
    for (guint i = 0; i < schedule->n; i++)
        if (strpbrk(task_graph_task(view->study->graph, i)->name, " \t\r\n<") != NULL)
            names.numbers = FALSE;
    epa_schedule(sink, schedule->n, schedule->p);
    for (guint p = 0; p < schedule->p; p++) {
        epa_processor(sink, (gint64)p + 1, schedule->lanes[p]->len);
        for (guint k = 0; k < schedule->lanes[p]->len; k++) {
            const guint i = g_array_index(schedule->lanes[p], guint, k);
            epa_run(sink, name_of(&names, i), schedule->start[i], schedule->finish[i]);
        }
    }
    return TRUE;
}

static void
put_real(ReportSink *sink, const char *before, double number)
{
    char text[REPORT_NUMBER_SIZE];

    report_sink_printf(sink, "%s%s", before, report_number_exact(number, text));
}

static gboolean
has_delays(const TaskGraph *graph)
{
    for (guint e = 0; e < graph->edges->len; e++)
        if (task_graph_get_edge(graph, e)->delay != 0)
            return TRUE;
    return FALSE;
}

/* The edges to task i, whose number is i + 1. */
static void
put_predecessors(ReportSink *sink, const TaskGraph *graph, guint i, gboolean delays)
{
    const guint n = graph->first_in[i + 1] - graph->first_in[i];

    report_sink_printf(sink, " %u", MAX(n, 1));
    if (n == 0)
        report_sink_puts(sink, delays ? " 0 0" : " 0");
    for (guint x = graph->first_in[i]; x < graph->first_in[i + 1]; x++) {
        const GraphEdge *edge = task_graph_get_edge(graph, graph->in[x]);
        report_sink_printf(sink, " %u", edge->from + 1);
        if (delays)
            put_real(sink, " ", edge->delay);
    }
    report_sink_puts(sink, "\n");
}

/* With the marks of begin and end that the set has. */
gboolean
schedule_stg_write(gpointer data, ReportSink *sink, GError **error G_GNUC_UNUSED)
{
    const TaskGraph *graph = ((const ScheduleView *)data)->study->graph;
    const gboolean delays = has_delays(graph);
    const guint n = graph->tasks->len;
    guint n_last = 0;

    report_sink_printf(sink, "%u\n0 0 0\n", n);
    for (guint i = 0; i < n; i++) {
        report_sink_printf(sink, "%u", i + 1);
        put_real(sink, " ", task_graph_task(graph, i)->time);
        put_predecessors(sink, graph, i, delays);
        n_last += graph->first_out[i] == graph->first_out[i + 1];
    }
    report_sink_printf(sink, "%u 0 %u", n + 1, n_last);
    for (guint i = 0; i < n; i++)
        if (graph->first_out[i] == graph->first_out[i + 1])
            report_sink_printf(sink, delays ? " %u 0" : " %u", i + 1);
    report_sink_puts(sink, "\n");
    return TRUE;
}

static void
put_quoted(ReportSink *sink, const char *text)
{
    report_sink_puts(sink, "\"");
    for (; *text != '\0'; text++) {
        if (*text == '"')
            report_sink_puts(sink, "\\");
        report_sink_write(sink, text, 1);
    }
    report_sink_puts(sink, "\"");
}

static void
put_node(const ScheduleView *view, ReportSink *sink, guint i, gboolean on_path)
{
    const TaskGraph *graph = view->study->graph;

    report_sink_puts(sink, "  ");
    put_quoted(sink, task_graph_task(graph, i)->name);
    report_sink_puts(sink, graph->n_times > 0 ? " [times=\"" : " [");
    for (guint p = 0; p < graph->n_times; p++)
        put_real(sink, p > 0 ? " " : "", graph->times[(gsize)i * graph->n_times + p]);
    if (graph->n_times == 0)
        put_real(sink, "time=", task_graph_task(graph, i)->time);
    report_sink_printf(sink, "%s, fillcolor=\"%s\"%s];\n", graph->n_times > 0 ? "\"" : "",
                       colours[view->shown->schedule->processor[i] % G_N_ELEMENTS(colours)],
                       on_path ? ", color=red, penwidth=2" : "");
}

/* step[i]: place of task i on the path, from 1. */
gboolean
schedule_dot_write(gpointer data, ReportSink *sink, GError **error G_GNUC_UNUSED)
{
    const ScheduleView *view = data;
    const TaskGraph *graph = view->study->graph;
    g_autofree guint *step = g_new0(guint, graph->tasks->len);

    for (guint k = 0; k < view->path->len; k++)
        step[g_array_index(view->path, ScheduleStep, k).task] = k + 1;
    report_sink_puts(sink, "digraph ");
    put_quoted(sink, graph->name);
    report_sink_puts(sink, " {\n  node [style=filled];\n");
    for (guint i = 0; i < graph->tasks->len; i++)
        put_node(view, sink, i, step[i] > 0);
    for (guint i = 0; i < graph->tasks->len; i++)
        for (guint x = graph->first_out[i]; x < graph->first_out[i + 1]; x++) {
            const GraphEdge *edge = task_graph_get_edge(graph, graph->out[x]);
            report_sink_puts(sink, "  ");
            put_quoted(sink, task_graph_task(graph, i)->name);
            report_sink_puts(sink, " -> ");
            put_quoted(sink, task_graph_task(graph, edge->to)->name);
            put_real(sink, " [delay=", edge->delay);
            if (edge->bytes >= 0)
                put_real(sink, ", bytes=", edge->bytes);
            report_sink_puts(sink, step[i] > 0 && step[edge->to] == step[i] + 1
                                       ? ", color=red, penwidth=2];\n"
                                       : "];\n");
        }
    report_sink_puts(sink, "}\n");
    return TRUE;
}
