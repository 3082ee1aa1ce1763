/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/view/cells.h"

#include "src/base/hash.h"

/* Cells of the grid, and those below which they are not made larger. */
#define MOST_CELLS  1024
#define LEAST_CELLS 64

/* Values and spans of all rows: what keeps the page small. */
#define MOST_VALUES 25000

/* The cells of one interval while its classes are added. */
typedef struct {
    const RaterGrid *grid, *cells;
    const GArray *columns;
    guint n_cells;
    double *counts[RATER_MAX_RANK]; /* by dimension and cell there: indices of a product */
    double *processors;             /* by cell */
    double *sums;                   /* by cell and column */
} Sums;

double *
report_cells_value(Characteristics *values, guint column)
{
    guint n;
    const CharacteristicRow *rows = characteristic_rows(&n);

    return column < n ? &G_STRUCT_MEMBER(double, values, rows[column].offset)
                      : &values->operations[column - n].communication;
}

/* Halves the largest dimension until there are at most `most` cells. */
static RaterGrid
coarsen(const RaterGrid *grid, gint64 most)
{
    RaterGrid cells = *grid;

    while (rater_grid_count(&cells) > most) {
        int largest = 0;
        for (int g = 1; g < cells.rank; g++)
            if (cells.size[g] > cells.size[largest])
                largest = g;
        cells.size[largest] = (cells.size[largest] + 1) / 2;
    }
    return cells;
}

/* How many indices of the spans lie in each cell of a dimension. */
static void
count_spans(Sums *sums, int g, const ProcessorSpan *spans, guint n)
{
    const gint64 size = sums->grid->size[g], m = sums->cells->size[g];
    double *counts = sums->counts[g];

    memset(counts, 0, (gsize)m * sizeof *counts);
    for (guint i = 0; i < n; i++)
        for (gint64 b = spans[i].lo * m / size; b <= spans[i].hi * m / size; b++) {
            const gint64 first = (b * size + m - 1) / m, end = ((b + 1) * size + m - 1) / m;
            counts[b] += (double)(MIN(spans[i].hi + 1, end) - MAX(spans[i].lo, first));
        }
}

/* Adds `n` times what the counts have from dimension `g` on, below the cell that the dimensions
 * before make. */
static void
add_product(Sums *sums, Characteristics *values, int g, guint cell, double n)
{
    const guint n_columns = sums->columns->len;

    if (g < sums->grid->rank) {
        for (gint64 b = 0; b < sums->cells->size[g]; b++)
            if (sums->counts[g][b] > 0)
                add_product(sums, values, g + 1, cell * (guint)sums->cells->size[g] + (guint)b,
                            n * sums->counts[g][b]);
        return;
    }
    sums->processors[cell] += n;
    for (guint c = 0; c < n_columns; c++)
        sums->sums[cell * n_columns + c] +=
            n * *report_cells_value(values, g_array_index(sums->columns, guint, c));
}

static void
add_class(Sums *sums, ProcessorClass *one)
{
    g_autoptr(ProcessorSet) set = one->set->n_axes == (guint)sums->grid->rank
                                      ? processor_set_ref(one->set)
                                      : processor_set_of_boxes(one->set);

    for (guint p = 0; p < set->n_products; p++) {
        for (guint g = 0; g < set->n_axes; g++) {
            guint n;
            const ProcessorSpan *spans = processor_set_spans(set, p, g, &n);
            count_spans(sums, (int)g, spans, n);
        }
        add_product(sums, &one->values, 0, 0, 1);
    }
}

/* The row of a cell's means, which are equal when the page would write them alike. */
static ProcessorClass *
find_row(const Sums *sums, guint cell, GHashTable *known, GArray *rows)
{
    const guint n_columns = sums->columns->len;
    g_autofree float *means = g_new(float, n_columns);
    ProcessorClass row = { 0 };

    for (guint c = 0; c < n_columns; c++) {
        const double mean = sums->sums[cell * n_columns + c] / sums->processors[cell];
        means[c] = (float)mean;
        *report_cells_value(&row.values, g_array_index(sums->columns, guint, c)) = mean;
    }
    GBytes *key = g_bytes_new(means, n_columns * sizeof *means);
    guint at = GPOINTER_TO_UINT(g_hash_table_lookup(known, key));
    if (at == 0) {
        g_array_append_val(rows, row);
        at = rows->len;
    }
    g_hash_table_replace(known, key, GUINT_TO_POINTER(at));
    return &g_array_index(rows, ProcessorClass, at - 1);
}

