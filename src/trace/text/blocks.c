/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/trace/text/blocks.h"

#include "src/trace/text/reader.h"

#define SHORT_TEXT 128 /* below this a loop over words beats the call of memcmp() */

/* A block as it stands in the window: offsets from its begin. */
typedef struct {
    TraceLine head;
    gsize params; /* behind the event line */
    gsize end;
    guint64 n_newlines;
} Extent;

void
trace_blocks_init(TraceBlocks *blocks, TraceSource *source, TraceNames *names)
{
    *blocks = (TraceBlocks){
        .source = source,
        .names = names,
        .line = 1,
        .previous = TRACE_NONE,
        .guess.place = TRACE_N_SUCCESSORS,
    };
    trace_patterns_init(&blocks->patterns);
}

void
trace_blocks_clear(TraceBlocks *blocks)
{
    trace_patterns_clear(&blocks->patterns);
}

static inline gboolean
same_bytes(const char *a, const char *b, gsize n)
{
    guint64 x, y;
    if (n > SHORT_TEXT)
        return memcmp(a, b, n) == 0;
    if (n < sizeof x) {
        while (n > 0 && a[n - 1] == b[n - 1])
            n--;
        return n == 0;
    }
    for (gsize i = 0; i < n - sizeof x; i += sizeof x) {
        memcpy(&x, a + i, sizeof x);
        memcpy(&y, b + i, sizeof y);
        if (x != y)
            return FALSE;
    }
    memcpy(&x, a + n - sizeof x, sizeof x);
    memcpy(&y, b + n - sizeof y, sizeof y);
    return x == y;
}

/* Sees to it that the line `offset` bytes behind pos is whole in the window, which may move.
 * FALSE with `error`, else its length without the newline, and whether it has one. */
static gboolean
complete_line(TraceBlocks *blocks, gsize offset, gsize *len, gboolean *newline, GError **error)
{
    TraceSource *source = blocks->source;
    for (gsize searched = offset;;) {
        gsize from = blocks->pos + searched;
        const char *found = from == source->size
                                ? NULL
                                : memchr(source->data + from, '\n', source->size - from);
        if (found != NULL || source->eof) {
            gsize end = found != NULL ? (gsize)(found - source->data) : source->size;
            *len = end - blocks->pos - offset;
            *newline = found != NULL;
            return TRUE;
        }
        searched = source->size - blocks->pos;
        if (!trace_source_fill(source, blocks->pos, error))
            return FALSE;
        blocks->pos = 0;
    }
}

/* Whether the whole line of `len` bytes `offset` behind pos is an event line. */
static gboolean
parse_head(const TraceBlocks *blocks, gsize offset, gsize len, TraceLine *head)
{
    const char *text = blocks->source->data + blocks->pos + offset;
    return trace_line_may_be_event(text, text + len) && trace_line_parse(text, len, head);
}

gboolean
trace_blocks_next_header(TraceBlocks *blocks, const char **text, gsize *len, GError **error)
{
    gsize found;
    gboolean newline;
    TraceLine head;
    if (!complete_line(blocks, 0, &found, &newline, error))
        return FALSE;
    if ((found == 0 && !newline) || parse_head(blocks, 0, found, &head))
        return FALSE;
    *text = blocks->source->data + blocks->pos;
    *len = found;
    blocks->pos += found + (newline ? 1 : 0);
    blocks->line++;
    return TRUE;
}

/* Finds the end of the block that begins at pos. */
static gboolean
find_extent(TraceBlocks *blocks, Extent *extent, GError **error)
{
    gsize len;
    gboolean newline;
    if (!complete_line(blocks, 0, &len, &newline, error))
        return FALSE;
    gboolean is_event = parse_head(blocks, 0, len, &extent->head);
    g_assert(is_event);
    if (extent->head.problem != NULL) {
        g_set_error_literal(error, TRACE_ERROR, TRACE_ERROR_SYNTAX, extent->head.problem);
        return FALSE;
    }
    extent->params = extent->end = len + (newline ? 1 : 0);
    extent->n_newlines = newline ? 1 : 0;
    while (newline) {
        TraceLine next;
        if (!complete_line(blocks, extent->end, &len, &newline, error))
            return FALSE;
        if (parse_head(blocks, extent->end, len, &next))
            break;
        extent->end += len + (newline ? 1 : 0);
        extent->n_newlines += newline ? 1 : 0;
    }
    return TRUE;
}

