/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Files with task graphs: which kind one is, told by what is in it, and its reader.
 *
 * A number read from a file is at most GRAPH_LARGEST: sums of them stay finite.
 */
#pragma once

#include "src/graph/graph.h"
#include "src/graph/text.h"

#define GRAPH_LARGEST 1e100

/* The kind of the task graph in a text, or GRAPH_KIND_PROGRAM where it begins like a trace of
 * Lib-DVM; NULL: none. */
const char *graph_kind_of(const GraphText *text);

/* Reads a task graph of any kind but GRAPH_KIND_PROGRAM. With `executions` each run of a grain is a
 * task. NULL with GRAPH_ERROR. */
TaskGraph *graph_read(const GraphText *text, gboolean executions, GError **error);

/* The readers, of texts of their kind. */
typedef TaskGraph *GraphReader(const GraphText *text, GError **error);
GraphReader graph_read_epa, graph_read_stg, graph_read_dot, graph_read_workflow;
