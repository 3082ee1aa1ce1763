/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The distinct calls and returns of a trace, each stored once.
 */
#pragma once

#include "src/trace/program/shapes.h"

typedef struct {
    TraceArena arena;
    GPtrArray *records; /* TraceRecord in the arena */
    TraceIndex index;
    TraceShapes shapes;
    TraceParams params; /* what is being read */
} TraceRecords;

void trace_records_init(TraceRecords *records);
void trace_records_clear(TraceRecords *records);

/* Says that no record will be entered any more: what finding took is forgotten. */
void trace_records_close(TraceRecords *records);

/* The number of the record of a call line (`is_call`) or return line of `name` with the
 * parameter lines `text`, entered when it is new; a text that differs but says the same is no
 * new record. TRACE_NONE when 32 bits cannot number another record or reference. */
guint32 trace_records_read(TraceRecords *records, TraceNames *names, guint32 name,
                           gboolean is_call, const char *text, gsize len);

/* The number of the record of the same name as `record` without parameters and problem. */
guint32 trace_records_empty(TraceRecords *records, guint32 record);

/* The record of a number. */
const TraceRecord *trace_records_get(const TraceRecords *records, guint32 record);
