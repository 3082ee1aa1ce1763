/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/write/graph-files.h"

#include "src/base/number.h"

/* Light enough to read black on them; processors take them in turn. */
static const char *const colours[] = { "#a6cee3", "#b2df8a", "#fdbf6f", "#cab2d6", "#ffff99",
                                       "#8dd3c7", "#fbb4ae", "#d9d9d9", "#ccebc5", "#e5c494" };

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

void
graph_stg_write(const TaskGraph *graph, ReportSink *sink)
{
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
put_node(const TaskGraph *graph, const GraphLook *look, ReportSink *sink, guint i)
{
    report_sink_puts(sink, "  ");
    put_quoted(sink, task_graph_task(graph, i)->name);
    report_sink_puts(sink, graph->n_times > 0 ? " [times=\"" : " [");
    for (guint p = 0; p < graph->n_times; p++)
        put_real(sink, p > 0 ? " " : "", graph->times[(gsize)i * graph->n_times + p]);
    if (graph->n_times == 0)
        put_real(sink, "time=", task_graph_task(graph, i)->time);
    report_sink_printf(sink, "%s, fillcolor=\"%s\"%s];\n", graph->n_times > 0 ? "\"" : "",
                       colours[look->processor[i] % G_N_ELEMENTS(colours)],
                       look->step[i] > 0 ? ", color=red, penwidth=2" : "");
}

void
graph_dot_write(const TaskGraph *graph, const GraphLook *look, ReportSink *sink)
{
    report_sink_puts(sink, "digraph ");
    put_quoted(sink, graph->name);
    report_sink_puts(sink, " {\n  node [style=filled];\n");
    for (guint i = 0; i < graph->tasks->len; i++)
        put_node(graph, look, sink, i);
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
            report_sink_puts(sink, look->step[i] > 0 && look->step[edge->to] == look->step[i] + 1
                                       ? ", color=red, penwidth=2];\n"
                                       : "];\n");
        }
    report_sink_puts(sink, "}\n");
}
