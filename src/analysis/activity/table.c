/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/activity/table.h"

#include <string.h>

#define KEY_SIZE (3 * sizeof(gint64))

static guint
key_hash(gconstpointer p)
{
    const gint64 *key = p;
    guint64 hash = 0;

    for (guint i = 0; i < 3; i++)
        hash = (hash + (guint64)key[i]) * 0x9E3779B97F4A7C15u;
    return (guint)(hash >> 32);
}

static gboolean
key_equal(gconstpointer a, gconstpointer b)
{
    return memcmp(a, b, KEY_SIZE) == 0;
}

void
activity_table_init(ActivityTable *table, gsize size)
{
    *table = (ActivityTable){ g_ptr_array_new_with_free_func(g_free),
                              g_hash_table_new(key_hash, key_equal), size };
}

void
activity_table_clear(ActivityTable *table)
{
    g_hash_table_unref(table->found);
    g_ptr_array_unref(table->all);
}

gpointer
activity_table_get(ActivityTable *table, gint64 a, gint64 b, gint64 c)
{
    const gint64 key[] = { a, b, c };
    gpointer one = g_hash_table_lookup(table->found, key);

    if (one == NULL) {
        one = g_malloc0(table->size);
        memcpy(one, key, KEY_SIZE);
        g_ptr_array_add(table->all, one);
        g_hash_table_add(table->found, one);
    }
    return one;
}
