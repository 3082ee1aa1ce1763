/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Memory that is given out in small pieces and freed all at once: distinct calls and names live
 * as long as the reader, and there may be millions of them.
 */
#pragma once

#include <glib.h>

typedef struct {
    GPtrArray *chunks; /* owned; NULL while empty */
    char *free;        /* rest of the newest chunk */
    gsize room;
} TraceArena;

/* `size` bytes, aligned for any scalar, valid until trace_arena_clear(). */
gpointer trace_arena_alloc(TraceArena *arena, gsize size);

/* A copy of `size` bytes; not NUL-terminated. */
gpointer trace_arena_copy(TraceArena *arena, gconstpointer bytes, gsize size);

/* Frees everything. A zeroed TraceArena is empty and ready. */
void trace_arena_clear(TraceArena *arena);
