/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/lattice/label-table.h"

#include "src/lattice/partition.h"

guint
sim_pair_hash(gconstpointer key)
{
    return (guint)(*(const guint64 *)key * 0x9E3779B97F4A7C15u >> 32);
}

void
sim_label_table_init(SimLabelTable *table, guint n_most)
{
    guint size = 4;
    while (size < 2 * n_most)
        size *= 2;
    *table = (SimLabelTable){ g_new(guint64, size), g_new0(guint, size), size - 1, 0 };
}

void
sim_label_table_clear(SimLabelTable *table)
{
    g_clear_pointer(&table->key, g_free);
    g_clear_pointer(&table->label, g_free);
}

guint
sim_label_table_get(SimLabelTable *table, guint64 key)
{
    guint at = sim_pair_hash(&key) & table->mask;
    while (table->label[at] != 0 && table->key[at] != key)
        at = (at + 1) & table->mask;
    if (table->label[at] == 0) {
        table->key[at] = key;
        table->label[at] = ++table->n;
    }
    return table->label[at] - 1;
}
