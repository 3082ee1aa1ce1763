/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The sink of report.h from the side that makes it.
 */
#pragma once

#include "src/report/value/report.h"

/* Writes to `fd`, which stays the caller's. */
ReportSink *report_sink_new(int fd);
void report_sink_free(ReportSink *sink);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportSink, report_sink_free)

/* Whether a write failed: what follows is dropped, so long loops may end early. */
gboolean report_sink_failed(const ReportSink *sink);

/* Writes what is still buffered. FALSE with REPORT_ERROR_WRITE, naming `path`, when this or any
 * write before failed. */
gboolean report_sink_finish(ReportSink *sink, const char *path, GError **error);

/* Writes all of something into the sink; FALSE with `error` set when it cannot. */
typedef gboolean (*ReportFill)(gpointer data, ReportSink *sink, GError **error);

/* Writes to `path` whole or not at all (temporary file in the same folder, then rename), or to
 * an open file descriptor. REPORT_ERROR_WRITE, or what `fill` failed with. */
gboolean report_sink_to_file(ReportFill fill, gpointer data, const char *path, GError **error);
gboolean report_sink_to_fd(ReportFill fill, gpointer data, int fd, GError **error);
