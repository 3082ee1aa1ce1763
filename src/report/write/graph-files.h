/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Task graphs as files that are read again: STG and DOT.
 */
#pragma once

#include "src/graph/graph.h"
#include "src/report/value/report.h"

/* With the marks of begin and end that the set has. */
void graph_stg_write(const TaskGraph *graph, ReportSink *sink);

/* How tasks look in DOT. */
typedef struct {
    guint *processor; /* [task]: each has a colour */
    guint *step;      /* [task]: its place on a path, from 1, which is red; 0: not on it */
} GraphLook;

void graph_dot_write(const TaskGraph *graph, const GraphLook *look, ReportSink *sink);
