/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/sweep/merge.h"

#include "src/analysis/sweep/machine.h"

/* What two rows of one configuration have in common; free with g_free(). */
static char *
configuration(const SweepRow *row)
{
    g_autofree char *text = params_to_text(row->params);
    return g_strconcat(row->params_file, "\n", text, NULL);
}

/* Whether two rows of one configuration were predicted, and not the same. */
static gboolean
differ(const SweepRow *a, const SweepRow *b)
{
    if (a->status == SWEEP_NOT_RUN || b->status == SWEEP_NOT_RUN)
        return FALSE;
    return a->status != b->status ||
           (a->status == SWEEP_DONE && (a->result.execution_time != b->result.execution_time ||
                                        a->result.total_time != b->result.total_time));
}

/* Keeps one row of each configuration; how many others differed. */
static guint
unite_rows(Sweep *sweep)
{
    guint n_differ = 0;

    g_autoptr(GHashTable) places = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GPtrArray) rows = g_steal_pointer(&sweep->rows);
    sweep->rows = g_ptr_array_new_with_free_func((GDestroyNotify)sweep_row_free);
    for (guint i = 0; i < rows->len; i++) {
        SweepRow *row = g_steal_pointer(&rows->pdata[i]);
        g_autofree char *key = configuration(row);
        gpointer place;
        if (!g_hash_table_lookup_extended(places, key, NULL, &place)) {
            g_hash_table_insert(places, g_steal_pointer(&key),
                                GUINT_TO_POINTER(sweep->rows->len));
            g_ptr_array_add(sweep->rows, row);
            continue;
        }
        SweepRow **first = (SweepRow **)&sweep->rows->pdata[GPOINTER_TO_UINT(place)];
        n_differ += differ(*first, row);
        if ((*first)->status == SWEEP_NOT_RUN) {
            SweepRow *other = *first;
            *first = row;
            row = other;
        }
        sweep_row_free(row);
    }
    return n_differ;
}

guint
sweep_merge(Sweep *sweep)
{
    const guint n_differ = unite_rows(sweep);
    g_autoptr(SweepMachines) machines = sweep_machines_new(sweep);
    for (guint i = 0; i < sweep->rows->len; i++)
        sweep_row(sweep, i)->machine = machines->machine[i] + 1;
    sweep->interrupted |= sweep_count(sweep, SWEEP_NOT_RUN) > 0;
    return n_differ;
}
