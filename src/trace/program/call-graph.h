/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The whole trace in memory, read-only: one reading, many predictions.
 */
#pragma once

#include "src/trace/text/reader.h"

typedef struct {
    TraceReader *reader;    /* owned: records, sites, references, info */
    const TraceCall *calls; /* n_calls of them, in the order of the trace; owned */
    gsize n_calls;
    guint8 *several; /* owned; bit by number of a record: more than one call has it. NULL where
                      * there are too few records to look into that. */
} CallGraph;

/* Reads all of `path`. NULL with TRACE_ERROR_* set on failure. */
CallGraph *call_graph_read(const char *path, GError **error);

/* Takes over `reader` (also on failure) and reads what is left of it. */
CallGraph *call_graph_read_all(TraceReader *reader, GError **error);

/* Whether it is known that just one call has the record. */
static inline gboolean
call_graph_is_single(const CallGraph *graph, guint32 record)
{
    return graph->several != NULL && (graph->several[record / 8] >> record % 8 & 1) == 0;
}

void call_graph_free(CallGraph *graph);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CallGraph, call_graph_free)
