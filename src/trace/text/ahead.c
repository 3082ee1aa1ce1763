/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/trace/text/ahead.h"

#include <string.h>

/* Blocks that are made before they are asked for. */
#define MOST_AHEAD 4

typedef struct {
    char *data; /* NULL: the last block */
    gsize size;
    gboolean cut;
    GError *error;
} Block;

struct _TraceAhead {
    TraceSource *inner; /* of the thread alone while it runs */
    GThread *thread;
    GAsyncQueue *blocks;  /* Block, made and not read yet */
    GAsyncQueue *tickets; /* one for each block that may be made */
    gint stop;            /* atomic */
    Block *current;       /* being read */
    gsize done;           /* bytes of it that were read */
};

static void
block_free(gpointer data)
{
    Block *block = data;
    if (block == NULL)
        return;
    g_free(block->data);
    g_clear_error(&block->error);
    g_free(block);
}

/* Fills the source once; everything in its window is new. */
static Block *
make_block(TraceSource *inner)
{
    Block *block = g_new0(Block, 1);
    gsize size = 0;
    while (size == 0 && !inner->eof && block->error == NULL) {
        gboolean filled = trace_source_fill(inner, inner->size, &block->error);
        size = filled ? inner->size : 0;
    }
    if (size > 0)
        block->data = g_memdup2(inner->data, size);
    block->size = size;
    block->cut = inner->cut;
    return block;
}

static gpointer
run(gpointer data)
{
    TraceAhead *ahead = data;
    gboolean more = TRUE;
    while (more) {
        g_async_queue_pop(ahead->tickets);
        if (g_atomic_int_get(&ahead->stop))
            return NULL;
        Block *block = make_block(ahead->inner);
        more = block->data != NULL;
        g_async_queue_push(ahead->blocks, block);
    }
    return NULL;
}

TraceAhead *
trace_ahead_new(TraceSource *inner)
{
    TraceAhead *ahead = g_new0(TraceAhead, 1);
    ahead->inner = inner;
    ahead->blocks = g_async_queue_new_full(block_free);
    ahead->tickets = g_async_queue_new();
    for (int i = 0; i < MOST_AHEAD; i++)
        g_async_queue_push(ahead->tickets, ahead);
    ahead->thread = g_thread_new("inflate", run, ahead);
    return ahead;
}

void
trace_ahead_free(TraceAhead *ahead)
{
    if (ahead == NULL)
        return;
    g_atomic_int_set(&ahead->stop, TRUE);
    g_async_queue_push(ahead->tickets, ahead);
    g_thread_join(ahead->thread);
    block_free(ahead->current);
    g_async_queue_unref(ahead->blocks);
    g_async_queue_unref(ahead->tickets);
    trace_source_free(ahead->inner);
    g_free(ahead);
}

gboolean
trace_ahead_read(TraceAhead *ahead, char *to, gsize room, gsize *size, gboolean *eof,
                 gboolean *cut, GError **error)
{
    if (ahead->current == NULL) {
        ahead->current = g_async_queue_pop(ahead->blocks);
        ahead->done = 0;
    }
    Block *block = ahead->current;
    if (block->error != NULL) {
        g_propagate_error(error, g_steal_pointer(&block->error));
        return FALSE;
    }
    *size = MIN(room, block->size - ahead->done);
    *eof = block->data == NULL;
    *cut = *eof && block->cut;
    if (*size > 0)
        memcpy(to, block->data + ahead->done, *size);
    ahead->done += *size;
    if (!*eof && ahead->done == block->size) {
        g_clear_pointer(&ahead->current, block_free);
        g_async_queue_push(ahead->tickets, ahead);
    }
    return TRUE;
}
