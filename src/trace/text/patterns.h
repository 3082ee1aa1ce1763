/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The distinct blocks of a trace: an event line without the digits of its TIME, and the lines
 * behind it.  A trace repeats them by the thousand, mostly in the same order, so that it is
 * also remembered which patterns followed each pair of patterns.  All of this is a cache: when
 * it takes too much memory, it is forgotten and collected anew.
 */
#pragma once

#include "src/trace/program/arena.h"
#include "src/trace/program/index.h"
#include "src/trace/text/line.h"

/* In real traces of up to 700,000 calls 3 to 40 % of the blocks are none of the last four that
 * followed the same pair; with one successor of one pattern it is 45 to 60 %. */
#define TRACE_N_SUCCESSORS   4
#define TRACE_SUCCESSOR_BITS 14 /* binary logarithm of the number of rows */

typedef struct {
    const char *text;           /* the three parts one after another */
    guint32 n_prefix;           /* bytes of the event line up to the digits of TIME */
    guint32 n_rest;             /* of the event line after them, its newline included */
    guint32 n_params;           /* of the lines behind it */
    guint32 n_newlines;         /* in all */
    guint32 name, site, record; /* as in TraceBlock */
    TraceLineKind kind;
} TracePattern;

typedef struct {
    TracePattern *patterns; /* numbered from 0 */
    guint32 n, capacity;
    gsize n_bytes, max_bytes; /* what they take and may take */
    TraceArena arena;         /* their text */
    TraceIndex index;
    guint32 *successors; /* rows of TRACE_N_SUCCESSORS, the latest first; TRACE_NONE: free */
} TracePatterns;

void trace_patterns_init(TracePatterns *patterns);
void trace_patterns_clear(TracePatterns *patterns);

/* The pattern whose parts are `prefix` and `after` (rest and params), or TRACE_NONE. */
guint32 trace_patterns_find(const TracePatterns *patterns, guint64 hash, const char *prefix,
                            gsize n_prefix, const char *after, gsize n_after);

/* Enters `pattern`, copying its text from `prefix` and `after`; when there is no room, all
 * others are forgotten first. TRACE_NONE when it is too long to be remembered. */
guint32 trace_patterns_add(TracePatterns *patterns, guint64 hash, const char *prefix,
                           const char *after, const TracePattern *pattern);

/* The row of what followed `second` when that followed `first` (either may be TRACE_NONE). The
 * same row may serve several pairs: it is a guess. */
static inline guint32 *
trace_patterns_successors(const TracePatterns *patterns, guint32 first, guint32 second)
{
    guint64 pair = (guint64)first << 32 | second;
    gsize row = pair * G_GUINT64_CONSTANT(0x9fb21c651e98df25) >> (64 - TRACE_SUCCESSOR_BITS);
    return patterns->successors + row * TRACE_N_SUCCESSORS;
}

/* Puts `number` before all others of its row. */
void trace_patterns_promote(guint32 *row, guint32 number);
