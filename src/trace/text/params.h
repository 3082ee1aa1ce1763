/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Reads the parameter lines behind an event line: `Name=value;` several a line, `Name[i]=v;`,
 * `Name[i][j] = v`, the last `;` optional.  Only the parameters that the call's row wants are
 * read; everything else (tables, free text, notes of MPI) is stepped over word by word.
 */
#pragma once

#include "src/trace/program/names.h"
#include "src/trace/program/record.h"

/* No row wants more; rt-call.def is held against it by a test. */
#define TRACE_MAX_WANTS 16

/* One wanted parameter while it is read. */
typedef struct {
    gboolean scalar; /* given without an index: what comes later under this name is ignored */
    TraceTag tag;
    GArray *values;   /* gint64 or double, 8 bytes either way */
    GArray *row_ends; /* guint; ends of the rows before the last one */
} TraceParamSlot;

/* What was read, reused for one text after another. */
typedef struct {
    const RtWant *wants;
    guint n_wants;
    TraceParamSlot slots[TRACE_MAX_WANTS]; /* one for each want; no values: absent */
    char *problem;                         /* the first one found, or NULL */
    gboolean full;                         /* a reference could not be numbered */
} TraceParams;

void trace_params_init(TraceParams *params);
void trace_params_clear(TraceParams *params);

/* Nothing read, `wants` wanted. */
void trace_params_reset(TraceParams *params, const RtWant *wants, guint n_wants);

/* Reads `len` bytes of whole lines. References get their numbers from `names`. A missing
 * required parameter, a value that does not parse, an index out of order set `problem`. A
 * parameter given twice counts as first given. FALSE when 32 bits cannot number another
 * reference. */
gboolean trace_params_read(TraceParams *params, const char *text, gsize len,
                           const RtWant *wants, guint n_wants, TraceNames *names);

/* The value of the first `name=N` at the begin of a line, or `fallback`. */
gint64 trace_params_find_int(const char *text, gsize len, const char *name, gint64 fallback);
