/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "src/report/page/sweep-page.h"

#include <math.h>
#include <string.h>

#include "src/analysis/sweep/topology.h"
#include "src/base/number.h"
#include "src/report/page/sweep-link.h"
#include "src/report/value/sweep-advice.h"
#include "src/report/view/fields.h"

const char *
sweep_page_text(SweepPage *page, const char *text)
{
    return g_string_chunk_insert_const(page->strings, text != NULL ? text : "");
}

const char *
sweep_page_take(SweepPage *page, char *text)
{
    const char *copy = sweep_page_text(page, text);

    g_free(text);
    return copy;
}

GArray *
sweep_page_array(SweepPage *page, guint size)
{
    GArray *array = g_array_new(FALSE, FALSE, size);

    g_ptr_array_add(page->arrays, array);
    return array;
}

const char *
sweep_page_number(SweepPage *page, double value)
{
    char buffer[G_ASCII_DTOSTR_BUF_SIZE];

    return sweep_page_text(page, g_ascii_formatd(buffer, sizeof buffer, "%.1f", value));
}

static const char *
topology_text(SweepPage *page, const SweepRow *row)
{
    GString *text = g_string_new(NULL);

    topology_append(&row->params->topology, text);
    return sweep_page_take(page, g_string_free(text, FALSE));
}

const char *
sweep_page_title(SweepPage *page, guint i)
{
    char a[REPORT_NUMBER_SIZE], b[REPORT_NUMBER_SIZE], c[REPORT_NUMBER_SIZE];
    const SweepRow *row = sweep_row(page->view->sweep, i);
    g_autofree char *machine = sweep_advice_machine(page->view, i);
    g_autofree char *text = g_strdup_printf(
        "%s (%" G_GINT64_FORMAT " processors)%s%s: %s s, speed-up %s, efficiency %s",
        topology_text(page, row), sweep_row_processors(row), *machine != '\0' ? ", " : "",
        machine, report_number_short(row->result.execution_time, a),
        report_number_short(sweep_row_speedup(row), b),
        report_number_percent(row->result.efficiency, c));

    return sweep_page_text(page, text);
}

static void
add_text(SweepPage *page, GArray *array, const char *text)
{
    const SweepPageText item = { sweep_page_text(page, text) };

    g_array_append_val(array, item);
}

/* Whether a parameter tells rows apart, besides the topology. */
static gboolean
is_column(const SweepPage *page, guint id)
{
    return page->view->machines->varies[id] && id != sweep_machine_topology();
}

static void
add_columns(SweepPage *page)
{
    guint n;
    const ParamsRow *rows = params_rows(&n);

    if (page->view->machines->files)
        add_text(page, page->columns, "Parameter file");
    for (guint id = 0; id < n; id++) {
        const gboolean time = strcmp(rows[id].unit, "microseconds") == 0;
        g_autofree char *name = g_strconcat(rows[id].name, time ? ", \xc2\xb5s" : "", NULL);
        if (is_column(page, id))
            add_text(page, page->columns, name);
    }
}

/* Losses that some row has. */
static void
add_losses(SweepPage *page)
{
    const Sweep *sweep = page->view->sweep;

    for (SweepLoss loss = SWEEP_INSUFFICIENT; loss < SWEEP_N_LOSSES; loss++) {
        const SweepPageLoss item = { sweep_loss_name(loss), sweep_loss_label(loss) };
        guint i = 0;
        while (i < sweep->rows->len && (sweep_row(sweep, i)->status != SWEEP_DONE ||
                                        sweep_row(sweep, i)->result.losses[loss] <= 0))
            i++;
        if (i < sweep->rows->len)
            g_array_append_val(page->losses, item);
    }
}

static void
fill_cells(SweepPage *page, const SweepRow *row, SweepPageRow *item)
{
    guint n;

    params_rows(&n);
    if (page->view->machines->files)
        add_text(page, item->cells, sweep_machine_file(page->view->machines, row));
    for (guint id = 0; id < n; id++) {
        g_autofree char *text =
            is_column(page, id) ? sweep_parameter_text(row->params, id) : NULL;
        if (text != NULL)
            add_text(page, item->cells, text);
    }
}

static void
fill_shares(SweepPage *page, const SweepRow *row, SweepPageRow *item)
{
    for (SweepLoss loss = SWEEP_INSUFFICIENT; loss < SWEEP_N_LOSSES; loss++) {
        const SweepPageShare share = { row->result.losses[loss], sweep_row_share(row, loss) };
        for (guint i = 0; i < page->losses->len; i++)
            if (strcmp(g_array_index(page->losses, SweepPageLoss, i).name,
                       sweep_loss_name(loss)) == 0)
                g_array_append_val(item->shares, share);
    }
}

