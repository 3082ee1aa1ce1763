/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Runs the instructions of a page.  Loops are kept on a stack of frames, not on that of C: a
 * tree of intervals may be deep.
 */
#include <math.h>
#include <string.h>

#include "src/base/clean.h"
#include "src/base/number.h"
#include "src/report/page/code.h"
#include "src/report/page/markup.h"
#include "src/report/value/report.h"

/* A walk over a list. */
typedef struct {
    ValueList list;
    guint loop;      /* whose item it gives */
    ValueNode outer; /* that item before */
    guint body;      /* first instruction */
    guint after;     /* where to go on at the end */
} Frame;

typedef struct {
    const Page *page;
    ReportSink *sink;
    ValueNode *nodes; /* the root, and the item of each loop */
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
format_real(double value, PageFormat format, char *buffer)
{
    const char *text;

    switch (format) {
    case PAGE_EXACT:
        text = report_number_exact(value, buffer);
        return text != NULL ? text : "-";
    case PAGE_PERCENT:
        return report_number_percent(value, buffer);
    case PAGE_CSS:
        return report_number_css(value, buffer);
    case PAGE_ROUNDED:
        return format_rounded(value, buffer);
    case PAGE_TIME:
        return report_number_time(value, buffer);
    default:
        return report_number_short(value, buffer);
    }
}

static void
put_text(Run *run, const char *text, gboolean in_attribute)
{
    g_autofree char *clean = report_clean_page(text);

    g_string_truncate(run->escaped, 0);
    markup_escape(run->escaped, clean, strlen(clean), in_attribute);
    report_sink_write(run->sink, run->escaped->str, run->escaped->len);
}

static void
put_real(Run *run, double value, PageFormat format)
{
    char buffer[REPORT_NUMBER_SIZE];
    const char *text = format_real(value, format, buffer);

    if (*text == '<') /* "<0.001 %": the only one of them that is not plain */
        put_text(run, text, FALSE);
    else
        report_sink_puts(run->sink, text);
}

static void
get_value(const Run *run, guint what, Value *out)
{
    const PagePath *path = &g_array_index(run->page->paths, PagePath, what);
    ValueNode node = run->nodes[path->loop];

    for (guint i = 0; i < path->n_hops; i++) {
        value_get(&node, path->hops[i], out);
        if (out->type != VALUE_OBJECT) {
            *out = value_absent();
            return;
        }
        node = out->as.object;
    }
    value_get(&node, path->field, out);
}

static void
put_pieces(Run *run, const ValuePieces *pieces, gboolean in_attribute)
{
    g_autoptr(GString) piece = g_string_new(NULL);

    while (!report_sink_failed(run->sink) && pieces->next(pieces->walk, piece)) {
        put_text(run, piece->str, in_attribute);
        g_string_truncate(piece, 0);
    }
}

static void
put_value(Run *run, const PageInstruction *instruction)
{
    char buffer[REPORT_NUMBER_SIZE];
    Value value;

    get_value(run, instruction->what, &value);
    switch (value.type) {
    case VALUE_TEXT:
        put_text(run, value.as.text, instruction->in_attribute);
        break;
    case VALUE_PIECES:
        put_pieces(run, &value.as.pieces, instruction->in_attribute);
        value_end(&value);
        break;
    case VALUE_TRUTH:
        report_sink_puts(run->sink, value.as.truth ? "yes" : "no");
        break;
    case VALUE_INTEGER:
        if (instruction->format == PAGE_GROUPED)
            report_sink_puts(run->sink, report_number_grouped(value.as.integer, buffer));
        else
            report_sink_printf(run->sink, "%" G_GINT64_FORMAT, value.as.integer);
        break;
    case VALUE_REAL:
        put_real(run, value.as.real, instruction->format);
        break;
    default: /* nothing is known of it */
        value_end(&value);
    }
}

static gboolean
holds(const Run *run, guint what)
{
    Value value;

    get_value(run, what, &value);
    return value_holds(&value);
}

/* Moves the innermost walk on and returns the instruction that comes then. */
static guint
advance(Run *run)
{
    Frame *frame = &g_array_index(run->frames, Frame, run->frames->len - 1);
    ValueNode *item = &run->nodes[frame->loop];

    if (!report_sink_failed(run->sink) && value_next(&frame->list, item))
        return frame->body;
    *item = frame->outer;
    const guint after = frame->after;
    Value list = { .type = VALUE_ARRAY, .as.list = frame->list };
    value_end(&list);
    g_array_set_size(run->frames, run->frames->len - 1);
    return after;
}

static guint
enter(Run *run, const PageInstruction *instruction, guint body, guint after)
{
    const guint loop = instruction->depth + 1;
    Value value;

    get_value(run, instruction->what, &value);
    if (value.type != VALUE_ARRAY && value.type != VALUE_MAP)
        return after;
    const Frame frame = { value.as.list, loop, run->nodes[loop], body, after };
    g_array_append_val(run->frames, frame);
    return advance(run);
}

/* Carries out one instruction and returns the number of the next. */
static guint
step(Run *run, guint at)
{
    const PageInstruction *instruction = &g_array_index(run->page->code, PageInstruction, at);

    switch (instruction->operation) {
    case PAGE_LITERAL:
        report_sink_write(run->sink, run->page->text->str + instruction->what,
                          instruction->target);
        return at + 1;
    case PAGE_VALUE:
        put_value(run, instruction);
        return at + 1;
    case PAGE_UNLESS:
        return holds(run, instruction->what) ? at + 1 : instruction->target;
    case PAGE_WHEN:
        return holds(run, instruction->what) ? instruction->target : at + 1;
    case PAGE_LOOP:
        return enter(run, instruction, at + 1, instruction->target);
    case PAGE_NEXT:
        return advance(run);
    case PAGE_RECURSE:
        return enter(run, instruction, instruction->target, at + 1);
    }
    return at + 1;
}

void
page_write(const Page *page, const ValueNode *root, ReportSink *sink)
{
    g_autofree ValueNode *nodes = g_new0(ValueNode, page->n_loops + 1);
    g_autoptr(GArray) frames = g_array_new(FALSE, FALSE, sizeof(Frame));
    g_autoptr(GString) escaped = g_string_new(NULL);
    Run run = { page, sink, nodes, frames, escaped };

    nodes[0] = *root;
    for (guint at = 0; at < page->code->len;)
        at = step(&run, at);
}
