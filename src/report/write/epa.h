/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Task graph and schedule files in the layout of EPA: numbers right in columns of ten.
 */
#pragma once

#include "src/report/value/report.h"

/* The head of a task graph of n nodes, the k-th node (from 0), the head of its edges. */
void epa_graph(ReportSink *sink, guint n);
void epa_node(ReportSink *sink, const char *name, double time, guint k, gsize successors,
              gsize predecessors);
void epa_edges(ReportSink *sink, gsize n);
void epa_edge(ReportSink *sink, const char *from, const char *to, double delay);

/* The head of a schedule, a processor in it, a task there. */
void epa_schedule(ReportSink *sink, gsize tasks, guint processors);
void epa_processor(ReportSink *sink, gint64 number, guint tasks);
void epa_run(ReportSink *sink, const char *task, double start, double finish);
