/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/graph/program.h"

#include <math.h>

typedef struct {
    const TraceProgram *program;
    TaskGraph *graph;
    GHashTable *counts;   /* of names FILE:LINE: how many tasks */
    GHashTable *machines; /* abstract machines of the region */
    guint serial;         /* the task in front of the region */
    guint n_serial;
    guint first;          /* the first task of the region */
    guint task;           /* the one that runs */
    guint depth;          /* runam_ without their stopam_ */
    gboolean apart;       /* something was called since the last task */
    double pending;       /* time since then */
} Regions;

/* `serial` waits for the tasks of the region. */
static void
wait_for_region(Regions *regions, guint serial)
{
    for (guint i = regions->first; i < serial; i++)
        task_graph_edge(regions->graph, i, serial, 0, NAN, 0);
}

/* A serial task of what is pending, behind the tasks of the last region. */
static void
add_serial(Regions *regions)
{
    g_autofree char *name = g_strdup_printf("serial#%u", ++regions->n_serial);
    const guint serial = task_graph_add(regions->graph, name, regions->pending, 0);

    if (regions->n_serial > 1)
        wait_for_region(regions, serial);
    regions->pending = 0;
    regions->serial = serial;
    regions->first = serial + 1;
    g_hash_table_remove_all(regions->machines);
}

static char *
name_of(Regions *regions, const TraceSite *site)
{
    char *place = g_strdup_printf("%s:%" G_GINT64_FORMAT, site != NULL ? site->file : "",
                                  site != NULL ? site->line : 0);
    const guint n = GPOINTER_TO_UINT(g_hash_table_lookup(regions->counts, place)) + 1;
    char *name = g_strdup_printf("%s#%u", place, n);

    g_hash_table_replace(regions->counts, place, GUINT_TO_POINTER(n));
    return name;
}

static void
begin_task(Regions *regions, const TraceCall *call)
{
    const TraceSite *site = trace_program_site(regions->program, call->site);
    const gint64 machine =
        trace_record_int(trace_program_record(regions->program, call->call), RT_PARAM_AM_REF, 0);
    g_autofree char *name = name_of(regions, site);
    const guint line = site != NULL && site->line > 0 ? (guint)MIN(site->line, G_MAXINT) : 0;

    if (regions->n_serial == 0 || regions->apart ||
        !g_hash_table_add(regions->machines, GINT_TO_POINTER((gint)machine))) {
        add_serial(regions);
        g_hash_table_add(regions->machines, GINT_TO_POINTER((gint)machine));
    } else {
        g_array_index(regions->graph->tasks, GraphTask, regions->serial).time +=
            regions->pending;
        regions->pending = 0;
    }
    regions->task = task_graph_add(regions->graph, name, call->t_return, line);
    g_array_index(regions->graph->tasks, GraphTask, regions->task).file =
        site != NULL ? g_string_chunk_insert_const(regions->graph->names, site->file) : NULL;
    task_graph_edge(regions->graph, regions->serial, regions->task, 0, NAN, line);
    regions->apart = FALSE;
}

static gboolean
is_between(RtCallId call)
{
    return call == RT_CALL_GETAMR || call == RT_CALL_GETAM || call == RT_CALL_GETPS;
}

static void
add_call(Regions *regions, const TraceCall *call)
{
    const RtCallId id = trace_program_record(regions->program, call->call)->call;
    GraphTask *task = regions->depth > 0
                          ? &g_array_index(regions->graph->tasks, GraphTask, regions->task)
                          : NULL;
    double *before = task != NULL ? &task->time : &regions->pending;

    *before += call->t_call;
    if (id == RT_CALL_RUNAM && regions->depth++ == 0) {
        begin_task(regions, call);
        return;
    }
    if (id == RT_CALL_STOPAM && regions->depth > 0 && --regions->depth == 0) {
        regions->pending = call->t_return;
        return;
    }
    *before += call->t_return;
    if (task == NULL && !is_between(id))
        regions->apart = TRUE;
}

TaskGraph *
graph_of_program(const TraceProgram *program, GError **error)
{
    g_autoptr(TaskGraph) graph = task_graph_new(program->info.file, GRAPH_KIND_PROGRAM);
    g_autoptr(GHashTable) counts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) machines = g_hash_table_new(NULL, NULL);
    Regions regions = { .program = program, .graph = graph, .counts = counts, .machines = machines };

    for (gsize i = 0; i < program->n_calls; i++)
        add_call(&regions, &program->calls[i]);
    if (regions.n_serial == 0) {
        graph_fail(program->info.file, 0, error,
                   "the program has no task region (runam_): there is nothing to schedule");
        return NULL;
    }
    if (regions.depth > 0)
        g_array_index(graph->tasks, GraphTask, regions.task).time += program->info.exit_time;
    else
        regions.pending += program->info.exit_time;
    add_serial(&regions);
    return task_graph_finish(graph, error) ? g_steal_pointer(&graph) : NULL;
}
