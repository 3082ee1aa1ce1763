/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The whole trace in memory, read-only: one reading, many predictions.
 */
#pragma once

#include "src/trace/trace-reader.h"

typedef struct {
    TraceReader *reader;    /* owned: records, sites, references, info */
    const TraceCall *calls; /* n_calls of them, in the order of the trace; owned */
    gsize n_calls;
} CallGraph;

/* Reads all of `path`. NULL with TRACE_ERROR_* set on failure. */
CallGraph *call_graph_read(const char *path, GError **error);

/* Takes over `reader` (also on failure) and reads what is left of it. */
CallGraph *call_graph_read_all(TraceReader *reader, GError **error);

void call_graph_free(CallGraph *graph);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CallGraph, call_graph_free)
