/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Runs the instructions of a template.  Loops are kept on a stack of frames, not on that of C:
 * a tree of intervals may be deep.
 */
#include <math.h>
#include <string.h>

#include "src/base/clean.h"
#include "src/base/number.h"
#include "src/report/page/template-code.h"
#include "src/report/page/template-markup.h"
#include "src/report/value/sink.h"

/* A walk over a list. */
typedef struct {
    guint32 list;
    guint32 body;  /* first instruction */
    guint32 after; /* where to go on at the end */
    gint64 outer;  /* what the variable stood at before */
    gint64 item;
} Frame;

typedef struct {
    const Template *compiled;
    const TemplateModel *model;
    gpointer data;
    ReportSink *sink;
    gint64 *current;  /* by variable, -1: not bound */
    GArray *frames;   /* of Frame */
    GString *escaped; /* scratch */
} Run;

/* Five digits and more are read in threes; beyond 1e15 whole numbers are no longer exact. */
static const char *
format_rounded(double value, char *buffer)
{
    const char *text = report_number_rounded(value, buffer);

    if (fabs(value) < 9999.5 || !(fabs(value) < 1e15))
        return text;
    return report_number_grouped((gint64)round(g_ascii_strtod(text, NULL)), buffer);
}

static const char *
format_real(double value, TemplateFormat format, char *buffer)
{
    const char *text;

    switch (format) {
    case TEMPLATE_EXACT:
        text = report_number_exact(value, buffer);
        return text != NULL ? text : "-";
    case TEMPLATE_PERCENT:
        return report_number_percent(value, buffer);
    case TEMPLATE_CSS:
        return report_number_css(value, buffer);
    case TEMPLATE_ROUNDED:
        return format_rounded(value, buffer);
    default:
        return report_number_short(value, buffer);
    }
}

static void
put_text(Run *run, const char *text, gboolean in_attribute)
{
    g_autofree char *clean = report_clean_xml(text);

    g_string_truncate(run->escaped, 0);
    template_markup_escape(run->escaped, clean, strlen(clean), in_attribute);
    report_sink_write(run->sink, run->escaped->str, run->escaped->len);
}

static void
put_real(Run *run, double value, TemplateFormat format)
{
    char buffer[REPORT_NUMBER_SIZE];
    const char *text = format_real(value, format, buffer);

    if (*text == '<') /* "<0.001 %": the only one of them that is not plain */
        put_text(run, text, FALSE);
    else
        report_sink_puts(run->sink, text);
}

static void
put_value(Run *run, const TemplateInstruction *instruction)
{
    char buffer[REPORT_NUMBER_SIZE];
    TemplateValue value;

    run->model->get(run->data, run->current, instruction->what, &value);
    switch (value.type) {
    case TEMPLATE_TEXT:
        put_text(run, value.as.text, instruction->in_attribute);
        return;
    case TEMPLATE_TRUTH:
        report_sink_puts(run->sink, value.as.truth ? "yes" : "no");
        return;
    case TEMPLATE_INTEGER:
        if (instruction->format == TEMPLATE_GROUPED)
            report_sink_puts(run->sink, report_number_grouped(value.as.integer, buffer));
        else
            report_sink_printf(run->sink, "%" G_GINT64_FORMAT, value.as.integer);
        return;
    case TEMPLATE_REAL:
        put_real(run, value.as.real, instruction->format);
        return;
    }
}

static gboolean
holds(Run *run, const TemplateInstruction *instruction)
{
    TemplateValue value;

    if (instruction->list) {
        const guint variable = run->model->lists[instruction->what].variable;
        gint64 item = -1;
        return run->model->next(run->data, run->current, instruction->what,
                                run->current[variable], &item);
    }
    run->model->get(run->data, run->current, instruction->what, &value);
    switch (value.type) {
    case TEMPLATE_TEXT:
        return *value.as.text != '\0';
    case TEMPLATE_INTEGER:
        return value.as.integer != 0;
    case TEMPLATE_REAL:
        return value.as.real != 0;
    case TEMPLATE_TRUTH:
        return value.as.truth;
    }
    return FALSE;
}

/* Moves the innermost walk on and returns the instruction that comes then. */
static guint32
advance(Run *run)
{
    Frame *frame = &g_array_index(run->frames, Frame, run->frames->len - 1);
    gint64 *variable = &run->current[run->model->lists[frame->list].variable];

    if (!report_sink_failed(run->sink) &&
        run->model->next(run->data, run->current, frame->list, frame->outer, &frame->item)) {
        *variable = frame->item;
        return frame->body;
    }
    *variable = frame->outer;
    const guint32 after = frame->after;
    g_array_set_size(run->frames, run->frames->len - 1);
    return after;
}

static guint32
enter(Run *run, guint32 list, guint32 body, guint32 after)
{
    const gint64 outer = run->current[run->model->lists[list].variable];
    const Frame frame = { list, body, after, outer, -1 };

    g_array_append_val(run->frames, frame);
    return advance(run);
}

/* Carries out one instruction and returns the number of the next. */
static guint32
step(Run *run, guint32 at)
{
    const TemplateInstruction *instruction =
        &g_array_index(run->compiled->code, TemplateInstruction, at);

    switch ((TemplateOperation)instruction->operation) {
    case TEMPLATE_LITERAL:
        report_sink_write(run->sink, run->compiled->text->str + instruction->what,
                          instruction->target);
        return at + 1;
    case TEMPLATE_VALUE:
        put_value(run, instruction);
        return at + 1;
    case TEMPLATE_UNLESS:
        return holds(run, instruction) ? at + 1 : instruction->target;
    case TEMPLATE_WHEN:
        return holds(run, instruction) ? instruction->target : at + 1;
    case TEMPLATE_LOOP:
        return enter(run, instruction->what, at + 1, instruction->target);
    case TEMPLATE_NEXT:
        return advance(run);
    case TEMPLATE_RECURSE:
        return enter(run, instruction->what, instruction->target, at + 1);
    }
    return at + 1;
}

void
template_write(const Template *compiled, gpointer data, ReportSink *sink)
{
    g_autofree gint64 *current = g_new(gint64, compiled->model->n_variables);
    g_autoptr(GArray) frames = g_array_new(FALSE, FALSE, sizeof(Frame));
    g_autoptr(GString) escaped = g_string_new(NULL);
    Run run = { compiled, compiled->model, data, sink, current, frames, escaped };

    for (guint i = 0; i < compiled->model->n_variables; i++)
        current[i] = -1;
    for (guint32 at = 0; at < compiled->code->len;)
        at = step(&run, at);
}
