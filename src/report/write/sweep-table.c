/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A sweep as a table for a terminal: a line for each configuration, the answer below.
 */
#include <math.h>
#include <string.h>

#include "src/analysis/sweep/topology.h"
#include "src/base/clean.h"
#include "src/base/number.h"
#include "src/report/sweep/advice.h"

/* Of a search only so many of the best are lines. */
#define MOST_FOUND 10

#define WIDTH 80

typedef struct {
    const SweepView *view;
    ReportSink *sink;
    GPtrArray *lines; /* of char **, NULL-terminated: the heads, then the cells of rows */
    gint best;        /* index of the best row's */
} Table;

static void
put(const Table *table, const char *text)
{
    g_autofree char *clean = report_clean_terminal(text, FALSE);

    report_sink_puts(table->sink, clean);
}

/* Takes over the cells. */
static void
add_line(Table *table, GPtrArray *cells)
{
    g_ptr_array_add(cells, NULL);
    g_ptr_array_add(table->lines, g_ptr_array_free(cells, FALSE));
}

static void
add_texts(GPtrArray *cells, const char *const texts[], gsize n)
{
    for (gsize i = 0; i < n; i++)
        g_ptr_array_add(cells, g_strdup(texts[i]));
}

/* Columns that tell configurations apart, then those that are always there; POP factors stand
 * before the words of the last column. */
static void
add_heads(Table *table)
{
    g_autofree char *time = g_strconcat("Time, ", table->view->unit, NULL);
    const char *const names[] = { "Topology", "Processors", time, "Speed-up", "Efficiency" };
    static const char *const factors[SWEEP_N_FACTORS] = { "Global",  "Scaling",   "Parallel",
                                                          "Balance", "Communic.", "Serialis.",
                                                          "Transfer" };
    GPtrArray *cells = g_ptr_array_new();

    for (guint i = 0; i < table->view->axes->len; i++) {
        const int axis = g_array_index(table->view->axes, int, i);
        g_ptr_array_add(cells,
                        g_strdup(axis == SWEEP_AXIS_FILE ? "File" : sweep_axis_name(axis)));
    }
    add_texts(cells, names, G_N_ELEMENTS(names));
    if (table->view->has_pop)
        add_texts(cells, factors, SWEEP_N_FACTORS);
    g_ptr_array_add(cells, g_strdup("Lost most in"));
    add_line(table, cells);
}

static char *
loss_cell(const SweepRow *row)
{
    char number[REPORT_NUMBER_SIZE];
    const SweepLoss loss = sweep_row_largest_loss(row);
    const double share = sweep_row_share(row, loss);

    if (share <= 0)
        return g_strdup("-");
    if (sweep_row_is_start(row))
        return g_strdup_printf(
            "Start and exit, %s",
            report_number_percent(row->result.start_exit_repeated / row->result.total_time,
                                  number));
    return g_strdup_printf("%s, %s", report_use_label(REPORT_INSUFFICIENT + loss),
                           report_number_percent(share, number));
}

static void
add_result(const Table *table, GPtrArray *cells, const SweepRow *row)
{
    char number[REPORT_NUMBER_SIZE];

    if (row->status != SWEEP_DONE) {
        g_ptr_array_add(cells, row->status == SWEEP_FAILED
                                   ? g_strdup_printf("cannot run: %s", row->reason)
                                   : g_strdup("not run"));
        return;
    }
    g_ptr_array_add(cells, sweep_view_time(table->view, row->result.execution_time));
    g_ptr_array_add(cells, sweep_view_speedup(table->view, row));
    g_ptr_array_add(cells, g_strdup(report_number_percent(row->result.efficiency, number)));
    for (guint i = 0; i < SWEEP_N_FACTORS && table->view->has_pop; i++)
        g_ptr_array_add(cells,
                        g_strdup(report_number_percent(sweep_view_factor(row, i), number)));
    g_ptr_array_add(cells, loss_cell(row));
}

static void
add_row(Table *table, guint i)
{
    const SweepView *view = table->view;
    const SweepRow *row = sweep_row(view->sweep, i);
    GPtrArray *cells = g_ptr_array_new();

    for (guint k = 0; k < view->axes->len; k++)
        g_ptr_array_add(
            cells, sweep_axis_value(view->machines, row, g_array_index(view->axes, int, k)));
    g_ptr_array_add(cells, topology_name(&row->params->topology));
    g_ptr_array_add(cells, g_strdup_printf("%" G_GINT64_FORMAT, sweep_row_processors(row)));
    add_result(table, cells, row);
    if ((gint)i == view->advice.best)
        table->best = (gint)table->lines->len;
    add_line(table, cells);
}

/* The best rows of a search, and the answer if it is another of it. */
static void
add_found(Table *table, const SweepSearch *search)
{
    g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(guint));

    for (guint i = search->first; i < search->first + search->n_rows; i++)
        if (sweep_row(table->view->sweep, i)->status == SWEEP_DONE)
            g_array_append_val(rows, i);
    g_array_sort_with_data(rows, sweep_compare_rows, (gpointer)table->view->sweep);
    for (guint k = 0; k < rows->len; k++) {
        const guint i = g_array_index(rows, guint, k);
        if (k < MOST_FOUND || (gint)i == table->view->advice.best)
            add_row(table, i);
    }
}

/* The heads' n columns' widths; the last cell of a line that is not done may be longer. */
static gsize *
column_widths(const GPtrArray *lines, guint n)
{
    gsize *widths = g_new0(gsize, n);

    for (guint i = 0; i < lines->len; i++) {
        char **cells = g_ptr_array_index(lines, i);
        const guint n_cells = g_strv_length(cells);
        for (guint k = 0; k < n_cells; k++)
            if (n_cells == n || k + 1 < n_cells)
                widths[k] = MAX(widths[k], strlen(cells[k]));
    }
    return widths;
}

