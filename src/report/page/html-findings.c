/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/page/html-explain.h"
#include "src/report/page/html-values.h"
#include "src/report/value/fields.h"

/* Loops with a dependence wait otherwise than the other findings of their kinds. */
static gboolean
is_pipeline(const Finding *finding)
{
    return g_strcmp0(finding->id, finding_id_name(FINDING_ID_PIPELINE)) == 0 ||
           g_strcmp0(finding->id, finding_id_name(FINDING_ID_PIPELINE_MESSAGES)) == 0;
}

/* What a finding is about, in a sentence for somebody who meets it first. */
static const char *
meaning(const Finding *finding)
{
    static const char *const texts[N_FINDING_KINDS] = {
        [FINDING_IMBALANCE] =
            "Some processors get more of this work than others; those that have less wait for "
            "them at the next operation in which all take part.",
        [FINDING_SERIAL] =
            "Every processor repeats this work, because nothing says how to share "
            "it: more processors do not make it shorter.",
        [FINDING_REPLICATED] = "An array has a full copy on each processor, so every processor "
                               "works on all of it.",
        [FINDING_REDUCTION] =
            "All processors wait until one value has been made of theirs. The "
            "price of a reduction hardly hangs on how much it reduces, so many "
            "small ones cost most.",
        [FINDING_SHADOW] = "Neighbours exchange the edges of their blocks, and wait for them.",
        [FINDING_REMOTE] = "Elements of other processors are fetched one by one or as a buffer "
                           "before they can be used.",
        [FINDING_REDISTRIBUTION] =
            "An array moves from one distribution to another: nearly all of it travels.",
        [FINDING_IO] =
            "Input and output are done by one processor; the others wait, and get or "
            "send the data by messages.",
        [FINDING_LATENCY] = "It is the number of messages that costs, not their size.",
        [FINDING_BANDWIDTH] = "It is the number of bytes that costs, not that of messages.",
        [FINDING_OVERLAP] = "Processors wait for communication that could go on while they "
                            "compute.",
        [FINDING_GRID] = "The same processors arranged as another grid would take less time.",
        [FINDING_TASK] = "Tasks that run side by side do not take equally long, or run on more "
                         "or fewer processors than suit them.",
    };
    const char *text = texts[finding->kind];

    if (is_pipeline(finding))
        return "Each processor goes on with what the one before it hands over, portion by "
               "portion; the last begins when a portion has come through all the others.";
    return text != NULL ? text : "";
}

/* Whether it is at the line that the name of its interval has. */
static gboolean
begins_interval(const HtmlModel *model, const Finding *finding)
{
    const Interval *interval = html_explain_by_id(model, finding->interval);

    return interval != NULL && interval->line == finding->line &&
           g_strcmp0(interval->file, finding->file) == 0;
}

static const char *
format_place(HtmlModel *model, const Finding *finding)
{
    g_string_printf(model->text, "%s:%" G_GINT64_FORMAT,
                    finding->file != NULL ? finding->file : "", finding->line);
    return model->text->str;
}

static gboolean
get_place(HtmlModel *model, const Finding *finding, HtmlValue value, TemplateValue *out)
{
    const Interval *interval = html_explain_interval(model, finding->interval);

    switch (value) {
    case HTML_VALUE_FINDING_INTERVAL:
        return html_values_integer(out, interval != NULL ? interval->id : 0);
    case HTML_VALUE_FINDING_NAME:
        return html_values_text(out, html_explain_name(model, finding->interval));
    case HTML_VALUE_FINDING_WORDS:
        return html_values_text(out, html_explain_words(model, finding->interval));
    case HTML_VALUE_FINDING_INSIDE:
        return html_values_truth(out, !begins_interval(model, finding));
    case HTML_VALUE_FINDING_PLACE:
        return html_values_text(out, format_place(model, finding));
    case HTML_VALUE_FINDING_LINK:
        return html_values_text(out, html_explain_link(model, finding->file, finding->line));
    case HTML_VALUE_FINDING_PROCESSORS:
        return html_values_text(out, finding->processors);
    default:
        return FALSE;
    }
}

static gboolean
get_finding(HtmlModel *model, const gint64 current[], HtmlValue value, TemplateValue *out)
{
    const GPtrArray *findings = model->explain->explanation->findings;
    const gint64 number = current[HTML_FINDING];

    if (number < 0 || number >= (gint64)findings->len)
        return FALSE;
    const Finding *finding = g_ptr_array_index(findings, number);
    switch (value) {
    case HTML_VALUE_FINDING_NUMBER:
        return html_values_integer(out, number + 1);
    case HTML_VALUE_FINDING_ID:
        return html_values_text(out, finding->id);
    case HTML_VALUE_FINDING_KIND:
        return html_values_text(out, finding_kind_name(finding->kind));
    case HTML_VALUE_FINDING_TITLE:
        return html_values_text(out, finding->title);
    case HTML_VALUE_FINDING_FIRST:
        return html_values_real(out, model->explain->timeline != NULL
                                         ? model->explain->timeline->first[number]
                                         : -1);
    case HTML_VALUE_FINDING_SECONDS:
        return html_values_real(out, finding->bound);
    case HTML_VALUE_FINDING_SHARE:
        return html_values_real(out, finding->share);
    case HTML_VALUE_FINDING_EVIDENCE:
        return html_values_text(out, finding->evidence);
    case HTML_VALUE_FINDING_ADVICE:
        return html_values_text(out, finding->advice);
    case HTML_VALUE_FINDING_MEANING:
        return html_values_text(out, meaning(finding));
    default:
        return get_place(model, finding, value, out);
    }
}

/* What costs most: the first finding, if there is one. */
static gboolean
get_cause(HtmlModel *model, HtmlValue value, TemplateValue *out)
{
    const GPtrArray *findings = model->explain->explanation->findings;
    const Finding *first = findings->len > 0 ? g_ptr_array_index(findings, 0) : NULL;

    switch (value) {
    case HTML_VALUE_EXPLAIN_CAUSE:
        return html_values_text(out, first != NULL ? first->title : "");
    case HTML_VALUE_EXPLAIN_CAUSE_PLACE:
        return html_values_text(out, first != NULL ? format_place(model, first) : "");
    case HTML_VALUE_EXPLAIN_CAUSE_SHARE:
        return html_values_real(out, first != NULL ? first->share : 0);
    default:
        return FALSE;
    }
}

gboolean
html_findings_get(HtmlModel *model, const gint64 current[], HtmlValue value, TemplateValue *out)
{
    const double time = model->prediction->execution_time;
    const RaterGrid *fewer = &model->explain->explanation->fewer;

    switch (value) {
    case HTML_VALUE_EXPLAIN_GIVEN:
        return html_values_truth(out, TRUE);
    case HTML_VALUE_EXPLAIN_FEWER: /* that one is faster is told with the times */
        g_string_truncate(model->text, 0);
        if (fewer->rank > 0 && rater_grid_count(fewer) > 1)
            report_append_topology(fewer, model->text);
        return html_values_text(out, model->text->str);
    case HTML_VALUE_EXPLAIN_FEWER_TIME:
        return html_values_real(out, model->explain->explanation->fewer_time);
    case HTML_VALUE_EXPLAIN_TOGETHER:
        return html_values_real(out, model->explain->explanation->together);
    case HTML_VALUE_EXPLAIN_TOGETHER_SHARE:
        return html_values_real(out,
                                html_values_share(model->explain->explanation->together, time));
    default:
        return get_cause(model, value, out) || get_finding(model, current, value, out);
    }
}
