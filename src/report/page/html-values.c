/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Values of the report as a whole, a function for those of each group.  Each takes the values
 * that are its own and returns FALSE for the others.
 */
#include "config.h"

#include "src/report/page/html-explain.h"
#include "src/report/page/html-values.h"

#include "src/report/value/fields.h"

gboolean
html_values_text(TemplateValue *out, const char *text)
{
    out->type = TEMPLATE_TEXT;
    out->as.text = text != NULL ? text : "";
    return TRUE;
}

gboolean
html_values_integer(TemplateValue *out, gint64 integer)
{
    out->type = TEMPLATE_INTEGER;
    out->as.integer = integer;
    return TRUE;
}

gboolean
html_values_natural(TemplateValue *out, guint64 natural)
{
    return html_values_integer(out, (gint64)MIN(natural, (guint64)G_MAXINT64));
}

gboolean
html_values_real(TemplateValue *out, double real)
{
    out->type = TEMPLATE_REAL;
    out->as.real = real;
    return TRUE;
}

gboolean
html_values_truth(TemplateValue *out, gboolean truth)
{
    out->type = TEMPLATE_TRUTH;
    out->as.truth = truth;
    return TRUE;
}

double
html_values_share(double part, double all)
{
    return all > 0 ? part / all : 0;
}

const char *
html_values_name(HtmlModel *model, const Interval *interval)
{
    g_string_assign(model->text, interval_type_name(interval->type));
    if (interval->has_expression)
        g_string_append_printf(model->text, " %" G_GINT64_FORMAT, interval->expression);
    return model->text->str;
}

const char *
html_values_place(HtmlModel *model, const Interval *interval)
{
    g_string_printf(model->text, "%s:%" G_GINT64_FORMAT,
                    interval->file != NULL ? interval->file : "", interval->line);
    return model->text->str;
}

const char *
html_values_words(HtmlModel *model, const Interval *interval)
{
    static const char *const kinds[] = {
        [INTERVAL_MAIN] = "the main program",
        [INTERVAL_USER] = "the interval",
        [INTERVAL_SEQ] = "the sequential loop",
        [INTERVAL_PAR] = "the parallel loop",
    };

    g_string_assign(model->text, kinds[interval->type]);
    if (interval->has_expression)
        g_string_append_printf(model->text, " %" G_GINT64_FORMAT, interval->expression);
    g_string_append_printf(model->text, " at %s:%" G_GINT64_FORMAT,
                           interval->file != NULL ? interval->file : "", interval->line);
    return model->text->str;
}

static gboolean
get_use(HtmlModel *model, const gint64 current[], HtmlValue value, TemplateValue *out)
{
    const Interval *interval = &model->prediction->intervals[MAX(current[HTML_INTERVAL], 0)];
    const ReportUse use = (ReportUse)MAX(current[HTML_USE], 0);
    const double seconds = report_use_seconds(interval, use);

    switch (value) {
    case HTML_VALUE_USE_NAME:
        return html_values_text(out, report_use_name(use));
    case HTML_VALUE_USE_LABEL:
        return html_values_text(out, report_use_label(use));
    case HTML_VALUE_USE_SECONDS:
        return html_values_real(out, seconds);
    case HTML_VALUE_USE_SHARE:
        return html_values_real(out, html_values_share(seconds, interval->total_time));
    default:
        return FALSE;
    }
}

/* The label as it stands in a sentence. */
static const char *
in_words(HtmlModel *model, ReportUse use)
{
    g_string_assign(model->text, report_use_label(use));
    g_string_ascii_down(model->text);
    return model->text->str;
}

