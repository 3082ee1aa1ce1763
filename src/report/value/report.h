/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What all formats of a report share: options, errors, the sink that they write to.
 */
#pragma once

#include <glib.h>

#include "src/analysis/explain/explanation.h"
#include "src/analysis/predict/prediction.h"

#define REPORT_ERROR (report_error_quark())
GQuark report_error_quark(void);

typedef enum {
    REPORT_ERROR_WRITE,    /* the result could not be written */
    REPORT_ERROR_TEMPLATE, /* a template cannot be read or is not sound */
    REPORT_ERROR_INPUT,    /* what was read has nothing of the kind */
    REPORT_ERROR_FORMAT,   /* a suffix or --format that is not in the table */
} ReportErrorCode;

typedef struct {
    gint max_depth;                 /* --depth: deepest level shown, -1: all */
    gboolean per_processor;         /* a row for each processor instead of each class */
    gboolean no_processors;         /* leave processors out */
    gboolean csv_processors;        /* --csv processors */
    const char *template_dir;       /* files here come before the built-in ones; NULL: none */
    const char *const *source_path; /* --source-path: folders of sources, NULL-terminated; NULL:
                                       files beside the trace */
    gboolean full;                  /* text: all of an explanation, not a screen of it */
    gboolean colour;                /* text summary: terminal colours */
    gboolean unicode;               /* text summary: bars in Unicode */
    const Explanation *explanation; /* why it is slow, for formats that can tell; NULL: none */
    const Explanation *headline;    /* text summary: its first finding is the headline; NULL: none */
    gsize timeline_bytes;           /* HTML: size of the timeline in it; 0: a default */
} ReportOptions;

/* Where a format writes its bytes: they are buffered, and the first write that fails is
 * remembered and reported at the end. */
typedef struct _ReportSink ReportSink;

void report_sink_write(ReportSink *sink, const char *bytes, gsize len);
void report_sink_puts(ReportSink *sink, const char *text);
void report_sink_printf(ReportSink *sink, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Before anything is written: all of it goes out as gzip. */
void report_sink_compress(ReportSink *sink);

/* Whether a write failed: what follows is dropped, so long loops may end early. */
gboolean report_sink_failed(const ReportSink *sink);

/* Writes to `fd`, which stays the caller's. */
ReportSink *report_sink_new(int fd);
void report_sink_free(ReportSink *sink);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportSink, report_sink_free)

/* Writes what is still buffered. FALSE with REPORT_ERROR_WRITE, naming `path`, when this or any
 * write before failed. */
gboolean report_sink_finish(ReportSink *sink, const char *path, GError **error);

/* Writes all of something into the sink; FALSE with `error` set when it cannot. */
typedef gboolean ReportWrite(gpointer data, ReportSink *sink, GError **error);
typedef ReportWrite *ReportFill;

/* Writes to `path` whole or not at all (new-file.h; `fill` is asked twice where files need
 * names), or to an open file descriptor. REPORT_ERROR_WRITE, or what `fill` failed with. */
gboolean report_sink_to_file(ReportFill fill, gpointer data, const char *path, GError **error);
gboolean report_sink_to_fd(ReportFill fill, gpointer data, int fd, GError **error);

/* The same as a text; NULL when `fill` failed. Free with g_string_free(). */
GString *report_sink_to_text(ReportFill fill, gpointer data, GError **error);

/* A prediction as formats write it. */
typedef struct {
    const Prediction *prediction;
    const ReportOptions *options;
} Report;
ReportWrite report_html_write, report_xml_write, report_json_write, report_sarif_write, report_csv_write,
    report_text_write;
