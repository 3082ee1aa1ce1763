/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The text of a trace, wherever it comes from, through a window that moves over it: gzip data
 * (told by their first bytes, whatever the name) as well as text, files as well as pipes. A
 * file is not mapped: the traced program may write it anew meanwhile. A compressed file is
 * inflated by a thread of its own, a few blocks ahead: inflating takes longer than reading what
 * comes out.
 */
#pragma once

#include <glib.h>

#define TRACE_ERROR (trace_error_quark())
GQuark trace_error_quark(void);

typedef enum {
    TRACE_ERROR_FILE,   /* cannot be opened or read */
    TRACE_ERROR_SYNTAX, /* not a trace: no event line at all, a bad TIME or LINE, a return that
                         * does not match its call */
    TRACE_ERROR_LIMIT,  /* more of something than predictor-trace(5) allows, as
                         * a call whose text is too long for the window */
} TraceErrorCode;

typedef struct _TraceSourceInput TraceSourceInput;

typedef struct {
    const char
        *data;    /* the window: text from some point on; not NUL-terminated, NULL when empty */
    gsize size;   /* bytes in it */
    gboolean eof; /* nothing follows the window */
    gboolean cut; /* gzip data that end too early; set with eof */
    gboolean
        garbage; /* behind gzip data stands what is neither a member nor zeros; set with eof */
    guint64 total;    /* bytes of text seen until now */
    gsize max_window; /* a moving window may not grow beyond this */
    TraceSourceInput *input;
} TraceSource;

/* What the text of one call may take, in bytes. */
#define TRACE_SOURCE_MAX_WINDOW ((gsize)128 << 20)

/* Opens `path`, "-" is standard input. NULL and TRACE_ERROR_FILE when it cannot be; the message
 * names no file. */
TraceSource *trace_source_new(const char *path, GError **error);

/* Reads from memory, which must outlive the source. */
TraceSource *trace_source_new_from_memory(const char *data, gsize size);

/* Takes over `fd` when `own` is set. */
TraceSource *trace_source_new_from_fd(int fd, gboolean own);

void trace_source_free(TraceSource *source);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TraceSource, trace_source_free)

/* Drops the first `done` bytes of the window and appends at least one byte, or sets eof; not to
 * be called when eof is set. Moves the window. FALSE and TRACE_ERROR_FILE, or TRACE_ERROR_LIMIT
 * when the window is as large as it may be. */
gboolean trace_source_fill(TraceSource *source, gsize done, GError **error);
