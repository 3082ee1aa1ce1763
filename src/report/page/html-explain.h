/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The part of the HTML report that says why a program is slow: findings, critical path,
 * timeline, metrics; the values and lists of html-explain.def and html-metrics.def.
 */
#pragma once

#include "src/analysis/explain/explanation.h"
#include "src/report/page/html-metrics.h"
#include "src/report/page/html-model.h"
#include "src/report/page/html-path.h"
#include "src/report/page/html-timeline.h"

/* Bytes of the timeline in a page, if the options do not say. */
#define HTML_EXPLAIN_BUDGET 1000000

struct _HtmlExplain {
    const Explanation *explanation;
    HtmlPath *path;         /* or NULL */
    HtmlTimeline *timeline; /* or NULL */
    HtmlMetrics *metrics;   /* or NULL */
    char *left_out;         /* what of the timeline is not in the page, in words */
};

/* NULL without an explanation. */
HtmlExplain *html_explain_new(const Prediction *prediction, const ReportOptions *options);
void html_explain_free(HtmlExplain *explain);

/* As html_values_get() and html_lists_next(), for the part's own; FALSE for others. */
gboolean html_explain_get(HtmlModel *model, const gint64 current[], HtmlValue value,
                          TemplateValue *out);
gboolean html_explain_next(HtmlModel *model, const gint64 current[], HtmlList list,
                           gint64 *item);

/* Of a group of them each. */
gboolean html_findings_get(HtmlModel *model, const gint64 current[], HtmlValue value,
                           TemplateValue *out);
gboolean html_path_get(HtmlModel *model, const gint64 current[], HtmlValue value,
                       TemplateValue *out);
gboolean html_timeline_get(HtmlModel *model, const gint64 current[], HtmlValue value,
                           TemplateValue *out);
gboolean html_metrics_get(HtmlModel *model, const gint64 current[], HtmlValue value,
                          TemplateValue *out);
gboolean html_metrics_next(HtmlModel *model, const gint64 current[], HtmlList list,
                           gint64 *item);

/* The id of an interval of the timeline, 0: none. */
guint html_explain_interval_id(const HtmlModel *model, guint32 interval);

/* The interval of an id, shown or not; NULL: there is none. */
const Interval *html_explain_by_id(const HtmlModel *model, guint id);

/* The same, or of those around it the nearest that --depth shows; NULL for 0. */
const Interval *html_explain_interval(const HtmlModel *model, guint id);

/* Name and place as elsewhere in the page, "" for none; in the model's scratch. */
const char *html_explain_name(HtmlModel *model, guint id);

/* The same in words: "the parallel loop at heat2d.fdv:31". */
const char *html_explain_words(HtmlModel *model, guint id);

/* "heat2d.fdv:31" of a site of the timeline, "" if unknown; in the model's scratch. */
const char *html_explain_site(HtmlModel *model, guint32 site);

/* Where the page shows the line: "#source-1-31"; "" where it does not. In the model's scratch.
 */
const char *html_explain_link(HtmlModel *model, const char *file, gint64 line);

/* The same of a site of the timeline. */
const char *html_explain_site_link(HtmlModel *model, guint32 site);
