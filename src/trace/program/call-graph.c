/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/trace/program/call-graph.h"

#define FIRST_CALLS 1024

/* Calls to a record: where a program repeats itself as much, few records stand in the trace
 * once, and a pass over all calls to find them is spared. */
#define MANY_CALLS 64

/* Finds the records that several calls have. */
static void
find_several(CallGraph *graph)
{
    const gsize n = trace_reader_n_records(graph->reader);
    if (graph->n_calls / MANY_CALLS > n)
        return;
    g_autofree guint8 *once = g_malloc0(n / 8 + 1);
    graph->several = g_malloc0(n / 8 + 1);
    for (gsize i = 0; i < graph->n_calls; i++) {
        const guint32 record = graph->calls[i].call;
        const guint8 bit = (guint8)(1u << record % 8);
        graph->several[record / 8] |= once[record / 8] & bit;
        once[record / 8] |= bit;
    }
}

CallGraph *
call_graph_read_all(TraceReader *reader, GError **error)
{
    g_autoptr(CallGraph) graph = g_new0(CallGraph, 1);
    graph->reader = reader;
    TraceCall *calls = NULL;
    gsize n = 0, capacity = 0;
    GError *failure = NULL;
    for (TraceCall call; trace_reader_next(reader, &call, &failure); calls[n++] = call) {
        if (n == capacity) {
            capacity = MAX(2 * capacity, FIRST_CALLS);
            calls = g_renew(TraceCall, calls, capacity);
        }
    }
    graph->calls = g_renew(TraceCall, calls, n);
    graph->n_calls = n;
    if (failure == NULL) {
        find_several(graph);
        return g_steal_pointer(&graph);
    }
    g_propagate_error(error, failure);
    return NULL;
}

CallGraph *
call_graph_read(const char *path, GError **error)
{
    TraceReader *reader = trace_reader_new(path, error);
    return reader == NULL ? NULL : call_graph_read_all(reader, error);
}

void
call_graph_free(CallGraph *graph)
{
    if (graph == NULL)
        return;
    trace_reader_free(graph->reader);
    g_free((gpointer)graph->calls);
    g_free(graph->several);
    g_free(graph);
}
