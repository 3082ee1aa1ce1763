/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/lattice/runs.h"

#include "src/base/hash.h"

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

guint *
sim_runs_labels(const SimRuns *runs, guint *n)
{
    const guint n_runs = runs->ends->len;
    const guint64 *key = (const guint64 *)(gpointer)runs->keys->data;
    guint size = 4;
    while (size < 2 * n_runs)
        size *= 2;
    g_autofree guint *first = g_new0(guint, size); /* run + 1 that a key came with; 0: free */
    guint *label = g_new(guint, n_runs);
    *n = 0;
    for (guint i = 0; i < n_runs; i++) {
        guint at = hash_pair(&key[i]) & (size - 1);
        while (first[at] != 0 && key[first[at] - 1] != key[i])
            at = (at + 1) & (size - 1);
        label[i] = first[at] != 0 ? label[first[at] - 1] : (*n)++;
        if (first[at] == 0)
            first[at] = i + 1;
    }
    return label;
}
