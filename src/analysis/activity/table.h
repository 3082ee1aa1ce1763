/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Sums found by three numbers and kept in the order in which they were first asked for, so that
 * nothing depends on hash order.
 */
#pragma once

#include <glib.h>

typedef struct {
    GPtrArray *all;    /* each begins with its key, three gint64 */
    GHashTable *found; /* finds what `all` owns */
    gsize size;        /* bytes of each */
} ActivityTable;

void activity_table_init(ActivityTable *table, gsize size);
void activity_table_clear(ActivityTable *table);

/* A new one is 0 but for its key. */
gpointer activity_table_get(ActivityTable *table, gint64 a, gint64 b, gint64 c);
