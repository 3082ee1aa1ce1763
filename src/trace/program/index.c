/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/trace/program/index.h"

#define FIRST_SLOTS 64

void
trace_index_clear(TraceIndex *index)
{
    g_free(index->slots);
    *index = (TraceIndex){ 0 };
}

static void
put(TraceIndexSlot *slots, gsize mask, TraceIndexSlot slot)
{
    gsize at = slot.hash & mask;
    while (slots[at].entry != 0)
        at = (at + 1) & mask;
    slots[at] = slot;
}

static void
grow(TraceIndex *index)
{
    gsize n_old = index->slots == NULL ? 0 : index->mask + 1;
    gsize n_slots = MAX(2 * n_old, FIRST_SLOTS);
    TraceIndexSlot *slots = g_new0(TraceIndexSlot, n_slots);
    for (gsize i = 0; i < n_old; i++) {
        if (index->slots[i].entry != 0)
            put(slots, n_slots - 1, index->slots[i]);
    }
    g_free(index->slots);
    index->slots = slots;
    index->mask = n_slots - 1;
}

void
trace_index_insert(TraceIndex *index, guint64 hash, guint32 number)
{
    if (index->slots == NULL || 2 * ((gsize)index->n + 1) > index->mask + 1)
        grow(index);
    put(index->slots, index->mask, (TraceIndexSlot){ (guint32)hash, number + 1 });
    index->n++;
}

guint32
trace_index_next(const TraceIndex *index, guint64 hash, gsize *at)
{
    if (index->slots == NULL)
        return TRACE_NONE;
    for (;;) {
        const TraceIndexSlot *slot = &index->slots[(hash + (*at)++) & index->mask];
        if (slot->entry == 0)
            return TRACE_NONE;
        if (slot->hash == (guint32)hash)
            return slot->entry - 1;
    }
}