/* "Load balance" */
static void
add_factors(SweepPage *page)
{
    guint n;
    const ReportField *fields = report_fields_pop(&n);

    for (guint i = 0; i < n && sweep_has_pop(page->view->sweep); i++) {
        g_autofree char *label = g_strdelimit(g_strdup(fields[i].name), "_", ' ');
        label[0] = g_ascii_toupper(label[0]);
        add_text(page, page->factors, label);
    }
}

static void
fill_pop(SweepPage *page, const SweepRow *row, SweepPageRow *item)
{
    guint n;
    const ReportField *fields = report_fields_pop(&n);

    for (guint i = 0; i < page->factors->len; i++) {
        const SweepPageShare factor = {
            .share = row->result.has_pop ? report_field_value(&row->result.pop, &fields[i])
                                         : (double)NAN,
        };
        g_array_append_val(item->pop, factor);
    }
}

static void
add_row(SweepPage *page, guint i)
{
    const SweepRow *row = sweep_row(page->view->sweep, i);
    SweepPageRow item = {
        .id = (gint64)i + 1,
        .best = (gint)i == page->view->advice.best,
        .done = row->status == SWEEP_DONE,
        .topology = topology_text(page, row),
        .processors = sweep_row_processors(row),
        .reason = sweep_page_text(page, row->status == SWEEP_NOT_RUN ? "not run" : row->reason),
        .report = "",
        .cells = sweep_page_array(page, sizeof(SweepPageText)),
        .shares = sweep_page_array(page, sizeof(SweepPageShare)),
        .pop = sweep_page_array(page, sizeof(SweepPageShare)),
    };

    fill_cells(page, row, &item);
    if (item.done) {
        item.execution_time = row->result.execution_time;
        item.speedup = sweep_row_speedup(row);
        item.efficiency = row->result.efficiency;
        item.total_time = row->result.total_time;
        fill_shares(page, row, &item);
        fill_pop(page, row, &item);
    }
    if (row->report != NULL) {
        item.report =
            sweep_page_take(page, sweep_link(page->view->options->folder, row->report));
        page->reports = TRUE;
    }
    g_array_append_val(page->rows, item);
}

static void
add_rows(SweepPage *page)
{
    const Sweep *sweep = page->view->sweep;

    for (guint i = 0; i < MIN(sweep->rows->len, SWEEP_PAGE_ROWS); i++)
        add_row(page, i);
    for (guint i = 0; i < page->rows->len; i++)
        g_array_index(page->rows, SweepPageRow, i).span =
            4 + page->losses->len + page->factors->len + page->reports;
    page->n_hidden = sweep->rows->len - page->rows->len;
}

/* Parameters that are the same in all rows. */
static void
add_parameters(SweepPage *page)
{
    const Sweep *sweep = page->view->sweep;
    guint n;
    const ParamsRow *rows = params_rows(&n);

    for (guint id = 0; id < n && sweep->rows->len > 0; id++) {
        const Params *params = sweep_row(sweep, 0)->params;
        SweepPageFact fact = { rows[id].name, NULL };
        if (page->view->machines->varies[id] || page->view->machines->files ||
            id == sweep_machine_topology())
            continue;
        fact.value = sweep_page_take(page, sweep_advice_value(params, id));
        g_array_append_val(page->parameters, fact);
    }
}

/* "+1.2 %"; `changed`: whether there is a value a tenth away. */
static const char *
change_text(SweepPage *page, gboolean changed, double time, double from)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];

    if (!changed)
        return "out of range";
    if (!isfinite(time))
        return "cannot run";
    g_ascii_formatd(number, sizeof number, "%+.3g", from > 0 ? 100 * (time / from - 1) : 0);
    return sweep_page_take(page, g_strconcat(number, " %", NULL));
}

static void
add_sensitivity(SweepPage *page, const SweepRow *best)
{
    const Sweep *sweep = page->view->sweep;
    guint n;
    const ParamsRow *rows = params_rows(&n);

    for (guint i = 0; i < sweep->sensitivity->len; i++) {
        const SweepSensitivity *one = &g_array_index(sweep->sensitivity, SweepSensitivity, i);
        const double time = best->result.execution_time;
        const gboolean less = one->values[0] != one->value, more = one->values[1] != one->value;
        const SweepPageChange item = {
            rows[one->parameter].name,
            sweep_page_take(page, sweep_advice_value(best->params, (guint)one->parameter)),
            one->value == 0,
            less ? one->times[0] : (double)NAN,
            more ? one->times[1] : (double)NAN,
            change_text(page, less, one->times[0], time),
            change_text(page, more, one->times[1], time),
        };
        g_array_append_val(page->sensitivity, item);
    }
}

