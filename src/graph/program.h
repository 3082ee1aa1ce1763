/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The task regions of a traced DVM program as a task graph.
 *
 * A task runs from the return of runam_ to the call of stopam_. A region is tasks of different
 * abstract machines with nothing but getamr_, getam_, getps_ between them. What is before a
 * region, and between its tasks, is a task serial#k in front of them; what comes behind the last
 * region is one more. Edges have no cost.
 */
#pragma once

#include "src/graph/graph.h"
#include "src/trace/program/program.h"

/* `program` keeps its calls. NULL with GRAPH_ERROR when it has no
 * task. */
TaskGraph *graph_of_program(const TraceProgram *program, GError **error);
