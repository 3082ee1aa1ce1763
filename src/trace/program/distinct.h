/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Distinct things of one kind, numbered from 0 in the order of their first appearance.
 */
#pragma once

#include <glib.h>
#include <string.h>

#define TRACE_NONE G_MAXUINT32

typedef struct {
    GPtrArray *items;    /* owned, by number */
    GHashTable *numbers; /* item -> number; NULL when closed */
    GDestroyNotify free_item;
} TraceDistinct;

/* `free_item` frees an item; `hash` and `equal` say which are the same. */
void trace_distinct_init(TraceDistinct *distinct, GHashFunc hash, GEqualFunc equal,
                         GDestroyNotify free_item);
void trace_distinct_clear(TraceDistinct *distinct);

/* Nothing will be entered any more: what finding takes is forgotten. */
void trace_distinct_close(TraceDistinct *distinct);

/* The number of what equals `key`, or TRACE_NONE. */
guint32 trace_distinct_find(const TraceDistinct *distinct, gconstpointer key);

/* Enters `item`, which equals no other and is taken over. TRACE_NONE when no more can be
 * numbered. */
guint32 trace_distinct_add(TraceDistinct *distinct, gpointer item);

static inline gpointer
trace_distinct_get(const TraceDistinct *distinct, guint32 number)
{
    g_assert(number < distinct->items->len);
    return g_ptr_array_index(distinct->items, number);
}
