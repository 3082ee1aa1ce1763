/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/sim-partition.h"

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
