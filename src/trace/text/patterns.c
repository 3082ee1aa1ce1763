/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/trace/text/patterns.h"

#define MAX_PATTERN_SIZE ((gsize)1 << 16) /* bytes of a block that is worth remembering */
#define MAX_BYTES        ((gsize)16 << 20)
#define N_ROWS           ((gsize)1 << TRACE_SUCCESSOR_BITS)

static void
forget_successors(TracePatterns *patterns)
{
    memset(patterns->successors, 0xff,
           N_ROWS * TRACE_N_SUCCESSORS * sizeof *patterns->successors);
}

void
trace_patterns_init(TracePatterns *patterns)
{
    *patterns = (TracePatterns){ .max_bytes = MAX_BYTES };
    patterns->successors = g_new(guint32, N_ROWS * TRACE_N_SUCCESSORS);
    forget_successors(patterns);
}

static void
forget_patterns(TracePatterns *patterns)
{
    trace_arena_clear(&patterns->arena);
    trace_index_clear(&patterns->index);
    patterns->n = 0;
    patterns->n_bytes = 0;
}

void
trace_patterns_clear(TracePatterns *patterns)
{
    forget_patterns(patterns);
    g_free(patterns->patterns);
    g_free(patterns->successors);
    *patterns = (TracePatterns){ 0 };
}

guint32
trace_patterns_find(const TracePatterns *patterns, guint64 hash, const char *prefix,
                    gsize n_prefix, const char *after, gsize n_after)
{
    guint32 number;
    for (gsize at = 0;
         (number = trace_index_next(&patterns->index, hash, &at)) != TRACE_NONE;) {
        const TracePattern *known = &patterns->patterns[number];
        if (known->n_prefix == n_prefix && known->n_rest + known->n_params == n_after &&
            memcmp(known->text, prefix, n_prefix) == 0 &&
            memcmp(known->text + n_prefix, after, n_after) == 0)
            return number;
    }
    return TRACE_NONE;
}

guint32
trace_patterns_add(TracePatterns *patterns, guint64 hash, const char *prefix, const char *after,
                   const TracePattern *pattern)
{
    gsize n_after = (gsize)pattern->n_rest + pattern->n_params;
    gsize size = pattern->n_prefix + n_after;
    if (size > MAX_PATTERN_SIZE)
        return TRACE_NONE;
    gsize cost = size + sizeof *pattern + 2 * sizeof(TraceIndexSlot);
    if (patterns->n_bytes + cost > patterns->max_bytes) {
        forget_patterns(patterns);
        forget_successors(patterns);
    }
    if (patterns->n == patterns->capacity) {
        patterns->capacity = MAX(2 * patterns->capacity, 64);
        patterns->patterns = g_renew(TracePattern, patterns->patterns, patterns->capacity);
    }
    char *text = trace_arena_alloc(&patterns->arena, size);
    memcpy(text, prefix, pattern->n_prefix);
    memcpy(text + pattern->n_prefix, after, n_after);
    guint32 number = patterns->n++;
    patterns->n_bytes += cost;
    patterns->patterns[number] = *pattern;
    patterns->patterns[number].text = text;
    trace_index_insert(&patterns->index, hash, number);
    return number;
}

void
trace_patterns_promote(guint32 *row, guint32 number)
{
    guint place = 0;
    while (place < TRACE_N_SUCCESSORS - 1 && row[place] != number)
        place++;
    memmove(row + 1, row, place * sizeof *row);
    row[0] = number;
}
