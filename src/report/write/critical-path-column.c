/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/write/critical-path-column.h"

#include <math.h>

#include "src/base/text-table.h"

/* Digits of the total, and how many decimals they may take. */
#define DIGITS        6
#define MOST_DECIMALS 9

typedef struct {
    double seconds;
    double remainder; /* of a unit; the cells with the largest are rounded up */
    gint64 units;
    guint index;
    gboolean part;
} Cell;

struct _CriticalPathColumn {
    double total;
    GArray *cells;
};

CriticalPathColumn *
critical_path_column_new(double total)
{
    CriticalPathColumn *column = g_new0(CriticalPathColumn, 1);

    column->total = total;
    column->cells = g_array_new(FALSE, FALSE, sizeof(Cell));
    return column;
}

void
critical_path_column_free(CriticalPathColumn *column)
{
    if (column == NULL)
        return;
    g_array_unref(column->cells);
    g_free(column);
}

static void
add(CriticalPathColumn *column, double seconds, gboolean part)
{
    const Cell cell = { .seconds = seconds, .index = column->cells->len, .part = part };

    g_array_append_val(column->cells, cell);
}

void
critical_path_column_add(CriticalPathColumn *column, double seconds)
{
    add(column, seconds, FALSE);
}

void
critical_path_column_add_part(CriticalPathColumn *column, double seconds)
{
    add(column, seconds, TRUE);
}

static int
compare_remainders(gconstpointer va, gconstpointer vb)
{
    const Cell *a = va, *b = vb;

    if (a->part != b->part)
        return a->part ? 1 : -1;
    if (a->remainder != b->remainder)
        return a->remainder > b->remainder ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

static int
compare_indices(gconstpointer va, gconstpointer vb)
{
    const Cell *a = va, *b = vb;

    return (a->index > b->index) - (a->index < b->index);
}

/* Units of `unit` seconds, which add up to `total` units. */
static void
share_units(GArray *cells, double unit, gint64 total)
{
    gint64 left = total;

    for (guint i = 0; i < cells->len; i++) {
        Cell *cell = &g_array_index(cells, Cell, i);
        const double units = cell->seconds / unit;
        cell->units = cell->part ? llround(units) : (gint64)floor(units);
        cell->remainder = units - floor(units);
        left -= cell->part ? 0 : cell->units;
    }
    g_array_sort(cells, compare_remainders);
    for (guint i = 0; i < cells->len && left > 0; i++, left--) {
        Cell *cell = &g_array_index(cells, Cell, i);
        if (cell->part)
            break;
        cell->units++;
    }
    g_array_sort(cells, compare_indices);
}

/* Each by itself: a total of no or of too many digits. */
static char **
format_apart(const CriticalPathColumn *column)
{
    const guint n = column->cells->len;
    char **texts = g_new0(char *, n + 2);

    for (guint i = 0; i < n; i++)
        texts[i] = text_table_milliseconds(g_array_index(column->cells, Cell, i).seconds);
    texts[n] = text_table_milliseconds(column->total);
    return texts;
}

static gboolean
all_end_in_zero(const GArray *cells)
{
    for (guint i = 0; i < cells->len; i++)
        if (g_array_index(cells, Cell, i).units % 10 != 0)
            return FALSE;
    return TRUE;
}

static char *
format_units(gint64 units, int decimals)
{
    gint64 one = 1;

    for (int i = 0; i < decimals; i++)
        one *= 10;
    if (decimals == 0)
        return g_strdup_printf("%" G_GINT64_FORMAT, units);
    return g_strdup_printf("%" G_GINT64_FORMAT ".%0*" G_GINT64_FORMAT, units / one, decimals,
                           units % one);
}

char **
critical_path_column_format(CriticalPathColumn *column)
{
    GArray *cells = column->cells;
    const guint n = cells->len;
    const double milliseconds = column->total * 1e3;
    const int digits = milliseconds > 0 ? (int)floor(log10(milliseconds)) + 1 : 0;
    int decimals = CLAMP(DIGITS - digits, 0, MOST_DECIMALS);

    if (!(milliseconds > 0) || digits > 15 || digits < DIGITS - MOST_DECIMALS)
        return format_apart(column);
    const double unit = pow(10, -3 - decimals);
    gint64 total = llround(column->total / unit);
    share_units(cells, unit, total);
    for (; decimals > 0 && total % 10 == 0 && all_end_in_zero(cells); decimals--) {
        total /= 10;
        for (guint i = 0; i < n; i++)
            g_array_index(cells, Cell, i).units /= 10;
    }
    char **texts = g_new0(char *, n + 2);
    for (guint i = 0; i < n; i++)
        texts[i] = format_units(g_array_index(cells, Cell, i).units, decimals);
    texts[n] = format_units(total, decimals);
    return texts;
}