static gboolean
get_loser(HtmlModel *model, const gint64 current[], HtmlValue value, TemplateValue *out)
{
    const ReportLoser *loser = &model->losers[MAX(current[HTML_LOSER], 0)];
    const Interval *interval = &model->prediction->intervals[loser->worst];

    switch (value) {
    case HTML_VALUE_LOSER_ID:
        return html_values_integer(out, interval->id);
    case HTML_VALUE_LOSER_NAME:
        return html_values_text(out, loser->n_intervals > 1
                                         ? interval_type_name(interval->type)
                                         : html_values_name(model, interval));
    case HTML_VALUE_LOSER_WORDS:
        return html_values_text(out, html_values_words(model, interval));
    case HTML_VALUE_LOSER_PLACE:
        return html_values_text(out, html_values_place(model, interval));
    case HTML_VALUE_LOSER_INTERVALS:
        return html_values_integer(out, loser->n_intervals);
    case HTML_VALUE_LOSER_COUNT:
        return html_values_natural(out, loser->count);
    case HTML_VALUE_LOSER_LOST_TIME:
        return html_values_real(out, loser->lost_time);
    case HTML_VALUE_LOSER_SHARE:
        return html_values_real(out, report_share(model->prediction, loser->lost_time));
    case HTML_VALUE_LOSER_CAUSE:
        return html_values_text(out, in_words(model, loser->mostly));
    case HTML_VALUE_LOSER_OUTSIDE:
        return html_values_truth(
            out, report_is_outside(model->prediction, model->options, interval));
    case HTML_VALUE_LOSER_KIND:
        return html_values_text(out, report_use_name(loser->mostly));
    case HTML_VALUE_LOSER_SEVERAL:
        return html_values_truth(out, loser->n_intervals > 1);
    case HTML_VALUE_LOSER_ONCE:
        return html_values_truth(out, loser->count == 1);
    default:
        return FALSE;
    }
}

static gboolean
get_trace(HtmlModel *model, HtmlValue value, TemplateValue *out)
{
    const Prediction *prediction = model->prediction;

    switch (value) {
    case HTML_VALUE_TRACE_FILE:
        return html_values_text(out, prediction->trace_file);
    case HTML_VALUE_TRACE_PROGRAM:
        return html_values_text(out, prediction->program);
    case HTML_VALUE_TRACE_CALLS:
        return html_values_natural(out, prediction->n_calls);
    case HTML_VALUE_TRACE_LINES:
        return html_values_natural(out, prediction->trace_lines);
    case HTML_VALUE_TRACE_BYTES:
        return html_values_natural(out, prediction->trace_bytes);
    case HTML_VALUE_TRACE_COMPLETE:
        return html_values_truth(out, prediction->complete);
    case HTML_VALUE_TRACE_RTS_VERSION:
        return html_values_integer(out, prediction->rts_version);
    case HTML_VALUE_TRACE_EXIT_CODE:
        return html_values_integer(out, prediction->exit_code);
    default:
        return FALSE;
    }
}

static const char *
format_topology(HtmlModel *model)
{
    g_string_truncate(model->text, 0);
    report_append_topology(&model->prediction->params->topology, model->text);
    return model->text->str;
}

/* An efficiency in a word; the limit of "good" is the one customary with POP factors. */
static const char *
judge(double efficiency)
{
    return efficiency >= 0.8 ? "good" : efficiency >= 0.5 ? "fair" : "poor";
}

/* Where the time of the whole program goes. */
static gboolean
get_loss(HtmlModel *model, HtmlValue value, TemplateValue *out)
{
    const Prediction *prediction = model->prediction;
    const Interval *root = &prediction->intervals[0];
    const ReportUse largest = report_largest_loss(root);

    switch (value) {
    case HTML_VALUE_REPORT_JUDGEMENT:
        return html_values_text(out, judge(root->efficiency));
    case HTML_VALUE_REPORT_EFFICIENCY:
        return html_values_real(out, root->efficiency);
    case HTML_VALUE_REPORT_TOTAL_TIME:
        return html_values_real(out, root->total_time);
    case HTML_VALUE_REPORT_LOST_TIME:
        return html_values_real(out, root->values.lost_time);
    case HTML_VALUE_REPORT_LOST_SHARE:
        return html_values_real(out, report_share(prediction, root->values.lost_time));
    case HTML_VALUE_REPORT_LARGEST_LOSS:
        return html_values_text(out, report_use_shows(root, largest) ? in_words(model, largest)
                                                                     : "");
    case HTML_VALUE_REPORT_LARGEST_LOSS_SHARE:
        return html_values_real(out,
                                report_share(prediction, report_use_seconds(root, largest)));
    default:
        return FALSE;
    }
}

