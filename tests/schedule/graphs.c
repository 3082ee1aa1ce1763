/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/schedule/graphs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/graph/read.h"

static void
stop(const GError *error)
{
    fprintf(stderr, "%s\n", error->message);
    exit(1);
}

static TaskGraph *
read_graph(const GraphText *text, GError *error)
{
    TaskGraph *graph = text != NULL ? graph_read(text, FALSE, &error) : NULL;

    if (graph == NULL)
        stop(error);
    return graph;
}

TaskGraph *
graphs_sample(const char *name)
{
    GError *error = NULL;
    g_autofree char *path =
        g_build_filename(g_getenv("SRCDIR"), "samples", "graphs", name, NULL);
    g_autoptr(GraphText) text = graph_text_read(path, 0, &error);

    return read_graph(text, error);
}

TaskGraph *
graphs_text(const char *text)
{
    g_autoptr(GraphText) all = graph_text_new("graph", text, strlen(text));

    return read_graph(all, NULL);
}

ScheduleMachine *
graphs_machine(const char *links, guint n, const gint64 *sizes, const double *speeds)
{
    GError *error = NULL;
    RaterGrid grid = { 1, { n } };

    for (guint k = 0; sizes != NULL && sizes[k] > 0; k++) {
        grid.size[k] = sizes[k];
        grid.rank = (int)k + 1;
    }
    ScheduleMachine *machine = schedule_machine_new(links, &grid, speeds, &error);
    if (machine == NULL)
        stop(error);
    return machine;
}

double
graphs_makespan(const ScheduleProblem *problem, ScheduleHeuristic heuristic)
{
    g_autoptr(Schedule) schedule = schedule_make(problem, heuristic);

    return schedule->makespan;
}

TaskGraph *
graphs_random(guint32 seed, guint n, guint max_delay)
{
    GError *error = NULL;
    g_autoptr(GRand) random = g_rand_new_with_seed(seed);
    TaskGraph *graph = task_graph_new("random", GRAPH_KIND_DOT);

    for (guint i = 0; i < n; i++) {
        g_autofree char *name = g_strdup_printf("t%u", i);
        task_graph_add(graph, name, g_rand_int_range(random, 0, 10), i + 1);
        for (guint k = 0; k < 3 && i > 0; k++)
            if (g_rand_boolean(random))
                task_graph_edge(graph, (guint)g_rand_int_range(random, 0, (gint)i), i,
                                g_rand_int_range(random, 0, (gint)max_delay + 1), NAN, 0);
    }
    if (!task_graph_finish(graph, &error))
        stop(error);
    return graph;
}
