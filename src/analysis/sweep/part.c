/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/sweep/part.h"

#include <string.h>

#include "src/analysis/sweep/machine.h"

/* Missing parts that a message names. */
#define MOST_NAMED 10

G_DEFINE_QUARK(sweep - part - error - quark, sweep_part_error)

static gint
compare_sizes(gconstpointer a, gconstpointer b, gpointer data)
{
    const guint i = *(const guint *)a, j = *(const guint *)b;
    const gint64 n = sweep_row_processors(sweep_row(data, i));
    const gint64 m = sweep_row_processors(sweep_row(data, j));
    return n != m ? (n < m ? 1 : -1) : (i > j) - (i < j);
}

GArray *
sweep_part_order(const Sweep *sweep, guint first, guint n)
{
    GArray *rows = g_array_sized_new(FALSE, FALSE, sizeof(guint), n);
    for (guint i = first; i < first + n; i++)
        g_array_append_val(rows, i);
    g_array_sort_with_data(rows, compare_sizes, (gpointer)sweep);
    return rows;
}

/* Differs when any configuration or their order does. */
static char *
digest_of(const Sweep *sweep)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    for (guint i = 0; i < sweep->rows->len; i++) {
        g_autofree char *key = sweep_machine_key(sweep_row(sweep, i), TRUE);
        g_checksum_update(sum, (const guchar *)key, (gssize)strlen(key) + 1);
    }
    return g_strdup(g_checksum_get_string(sum));
}

/* The part that gets row k of those in order, from 1. */
static guint
part_of(guint k, guint parts)
{
    const guint at = k % parts;
    return k / parts % 2 == 0 ? at + 1 : parts - at;
}

void
sweep_part_take(Sweep *sweep, guint number, guint parts)
{
    const guint n = sweep->rows->len;
    g_autoptr(GArray) order = sweep_part_order(sweep, 0, n);
    g_autofree gboolean *mine = g_new0(gboolean, MAX(n, 1));
    for (guint k = 0; k < n; k++)
        mine[g_array_index(order, guint, k)] = part_of(k, parts) == number;
    sweep->part = (SweepPart){ .parts = parts, .number = number, .size = n };
    sweep->part.whole = digest_of(sweep);
    g_autoptr(GPtrArray) rows = g_steal_pointer(&sweep->rows);
    sweep->rows = g_ptr_array_new_with_free_func((GDestroyNotify)sweep_row_free);
    for (guint i = 0; i < n; i++) {
        if (!mine[i])
            continue;
        SweepRow *row = g_steal_pointer(&rows->pdata[i]);
        row->place = i + 1;
        g_ptr_array_add(sweep->rows, row);
    }
}

/* "2, 5, 6, ..": of those that were not read. */
static char *
name_missing(const SweepPart *part)
{
    GString *text = g_string_new(NULL);
    guint n = 0;
    for (guint k = 1; k <= part->parts && n <= MOST_NAMED; k++) {
        if (g_hash_table_contains(part->all, GUINT_TO_POINTER(k)))
            continue;
        g_string_append(text, n > 0 ? ", " : "");
        if (n++ < MOST_NAMED)
            g_string_append_printf(text, "%u", k);
        else
            g_string_append(text, "...");
    }
    return g_string_free(text, FALSE);
}

/* Rows of a whole before others. */
static gint
compare_places(gconstpointer a, gconstpointer b, gpointer data)
{
    const guint *places = data, i = *(const guint *)a, j = *(const guint *)b;
    const guint p = places[i] - 1, q = places[j] - 1; /* 0 becomes the largest */
    return p != q ? (p > q) - (p < q) : (i > j) - (i < j);
}

static void
sort_rows(Sweep *sweep)
{
    const guint n = sweep->rows->len;
    g_autofree guint *places = g_new0(guint, MAX(n, 1));
    g_autoptr(GArray) order = g_array_sized_new(FALSE, FALSE, sizeof(guint), n);
    for (guint i = 0; i < n; i++) {
        places[i] = sweep_row(sweep, i)->place;
        g_array_append_val(order, i);
    }
    g_array_sort_with_data(order, compare_places, places);
    g_autoptr(GPtrArray) rows = g_steal_pointer(&sweep->rows);
    sweep->rows = g_ptr_array_new_with_free_func((GDestroyNotify)sweep_row_free);
    for (guint k = 0; k < n; k++)
        g_ptr_array_add(sweep->rows,
                        g_steal_pointer(&rows->pdata[g_array_index(order, guint, k)]));
}

/* The first place that no row has, of rows in order; 0: there is none. */
static guint
find_gap(const Sweep *sweep)
{
    guint last = 0;
    for (guint i = 0; i < sweep->rows->len && last < sweep->part.size; i++) {
        const guint place = sweep_row(sweep, i)->place;
        if (place == 0 || place > last + 1)
            break;
        last = place;
    }
    return last < sweep->part.size ? last + 1 : 0;
}

gboolean
sweep_part_join(Sweep *sweep, GError **error)
{
    SweepPart *part = &sweep->part;
    if (part->parts == 0)
        return TRUE;
    g_autofree char *missing = name_missing(part);
    if (*missing != '\0') {
        g_set_error(error, SWEEP_PART_ERROR, 0,
                    "of the %u parts of the sweep these are missing: %s", part->parts, missing);
        return FALSE;
    }
    sort_rows(sweep);
    const guint gap = find_gap(sweep);
    if (gap > 0) {
        g_set_error(error, SWEEP_PART_ERROR, 0,
                    "configuration %u of the %u of the whole sweep is in none of its parts",
                    gap, part->size);
        return FALSE;
    }
    for (guint i = 0; i < sweep->rows->len; i++)
        sweep_row(sweep, i)->place = 0;
    g_free(part->whole);
    g_hash_table_unref(part->all);
    *part = (SweepPart){ 0 };
    return TRUE;
}
