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
#include "src/report/write/graph-files.h"

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

gboolean
schedule_stg_write(gpointer data, ReportSink *sink, GError **error G_GNUC_UNUSED)
{
    graph_stg_write(((const ScheduleView *)data)->study->graph, sink);
    return TRUE;
}

gboolean
schedule_dot_write(gpointer data, ReportSink *sink, GError **error G_GNUC_UNUSED)
{
    const ScheduleView *view = data;
    g_autofree guint *step = g_new0(guint, view->study->graph->tasks->len);
    const GraphLook look = { view->shown->schedule->processor, step };

    for (guint k = 0; k < view->path->len; k++)
        step[g_array_index(view->path, ScheduleStep, k).task] = k + 1;
    graph_dot_write(view->study->graph, &look, sink);
    return TRUE;
}
