/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/trace/program/arena.h"

#include <string.h>

#define CHUNK_SIZE 65536
#define ALIGNMENT  8

gpointer
trace_arena_alloc(TraceArena *arena, gsize size)
{
    gsize rounded = (size + ALIGNMENT - 1) & ~(gsize)(ALIGNMENT - 1);
    if (arena->chunks == NULL)
        arena->chunks = g_ptr_array_new_with_free_func(g_free);
    if (rounded > CHUNK_SIZE / 4) {
        /* A large piece has a chunk of its own, so that the rest of the newest is not lost. */
        char *own = g_malloc(rounded);
        g_ptr_array_add(arena->chunks, own);
        return own;
    }
    if (rounded > arena->room) {
        arena->free = g_malloc(CHUNK_SIZE);
        arena->room = CHUNK_SIZE;
        g_ptr_array_add(arena->chunks, arena->free);
    }
    char *piece = arena->free;
    arena->free += rounded;
    arena->room -= rounded;
    return piece;
}

gpointer
trace_arena_copy(TraceArena *arena, gconstpointer bytes, gsize size)
{
    gpointer copy = trace_arena_alloc(arena, MAX(size, 1));
    if (size > 0)
        memcpy(copy, bytes, size);
    return copy;
}

void
trace_arena_clear(TraceArena *arena)
{
    if (arena->chunks != NULL)
        g_ptr_array_unref(arena->chunks);
    *arena = (TraceArena){ 0 };
}
