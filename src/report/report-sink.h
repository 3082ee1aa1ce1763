/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The sink of report.h from the side that makes it.
 */
#pragma once

#include "src/report/report.h"

/* Writes to `fd`, which stays the caller's. */
ReportSink *report_sink_new(int fd);
void report_sink_free(ReportSink *sink);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportSink, report_sink_free)

/* Whether a write failed: what follows is dropped, so long loops may end early. */
gboolean report_sink_failed(const ReportSink *sink);

/* Writes what is still buffered. FALSE with REPORT_ERROR_WRITE, naming `path`, when this or any
 * write before failed. */
gboolean report_sink_finish(ReportSink *sink, const char *path, GError **error);
