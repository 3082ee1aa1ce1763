/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Hashes for GLib's tables, and tables of names.
 */
#pragma once

#include <glib.h>
#include <string.h>

/* Adds a word to a hash. */
static inline guint64
hash_mix(guint64 hash, guint64 word)
{
    return (hash ^ word) * 0x9E3779B97F4A7C15u;
}

/* The upper half, in which all bits of the words that were added have a part. */
static inline guint
hash_end(guint64 hash)
{
    return (guint)(hash >> 32);
}

/* Adds `size` bytes, eight at a time. */
static inline guint64
hash_add(guint64 hash, gconstpointer bytes, gsize size)
{
    const char *at = bytes;
    guint64 word;
    hash = hash_mix(hash, size);
    for (; size >= sizeof word; size -= sizeof word, at += sizeof word) {
        memcpy(&word, at, sizeof word);
        hash = hash_mix(hash, word);
        hash ^= hash >> 32; /* else high bits of a word would never reach the low ones */
    }
    word = 0;
    if (size > 0)
        memcpy(&word, at, size);
    return hash_mix(hash, word);
}

static inline guint
hash_memory(gconstpointer memory, gsize size)
{
    return hash_end(hash_add(0, memory, size));
}

/* For tables whose keys are pairs of 32-bit numbers in a guint64 (g_int64_equal()):
 * g_int64_hash() looks at the low half alone. */
static inline guint
hash_pair(gconstpointer key)
{
    return hash_end(hash_mix(0, *(const guint64 *)key));
}

/* For tables whose keys are GBytes, as g_bytes_hash(), which looks at each byte by itself. */
static inline guint
hash_bytes(gconstpointer key)
{
    gsize size;
    gconstpointer memory = g_bytes_get_data((GBytes *)key, &size);
    return hash_memory(memory, size);
}

/* Names with numbers, in the order in which they come up. */
static inline GHashTable *
hash_names_new(void)
{
    return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}

/* The number of a name, from 0; that of a new one is how many there were. Takes the name. */
static inline guint
hash_names_number(GHashTable *names, char *name)
{
    const guint n = g_hash_table_size(names);
    gpointer known;

    if (g_hash_table_lookup_extended(names, name, NULL, &known)) {
        g_free(name);
        return GPOINTER_TO_UINT(known);
    }
    g_hash_table_insert(names, name, GUINT_TO_POINTER(n));
    return n;
}
