/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Report formats: each is a function over a Prediction, in one table.
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
    REPORT_ERROR_FORMAT,   /* a suffix or --format that is not in the table */
} ReportErrorCode;

typedef struct {
    gint max_depth;           /* --depth: deepest level shown, -1: all */
    gboolean per_processor;   /* a row for each processor instead of each class */
    gboolean no_processors;   /* leave processors out */
    gboolean csv_processors;  /* --csv processors */
    const char *template_dir; /* files here come before the built-in ones; NULL: none */
    const char *const
        *source_path; /* --source-path: folders of sources, NULL-terminated; NULL: none */
    gboolean colour;  /* text summary: terminal colours */
    gboolean unicode; /* text summary: bars in Unicode */
    const Explanation *explanation; /* why it is slow, for formats that can tell; NULL: none */
    gsize timeline_bytes;           /* HTML: size of the timeline in it; 0: a default */
} ReportOptions;

/* Where a format writes its bytes; a failed write is remembered and reported at the end. */
typedef struct _ReportSink ReportSink;

/* Sink for the formats: bytes are buffered; errors stick and come out of the two functions
 * above. */
void report_sink_write(ReportSink *sink, const char *bytes, gsize len);
void report_sink_puts(ReportSink *sink, const char *text);
void report_sink_printf(ReportSink *sink, const char *format, ...) G_GNUC_PRINTF(2, 3);
