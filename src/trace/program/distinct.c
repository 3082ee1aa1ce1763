/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/trace/program/distinct.h"

/* What a GHashTable holds without trouble. */
#define MOST_ITEMS (1u << 30)

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

/* Both halves of the 128-bit product, folded: one multiplication mixes 16 bytes. */
static guint64
mix(const guint64 words[2], guint64 hash)
{
    const unsigned __int128 product =
        (unsigned __int128)(words[0] ^ hash ^ G_GUINT64_CONSTANT(0x9fb21c651e98df25)) *
        (words[1] ^ G_GUINT64_CONSTANT(0xd6e8feb86659fd93));
    return (guint64)product ^ (guint64)(product >> 64);
}

guint64
trace_hash(const void *bytes, gsize size, guint64 seed)
{
    const char *p = bytes;
    guint64 hash = seed;
    guint64 words[2];
    gsize left = size;
    for (; left >= sizeof words; left -= sizeof words, p += sizeof words) {
        memcpy(words, p, sizeof words);
        hash = mix(words, hash);
    }
    if (left > 0) {
        words[0] = words[1] = 0;
        memcpy(words, p, left);
        hash = mix(words, hash);
    }
    return mix((guint64[]){ size, 0 }, hash);
}
