/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Formats of reports and of sweeps: each is a function over a Prediction or a SweepView, in one
 * table.
 */
#pragma once

#include "src/report/value/report.h"

typedef struct {
    const char *name;   /* of --format: "html", "xml", "json", "csv", "txt" */
    const char *suffix; /* of -o, with the dot */
    ReportWrite *write;
    ReportFill write_sweep; /* NULL: no format of a sweep */
} ReportFormat;

/* By name or by the suffix of `path`; NULL with REPORT_ERROR_FORMAT set when there is none. */
const ReportFormat *report_format_by_name(const char *name, GError **error);
const ReportFormat *report_format_by_path(const char *path, GError **error);
const ReportFormat *sweep_format_by_name(const char *name, GError **error);
const ReportFormat *sweep_format_by_path(const char *path, GError **error);

/* Writes to `path` whole or not at all (temporary file in the same folder, then rename). */
gboolean report_write_file(const Prediction *prediction, const ReportOptions *options,
                           const ReportFormat *format, const char *path, GError **error);

/* Writes to an open file descriptor (standard output). */
gboolean report_write_fd(const Prediction *prediction, const ReportOptions *options,
                         const ReportFormat *format, int fd, GError **error);