/* Advances over a block and fills in what does not depend on how it was recognised. */
static void
take_block(TraceBlocks *blocks, gsize params, gsize end, guint64 n_newlines, TraceBlock *block)
{
    const char *data = blocks->source->data;
    block->line = blocks->line;
    block->params = data + params;
    block->n_params = end - params;
    block->cut = data[end - 1] != '\n';
    blocks->line += n_newlines + (block->cut ? 1 : 0);
    blocks->pos = end;
}

static void
describe(const TraceBlocks *blocks, guint32 number, TraceBlock *block)
{
    const TracePattern *pattern = &blocks->patterns.patterns[number];
    block->kind = pattern->kind;
    block->name = pattern->name;
    block->site = pattern->site;
    block->record = pattern->record;
    block->pattern = number;
}

/* Takes a block apart that was not met before, and remembers it unless it is too long. */
static gboolean
parse_block(TraceBlocks *blocks, const char *text, const Extent *extent, guint64 hash,
            TraceBlock *block, GError **error)
{
    const TraceLine *head = &extent->head;
    guint32 name = trace_names_intern(blocks->names, text + head->name, head->n_name);
    guint32 site = trace_names_site(blocks->names, text + head->file, head->n_file, head->line);
    if (name == TRACE_NONE || site == TRACE_NONE) {
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_LIMIT,
                    "too many different names and lines");
        return FALSE;
    }
    *block = (TraceBlock){
        .kind = head->kind,
        .name = name,
        .site = site,
        .record = TRACE_NONE,
        .pattern = TRACE_NONE,
    };
    if (extent->end > G_MAXUINT32)
        return TRUE;
    TracePattern pattern = {
        .n_prefix = (guint32)head->time,
        .n_rest = (guint32)(extent->params - head->rest),
        .n_params = (guint32)(extent->end - extent->params),
        .n_newlines = (guint32)extent->n_newlines,
        .name = name,
        .site = site,
        .record = TRACE_NONE,
        .kind = head->kind,
    };
    block->pattern =
        trace_patterns_add(&blocks->patterns, hash, text, text + head->rest, &pattern);
    return TRUE;
}

/* Whether the event line at `pos` is that of pattern `number`. */
static gboolean
match_head(const TraceBlocks *blocks, guint32 number, gsize pos, TraceGuess *guess)
{
    const TracePattern *pattern = &blocks->patterns.patterns[number];
    const char *end = blocks->source->data + blocks->source->size;
    const char *p = blocks->source->data + pos;
    if ((gsize)(end - p) < pattern->n_prefix ||
        !same_bytes(p, pattern->text, pattern->n_prefix))
        return FALSE;
    p = trace_parse_seconds(p + pattern->n_prefix, end, &guess->seconds);
    if (p == NULL || (gsize)(end - p) < pattern->n_rest ||
        !same_bytes(p, pattern->text + pattern->n_prefix, pattern->n_rest))
        return FALSE;
    guess->params = (gsize)(p - blocks->source->data) + pattern->n_rest;
    return TRUE;
}

/* Looks for a successor from `place` of the row on whose event line is the one at `pos`. */
static gboolean
guess_head(const TraceBlocks *blocks, const guint32 *row, guint place, gsize pos,
           TraceGuess *guess)
{
    for (; place < TRACE_N_SUCCESSORS && row[place] != TRACE_NONE; place++) {
        if (match_head(blocks, row[place], pos, guess)) {
            guess->place = place;
            return TRUE;
        }
    }
    guess->place = TRACE_N_SUCCESSORS;
    return FALSE;
}

/* Advances to what follows the block of pattern `number` (or of none). */
static void
follow(TraceBlocks *blocks, guint32 number, guint32 *row, const TraceGuess *guess)
{
    blocks->previous = number;
    blocks->row = row;
    blocks->guess = *guess;
}

