/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the distinct calls and returns of a trace have in common but for their values.  There
 * are as many shapes as a program has ways to call, and up to millions of distinct calls.
 */
#pragma once

#include "src/trace/text/params.h"

typedef struct {
    TraceArena arena;
    GPtrArray *shapes; /* TraceShape in the arena */
    TraceIndex index;
} TraceShapes;

void trace_shapes_init(TraceShapes *shapes);
void trace_shapes_clear(TraceShapes *shapes);

/* The shape of a record of `call`, whose full name is `name` (not copied), with what was read
 * into `params`; entered when it is new. */
const TraceShape *trace_shapes_intern(TraceShapes *shapes, RtCallId call, const char *name,
                                      const TraceParams *params);
