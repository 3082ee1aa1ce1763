/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A sweep as CSV: a row for each configuration.  Columns are named by the path in the JSON;
 * fields are quoted as in RFC 4180, rows end with a line feed, what is not known is an empty
 * field.  A topology is "4x2", speeds are "2 x 1, 2 x 0.5".
 */
#include <math.h>
#include <string.h>

#include "src/base/clean.h"
#include "src/base/number.h"
#include "src/params/table.h"
#include "src/report/value/sweep-format.h"
#include "src/report/value/sweep-params.h"
#include "src/report/view/fields.h"

static void
end_field(GString *out)
{
    g_string_append_c(out, ',');
}

static void
append_text(GString *out, const char *text)
{
    g_autofree char *clean = report_clean_utf8(text != NULL ? text : "");

    if (strpbrk(clean, ",\"\r\n") == NULL) {
        g_string_append(out, clean);
    } else {
        g_auto(GStrv) pieces = g_strsplit(clean, "\"", -1);
        g_autofree char *doubled = g_strjoinv("\"\"", pieces);
        g_string_append_printf(out, "\"%s\"", doubled);
    }
    end_field(out);
}

static void
append_real(GString *out, double value)
{
    char number[REPORT_NUMBER_SIZE];
    const char *text = report_number_exact(value, number);

    g_string_append(out, text != NULL ? text : "");
    end_field(out);
}

static void
append_names(GString *out)
{
    static const char *const results[] = { "execution_time", "speedup",    "efficiency",
                                           "serial_time",    "total_time", "productive_time" };
    guint n_pop;

    g_string_append(out, "id,status,reason,parameters_file,");
    for (guint id = 0; id < PARAMS_N; id++) {
        g_autofree char *name = sweep_params_member(id);
        g_string_append_printf(out, "parameters.%s,", name);
    }
    g_string_append(out, "processors,");
    for (gsize i = 0; i < G_N_ELEMENTS(results); i++)
        g_string_append_printf(out, "%s,", results[i]);
    for (SweepLoss loss = SWEEP_INSUFFICIENT; loss < SWEEP_N_LOSSES; loss++)
        g_string_append_printf(out, "losses.%s,", sweep_loss_name(loss));
    const ReportField *pop = report_fields_pop(&n_pop);
    for (guint i = 0; i < n_pop; i++)
        g_string_append_printf(out, "pop.%s,", pop[i].name);
    g_string_append(out, "report,trace.complete\n");
}

static void
append_parameter(GString *out, const Params *params, ParamsId id)
{
    const ParamsKind kind = params_table_kind(id);
    const void *member = params_table_member((Params *)params, id);

    if (kind == PARAMS_KIND_MICROSECONDS || kind == PARAMS_KIND_POSITIVE) {
        append_real(out, *(const double *)member);
        return;
    }
    g_autofree char *text = sweep_parameter_text(params, id);
    append_text(out, text);
}

static void
append_result(GString *out, const SweepRow *row)
{
    append_real(out, row->result.execution_time);
    append_real(out, sweep_row_speedup(row));
    append_real(out, row->result.efficiency);
    append_real(out, row->result.serial_time);
    append_real(out, row->result.total_time);
    append_real(out, row->result.productive_time);
    for (SweepLoss loss = SWEEP_INSUFFICIENT; loss < SWEEP_N_LOSSES; loss++)
        append_real(out, row->result.losses[loss]);
}

/* Empty fields when there are none. */
static void
append_pop(GString *out, const SweepRow *row)
{
    guint n;
    const ReportField *fields = report_fields_pop(&n);

    for (guint i = 0; i < n; i++)
        append_real(out, row->status == SWEEP_DONE && row->result.has_pop
                             ? report_field_value(&row->result.pop, &fields[i])
                             : (double)NAN);
}

static void
append_row(GString *out, const SweepRow *row, guint id)
{
    const guint n_results = 6 + SWEEP_N_LOSSES;

    g_string_append_printf(out, "%u,%s,", id, sweep_status_name(row->status));
    append_text(out, row->reason);
    append_text(out, row->params_file);
    for (guint parameter = 0; parameter < PARAMS_N; parameter++)
        append_parameter(out, row->params, (ParamsId)parameter);
    g_string_append_printf(out, "%" G_GINT64_FORMAT ",", sweep_row_processors(row));
    if (row->status == SWEEP_DONE)
        append_result(out, row);
    for (guint i = 0; i < n_results && row->status != SWEEP_DONE; i++)
        end_field(out);
    append_pop(out, row);
    append_text(out, row->report);
}

gboolean
sweep_csv_write(gpointer data, ReportSink *sink, GError **error G_GNUC_UNUSED)
{
    const SweepView *view = data;
    g_autoptr(GString) text = g_string_new(NULL);

    append_names(text);
    for (guint i = 0; i < view->sweep->rows->len && !report_sink_failed(sink); i++) {
        append_row(text, sweep_row(view->sweep, i), i + 1);
        g_string_append(text, view->sweep->trace.complete ? "true\n" : "false\n");
        report_sink_write(sink, text->str, text->len);
        g_string_truncate(text, 0);
    }
    report_sink_write(sink, text->str, text->len);
    return TRUE;
}
