/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A sweep as a table for a terminal: a line for each configuration, the answer below.
 */
#include <math.h>
#include <string.h>

#include "src/analysis/sweep/topology.h"
#include "src/base/clean.h"
#include "src/base/number.h"
#include "src/report/view/sweep-advice.h"

/* Of a search only so many of the best are lines. */
#define MOST_FOUND 10

#define WIDTH 80

typedef struct {
    const SweepView *view;
    ReportSink *sink;
    GPtrArray *names; /* of columns; borrowed but the first few */
    GPtrArray *cells; /* of char **, one for each column, owned; NULL-terminated */
    GArray *rows;     /* of guint: the row of each line */
    guint n_words;    /* columns of words, the topology is the last of them */
} Table;

static void
put(const Table *table, const char *text)
{
    g_autofree char *clean = report_clean_terminal(text, FALSE);

    report_sink_puts(table->sink, clean);
}

/* Columns that tell configurations apart, then those that are always there. */
static void
make_names(Table *table)
{
    static const char *const names[] = { "Topology", "Processors", "Time, s",
                                         "Speed-up", "Efficiency", "Lost most in" };
    const GArray *axes = table->view->axes;

    for (guint i = 0; i < axes->len; i++) {
        const int axis = g_array_index(axes, int, i);
        g_ptr_array_add(table->names, axis == SWEEP_AXIS_FILE
                                          ? (gpointer) "File"
                                          : (gpointer)sweep_axis_name(axis));
    }
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        g_ptr_array_add(table->names, (gpointer)names[i]);
    table->n_words = axes->len + 1;
}

/* POP factors stand before the words of the last column. */
static void
add_pop_names(Table *table)
{
    static const char *const names[] = { "Parallel", "Balance", "Communic.", "Serialis.",
                                         "Transfer" };

    for (guint i = 0; i < G_N_ELEMENTS(names) && table->view->has_pop; i++)
        g_ptr_array_insert(table->names, (gint)table->names->len - 1, (gpointer)names[i]);
}

static char *
loss_cell(const SweepRow *row)
{
    char number[REPORT_NUMBER_SIZE];
    const SweepLoss loss = sweep_row_largest_loss(row);
    const double share = sweep_row_share(row, loss);

    if (share <= 0)
        return g_strdup("-");
    return g_strdup_printf("%s, %s", sweep_loss_label(loss),
                           report_number_percent(share, number));
}

static void
add_result(const Table *table, GPtrArray *cells, const SweepRow *row)
{
    char number[REPORT_NUMBER_SIZE];

    if (row->status != SWEEP_DONE) {
        g_autofree char *reason = row->status == SWEEP_FAILED
                                      ? g_strdup_printf("cannot run: %s", row->reason)
                                      : g_strdup("not run");
        g_ptr_array_add(cells, g_steal_pointer(&reason));
        return;
    }
    g_ptr_array_add(cells, g_strdup(report_number_short(row->result.execution_time, number)));
    g_ptr_array_add(cells, g_strdup(report_number_short(sweep_row_speedup(row), number)));
    g_ptr_array_add(cells, g_strdup(report_number_percent(row->result.efficiency, number)));
    for (guint i = 0; i < SWEEP_N_FACTORS && table->view->has_pop; i++)
        g_ptr_array_add(cells,
                        g_strdup(report_number_percent(sweep_view_factor(row, i), number)));
    g_ptr_array_add(cells, loss_cell(row));
}

static void
add_line(Table *table, guint i)
{
    const SweepView *view = table->view;
    const SweepRow *row = sweep_row(view->sweep, i);
    GPtrArray *cells = g_ptr_array_new();

    for (guint k = 0; k < view->axes->len; k++)
        g_ptr_array_add(
            cells, sweep_axis_value(view->machines, row, g_array_index(view->axes, int, k)));
    g_ptr_array_add(cells, sweep_parameter_text(row->params, sweep_machine_topology()));
    g_ptr_array_add(cells, g_strdup_printf("%" G_GINT64_FORMAT, sweep_row_processors(row)));
    add_result(table, cells, row);
    g_ptr_array_add(cells, NULL);
    g_ptr_array_add(table->cells, g_ptr_array_free(cells, FALSE));
    g_array_append_val(table->rows, i);
}

/* The best rows of a search. */
static void
add_found(Table *table, const SweepSearch *search)
{
    g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(guint));

    for (guint i = search->first; i < search->first + search->n_rows; i++)
        if (sweep_row(table->view->sweep, i)->status == SWEEP_DONE)
            g_array_append_val(rows, i);
    g_array_sort_with_data(rows, sweep_compare_rows, (gpointer)table->view->sweep);
    for (guint k = 0; k < MIN(rows->len, MOST_FOUND); k++)
        add_line(table, g_array_index(rows, guint, k));
}

static void
make_lines(Table *table)
{
    const Sweep *sweep = table->view->sweep;

    for (guint i = 0; i < sweep->searches->len; i++)
        add_found(table, &g_array_index(sweep->searches, SweepSearch, i));
    for (guint i = 0; i < sweep->rows->len && sweep->searches->len == 0; i++)
        add_line(table, i);
}

/* Width of a column; the last cell of a line that is not done may be longer. */
static gsize
column_width(const Table *table, guint column)
{
    gsize width = strlen(g_ptr_array_index(table->names, column));

    for (guint i = 0; i < table->cells->len; i++) {
        char *const *cells = g_ptr_array_index(table->cells, i);
        const guint n = g_strv_length((char **)cells);
        if (column < n && (n == table->names->len || column + 1 < n))
            width = MAX(width, strlen(cells[column]));
    }
    return width;
}

/* Words to the left, numbers to the right; a cell that reaches over the end of its line is as
 * long as it is. */
