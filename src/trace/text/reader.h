/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Reads a trace call by call: text, gzip data or a pipe in, complete outermost calls out.
 * Memory grows with the distinct calls and the TIMEs inside of one, never with the length of
 * the trace.
 */
#pragma once

#include "src/trace/program/program.h"
#include "src/trace/text/source.h"

typedef struct _TraceReader TraceReader;

/* Opens `path` ("-": standard input). NULL and TRACE_ERROR_FILE when it cannot be. */
TraceReader *trace_reader_new(const char *path, GError **error);

/* Reads from memory (tests, fuzzing); `data` must outlive the reader. `name` is for messages.
 */
TraceReader *trace_reader_new_from_memory(const char *name, const char *data, gsize size);

void trace_reader_free(TraceReader *reader);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TraceReader, trace_reader_free)

/* The complete calls to be simulated (initialisation skipped) and, filled while they are read,
 * the program; both are good as long as the reader. */
TraceStream trace_reader_stream(TraceReader *reader);

/* Reads what is left with all its calls; takes over `reader`, also on failure. */
TraceProgram *trace_read_all(TraceReader *reader, GError **error);

/* Reads all of `path`. NULL with TRACE_ERROR_* set on failure. */
TraceProgram *trace_read(const char *path, GError **error);