static void
clear_row(gpointer row)
{
    processor_set_unref(((ProcessorClass *)row)->set);
}

/* `spans`: by row, its cells as numbers. */
static void
set_cells(GArray *rows, const GPtrArray *spans, const RaterGrid *cells)
{
    for (guint i = 0; i < rows->len; i++) {
        const GArray *of_row = g_ptr_array_index(spans, i);
        g_autoptr(GArray) end = g_array_new(FALSE, FALSE, sizeof(guint));
        g_array_append_val(end, of_row->len);
        g_array_index(rows, ProcessorClass, i).set = processor_set_new(cells, 1, of_row, end);
    }
}

/* Rows of the cells that have processors; *size grows by what they take. */
static GArray *
make_rows(const Sums *sums, guint *size)
{
    g_autoptr(GHashTable) known =
        g_hash_table_new_full(hash_bytes, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    g_autoptr(GPtrArray) spans = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    GArray *rows = g_array_new(FALSE, FALSE, sizeof(ProcessorClass));

    g_array_set_clear_func(rows, clear_row);
    for (guint cell = 0; cell < sums->n_cells; cell++) {
        if (sums->processors[cell] <= 0)
            continue;
        ProcessorClass *row = find_row(sums, cell, known, rows);
        const guint at = (guint)(row - (ProcessorClass *)(gpointer)rows->data);
        const ProcessorSpan span = { cell, cell };
        row->count += (gint64)sums->processors[cell];
        if (at == spans->len)
            g_ptr_array_add(spans, g_array_new(FALSE, FALSE, sizeof(ProcessorSpan)));
        GArray *of_row = g_ptr_array_index(spans, at);
        if (of_row->len > 0 &&
            g_array_index(of_row, ProcessorSpan, of_row->len - 1).hi + 1 == cell) {
            g_array_index(of_row, ProcessorSpan, of_row->len - 1).hi = cell;
        } else {
            g_array_append_val(of_row, span);
            *size += 1;
        }
    }
    *size += rows->len * sums->columns->len;
    set_cells(rows, spans, sums->cells);
    return rows;
}

static GArray *
add_interval(Sums *sums, const Interval *interval, guint *size)
{
    memset(sums->processors, 0, sums->n_cells * sizeof *sums->processors);
    memset(sums->sums, 0, (gsize)sums->n_cells * sums->columns->len * sizeof *sums->sums);
    for (guint i = 0; i < interval->n_classes; i++)
        add_class(sums, &interval->classes[i]);
    return make_rows(sums, size);
}

/* Rows of all that is wanted, or of as many as fit; FALSE: not all did. */
static gboolean
fill(ReportCells *cells, const RaterGrid *grid, const GPtrArray *wanted, const GArray *columns)
{
    const guint n = (guint)rater_grid_count(&cells->grid);
    g_autofree double *counts = g_new(double, (gsize)n *RATER_MAX_RANK);
    g_autofree double *processors = g_new(double, n);
    g_autofree double *values = g_new(double, (gsize)n * columns->len + 1);
    Sums sums = { grid, &cells->grid, columns, n, { NULL }, processors, values };
    guint size = 0;

    for (guint g = 0; g < RATER_MAX_RANK; g++)
        sums.counts[g] = counts + (gsize)g * n;
    for (guint i = 0; i < wanted->len; i++) {
        const Interval *interval = g_ptr_array_index(wanted, i);
        g_autoptr(GArray) rows = add_interval(&sums, interval, &size);
        if (size > MOST_VALUES)
            return FALSE;
        g_ptr_array_index(cells->rows, interval->id - 1) = g_steal_pointer(&rows);
    }
    return TRUE;
}

static void
free_rows(gpointer rows)
{
    if (rows != NULL)
        g_array_unref(rows);
}

ReportCells *
report_cells_new(const Prediction *prediction, const GPtrArray *wanted, const GArray *columns)
{
    const RaterGrid *grid = &prediction->grid;
    ReportCells *cells = g_new0(ReportCells, 1);

    for (gint64 most = MOST_CELLS; most >= LEAST_CELLS; most /= 4) {
        g_clear_pointer(&cells->rows, g_ptr_array_unref);
        cells->rows = g_ptr_array_new_with_free_func(free_rows);
        g_ptr_array_set_size(cells->rows, (int)prediction->n_intervals);
        cells->grid = coarsen(grid, most);
        if (fill(cells, grid, wanted, columns))
            break;
    }
    return cells;
}

void
report_cells_free(ReportCells *cells)
{
    if (cells == NULL)
        return;
    g_ptr_array_unref(cells->rows);
    g_free(cells);
}
