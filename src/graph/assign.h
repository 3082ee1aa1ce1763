/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Which processor does which task, and in what order: a schedule file of EPA, or lines
 * task,processor,start.
 */
#pragma once

#include "src/graph/graph.h"
#include "src/graph/text.h"

typedef struct {
    char *task;       /* its name; owned by the list */
    gint64 processor; /* from 0 */
    double start;
    guint line;
} GraphAssignment;

/* Whether the text is a schedule file. */
gboolean graph_is_schedule(const GraphText *text);

/* Reads it: GraphAssignment, by processor and start, which are in the order of the file where
 * equal. NULL with GRAPH_ERROR. */
GArray *graph_read_assignments(const GraphText *text, GError **error);