static void
add_best(SweepPage *page)
{
    const gint index = page->view->advice.best;

    page->best_topology = page->best_machine = "";
    if (index == SWEEP_NOTHING)
        return;
    const SweepRow *best = sweep_row(page->view->sweep, (guint)index);
    page->best_id = index + 1;
    page->best_topology = topology_text(page, best);
    page->best_machine = sweep_page_take(page, sweep_advice_machine(page->view, (guint)index));
    page->best_processors = sweep_row_processors(best);
    page->best_time = best->result.execution_time;
    page->best_speedup = sweep_row_speedup(best);
    page->best_efficiency = best->result.efficiency;
    page->best_total_time = best->result.total_time;
    add_sensitivity(page, best);
}

/* The first machines have a series, and that of the best row always. */
static void
add_series(SweepPage *page)
{
    const SweepView *view = page->view;
    const guint n = view->machines->n_machines;
    const guint best =
        view->advice.best != SWEEP_NOTHING ? view->machines->machine[view->advice.best] : 0;

    for (guint i = 0; i < MIN(n, SWEEP_PAGE_SERIES); i++) {
        const gboolean last = i + 1 == SWEEP_PAGE_SERIES;
        const guint machine = last && best > i ? best : i;
        const guint row = g_array_index(view->machines->first, guint, machine);
        const SweepPageSeries item = { (gint64)i + 1,
                                       sweep_page_take(page, sweep_advice_machine(view, row)) };
        g_array_append_val(page->machines, machine);
        g_array_append_val(page->series, item);
    }
    page->n_undrawn = n - page->machines->len;
}

static void
make_arrays(SweepPage *page)
{
    const struct {
        GArray **array;
        guint size;
    } all[] = {
        { &page->columns, sizeof(SweepPageText) },
        { &page->losses, sizeof(SweepPageLoss) },
        { &page->factors, sizeof(SweepPageText) },
        { &page->rows, sizeof(SweepPageRow) },
        { &page->charts, sizeof(SweepPageChart) },
        { &page->series, sizeof(SweepPageSeries) },
        { &page->stacks, sizeof(SweepPageStack) },
        { &page->heats, sizeof(SweepPageHeat) },
        { &page->searches, sizeof(SweepPageText) },
        { &page->sensitivity, sizeof(SweepPageChange) },
        { &page->parameters, sizeof(SweepPageFact) },
        { &page->warnings, sizeof(SweepPageText) },
        { &page->machines, sizeof(guint) },
    };

    for (gsize i = 0; i < G_N_ELEMENTS(all); i++)
        *all[i].array = sweep_page_array(page, all[i].size);
}

static void
add_summary(SweepPage *page)
{
    const Sweep *sweep = page->view->sweep;
    const SweepTrace *trace = &sweep->trace;

    page->program_name = PACKAGE_NAME;
    page->program_version = PACKAGE_VERSION;
    page->title = sweep_page_text(page, trace->program != NULL ? trace->program : trace->file);
    page->advice = sweep_page_take(page, sweep_advice_text(page->view));
    page->headline = sweep_page_take(page, sweep_advice_headline(page->view));
    page->reason = page->advice + strlen(page->headline);
    page->objective = sweep_advice_objective(sweep);
    page->floor = sweep->objective == SWEEP_EFFICIENCY ? sweep->floor : 0;
    page->trace_file = sweep_page_text(page, trace->file);
    page->trace_calls = (gint64)trace->n_calls;
    page->trace_lines = (gint64)trace->lines;
    page->trace_complete = trace->complete;
    page->interrupted = sweep->interrupted;
    page->n_rows = sweep->rows->len;
    page->n_done = sweep_count(sweep, SWEEP_DONE);
    page->n_failed = sweep_count(sweep, SWEEP_FAILED);
    page->n_missing = sweep_count(sweep, SWEEP_NOT_RUN);
    for (guint i = 0; i < sweep->searches->len; i++) {
        g_autofree char *text =
            sweep_advice_search(page->view, &g_array_index(sweep->searches, SweepSearch, i));
        add_text(page, page->searches, text);
    }
    for (guint i = 0; i < sweep->warnings->len; i++)
        add_text(page, page->warnings, g_ptr_array_index(sweep->warnings, i));
}

SweepPage *
sweep_page_new(const SweepView *view)
{
    SweepPage *page = g_new0(SweepPage, 1);

    page->view = view;
    page->arrays = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    page->strings = g_string_chunk_new(4096);
    make_arrays(page);
    add_summary(page);
    add_best(page);
    add_columns(page);
    add_losses(page);
    add_factors(page);
    add_rows(page);
    add_parameters(page);
    add_series(page);
    sweep_charts_add(page);
    sweep_stacks_add(page);
    sweep_heats_add(page);
    return page;
}

void
sweep_page_free(SweepPage *page)
{
    if (page == NULL)
        return;
    g_ptr_array_unref(page->arrays);
    g_string_chunk_free(page->strings);
    g_free(page);
}
