/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A sweep in JSON (templates/sweep.schema.json), a line for each configuration.  What is not a
 * row, the trace or a warning is computed from them, so that merged sweeps are like one sweep.
 */
#include "config.h"

#include <json-glib/json-glib.h>
#include <math.h>

#include "src/base/clean.h"
#include "src/base/number.h"
#include "src/report/value/sweep-advice.h"
#include "src/report/value/sweep-params.h"
#include "src/report/view/fields.h"

/* A string, or null. */
static void
append_string(GString *out, const char *text)
{
    if (text == NULL) {
        g_string_append(out, "null");
        return;
    }
    g_autofree char *clean = report_clean_utf8(text);
    g_autoptr(JsonNode) node = json_node_init_string(json_node_alloc(), clean);
    g_autofree char *escaped = json_to_string(node, FALSE);
    g_string_append(out, escaped);
}

/* Null when it is not finite. */
static void
append_real(GString *out, double value)
{
    char number[REPORT_NUMBER_SIZE];
    const char *text = report_number_exact(value, number);

    g_string_append(out, text != NULL ? text : "null");
}

/* The index of a row as its id, or null. */
static void
append_row_id(GString *out, gint row)
{
    if (row == SWEEP_NOTHING)
        g_string_append(out, "null");
    else
        g_string_append_printf(out, "%d", row + 1);
}

static void
append_trace(GString *out, const SweepTrace *trace)
{
    g_string_append(out, "{\"file\": ");
    append_string(out, trace->file);
    g_string_append(out, ", \"program\": ");
    append_string(out, trace->program);
    g_string_append_printf(out,
                           ", \"calls\": %" G_GUINT64_FORMAT ", \"bytes\": %" G_GUINT64_FORMAT
                           ", \"lines\": %" G_GUINT64_FORMAT ", \"complete\": %s"
                           ", \"rts_version\": %" G_GINT64_FORMAT ", \"exit_code\": ",
                           trace->n_calls, trace->bytes, trace->lines,
                           trace->complete ? "true" : "false", trace->rts_version);
    if (trace->complete)
        g_string_append_printf(out, "%" G_GINT64_FORMAT "}", trace->exit_code);
    else /* the program was not seen to end */
        g_string_append(out, "null}");
}

/* An object, or null. */
static void
append_pop(GString *out, const SweepResult *result)
{
    guint n;
    const ReportField *fields = report_fields_pop(&n);

    if (!result->has_pop) {
        g_string_append(out, "null");
        return;
    }
    for (guint i = 0; i < n; i++) {
        g_string_append_printf(out, "%s\"%s\": ", i > 0 ? ", " : "{", fields[i].name);
        append_real(out, report_field_value(&result->pop, &fields[i]));
    }
    g_string_append_c(out, '}');
}

static void
append_result(GString *out, const SweepRow *row)
{
    const struct {
        const char *name;
        double value;
    } members[] = {
        { "execution_time", row->result.execution_time },
        { "speedup", sweep_row_speedup(row) },
        { "efficiency", row->result.efficiency },
        { "serial_time", row->result.serial_time },
        { "total_time", row->result.total_time },
        { "productive_time", row->result.productive_time },
    };

    for (gsize i = 0; i < G_N_ELEMENTS(members); i++) {
        g_string_append_printf(out, ", \"%s\": ", members[i].name);
        append_real(out, members[i].value);
    }
    g_string_append(out, ", \"losses\": {");
    for (SweepLoss loss = SWEEP_INSUFFICIENT; loss < SWEEP_N_LOSSES; loss++) {
        g_string_append_printf(out, "%s\"%s\": ", loss > SWEEP_INSUFFICIENT ? ", " : "",
                               sweep_loss_name(loss));
        append_real(out, row->result.losses[loss]);
    }
    g_string_append(out, "}, \"pop\": ");
    append_pop(out, &row->result);
    g_string_append(out, ", \"warnings\": [");
    for (guint i = 0; i < row->warnings->len; i++)
        g_string_append_printf(out, "%s%u", i > 0 ? ", " : "",
                               g_array_index(row->warnings, guint, i));
    g_string_append(out, "], \"report\": ");
    append_string(out, row->report);
}

static void
append_row(GString *out, const SweepRow *row, guint id)
{
    g_string_append_printf(out, "{\"id\": %u, \"status\": \"%s\", \"parameters_file\": ", id,
                           sweep_status_name(row->status));
    append_string(out, row->params_file);
    g_string_append(out, ", \"parameters\": ");
    sweep_params_append(row->params, out);
    g_string_append_printf(out, ", \"processors\": %" G_GINT64_FORMAT,
                           sweep_row_processors(row));
    if (row->status == SWEEP_FAILED) {
        g_string_append(out, ", \"reason\": ");
        append_string(out, row->reason);
    }
    if (row->status == SWEEP_DONE)
        append_result(out, row);
    g_string_append_c(out, '}');
}

static void
append_varied(GString *out, const SweepMachines *machines)
{
    guint n;
    const char *before = "[";

    if (machines->files) {
        g_string_append(out, "[\"parameters_file\"");
        before = ", ";
    }
    params_rows(&n);
    for (guint id = 0; id < n; id++) {
        g_autofree char *name = sweep_params_member(id);
        if (!machines->varies[id])
            continue;
        g_string_append_printf(out, "%s\"%s\"", before, name);
        before = ", ";
    }
    g_string_append(out, *before == '[' ? "[]" : "]");
}

