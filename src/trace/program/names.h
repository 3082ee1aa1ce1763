/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the trace names, numbered densely from 0 in the order of first appearance: texts (names
 * of calls and source files), sites (file and line), references (numbered from 1).
 */
#pragma once

#include "src/trace/program/arena.h"
#include "src/trace/program/index.h"

typedef struct {
    const char *bytes; /* as in the trace, `len` of them */
    gsize len;
    const char *text; /* the same for people: valid UTF-8 without control characters */
} TraceName;

typedef struct {
    const char *file; /* source file as named in the trace, NUL-terminated */
    gint64 line;      /* 0 when empty */
} TraceSite;

typedef struct {
    TraceArena arena;
    GArray *names;      /* TraceName */
    GArray *references; /* guint64, as in the trace; [0] stands for "none" */
    GPtrArray *sites;   /* TraceSite in the arena */
    TraceIndex name_index, reference_index, site_index;
} TraceNames;

void trace_names_init(TraceNames *names);
void trace_names_clear(TraceNames *names);

/* Says that nothing will be entered any more: what finding took is forgotten. */
void trace_names_close(TraceNames *names);

/* The number of a text, site or reference, entered when it is new. TRACE_NONE when 32 bits
 * cannot number another one. `reference` is not "none". */
guint32 trace_names_intern(TraceNames *names, const char *bytes, gsize len);
guint32 trace_names_site(TraceNames *names, const char *file, gsize len, gint64 line);
guint32 trace_names_reference(TraceNames *names, guint64 reference);

/* What stands behind a number. The TraceName moves when another is entered, its texts do not.
 */
const TraceName *trace_names_get(const TraceNames *names, guint32 name);

/* Text from a trace for people: made valid UTF-8, control characters replaced, so that neither
 * a report nor a terminal can be upset by it. Free with g_free(). */
char *trace_text_clean(const char *bytes, gsize len);
