/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * JSON written as it comes: a report may have thousands of intervals with many processors each.
 */
#include <string.h>

#include "src/report/compare/compare.h"
#include "src/report/grains/view.h"
#include "src/report/machine/view.h"
#include "src/report/schedule/view.h"
#include "src/report/sweep/view.h"
#include "src/report/tasks/tasks.h"
#include "src/report/value/report.h"
#include "src/report/view/report-view.h"
#include "src/report/write/notation.h"

/* An object or array that is open. */
typedef struct {
    gboolean array;
    gboolean empty; /* nothing written into it yet */
} Level;

typedef struct {
    Notation base;
    ReportSink *sink;
    GArray *levels; /* of Level, the outermost first */
} JsonWriter;

/* What stands between the quotation marks. */
static void
write_escaped(ReportSink *sink, const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    const char *rest = valid;

    for (const char *p = valid; *p != '\0'; p++) {
        if ((guchar)*p >= 0x20 && *p != '"' && *p != '\\' && *p != 0x7f)
            continue;
        report_sink_write(sink, rest, (gsize)(p - rest));
        if (*p == '"' || *p == '\\')
            report_sink_printf(sink, "\\%c", *p);
        else if (*p == '\n')
            report_sink_puts(sink, "\\n");
        else if (*p == '\t')
            report_sink_puts(sink, "\\t");
        else
            report_sink_printf(sink, "\\u%04x", (guint)(guchar)*p);
        rest = p + 1;
    }
    report_sink_puts(sink, rest);
}

/* Line ends keep the file readable and its differences small: one before each member of the
 * root and before the items of an array that are `long_item`s. */
static void
begin_value(JsonWriter *json, const char *name, gboolean long_item)
{
    if (json->levels->len == 0)
        return;

    Level *level = &g_array_index(json->levels, Level, json->levels->len - 1);
    const gboolean own_line = json->levels->len == 1 || (level->array && long_item);
    if (!level->empty)
        report_sink_write(json->sink, ",", 1);
    if (own_line)
        report_sink_printf(json->sink, "\n%*s", (int)json->levels->len, "");
    else if (!level->empty)
        report_sink_write(json->sink, " ", 1);
    level->empty = FALSE;
    if (level->array)
        return;
    /* Names are ours: nothing in them needs an escape. */
    report_sink_write(json->sink, "\"", 1);
    report_sink_puts(json->sink, name);
    report_sink_write(json->sink, "\": ", 3);
}

static void
json_begin(Notation *notation, const char *name, gboolean array)
{
    JsonWriter *json = (JsonWriter *)notation;
    const Level level = { array, TRUE };

    begin_value(json, name, TRUE);
    report_sink_puts(json->sink, array ? "[" : "{");
    g_array_append_val(json->levels, level);
}

static void
json_end(Notation *notation)
{
    JsonWriter *json = (JsonWriter *)notation;
    const guint last = json->levels->len - 1;
    const Level level = g_array_index(json->levels, Level, last);

    g_array_set_size(json->levels, last);
    if (last == 0)
        report_sink_puts(json->sink, "\n");
    report_sink_puts(json->sink, level.array ? "]" : "}");
    if (last == 0)
        report_sink_puts(json->sink, "\n");
}

static void
json_literal(Notation *notation, const char *name, const char *text)
{
    JsonWriter *json = (JsonWriter *)notation;

    begin_value(json, name, FALSE);
    report_sink_puts(json->sink, text);
}

static void
json_string(Notation *notation, const char *name, const char *text)
{
    JsonWriter *json = (JsonWriter *)notation;

    begin_value(json, name, TRUE);
    report_sink_write(json->sink, "\"", 1);
    write_escaped(json->sink, text);
    report_sink_write(json->sink, "\"", 1);
}

static void
json_begin_pieces(Notation *notation, const char *name)
{
    JsonWriter *json = (JsonWriter *)notation;

    begin_value(json, name, TRUE);
    report_sink_write(json->sink, "\"", 1);
}

static void
json_piece(Notation *notation, const char *text)
{
    JsonWriter *json = (JsonWriter *)notation;

    if (text != NULL)
        write_escaped(json->sink, text);
    else
        report_sink_write(json->sink, "\"", 1);
}

static const NotationClass json_class = {
    json_begin, json_end, json_literal, json_string, "null", json_begin_pieces, json_piece,
};

gboolean
json_write(const ValueNode *root, ReportSink *sink, GError **error G_GNUC_UNUSED)
{
    g_autoptr(GArray) levels = g_array_new(FALSE, FALSE, sizeof(Level));
    JsonWriter json = { { &json_class, sink }, sink, levels };

    notation_write(&json.base, NULL, root);
    return TRUE;
}

gboolean
report_json_write(gpointer data, ReportSink *sink, GError **error)
{
    const Report *report = data;
    g_autoptr(ReportView) view = report_view_new(report->prediction, report->options, FALSE);
    const ValueNode root = report_view_root(view);

    return json_write(&root, sink, error);
}

gboolean
report_sarif_write(gpointer data, ReportSink *sink, GError **error)
{
    const Report *report = data;
    g_autoptr(ReportView) view = report_view_new(report->prediction, report->options, FALSE);
    const ValueNode root = report_view_sarif(view);

    return json_write(&root, sink, error);
}

gboolean
sweep_json_write(gpointer view, ReportSink *sink, GError **error)
{
    const ValueNode root = sweep_view_root(view);

    return json_write(&root, sink, error);
}

gboolean
compare_json_write(gpointer data, ReportSink *sink, GError **error)
{
    const ComparisonOutput *output = data;
    const ValueNode root = comparison_node(output->comparison);

    return json_write(&root, sink, error);
}

gboolean
machine_json_write(gpointer data, ReportSink *sink, GError **error)
{
    g_autoptr(MachineView) view = machine_view_new(data);
    const ValueNode root = machine_view_root(view);

    return json_write(&root, sink, error);
}

gboolean
schedule_json_write(gpointer view, ReportSink *sink, GError **error)
{
    const ValueNode root = schedule_view_root(view);

    return json_write(&root, sink, error);
}

gboolean
grains_json_write(gpointer view, ReportSink *sink, GError **error)
{
    const ValueNode root = grains_view_root(view);

    return json_write(&root, sink, error);
}

gboolean
tasks_json_write(gpointer data, ReportSink *sink, GError **error)
{
    g_autoptr(TaskView) view = task_view_new(data);
    const ValueNode root = task_view_root(view);

    return json_write(&root, sink, error);
}
