/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Calls as binary records in a buffer, and as text in a file.
 */
#ifndef DVMR_WRITER_H
#define DVMR_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
#define CALL(id, name, parameters) CALL_##id,
#include "record/calls.def"
#undef CALL
} DvmrCall;

typedef struct DvmrWriter DvmrWriter;

/* What stands before the first call. */
typedef struct {
    int rank; /* of the virtual processor system, 0: there is none */
    int64_t sizes[15];
    int64_t
        begin; /* nanoseconds that the begin took, at least 1: a trace without times is none */
    int64_t overhead; /* nanoseconds that a call leaves in the program's time */
    const char *file;
    int line;
} DvmrHead;

/* Creates the file; a name that ends in .gz is compressed if that is possible. NULL with errno.
 * The buffer holds so many bytes of calls, at least one. */
DvmrWriter *dvmr_writer_new(const char *name, size_t bytes);

/* Writes the head at once, so that whatever happens then leaves a sound trace. */
void dvmr_writer_head(DvmrWriter *writer, const DvmrHead *head);

/* Number of a file name, which is copied. */
int dvmr_writer_file(DvmrWriter *writer, const char *file);
const char *dvmr_writer_file_name(const DvmrWriter *writer, int file);

/* A call with its words (calls.def) into the buffer, `ns` nanoseconds of the program before it.
 */
void dvmr_writer_call(DvmrWriter *writer, DvmrCall call, int64_t ns, int file, int line,
                      const int64_t *words, size_t n);

/* The buffer as text into the file. */
void dvmr_writer_flush(DvmrWriter *writer);

/* The same, and the end of the trace. */
void dvmr_writer_finish(DvmrWriter *writer, int64_t ns, int file, int line);

/* errno of what failed first, 0: nothing. Nothing is written after it. */
int dvmr_writer_error(const DvmrWriter *writer);
const char *dvmr_writer_name(const DvmrWriter *writer);

/* Closes the file; `forget`: without a last word to it, in a forked child. Returns the error.
 */
int dvmr_writer_free(DvmrWriter *writer, bool forget);

#endif
