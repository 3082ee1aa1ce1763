/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/lattice/runs.h"

#include "src/base/hash.h"

void
sim_runs_clear(SimRuns *runs)
{
    g_clear_pointer(&runs->list, g_array_unref);
}

void
sim_runs_add(SimRuns *runs, gint64 end, guint64 key)
{
    const SimRun run = { end, key };
    if (runs->list == NULL)
        runs->list = g_array_new(FALSE, FALSE, sizeof run);
    const guint n = runs->list->len;
    SimRun *last = n > 0 ? &g_array_index(runs->list, SimRun, n - 1) : NULL;
    if (end <= (last != NULL ? last->end : 0))
        return;
    if (last != NULL && last->key == key)
        last->end = end;
    else
        g_array_append_val(runs->list, run);
}

guint *
sim_runs_labels(const SimRuns *runs, guint *n)
{
    const guint n_runs = runs->list->len;
    const SimRun *run = sim_runs_at(runs, 0);
    guint size = 4;
    while (size < 2 * n_runs)
        size *= 2;
    g_autofree guint *first = g_new0(guint, size); /* run + 1 that a key came with; 0: free */
    guint *label = g_new(guint, n_runs);
    *n = 0;
    for (guint i = 0; i < n_runs; i++) {
        guint at = hash_pair(&run[i].key) & (size - 1);
        while (first[at] != 0 && run[first[at] - 1].key != run[i].key)
            at = (at + 1) & (size - 1);
        label[i] = first[at] != 0 ? label[first[at] - 1] : (*n)++;
        if (first[at] == 0)
            first[at] = i + 1;
    }
    return label;
}
