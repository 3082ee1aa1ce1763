/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/trace/text/blocks.h"

#include "src/base/hash.h"

#define MAX_HEADER       ((gsize)16 << 20)  /* bytes before the first event line */
#define MAX_REST         ((gsize)128 << 20) /* bytes behind the last */
#define MAX_PATTERN_SIZE ((gsize)1 << 16)   /* bytes of a block that is worth remembering */
#define MAX_BYTES        ((gsize)16 << 20)
#define N_SUCCESSORS     4  /* remembered of a pair of blocks: real traces vary */
#define PAIR_BITS        14 /* binary logarithm of the number of pairs */
#define SUCCESSOR_BYTES  (sizeof(guint32) * N_SUCCESSORS << PAIR_BITS)

/* A block as it stands in the window: offsets from its begin. */
typedef struct {
    TraceLine head;
    gsize params; /* behind the event line */
    gsize end;
    guint64 n_newlines;
} Extent;

typedef struct {
    const char *prefix;         /* the event line up to the digits of TIME */
    const char *after;          /* what stands behind the digits, and the lines behind it */
    guint32 n_prefix;           /* bytes of `prefix` */
    guint32 n_rest;             /* of the event line in `after`, its newline included */
    guint32 n_params;           /* of the lines behind it */
    guint32 n_newlines;         /* in all */
    guint32 name, site, record; /* as in TraceBlock */
    TraceLineKind kind;
} Pattern;

static guint
pattern_hash(gconstpointer data)
{
    const Pattern *p = data;
    return hash_end(hash_add(hash_add(0, p->prefix, p->n_prefix), p->after,
                             (gsize)p->n_rest + p->n_params));
}

static gboolean
pattern_equal(gconstpointer one, gconstpointer other)
{
    const Pattern *a = one, *b = other;
    const gsize n_after = (gsize)a->n_rest + a->n_params;
    return a->n_prefix == b->n_prefix && n_after == (gsize)b->n_rest + b->n_params &&
           memcmp(a->prefix, b->prefix, a->n_prefix) == 0 &&
           memcmp(a->after, b->after, n_after) == 0;
}

static void
init_patterns(TraceBlocks *blocks)
{
    trace_distinct_init(&blocks->patterns, pattern_hash, pattern_equal, g_free);
    blocks->n_bytes = 0;
    memset(blocks->successors, 0xff, SUCCESSOR_BYTES);
}

/* The last two patterns when `number` (it may be TRACE_NONE) is the last. */
static inline guint64
pair_with(const TraceBlocks *blocks, guint32 number)
{
    return blocks->pair << 32 | number;
}

/* The row of what followed two patterns. It may serve several pairs: it is a guess. */
static inline guint32 *
successors(const TraceBlocks *blocks, guint64 pair)
{
    return blocks->successors +
           N_SUCCESSORS * (pair * G_GUINT64_CONSTANT(0x9fb21c651e98df25) >> (64 - PAIR_BITS));
}

/* Remembers what followed the last two patterns, before all that did so earlier. */
static void
put_first(TraceBlocks *blocks, guint32 number)
{
    guint32 *row = successors(blocks, blocks->pair);
    guint place = 0;
    while (place < N_SUCCESSORS - 1 && row[place] != number)
        place++;
    memmove(row + 1, row, place * sizeof *row);
    row[0] = number;
}

void
trace_blocks_init(TraceBlocks *blocks, TraceSource *source, TraceProgram *program)
{
    *blocks = (TraceBlocks){
        .source = source,
        .program = program,
        .line = 1,
        .guess.pattern = TRACE_NONE,
        .max_bytes = MAX_BYTES,
        .successors = g_malloc(SUCCESSOR_BYTES),
    };
    source->max_window = MAX_HEADER;
    init_patterns(blocks);
}

void
trace_blocks_clear(TraceBlocks *blocks)
{
    trace_distinct_clear(&blocks->patterns);
    g_clear_pointer(&blocks->successors, g_free);
}

static inline Pattern *
get_pattern(const TraceBlocks *blocks, guint32 number)
{
    return g_ptr_array_index(blocks->patterns.items, number);
}

/* Enters a pattern that is not known, with its text; when there is no room, all others are
 * forgotten first. */
