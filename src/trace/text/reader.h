/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Reads a trace call by call: mapped file, gzip or pipe in, complete outermost calls out.
 * Memory grows with the distinct calls, never with the length of the trace.
 */
#pragma once

#include <glib.h>

#include "src/trace/program/record.h"

#define TRACE_ERROR (trace_error_quark())
GQuark trace_error_quark(void);

typedef enum {
    TRACE_ERROR_FILE,   /* cannot be opened or read */
    TRACE_ERROR_SYNTAX, /* not a trace: no event line at all, a bad TIME or LINE, a return that
                         * does not match its call */
    TRACE_ERROR_LIMIT,  /* more distinct calls, references or lines than 32 bits can number, or
                         * a call whose text is too long for the window of a pipe */
} TraceErrorCode;

/* One outermost call: 40 bytes, whatever its parameters. */
typedef struct {
    guint32 call;    /* record of the call line */
    guint32 ret;     /* record of the return line's parameters; one without parameters and
                      * without a problem for a call that is open at Event_dvm_exit */
    guint32 site;    /* source file and line of the call line: trace_reader_site() */
    guint32 n_times; /* TIMEs that t_return is the sum of: 1 without nested calls */
    double t_call;   /* seconds of user code before it, >= 0 */
    double t_return; /* seconds inside it, nested calls included, >= 0 */
    guint64 line;    /* line of the trace where its call line stands, 1-based */
} TraceCall;

typedef struct {
    const char *file; /* source file as named in the trace, NUL-terminated */
    gint64 line;      /* 0 when empty */
} TraceSite;

/* What is known of the trace as a whole; complete once trace_reader_next() returned FALSE. */
typedef struct {
    const char *file;   /* path as given, "-" for standard input */
    gint64 rts_version; /* 0 when not in the trace */
    const char
        *program;       /* FILE of ret_dvm_Init, without one of the first event line; or NULL */
    guint32 first_site; /* site of the first event line (MAIN's file and line) */
    int vps_rank;       /* rank of VPSSize, 0 when there is no virtual processor system */
    gint64 vps_size[15];
    guint64 bytes, lines; /* read (uncompressed) */
    guint64 n_calls;      /* complete outermost calls after ret_dvm_Init */
    gboolean has_init;    /* ret_dvm_Init was seen */
    gboolean complete;    /* Event_dvm_exit was seen */
    guint64 exit_line;    /* trace line of Event_dvm_exit */
    guint32 exit_site;
    double exit_time; /* TIME of Event_dvm_exit, seconds; user time */
    gint64 exit_code; /* rc, 0 when not given */
    /* A call open at Event_dvm_exit counts as complete (last call handed out); a call open at
     * the plain end of the file is dropped: its line and name, for the warning. */
    guint64 dropped_line;
    const char *dropped_name;
    guint n_warnings;
    const char *const *warnings; /* "file:line: warning: ..." without a newline */
} TraceInfo;

typedef struct _TraceReader TraceReader;

/* Opens `path` ("-": standard input). NULL and TRACE_ERROR_FILE when it cannot be. */
TraceReader *trace_reader_new(const char *path, GError **error);

/* Reads from memory (tests, fuzzing); `data` must outlive the reader. `name` is for messages.
 */
TraceReader *trace_reader_new_from_memory(const char *name, const char *data, gsize size);

void trace_reader_free(TraceReader *reader);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TraceReader, trace_reader_free)

/* The next complete call to be simulated (initialisation skipped). FALSE at the end or, with
 * `error` set, when the trace cannot be read further. */
gboolean trace_reader_next(TraceReader *reader, TraceCall *call, GError **error);

/* Valid until the reader is freed. Records and sites are numbered from 0 without gaps;
 * references inside of records from 1. */
const TraceInfo *trace_reader_info(const TraceReader *reader);
const TraceRecord *trace_reader_record(const TraceReader *reader, guint32 record);
guint32 trace_reader_n_records(const TraceReader *reader);
const TraceSite *trace_reader_site(const TraceReader *reader, guint32 site);
guint32 trace_reader_n_sites(const TraceReader *reader);
guint32 trace_reader_n_references(const TraceReader *reader);

/* The hexadecimal text of reference `index` (>= 1), for messages; free with g_free(). */
char *trace_reader_reference_text(const TraceReader *reader, guint32 index);
