/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/base/text-table.h"

#include <math.h>

#include "src/base/clean.h"
#include "src/base/number.h"

struct _TextTable {
    guint n_columns;
    gboolean *left;   /* n_columns: which are aligned to the left */
    GPtrArray *cells; /* strings, row by row */
};

TextTable *
text_table_new(guint n_columns, guint n_left)
{
    TextTable *table = g_new0(TextTable, 1);

    table->n_columns = n_columns;
    table->left = g_new0(gboolean, n_columns);
    for (guint i = 0; i < n_left; i++)
        text_table_set_left(table, i);
    table->cells = g_ptr_array_new_with_free_func(g_free);
    return table;
}

void
text_table_free(TextTable *table)
{
    if (table == NULL)
        return;
    g_ptr_array_unref(table->cells);
    g_free(table->left);
    g_free(table);
}

void
text_table_set_left(TextTable *table, guint column)
{
    table->left[column] = TRUE;
}

void
text_table_add(TextTable *table, const char *text)
{
    text_table_take(table, g_strdup(text));
}

void
text_table_take(TextTable *table, char *text)
{
    g_ptr_array_add(table->cells, text);
}

static void
write_cell(const TextTable *table, guint column, const char *text, gsize width, GString *out)
{
    const int blanks = (int)(width - report_clean_width(text));
    const gboolean left = table->left[column];

    g_string_append_printf(out, "%s%*s%s%*s", column > 0 ? "  " : "", left ? 0 : blanks, "",
                           text, left ? blanks : 0, "");
    if (column + 1 < table->n_columns)
        return;
    while (out->len > 0 && out->str[out->len - 1] == ' ')
        g_string_truncate(out, out->len - 1);
    g_string_append_c(out, '\n');
}

void
text_table_write(const TextTable *table, GString *out)
{
    const guint n_rows = table->cells->len / table->n_columns;
    g_autofree gsize *widths = g_new0(gsize, table->n_columns);

    for (guint i = 0; i < n_rows * table->n_columns; i++) {
        gsize *width = &widths[i % table->n_columns];
        *width = MAX(*width, report_clean_width(table->cells->pdata[i]));
    }
    for (guint i = 0; i < n_rows * table->n_columns; i++) {
        const guint column = i % table->n_columns;
        write_cell(table, column, table->cells->pdata[i], widths[column], out);
    }
}

char *
text_table_percent(double share)
{
    const double percent = round(100 * share);
    char buffer[REPORT_NUMBER_SIZE];

    if (!isfinite(percent))
        return g_strdup("-");
    if (percent < 1)
        return g_strdup("*");
    return g_strdup(g_ascii_formatd(buffer, sizeof buffer, "%.0f", percent));
}

char *
text_table_ratio(double value)
{
    char buffer[REPORT_NUMBER_SIZE];

    if (!isfinite(value))
        return g_strdup("-");
    /* a double has up to 309 digits before the point */
    return g_strdup(fabs(value) < 1e9 ? g_ascii_formatd(buffer, sizeof buffer, "%.2f", value)
                                      : report_number_short(value, buffer));
}

char *
text_table_count(double value)
{
    char buffer[REPORT_NUMBER_SIZE];

    if (!isfinite(value) || fabs(value) >= 1e18)
        return g_strdup(report_number_short(value, buffer));
    return g_strdup(g_ascii_formatd(buffer, sizeof buffer, "%.0f", value));
}