static void
put_cells(const Table *table, const char *const cells[], const gsize widths[])
{
    const guint n = g_strv_length((char **)cells);

    for (guint i = 0; i < n; i++) {
        const gboolean last = i + 1 == n;
        g_autofree char *cell =
            last || i < table->n_words
                ? g_strdup_printf("%-*s", last ? 0 : (int)widths[i], cells[i])
                : g_strdup_printf("%*s", (int)widths[i], cells[i]);
        put(table, "  ");
        put(table, cell);
    }
    report_sink_puts(table->sink, "\n");
}

static void
put_lines(Table *table)
{
    const gboolean colour = table->view->options->colour;
    g_autofree gsize *widths = g_new(gsize, table->names->len);

    for (guint i = 0; i < table->names->len; i++)
        widths[i] = column_width(table, i);
    g_ptr_array_add(table->names, NULL);
    table->names->len--;
    put_cells(table, (const char *const *)table->names->pdata, widths);
    for (guint i = 0; i < table->cells->len && !report_sink_failed(table->sink); i++) {
        const gboolean best =
            (gint)g_array_index(table->rows, guint, i) == table->view->advice.best;
        report_sink_puts(table->sink, best && colour ? "\033[1m" : "");
        put_cells(table, g_ptr_array_index(table->cells, i), widths);
        report_sink_puts(table->sink, best && colour ? "\033[0m" : "");
    }
}

/* Whether a word is the unit of the number before it: "%", "s,". */
static gboolean
is_unit(const char *word)
{
    return (*word == '%' || *word == 's') && strspn(word + 1, ".,:)") == strlen(word + 1);
}

/* Text in lines of at most WIDTH; a number and its unit stay together. */
static void
put_paragraph(const Table *table, const char *text)
{
    g_auto(GStrv) words = g_strsplit(text, " ", -1);
    gsize column = 0;

    report_sink_puts(table->sink, "\n");
    for (char **word = words; *word != NULL; word++) {
        const gboolean unit = word[1] != NULL && is_unit(word[1]);
        g_autofree char *piece =
            unit ? g_strconcat(*word, " ", word[1], NULL) : g_strdup(*word);
        const gsize len = strlen(piece);
        if (column > 0)
            report_sink_puts(table->sink, column + 1 + len > WIDTH ? "\n" : " ");
        column = column > 0 && column + 1 + len <= WIDTH ? column + 1 + len : len;
        put(table, piece);
        word += unit;
    }
    report_sink_puts(table->sink, "\n");
}

static void
put_title(const Table *table)
{
    const Sweep *sweep = table->view->sweep;
    const guint n = sweep->rows->len, missing = sweep_count(sweep, SWEEP_NOT_RUN);
    const char *program = sweep->trace.program != NULL ? sweep->trace.program : "";
    g_autofree char *title = g_strdup_printf("%s%s%s, %u configuration%s", program,
                                             *program != '\0' ? ", trace " : "",
                                             sweep->trace.file, n, n == 1 ? "" : "s");

    put(table, title);
    if (sweep->interrupted)
        report_sink_printf(table->sink, ", INTERRUPTED: %u not run", missing);
    report_sink_puts(table->sink, "\n");
    if (!sweep->trace.complete)
        report_sink_puts(table->sink,
                         "The trace is truncated: predictions end where it ends.\n");
    report_sink_puts(table->sink, "\n");
}

static void
put_change(const Table *table, gboolean changed, double time, double from)
{
    char number[REPORT_NUMBER_SIZE], share[REPORT_NUMBER_SIZE];

    if (!changed || !isfinite(time)) {
        report_sink_printf(table->sink, "  %25s", changed ? "cannot run" : "out of range");
        return;
    }
    g_ascii_formatd(share, sizeof share, "%+.3g", from > 0 ? 100 * (time / from - 1) : 0);
    report_sink_printf(table->sink, "  %12s s %8s %%", report_number_short(time, number),
                       share);
}

static void
put_sensitivity(const Table *table)
{
    const Sweep *sweep = table->view->sweep;
    if (sweep->sensitivity->len == 0 || table->view->advice.best == SWEEP_NOTHING)
        return;
    const SweepRow *best = sweep_row(sweep, (guint)table->view->advice.best);
    report_sink_puts(table->sink,
                     "\nPredicted time of it with each parameter a tenth less and a "
                     "tenth more:\n");
    for (guint i = 0; i < sweep->sensitivity->len; i++) {
        const SweepSensitivity *one = &g_array_index(sweep->sensitivity, SweepSensitivity, i);
        report_sink_printf(table->sink, "  %-16s", sweep_axis_name(one->parameter));
        if (one->value == 0)
            report_sink_puts(table->sink, "  is 0, and stays so");
        for (guint k = 0; k < 2 && one->value != 0; k++)
            put_change(table, one->values[k] != one->value, one->times[k],
                       best->result.execution_time);
        report_sink_puts(table->sink, "\n");
    }
}

gboolean
sweep_table_write(gpointer data, ReportSink *sink, GError **error G_GNUC_UNUSED)
{
    const SweepView *view = data;
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    g_autoptr(GPtrArray) cells = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
    g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(guint));
    Table table = { view, sink, names, cells, rows, 0 };
    g_autofree char *advice = sweep_advice_text(view);

    make_names(&table);
    add_pop_names(&table);
    make_lines(&table);
    put_title(&table);
    put_lines(&table);
    put_paragraph(&table, advice);
    for (guint i = 0; i < view->sweep->searches->len; i++) {
        g_autofree char *text =
            sweep_advice_search(view, &g_array_index(view->sweep->searches, SweepSearch, i));
        put_paragraph(&table, text);
    }
    put_sensitivity(&table);
    return TRUE;
}
