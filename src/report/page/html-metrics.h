/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The metrics of metrics.h as the HTML report has them: tables by level, profiles by interval
 * and line, histograms over time; the same numbers as in JSON (metrics-tree.h).  Seconds.
 */
#pragma once

#include "src/analysis/activity/metrics.h"
#include "src/analysis/explain/explanation.h"

/* Rows of a profile; the others are summed up in one. */
#define HTML_METRICS_MOST_ENTRIES 200

/* What looks the same in the page (html-places.h), added up. */
typedef struct {
    guint32 interval, site; /* of the one with the largest cpu; METRICS_ANY: no line */
    guint n_alike;          /* how many are in it */
    double calls, cpu, wait, wait_cpu;
} HtmlMetricsEntry;

/* IPS, figure 14. */
typedef struct {
    gint64 processor; /* -1: all */
    gboolean by_line;
    GArray *entries; /* of HtmlMetricsEntry, as metrics_profile() orders them */
    HtmlMetricsEntry others, total;
    guint n_others;
} HtmlMetricsProfile;

typedef struct {
    Metrics program;
    GArray *machines;   /* of Metrics: the first so many */
    gint64 n_machines;  /* that there are */
    GArray *numbers;    /* of gint64: processors that stand for all */
    GArray *processors; /* of Metrics, theirs */
    gint64 n_processors;
    GPtrArray *profiles; /* of HtmlMetricsProfile: of all by interval, of the first and the last
                          * of `numbers`, of all by line */
    GArray *bins;        /* of Metrics */
} HtmlMetrics;

/* NULL when there is no timeline or nothing takes time. */
HtmlMetrics *html_metrics_new(const Explanation *explanation, const Prediction *prediction);
void html_metrics_free(HtmlMetrics *metrics);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(HtmlMetrics, html_metrics_free)