/* Words to the left, numbers to the right; a cell that reaches over the end of its line is as
 * long as it is. */
static void
put_lines(const Table *table)
{
    const guint n = g_strv_length(g_ptr_array_index(table->lines, 0));
    g_autofree gsize *widths = column_widths(table->lines, n);

    for (guint i = 0; i < table->lines->len && !report_sink_failed(table->sink); i++) {
        char **cells = g_ptr_array_index(table->lines, i);
        const gboolean bold = (gint)i == table->best && table->view->options->colour;
        report_sink_puts(table->sink, bold ? "\033[1m" : "");
        for (guint k = 0; cells[k] != NULL; k++) {
            const int width = cells[k + 1] != NULL ? (int)widths[k] : 0;
            const gboolean words = k <= table->view->axes->len; /* and the topology */
            g_autofree char *cell = g_strdup_printf("  %*s", words ? -width : width, cells[k]);
            put(table, cell);
        }
        report_sink_puts(table->sink, bold ? "\n\033[0m" : "\n");
    }
}

/* Whether a word is the unit of the number before it: "%", "s,". */
static gboolean
is_unit(const char *word)
{
    return (*word == '%' || *word == 's') &&
           strchr(" ", word[1 + strspn(word + 1, ".,:)")]) != NULL;
}

/* Text in lines of at most WIDTH; a number and its unit stay together. */
static void
put_paragraph(const Table *table, const char *text)
{
    g_autofree char *clean = report_clean_terminal(text, FALSE);
    g_autoptr(GString) out = g_string_new("\n");

    for (char *blank = strchr(clean, ' '); blank != NULL; blank = strchr(blank + 1, ' '))
        if (is_unit(blank + 1))
            *blank = '\x1f'; /* clean text has none */
    report_clean_wrap(out, clean, WIDTH, "");
    g_strdelimit(out->str, "\x1f", ' ');
    report_sink_printf(table->sink, "%s\n", out->str);
}

static void
put_title(const Table *table)
{
    const Sweep *sweep = table->view->sweep;
    const guint n = sweep->rows->len, missing = sweep_count(sweep, SWEEP_NOT_RUN);
    const char *program = sweep->trace.program != NULL ? sweep->trace.program : "";
    g_autofree char *files = sweep_view_files(table->view);
    g_autofree char *title = g_strdup_printf(
        "%s%s%s, %s%s%u configuration%s", program, *program != '\0' ? ", trace " : "",
        sweep->trace.file, files, *files != '\0' ? ", " : "", n, n == 1 ? "" : "s");

    put(table, title);
    if (sweep->part.parts > 0)
        report_sink_printf(table->sink, ", PART %u of %u: the whole has %u", sweep->part.number,
                           sweep->part.parts, sweep->part.size);
    if (sweep->interrupted)
        report_sink_printf(table->sink, ", INTERRUPTED: %u not run", missing);
    report_sink_puts(table->sink, "\n");
    if (!sweep->trace.complete)
        report_sink_puts(table->sink,
                         "The trace is truncated: predictions end where it ends.\n");
    report_sink_puts(table->sink, "\n");
}

static void
put_change(const Table *table, const SweepSensitivity *one, guint at)
{
    char number[REPORT_NUMBER_SIZE];
    g_autofree char *change = sweep_advice_change(table->view, one, at);

    if (g_str_has_suffix(change, "%"))
        report_sink_printf(table->sink, "  %12s %10s",
                           report_number_time(one->times[at], number), change);
    else
        report_sink_printf(table->sink, "  %23s", change);
}

static void
put_sensitivity(const Table *table)
{
    const Sweep *sweep = table->view->sweep;
    if (sweep->sensitivity->len == 0 || table->view->advice.best == SWEEP_NOTHING)
        return;
    report_sink_puts(table->sink,
                     "\nPredicted time of it with each parameter a tenth less and a "
                     "tenth more:\n");
    for (guint i = 0; i < sweep->sensitivity->len; i++) {
        const SweepSensitivity *one = &g_array_index(sweep->sensitivity, SweepSensitivity, i);
        report_sink_printf(table->sink, "  %-16s", sweep_axis_name(one->parameter));
        if (one->value == 0)
            report_sink_puts(table->sink, "  is 0, and stays so");
        for (guint k = 0; k < 2 && one->value != 0; k++)
            put_change(table, one, k);
        report_sink_puts(table->sink, "\n");
    }
}

gboolean
sweep_table_write(gpointer data, ReportSink *sink, GError **error G_GNUC_UNUSED)
{
    const SweepView *view = data;
    const Sweep *sweep = view->sweep;
    g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
    Table table = { view, sink, lines, -1 };
    g_autofree char *advice = sweep_advice_text(view);

    add_heads(&table);
    for (guint i = 0; i < sweep->searches->len; i++)
        add_found(&table, &g_array_index(sweep->searches, SweepSearch, i));
    for (guint i = 0; i < sweep->rows->len && sweep->searches->len == 0; i++)
        add_row(&table, i);
    put_title(&table);
    put_lines(&table);
    put_paragraph(&table, advice);
    for (guint i = 0; i < sweep->searches->len; i++) {
        g_autofree char *text =
            sweep_advice_search(view, &g_array_index(sweep->searches, SweepSearch, i));
        put_paragraph(&table, text);
    }
    put_sensitivity(&table);
    return TRUE;
}