static void
append_best(GString *out, const SweepView *view)
{
    const SweepAdvice *advice = &view->advice;
    g_autofree char *text = sweep_advice_text(view);

    g_string_append(out, "{\"configuration\": ");
    append_row_id(out, advice->best);
    g_string_append(out, ", \"limited_by\": ");
    append_string(out, advice->best != SWEEP_NOTHING ? sweep_loss_name(advice->limit) : NULL);
    g_string_append(out, ", \"more_processors\": ");
    append_row_id(out, advice->more);
    g_string_append(out, ", \"fewer_processors\": ");
    append_row_id(out, advice->fewer);
    g_string_append(out, ", \"grows\": ");
    append_string(out, advice->grows ? sweep_loss_name(advice->grown) : NULL);
    g_string_append(out, ", \"advice\": ");
    append_string(out, text);
    g_string_append_c(out, '}');
}

static void
append_search(GString *out, const SweepView *view, const SweepSearch *search)
{
    g_string_append_printf(out,
                           "{\"first\": %u, \"configurations\": %u, \"most_processors\": "
                           "%" G_GINT64_FORMAT ", \"rank\": %d, \"exhaustive\": %s, \"best\": ",
                           search->first + 1, search->n_rows, search->most, search->rank,
                           search->exhaustive ? "true" : "false");
    append_row_id(out, sweep_best_of(view->sweep, search->first, search->n_rows));
    g_string_append(out, ", \"bound\": ");
    append_real(out, search->bound);
    g_string_append_c(out, '}');
}

static void
append_sensitivity(GString *out, const SweepSensitivity *one)
{
    static const char *const names[] = { "less", "more" };
    g_autofree char *name = sweep_params_member((guint)one->parameter);

    g_string_append_printf(out, "{\"parameter\": \"%s\"", name);
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        g_string_append_printf(out, ", \"%s\": {\"value\": ", names[i]);
        append_real(out, one->values[i]);
        g_string_append(out, ", \"execution_time\": ");
        append_real(out, one->times[i]);
        g_string_append_c(out, '}');
    }
    g_string_append_c(out, '}');
}

/* Hands `text` on and empties it: a sweep may have many rows. */
static void
flush(GString *text, ReportSink *sink)
{
    report_sink_write(sink, text->str, text->len);
    g_string_truncate(text, 0);
}

static void
append_head(GString *out, const SweepView *view)
{
    const Sweep *sweep = view->sweep;

    g_string_append(out, "{\n \"format\": \"predictor-sweep\",\n \"version\": 1,\n");
    g_string_append(out, " \"program\": {\"name\": \"" PACKAGE_NAME
                         "\", \"version\": \"" PACKAGE_VERSION "\"},\n \"trace\": ");
    append_trace(out, &sweep->trace);
    g_string_append_printf(
        out, ",\n \"complete\": %s,\n \"objective\": {\"name\": \"%s\", \"floor\": ",
        sweep->interrupted ? "false" : "true", sweep_objective_name(sweep->objective));
    append_real(out, sweep->objective == SWEEP_EFFICIENCY ? sweep->floor : (double)NAN);
    g_string_append(out, "},\n \"varied\": ");
    append_varied(out, view->machines);
    g_string_append(out, ",\n \"best\": ");
    append_best(out, view);
    g_string_append(out, ",\n \"configurations\": [");
}

static void
append_tail(GString *out, const SweepView *view)
{
    const Sweep *sweep = view->sweep;

    g_string_append(out, "\n ],\n \"searches\": [");
    for (guint i = 0; i < sweep->searches->len; i++) {
        g_string_append(out, i > 0 ? ",\n  " : "\n  ");
        append_search(out, view, &g_array_index(sweep->searches, SweepSearch, i));
    }
    g_string_append(out, "],\n \"sensitivity\": [");
    for (guint i = 0; i < sweep->sensitivity->len; i++) {
        g_string_append(out, i > 0 ? ",\n  " : "\n  ");
        append_sensitivity(out, &g_array_index(sweep->sensitivity, SweepSensitivity, i));
    }
    g_string_append(out, "],\n \"warnings\": [");
    for (guint i = 0; i < sweep->warnings->len; i++) {
        g_string_append(out, i > 0 ? ",\n  " : "\n  ");
        append_string(out, g_ptr_array_index(sweep->warnings, i));
    }
    g_string_append(out, "]\n}\n");
}

gboolean
sweep_json_write(gpointer data, ReportSink *sink, GError **error G_GNUC_UNUSED)
{
    const SweepView *view = data;
    g_autoptr(GString) text = g_string_new(NULL);

    append_head(text, view);
    for (guint i = 0; i < view->sweep->rows->len && !report_sink_failed(sink); i++) {
        g_string_append(text, i > 0 ? ",\n  " : "\n  ");
        append_row(text, sweep_row(view->sweep, i), i + 1);
        flush(text, sink);
    }
    append_tail(text, view);
    flush(text, sink);
    return TRUE;
}