static gboolean
get_report(HtmlModel *model, HtmlValue value, TemplateValue *out)
{
    const Prediction *prediction = model->prediction;

    switch (value) {
    case HTML_VALUE_REPORT_TITLE:
        return html_values_text(out, report_program(prediction));
    case HTML_VALUE_REPORT_TYPE:
        return html_values_text(out, params_type_name(prediction->params));
    case HTML_VALUE_REPORT_TOPOLOGY:
        return html_values_text(out, format_topology(model));
    case HTML_VALUE_REPORT_PROCESSORS:
        return html_values_integer(out, prediction->processors);
    case HTML_VALUE_REPORT_EXECUTION_TIME:
        return html_values_real(out, prediction->execution_time);
    case HTML_VALUE_REPORT_IDEAL_TIME:
        return html_values_real(out, prediction->ideal_time);
    case HTML_VALUE_REPORT_SERIAL_TIME:
        return html_values_real(out, prediction->serial_time);
    case HTML_VALUE_REPORT_SPEEDUP:
        return html_values_real(out, report_speedup(prediction));
    case HTML_VALUE_REPORT_SLOWER:
        return html_values_truth(out, prediction_is_slower(prediction));
    case HTML_VALUE_REPORT_SLOWDOWN:
        return html_values_real(
            out, html_values_share(prediction->execution_time, prediction->serial_time));
    case HTML_VALUE_REPORT_SINGLE:
        return html_values_truth(out, prediction->processors == 1);
    case HTML_VALUE_REPORT_SHOWN:
        return html_values_integer(out, model->n_shown);
    case HTML_VALUE_REPORT_HIDDEN:
        return html_values_integer(out, (gint64)prediction->n_intervals - model->n_shown);
    default:
        return FALSE;
    }
}

static gboolean
get_source(HtmlModel *model, const gint64 current[], HtmlValue value, TemplateValue *out)
{
    const HtmlSource *source = model->source;
    const HtmlSourceLine none = { 0 };
    const LineTimes nothing = { 0 };
    const HtmlSourceLine *line =
        current[HTML_LINE] >= 0
            ? &g_array_index(source->lines, HtmlSourceLine, (guint)current[HTML_LINE])
            : &none;
    const LineTimes *times = line->times != NULL ? line->times : &nothing;

    switch (value) {
    case HTML_VALUE_SOURCE_NAME:
        return html_values_text(out, g_ptr_array_index(source->files, current[HTML_SOURCE]));
    case HTML_VALUE_LINE_NUMBER:
        return html_values_integer(out, line->number);
    case HTML_VALUE_LINE_TEXT:
        return html_values_text(out, line->text);
    case HTML_VALUE_LINE_GAP:
        return html_values_truth(out, line->gap);
    case HTML_VALUE_LINE_INTERVAL:
        return html_values_integer(out, line->interval);
    case HTML_VALUE_LINE_CALLS:
        return html_values_natural(out, times->calls);
    case HTML_VALUE_LINE_SECONDS:
        return html_values_real(out, line_times_total(times));
    case HTML_VALUE_LINE_SHARE:
        return html_values_real(out, report_share(model->prediction, line_times_total(times)));
    case HTML_VALUE_LINE_COMMUNICATION:
        return html_values_real(out, times->communication);
    case HTML_VALUE_LINE_WAITING:
        return html_values_real(out, times->waiting);
    default:
        return FALSE;
    }
}

static gboolean
get_line(HtmlModel *model, const gint64 current[], HtmlValue value, TemplateValue *out)
{
    const guint index = (guint)MAX(current[HTML_PARAMETER], 0);
    const HtmlParameter *parameter = &g_array_index(model->parameters, HtmlParameter, index);

    switch (value) {
    case HTML_VALUE_PROGRAM_NAME:
        return html_values_text(out, PACKAGE_NAME);
    case HTML_VALUE_PROGRAM_VERSION:
        return html_values_text(out, PACKAGE_VERSION);
    case HTML_VALUE_PARAMETER_NAME:
        return html_values_text(out, parameter->name);
    case HTML_VALUE_PARAMETER_VALUE:
        return html_values_text(out, parameter->value);
    case HTML_VALUE_PARAMETER_UNIT:
        return html_values_text(out, parameter->unit);
    case HTML_VALUE_WARNING_TEXT:
        return html_values_text(out, model->prediction->warnings[current[HTML_WARNING]]);
    default:
        return FALSE;
    }
}

void
html_values_get(gpointer data, const gint64 current[], guint number, TemplateValue *out)
{
    HtmlModel *model = data;
    const HtmlValue value = (HtmlValue)number;

    if (html_explain_get(model, current, value, out) ||
        html_interval_get(model, current, value, out) || get_use(model, current, value, out) ||
        get_loser(model, current, value, out) || get_line(model, current, value, out) ||
        get_source(model, current, value, out) || get_trace(model, value, out) ||
        get_loss(model, value, out) || get_report(model, value, out))
        return;
    g_assert_not_reached(); /* every value of html-model.def has its place above */
}
