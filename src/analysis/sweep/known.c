/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/sweep/known.h"

#include "src/analysis/sweep/machine.h"

struct _SweepKnown {
    Sweep *sweep;     /* owned */
    GHashTable *rows; /* of SweepRow by sweep_machine_key(), which it owns */
};

SweepKnown *
sweep_known_new(Sweep *sweep)
{
    SweepKnown *known = g_new0(SweepKnown, 1);
    known->sweep = sweep;
    known->rows = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < sweep->rows->len; i++) {
        SweepRow *row = sweep_row(sweep, i);
        if (row->status == SWEEP_DONE)
            g_hash_table_insert(known->rows, sweep_machine_key(row, TRUE), row);
    }
    return known;
}

void
sweep_known_free(SweepKnown *known)
{
    if (known == NULL)
        return;
    g_hash_table_unref(known->rows);
    sweep_free(known->sweep);
    g_free(known);
}

const SweepRow *
sweep_known_find(const SweepKnown *known, const SweepRow *row)
{
    g_autofree char *key = sweep_machine_key(row, TRUE);
    return g_hash_table_lookup(known->rows, key);
}

char **
sweep_known_warnings(const SweepKnown *known, const SweepRow *row)
{
    char **texts = g_new0(char *, row->warnings->len + 1);
    for (guint i = 0; i < row->warnings->len; i++) {
        const guint at = g_array_index(row->warnings, guint, i);
        texts[i] = g_strdup(g_ptr_array_index(known->sweep->warnings, at));
    }
    return texts;
}
