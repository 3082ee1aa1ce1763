/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The functions of the table of formats, one file each; see ReportFormat.
 */
#pragma once

#include "src/report/value/report.h"

gboolean report_html_write(const Prediction *prediction, const ReportOptions *options,
                           ReportSink *sink, GError **error);
gboolean report_xml_write(const Prediction *prediction, const ReportOptions *options,
                          ReportSink *sink, GError **error);
gboolean report_json_write(const Prediction *prediction, const ReportOptions *options,
                           ReportSink *sink, GError **error);
gboolean report_csv_write(const Prediction *prediction, const ReportOptions *options,
                          ReportSink *sink, GError **error);
gboolean report_text_write(const Prediction *prediction, const ReportOptions *options,
                           ReportSink *sink, GError **error);
