/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The sources around the lines where intervals begin and calls stand, for the HTML report.
 */
#pragma once

#include "src/analysis/predict/line-times.h"
#include "src/report/value/report.h"

/* A line that is shown. */
typedef struct {
    guint file;     /* index into `files` */
    gint64 number;  /* from 1 */
    char *text;     /* any bytes, without the line end */
    guint interval; /* id of the one that takes longest itself of those that begin here, 0:
                       none begins here */
    const LineTimes
        *times;   /* of its calls, owned by the prediction; NULL: none, or not known */
    gboolean gap; /* lines before it are left out */
} ReportSourceLine;

typedef struct {
    GPtrArray *files; /* of char *: names as the trace has them, only those found */
    GArray *lines;    /* of ReportSourceLine, by file and number */
} ReportSource;

/* Looks for the file of each interval that --depth shows, and of each call
 * (source_file_find()); what is not found, no ordinary file or too large is left out. */
ReportSource *report_source_new(const Prediction *prediction, const ReportOptions *options);
void report_source_free(ReportSource *source);

/* Where those files are, NULL-terminated; free with g_strfreev(). */
char **report_source_paths(const Prediction *prediction, const ReportOptions *options);
