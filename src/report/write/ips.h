/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Metrics and the critical path as tables for people, laid out as figures 10 to 17 of IPS
 * (docs/references.md).  Each function appends a table; times are in the unit that reads best
 * for what is compared: for a row of metrics, for a path.  What has the same names is one row,
 * since an interval of a program may be many of a timeline; of `most` rows the largest are
 * shown and the others are one, 0: all.
 */
#pragma once

#include "src/analysis/activity/critical-path.h"
#include "src/analysis/activity/metrics.h"

/* What tables call processors, intervals and lines of a timeline. */
typedef struct {
    const Timeline *timeline;
    const RaterGrid *grid; /* processors are named by grid index, from 0; NULL: by number */
    /* The name of an interval, free with g_free(); NULL: "interval 7" */
    char *(*interval)(guint32 interval, gpointer data);
    gpointer data;
    gboolean unicode; /* what is not ASCII may be shown as it is */
} TimelineNames;

/* "P(3)", "P(1,0)" */
void timeline_names_append_processor(const TimelineNames *names, gint64 processor,
                                     GString *out);

/* Figure 10. */
void metrics_text_program(const MetricsTable *table, GString *out);

/* Figures 12 and 13: the metrics that table III marks for the level, in a column for each of
 * the first `most` machines; for each of the processors of metrics_processors(). */
void metrics_text_machines(const MetricsTable *table, guint most, GString *out);
void metrics_text_processors(const MetricsTable *table, const TimelineNames *names, guint most,
                             GString *out);

/* Figure 14, of one processor or of all (-1), by interval or by line. Shares are of user time.
 */
void metrics_text_profile(const MetricsTable *table, const TimelineNames *names,
                          gint64 processor, MetricsLevel level, guint most, GString *out);

/* Figure 11: a line with a bar for each of n_bins (>= 1) stretches of the program's time. */
void metrics_text_histogram(const MetricsTable *table, Metric metric, guint n_bins,
                            GString *out);

/* Figure 15, and the parallelism that is possible and that is reached. Times add up to the
 * path's as printed, shares are in whole percent of it, "*" for less than 1. */
void critical_path_text_program(const CriticalPath *path, GString *out);

/* Figures 16 and 17. */
void critical_path_text_processors(const CriticalPath *path, const TimelineNames *names,
                                   guint most, GString *out);
void critical_path_text_lines(const CriticalPath *path, const TimelineNames *names, guint most,
                              GString *out);

/* A column of times: `n` cells of `seconds`, each >= 0, which add up to the total as they are
 * printed (those with the largest remainders are rounded up), `n_parts` more that do not count,
 * and the total. Texts in the unit of the total ("ms"), with as many decimals as give that six
 * digits and no zeros that all have in common; NULL-terminated; free with g_strfreev(). */
char **critical_path_column(double total, const double seconds[], guint n, guint n_parts,
                            const char **unit);
