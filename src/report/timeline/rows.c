/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/timeline/rows.h"

#include <string.h>

struct _TimelineRows {
    const TimelineNames *names;
    gboolean without_site;
    GPtrArray *rows;   /* of TimelineRow */
    GHashTable *table; /* finds what `rows` owns */
};

static guint
row_hash(gconstpointer p)
{
    const TimelineRow *row = p;
    return g_str_hash(row->interval) * 31 + g_str_hash(row->site);
}

static gboolean
row_equal(gconstpointer a, gconstpointer b)
{
    const TimelineRow *x = a, *y = b;
    return strcmp(x->interval, y->interval) == 0 && strcmp(x->site, y->site) == 0;
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
    rows->table = g_hash_table_new(row_hash, row_equal);
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
    g_autofree char *interval_name = timeline_names_interval(rows->names, interval);
    g_autofree char *site_name =
        rows->without_site ? g_strdup("") : timeline_names_site(rows->names, site);
    const TimelineRow key = { .interval = interval_name, .site = site_name };
    TimelineRow *row = g_hash_table_lookup(rows->table, &key);

    if (row == NULL) {
        row = g_new0(TimelineRow, 1);
        row->interval = g_steal_pointer(&interval_name);
        row->site = g_steal_pointer(&site_name);
        g_ptr_array_add(rows->rows, row);
        g_hash_table_add(rows->table, row);
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
