/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Numbers keys by first occurrence.
 */
#pragma once

#include <glib.h>

/* Made for a number of keys and never grown, without an allocation a key. */
typedef struct {
    guint64 *key;
    guint *label; /* label + 1, 0: free */
    guint mask, n;
} SimLabelTable;

/* For at most n_most keys. */
void sim_label_table_init(SimLabelTable *table, guint n_most);
void sim_label_table_clear(SimLabelTable *table);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SimLabelTable, sim_label_table_clear)

/* The number of `key`: 0, 1, ... in the order in which keys came. table->n: how many there are.
 */
guint sim_label_table_get(SimLabelTable *table, guint64 key);
