/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/timeline/names.h"

#include <string.h>

#include "src/base/clean.h"

struct _TimelineRows {
    const TimelineNames *names;
    gboolean without_site;
    GPtrArray *rows;   /* of TimelineRow */
    GHashTable *table; /* finds them by their names, a line each */
};

void
timeline_names_append_processor(const TimelineNames *names, gint64 processor, GString *out)
{
    int64_t index[RATER_MAX_RANK] = { processor };
    const int rank = names->grid != NULL ? names->grid->rank : 1;

    if (names->grid != NULL)
        rater_grid_index(names->grid, processor, index);
    for (int d = 0; d < rank; d++)
        g_string_append_printf(out, "%s%" G_GINT64_FORMAT, d == 0 ? "P(" : ",",
                               (gint64)index[d]);
    g_string_append_c(out, ')');
}

static char *
interval_name(const TimelineNames *names, guint32 interval)
{
    if (names->interval == NULL)
        return g_strdup_printf("interval %u", interval);
    g_autofree char *name = names->interval(interval, names->data);
    return report_clean_terminal(name, names->unicode);
}

static char *
site_name(const TimelineNames *names, guint32 site)
{
    if (site >= timeline_n_sites(names->timeline))
        return g_strdup("-");
    const TimelineSite *at = timeline_site(names->timeline, site);
    g_autofree char *name =
        g_strdup_printf("%s:%" G_GINT64_FORMAT, at->file != NULL ? at->file : "", at->line);
    return report_clean_terminal(name, names->unicode);
}

static void
row_free(gpointer data)
{
    TimelineRow *row = data;
    g_free(row->interval);
    g_free(row->site);
    g_free(row);
}

TimelineRows *
timeline_rows_new(const TimelineNames *names, gboolean without_site)
{
    TimelineRows *rows = g_new0(TimelineRows, 1);

    rows->names = names;
    rows->without_site = without_site;
    rows->rows = g_ptr_array_new_with_free_func(row_free);
    rows->table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return rows;
}

void
timeline_rows_free(TimelineRows *rows)
{
    if (rows == NULL)
        return;
    g_hash_table_unref(rows->table);
    g_ptr_array_unref(rows->rows);
    g_free(rows);
}

void
timeline_rows_add(TimelineRows *rows, guint32 interval, guint32 site, double value,
                  double calls)
{
    g_autofree char *name = interval_name(rows->names, interval);
    g_autofree char *line = rows->without_site ? g_strdup("") : site_name(rows->names, site);
    g_autofree char *key = g_strconcat(name, "\n", line, NULL);
    TimelineRow *row = g_hash_table_lookup(rows->table, key);

    if (row == NULL) {
        row = g_new0(TimelineRow, 1);
        row->interval = g_steal_pointer(&name);
        row->site = g_steal_pointer(&line);
        g_ptr_array_add(rows->rows, row);
        g_hash_table_insert(rows->table, g_steal_pointer(&key), row);
    }
    sim_sum_add(&row->value, value);
    sim_sum_add(&row->calls, calls);
}

static gint
compare_sums(SimSum a, SimSum b)
{
    const double x = sim_sum_value(a), y = sim_sum_value(b);
    return x == y ? 0 : x < y ? 1 : -1;
}

static gint
compare_rows(gconstpointer a, gconstpointer b)
{
    const TimelineRow *x = *(TimelineRow *const *)a, *y = *(TimelineRow *const *)b;
    const gint by_value = compare_sums(x->value, y->value);
    const gint by_calls = compare_sums(x->calls, y->calls);
    const gint by_interval = strcmp(x->interval, y->interval);

    if (by_value != 0)
        return by_value;
    if (by_calls != 0)
        return by_calls;
    return by_interval != 0 ? by_interval : strcmp(x->site, y->site);
}

const GPtrArray *
timeline_rows_sort(TimelineRows *rows)
{
    g_ptr_array_sort(rows->rows, compare_rows);
    return rows->rows;
}
