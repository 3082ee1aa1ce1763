/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/trace/program/distinct.h"

#define MOST_ITEMS (1u << 24)

void
trace_distinct_init(TraceDistinct *distinct, GHashFunc hash, GEqualFunc equal,
                    GDestroyNotify free_item)
{
    distinct->free_item = free_item;
    distinct->items = g_ptr_array_new_with_free_func(free_item);
    distinct->numbers = g_hash_table_new(hash, equal);
}

void
trace_distinct_clear(TraceDistinct *distinct)
{
    trace_distinct_close(distinct);
    g_clear_pointer(&distinct->items, g_ptr_array_unref);
}

void
trace_distinct_close(TraceDistinct *distinct)
{
    g_clear_pointer(&distinct->numbers, g_hash_table_unref);
}

guint32
trace_distinct_find(const TraceDistinct *distinct, gconstpointer key)
{
    gpointer number;
    return g_hash_table_lookup_extended(distinct->numbers, key, NULL, &number)
               ? GPOINTER_TO_UINT(number)
               : TRACE_NONE;
}

guint32
trace_distinct_add(TraceDistinct *distinct, gpointer item)
{
    const guint32 number = distinct->items->len;
    if (number == MOST_ITEMS) {
        distinct->free_item(item);
        return TRACE_NONE;
    }
    g_ptr_array_add(distinct->items, item);
    g_hash_table_insert(distinct->numbers, item, GUINT_TO_POINTER(number));
    return number;
}
