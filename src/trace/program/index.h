/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A hash index from bytes to dense numbers.  It keeps hashes and numbers only: whoever owns the
 * things numbered compares the candidates that trace_index_next() offers.
 */
#pragma once

#include <glib.h>
#include <string.h>

#define TRACE_NONE G_MAXUINT32

typedef struct {
    guint32 hash;  /* the low half */
    guint32 entry; /* number + 1; 0 marks a free slot */
} TraceIndexSlot;

typedef struct {
    TraceIndexSlot *slots; /* a power of two of them, at most half in use; NULL while empty */
    gsize mask;            /* number of slots - 1 */
    guint32 n;             /* entries */
} TraceIndex;

/* Forgets all entries. A zeroed TraceIndex is empty and ready. */
void trace_index_clear(TraceIndex *index);

/* Enters `number` (< TRACE_NONE) under `hash`. */
void trace_index_insert(TraceIndex *index, guint64 hash, guint32 number);

/* The numbers entered under hashes with the low half of `hash`, one a call, then TRACE_NONE;
 * `*at` starts as 0. */
guint32 trace_index_next(const TraceIndex *index, guint64 hash, gsize *at);

/* Both halves of the 128-bit product, folded: one multiplication mixes 16 bytes. */
static inline guint64
trace_hash_mix(guint64 a, guint64 b)
{
    unsigned __int128 product = (unsigned __int128)a * b;
    return (guint64)product ^ (guint64)(product >> 64);
}

/* Hash of `len` bytes, chained through `seed` (the hash of what stands before them). */
static inline guint64
trace_hash(const void *bytes, gsize len, guint64 seed)
{
    const char *p = bytes;
    guint64 hash = seed ^ G_GUINT64_CONSTANT(0x9fb21c651e98df25);
    guint64 words[2] = { 0, 0 };
    gsize left = len;
    for (; left > sizeof words; left -= sizeof words, p += sizeof words) {
        memcpy(words, p, sizeof words);
        hash =
            trace_hash_mix(words[0] ^ hash, words[1] ^ G_GUINT64_CONSTANT(0xd6e8feb86659fd93));
    }
    words[0] = words[1] = 0;
    if (left > 0)
        memcpy(words, p, left);
    hash = trace_hash_mix(words[0] ^ hash, words[1] ^ G_GUINT64_CONSTANT(0xd6e8feb86659fd93));
    return trace_hash_mix(hash ^ len, G_GUINT64_CONSTANT(0xa0761d6478bd642f));
}
