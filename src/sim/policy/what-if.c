/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/policy/what-if.h"

SimWhatIf *
sim_what_if_new(void)
{
    SimWhatIf *w = g_new0(SimWhatIf, 1);
    w->flags = g_array_new(FALSE, TRUE, sizeof(SimWhatIfFlags));
    w->tasks = g_hash_table_new(g_direct_hash, g_direct_equal);
    w->factors = g_array_new(FALSE, FALSE, sizeof(double));
    w->copies = 1;
    return w;
}

void
sim_what_if_free(SimWhatIf *what_if)
{
    if (what_if == NULL)
        return;
    g_array_unref(what_if->flags);
    g_hash_table_unref(what_if->tasks);
    g_array_unref(what_if->factors);
    g_free(what_if);
}

void
sim_what_if_add(SimWhatIf *what_if, guint32 site, SimWhatIfFlags flags)
{
    if (site == SIM_NO_SITE)
        return;
    if (what_if->flags->len <= site)
        g_array_set_size(what_if->flags, site + 1);
    g_array_index(what_if->flags, SimWhatIfFlags, site) |= flags;
}

void
sim_what_if_scale(SimWhatIf *what_if, guint system, double factor)
{
    g_array_append_val(what_if->factors, factor);
    g_hash_table_insert(what_if->tasks, GUINT_TO_POINTER(system),
                        GUINT_TO_POINTER(what_if->factors->len));
}

void
sim_what_if_merge(SimWhatIf *what_if, const SimWhatIf *other)
{
    GHashTableIter iter;
    gpointer system, index;
    if (other == NULL)
        return;
    for (guint32 i = 0; i < other->flags->len; i++) {
        SimWhatIfFlags flags = g_array_index(other->flags, SimWhatIfFlags, i);
        if (flags != 0)
            sim_what_if_add(what_if, i, flags);
    }
    /* each system has one factor, so the order of the table does not matter */
    g_hash_table_iter_init(&iter, other->tasks);
    while (g_hash_table_iter_next(&iter, &system, &index))
        sim_what_if_scale(what_if, GPOINTER_TO_UINT(system),
                          g_array_index(other->factors, double, GPOINTER_TO_UINT(index) - 1));
    what_if->copies = MAX(what_if->copies, other->copies);
}
