/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Checks and texts that several suites of this folder share.
 */
#pragma once

#include "src/trace/text/reader.h"
#include "tests/tap.h"

/* Equal texts, the very same double, TRUE; a report shows both values. */
#define CHECK_TEXT(actual, expected)                                                           \
    trace_check_text((actual), (expected), #actual, __FILE__, __LINE__)
void trace_check_text(const char *actual, const char *expected, const char *expr,
                      const char *file, unsigned line);
#define CHECK_SAME(actual, expected)                                                           \
    trace_check_same((actual), (expected), #actual, __FILE__, __LINE__)
void trace_check_same(double actual, double expected, const char *expr, const char *file,
                      unsigned line);

/* Reads `text` as trace "t" to its end; NULL with the message in `message` (free it) when that
 * fails. */
TraceProgram *trace_check_read(const char *text, char **message);

/* The same for a text that must be readable: never NULL. */
#define READ(text) trace_check_must_read((text), __FILE__, __LINE__)
TraceProgram *trace_check_must_read(const char *text, const char *file, unsigned line);

/* The message of a text that must not be readable; free it. */
#define FAILURE(text) trace_check_failure((text), __FILE__, __LINE__)
char *trace_check_failure(const char *text, const char *file, unsigned line);

/* Record of call number `i`, and of its return. */
const TraceRecord *trace_check_call(const TraceProgram *program, gsize i);
const TraceRecord *trace_check_ret(const TraceProgram *program, gsize i);

/* All that a trace says, as text: a line for each call and one for the whole; for an error its
 * line in place of the rest. Times have 8 digits after the point. Takes over `reader`. */
char *trace_check_dump(TraceReader *reader);

/* The parameters of one record, in the same form. */
void trace_check_dump_params(GString *text, const TraceProgram *program,
                             const TraceRecord *record);

/* A file of the source tree, contents or path; free with g_free(). */
char *trace_check_path(const char *path);
char *trace_check_load(const char *path, gsize *size);

/* `size` bytes compressed as one gzip member; free with g_free(). */
char *trace_check_gzip(const char *data, gsize size, gsize *n_packed);

/* A reader of the bytes through a pipe that gets `piece` bytes at a time.
 * trace_check_end_pipe() is to be called after the reader was freed. */
typedef struct {
    const char *data;
    gsize size, piece;
    int fd[2];
    GThread *thread;
} TracePipe;
TraceReader *trace_check_pipe(TracePipe *pipe, const char *data, gsize size, gsize piece);
void trace_check_end_pipe(TracePipe *pipe);

/* A reader of the bytes from a file, which is unlinked at once. */
TraceReader *trace_check_file(const char *data, gsize size);
