/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Metrics as tables for people, laid out as figures 10 to 14 of IPS.  Each function appends a
 * table of the metrics that table III marks for its level; times are in milliseconds.
 */
#pragma once

#include "src/analysis/activity/metrics.h"
#include "src/report/timeline/names.h"

/* Figure 10. */
void metrics_text_program(const MetricsTable *table, GString *out);

/* Figures 12 and 13: a column for each of the first `most` machines; for each of the processors
 * of metrics_processors(). */
void metrics_text_machines(const MetricsTable *table, guint most, GString *out);
void metrics_text_processors(const MetricsTable *table, const TimelineNames *names, guint most,
                             GString *out);

/* Figure 14, of one processor or of all (-1), by interval or by line: the `most` largest rows,
 * the others in one; 0: all. What has the same names is one row. Shares are of user time. */
void metrics_text_profile(const MetricsTable *table, const TimelineNames *names,
                          gint64 processor, MetricsLevel level, guint most, GString *out);

/* Figure 11: a line with a bar for each of n_bins (>= 1) stretches of time. */
void metrics_text_histogram(const MetricsTable *table, const MetricsScope *scope, Metric metric,
                            guint n_bins, GString *out);
