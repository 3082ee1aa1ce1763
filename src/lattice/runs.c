/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/lattice/runs.h"

void
sim_runs_init(SimRuns *runs)
{
    runs->ends = g_array_new(FALSE, FALSE, sizeof(gint64));
    runs->keys = g_array_new(FALSE, FALSE, sizeof(guint64));
}

void
sim_runs_clear(SimRuns *runs)
{
    g_clear_pointer(&runs->ends, g_array_unref);
    g_clear_pointer(&runs->keys, g_array_unref);
}

void
sim_runs_add(SimRuns *runs, gint64 end, guint64 key)
{
    guint n = runs->ends->len;
    gint64 at = n > 0 ? g_array_index(runs->ends, gint64, n - 1) : 0;
    if (end <= at)
        return;
    if (n > 0 && g_array_index(runs->keys, guint64, n - 1) == key) {
        g_array_index(runs->ends, gint64, n - 1) = end;
        return;
    }
    g_array_append_val(runs->ends, end);
    g_array_append_val(runs->keys, key);
}

guint32 *
sim_runs_labels(const SimRuns *runs, guint64 *n)
{
    guint32 *label = g_new(guint32, runs->ends->len);
    g_autoptr(GHashTable) known =
        g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    for (guint i = 0; i < runs->ends->len; i++) {
        guint64 key = g_array_index(runs->keys, guint64, i);
        gpointer found;
        if (!g_hash_table_lookup_extended(known, &key, NULL, &found)) {
            found = GUINT_TO_POINTER(g_hash_table_size(known));
            g_hash_table_insert(known, g_memdup2(&key, sizeof key), found);
        }
        label[i] = GPOINTER_TO_UINT(found);
    }
    *n = g_hash_table_size(known);
    return label;
}
