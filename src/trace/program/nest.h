/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The calls of a trace that have begun and not returned, one inside of the other, and the time
 * spent inside of the outermost.
 */
#pragma once

#include "src/trace/program/names.h"

typedef struct {
    guint32 name; /* of F */
    guint64 line; /* of the trace */
} TraceOpenCall;

typedef struct {
    TraceOpenCall *open; /* the outermost first; owned */
    gsize depth;
    gsize capacity;
    double sum;  /* TIMEs inside of the outermost call ... */
    double lost; /* ... and what rounding took from their sum */
    guint32 n;   /* how many they are */
} TraceNest;

/* A zeroed TraceNest is empty and ready. */
void trace_nest_clear(TraceNest *nest);

/* A call line. The time inside of the outermost call begins at 0. */
void trace_nest_push(TraceNest *nest, guint32 name, guint64 line);

/* Whether the return line of `name` is that of the innermost open call. Names of call lines are
 * cut at 26 characters with their call_, those of return lines with their ret_: one character
 * later. */
gboolean trace_nest_matches(const TraceNest *nest, const TraceNames *names, guint32 name);

/* The innermost call has returned. */
void trace_nest_pop(TraceNest *nest);

/* Adds a TIME, and gives their sum; the rounding of the single additions does not add up. */
void trace_nest_add(TraceNest *nest, double seconds);
double trace_nest_seconds(const TraceNest *nest);

/* What is wrong with a return line of `name`; free with g_free(). */
char *trace_nest_describe_mismatch(const TraceNest *nest, const TraceNames *names,
                                   guint32 name);