static guint32
add_pattern(TraceBlocks *blocks, const Pattern *pattern)
{
    const gsize n_after = (gsize)pattern->n_rest + pattern->n_params;
    const gsize size = sizeof *pattern + pattern->n_prefix + n_after;
    if (blocks->n_bytes + size > blocks->max_bytes) {
        trace_distinct_clear(&blocks->patterns);
        init_patterns(blocks);
    }
    blocks->n_bytes += size;
    Pattern *own = g_malloc(size);
    char *text = (char *)(own + 1);
    *own = *pattern;
    own->prefix = memcpy(text, pattern->prefix, pattern->n_prefix);
    own->after = memcpy(text + pattern->n_prefix, pattern->after, n_after);
    return trace_distinct_add(&blocks->patterns, own);
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

/* A byte order mark at the begin of the text, whose first line has `len` bytes, is stepped
 * over. */
static void
skip_mark(TraceBlocks *blocks, gsize *len)
{
    static const char mark[] = "\xef\xbb\xbf";
    const gsize n = strlen(mark);
    if (blocks->line > 1 || blocks->pos > 0 || *len < n ||
        memcmp(blocks->source->data, mark, n) != 0)
        return;
    blocks->pos = n;
    *len -= n;
}

gboolean
trace_blocks_next_header(TraceBlocks *blocks, const char **text, gsize *len, GError **error)
{
    gsize found;
    gboolean newline;
    TraceLine head;
    TraceSource *source = blocks->source;
    if (!complete_line(blocks, 0, &found, &newline, error))
        return FALSE;
    skip_mark(blocks, &found);
    if ((found == 0 && !newline) || parse_head(blocks, 0, found, &head)) {
        source->max_window = TRACE_SOURCE_MAX_WINDOW;
        return FALSE;
    }
    if (source->total - (source->size - blocks->pos) + found > MAX_HEADER) {
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_LIMIT,
                    "not a trace of Lib-DVM: no call, return or event in its first "
                    "%" G_GSIZE_FORMAT " bytes",
                    MAX_HEADER);
        return FALSE;
    }
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

/* Says what a pattern does and goes on to what follows it; `number` is TRACE_NONE where it is
 * not remembered. */
static void
follow(TraceBlocks *blocks, const Pattern *pattern, guint32 number, TraceBlock *block)
{
    block->kind = pattern->kind;
    block->name = pattern->name;
    block->site = pattern->site;
    block->record = pattern->record;
    block->pattern = number;
    blocks->pair = pair_with(blocks, number);
}

/* Enters the name and the place of an event line that was not met before. */
static gboolean
enter_head(TraceBlocks *blocks, const char *text, const TraceLine *head, Pattern *pattern,
           GError **error)
{
    TraceProgram *program = blocks->program;
    const guint32 file = trace_program_add_name(program, text + head->file, head->n_file);
    pattern->name = trace_program_add_name(program, text + head->name, head->n_name);
    pattern->site =
        file == TRACE_NONE ? TRACE_NONE : trace_program_add_site(program, file, head->line);
    if (pattern->name != TRACE_NONE && pattern->site != TRACE_NONE)
        return TRUE;
    g_set_error(error, TRACE_ERROR, TRACE_ERROR_LIMIT, "too many different names and lines");
    return FALSE;
}

/* What stands behind the `n` bytes at `expected`; NULL when `p` has others. */
static inline const char *
skip_bytes(const char *p, const char *end, const char *expected, gsize n)
{
    return (gsize)(end - p) >= n && memcmp(p, expected, n) == 0 ? p + n : NULL;
}

/* Whether the event line at `pos` is that of pattern `number`. */
static gboolean
match_head(const TraceBlocks *blocks, guint32 number, gsize pos, TraceGuess *guess)
{
    const Pattern *pattern = get_pattern(blocks, number);
    const char *end = blocks->source->data + blocks->source->size;
    const char *p =
        skip_bytes(blocks->source->data + pos, end, pattern->prefix, pattern->n_prefix);
    const char *time_end = p != NULL ? trace_parse_seconds(p, end, &guess->seconds) : NULL;
    if (time_end == NULL)
        return FALSE;
    p = skip_bytes(time_end, end, pattern->after, pattern->n_rest);
    if (p == NULL)
        p = skip_bytes(trace_skip_current(time_end, end), end, pattern->after, pattern->n_rest);
    guess->params = p != NULL ? (gsize)(p - blocks->source->data) : 0;
    return p != NULL;
}

/* Looks in the places from guess->next on for what followed `pair` and has the event line at
 * `pos`. FALSE: nowhere. */
static gboolean
guess_head(const TraceBlocks *blocks, guint64 pair, gsize pos, TraceGuess *guess)
{
    const guint32 *row = successors(blocks, pair);
    while (guess->next < N_SUCCESSORS) {
        guess->pattern = row[guess->next++];
        if (guess->pattern != TRACE_NONE && match_head(blocks, guess->pattern, pos, guess))
            return TRUE;
    }
    guess->pattern = TRACE_NONE;
    return FALSE;
}

/* The long way: find the end of the block, look it up, parse it when it is new. */
static gboolean
next_searched(TraceBlocks *blocks, TraceBlock *block, GError **error)
{
    Extent extent;
    if (!find_extent(blocks, &extent, error))
        return FALSE;
    const char *text = blocks->source->data + blocks->pos;
    const gboolean is_short = extent.end <= MAX_PATTERN_SIZE;
    Pattern pattern = {
        .prefix = text,
        .after = text + extent.head.rest,
        .n_prefix = (guint32)extent.head.time,
        .n_rest = (guint32)(extent.params - extent.head.rest),
        .n_params = (guint32)(extent.end - extent.params),
        .n_newlines = (guint32)extent.n_newlines,
        .kind = extent.head.kind,
        .record = TRACE_NONE,
    };
    guint32 number = is_short ? trace_distinct_find(&blocks->patterns, &pattern) : TRACE_NONE;
    if (number != TRACE_NONE)
        pattern = *get_pattern(blocks, number);
    else if (!enter_head(blocks, text, &extent.head, &pattern, error))
        return FALSE;
    else if (is_short)
        number = add_pattern(blocks, &pattern);
    block->seconds = extent.head.seconds;
    take_block(blocks, blocks->pos + extent.params, blocks->pos + extent.end, extent.n_newlines,
               block);
    if (number != TRACE_NONE)
        put_first(blocks, number);
    follow(blocks, &pattern, number, block);
    blocks->guess.next = 0;
    guess_head(blocks, blocks->pair, blocks->pos, &blocks->guess);
    return TRUE;
}

/* Whether a block ends at `end`: the text does, or an event line begins there; `guess` then
 * says whether it is that of what followed `pair`. */
static gboolean
ends_at(const TraceBlocks *blocks, guint64 pair, gsize end, TraceGuess *guess)
{
    const TraceSource *source = blocks->source;
    *guess = (TraceGuess){ .pattern = TRACE_NONE };
    if (end == source->size)
        return source->eof;
    if (guess_head(blocks, pair, end, guess))
        return TRUE;
    const char *text = source->data + end;
    const char *newline = memchr(text, '\n', source->size - end);
    if (newline == NULL && !source->eof)
        return FALSE;
    TraceLine head;
    return parse_head(blocks, end - blocks->pos,
                      newline != NULL ? (gsize)(newline - text) : source->size - end, &head);
}

/* The short way: the event line at pos is already known to be that of a guess; the block has
 * the lines of that pattern too and ends with them. */
static gboolean
next_guessed(TraceBlocks *blocks, TraceBlock *block)
{
    const TraceSource *source = blocks->source;
    for (TraceGuess guess = blocks->guess; guess.pattern != TRACE_NONE;
         guess_head(blocks, blocks->pair, blocks->pos, &guess)) {
        const Pattern *pattern = get_pattern(blocks, guess.pattern);
        const gsize end = guess.params + pattern->n_params;
        if (end > source->size ||
            memcmp(source->data + guess.params, pattern->after + pattern->n_rest,
                   pattern->n_params) != 0 ||
            !ends_at(blocks, pair_with(blocks, guess.pattern), end, &blocks->guess))
            continue;
        block->seconds = guess.seconds;
        take_block(blocks, guess.params, end, pattern->n_newlines, block);
        if (guess.next > 1)
            put_first(blocks, guess.pattern);
        follow(blocks, pattern, guess.pattern, block);
        return TRUE;
    }
    return FALSE;
}

gboolean
trace_blocks_next(TraceBlocks *blocks, TraceBlock *block, GError **error)
{
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
        get_pattern(blocks, block->pattern)->record = record;
}

gboolean
trace_blocks_drain(TraceBlocks *blocks, GError **error)
{
    TraceSource *source = blocks->source;
    const guint64 end = source->total - (source->size - blocks->pos) + MAX_REST;
    for (gboolean cut = FALSE;; blocks->pos = 0) {
        for (gsize i = blocks->pos; i < source->size; i++)
            blocks->line += source->data[i] == '\n' ? 1 : 0;
        if (blocks->pos < source->size)
            cut = source->data[source->size - 1] != '\n';
        blocks->pos = source->size;
        if (source->total > end) {
            g_set_error(error, TRACE_ERROR, TRACE_ERROR_LIMIT,
                        "more than %" G_GSIZE_FORMAT " bytes stand behind Event_dvm_exit",
                        MAX_REST);
            return FALSE;
        }
        if (source->eof) {
            blocks->line += cut ? 1 : 0;
            return TRUE;
        }
        if (!trace_source_fill(source, blocks->pos, error))
            return FALSE;
    }
}