/* The long way: find the end of the block, look it up, parse it when it is new. */
static gboolean
next_searched(TraceBlocks *blocks, TraceBlock *block, GError **error)
{
    Extent extent;
    TracePatterns *patterns = &blocks->patterns;
    if (!find_extent(blocks, &extent, error))
        return FALSE;
    const char *text = blocks->source->data + blocks->pos;
    const char *after = text + extent.head.rest;
    gsize n_prefix = extent.head.time;
    gsize n_after = extent.end - extent.head.rest;
    guint64 hash = trace_hash(after, n_after, trace_hash(text, n_prefix, 0));
    guint32 number = trace_patterns_find(patterns, hash, text, n_prefix, after, n_after);
    if (number != TRACE_NONE)
        describe(blocks, number, block);
    else if (!parse_block(blocks, text, &extent, hash, block, error))
        return FALSE;
    block->seconds = extent.head.seconds;
    take_block(blocks, blocks->pos + extent.params, blocks->pos + extent.end, extent.n_newlines,
               block);
    if (blocks->row != NULL && block->pattern != TRACE_NONE)
        trace_patterns_promote(blocks->row, block->pattern);
    guint32 *row = trace_patterns_successors(patterns, blocks->previous, block->pattern);
    TraceGuess guess;
    guess_head(blocks, row, 0, blocks->pos, &guess);
    follow(blocks, block->pattern, row, &guess);
    return TRUE;
}

/* Whether a block ends at `end`: the text does, or an event line begins there, which then is
 * the guess if one of `row` has it. */
static gboolean
ends_at(const TraceBlocks *blocks, const guint32 *row, gsize end, TraceGuess *guess)
{
    const TraceSource *source = blocks->source;
    guess->place = TRACE_N_SUCCESSORS;
    if (end == source->size)
        return source->eof;
    if (guess_head(blocks, row, 0, end, guess))
        return TRUE;
    const char *text = source->data + end;
    const char *newline = memchr(text, '\n', source->size - end);
    if (newline == NULL && !source->eof)
        return FALSE;
    gsize len = newline != NULL ? (gsize)(newline - text) : source->size - end;
    TraceLine head;
    return trace_line_may_be_event(text, text + len) && trace_line_parse(text, len, &head);
}

/* The short way: the event line at pos is already known to be that of a guess; the block has
 * the lines of that pattern too and ends with them. */
static gboolean
next_guessed(TraceBlocks *blocks, TraceBlock *block)
{
    const TraceSource *source = blocks->source;
    TraceGuess guess = blocks->guess;
    TraceGuess next;
    while (guess.place < TRACE_N_SUCCESSORS) {
        guint32 number = blocks->row[guess.place];
        const TracePattern *pattern = &blocks->patterns.patterns[number];
        gsize end = guess.params + pattern->n_params;
        guint32 *row = trace_patterns_successors(&blocks->patterns, blocks->previous, number);
        if (end <= source->size &&
            same_bytes(source->data + guess.params,
                       pattern->text + pattern->n_prefix + pattern->n_rest,
                       pattern->n_params) &&
            ends_at(blocks, row, end, &next)) {
            describe(blocks, number, block);
            block->seconds = guess.seconds;
            take_block(blocks, guess.params, end, pattern->n_newlines, block);
            if (guess.place > 0)
                trace_patterns_promote(blocks->row, number);
            follow(blocks, number, row, &next);
            return TRUE;
        }
        guess_head(blocks, blocks->row, guess.place + 1, blocks->pos, &guess);
    }
    return FALSE;
}

gboolean
trace_blocks_next(TraceBlocks *blocks, TraceBlock *block, GError **error)
{
    if (G_UNLIKELY(blocks->pos >= blocks->source->unused))
        trace_source_release(blocks->source, blocks->pos);
    if (next_guessed(blocks, block))
        return TRUE;
    if (blocks->pos == blocks->source->size && blocks->source->eof)
        return FALSE;
    return next_searched(blocks, block, error);
}

void
trace_blocks_set_record(TraceBlocks *blocks, const TraceBlock *block, guint32 record)
{
    if (block->pattern != TRACE_NONE)
        blocks->patterns.patterns[block->pattern].record = record;
}

gboolean
trace_blocks_drain(TraceBlocks *blocks, GError **error)
{
    TraceSource *source = blocks->source;
    for (gboolean cut = FALSE;;) {
        for (gsize i = blocks->pos; i < source->size; i++)
            blocks->line += source->data[i] == '\n' ? 1 : 0;
        if (blocks->pos < source->size)
            cut = source->data[source->size - 1] != '\n';
        blocks->pos = source->size;
        if (source->eof) {
            blocks->line += cut ? 1 : 0;
            return TRUE;
        }
        if (!trace_source_fill(source, blocks->pos, error))
            return FALSE;
        blocks->pos = 0;
    }
}
