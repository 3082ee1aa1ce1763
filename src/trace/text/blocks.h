/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Cuts the text of a trace into blocks: an event line and the lines behind it up to the next
 * one.
 *
 * A trace repeats its blocks with nothing changed but TIME.  The next block is first held
 * against the patterns that followed the last two before, which costs a comparison of bytes;
 * else its end is searched and it is looked up by its hash; else it is parsed.  All of this is
 * a cache: when it takes too much memory, it is forgotten and collected anew.
 */
#pragma once

#include "src/trace/program/program.h"
#include "src/trace/text/line.h"
#include "src/trace/text/source.h"

typedef struct {
    TraceLineKind kind;
    guint32 name;    /* of F */
    guint32 site;    /* FILE and LINE */
    guint32 record;  /* TRACE_NONE until trace_blocks_set_record() was called for the pattern */
    guint32 pattern; /* TRACE_NONE: too long to be remembered */
    double seconds;  /* TIME */
    guint64 line;    /* of the trace, 1-based */
    const char
        *params;    /* the lines behind the event line; valid until the next block is read */
    gsize n_params; /* bytes */
    gboolean cut;   /* last of the text, and without a newline at its end */
} TraceBlock;

/* An event line of a known pattern, recognised but for the lines behind it. */
typedef struct {
    guint32 pattern; /* or TRACE_NONE: no line fits */
    guint next;      /* place among what followed the two blocks before, where to look next */
    double seconds;  /* TIME */
    gsize params;    /* byte of the window behind the line */
} TraceGuess;

typedef struct {
    TraceSource *source;
    TraceProgram *program;
    gsize pos;        /* of the next line in the window */
    guint64 line;     /* its number in the trace; number of lines + 1 at the end of the text */
    guint64 pair;     /* the patterns of the last two blocks */
    TraceGuess guess; /* what the block at pos may be */
    TraceDistinct
        patterns; /* an event line without the digits of its TIME, and the lines behind it */
    gsize n_bytes, max_bytes; /* what they take and may take */
    guint32
        *successors; /* rows, by a hash of two patterns: what followed them, the latest first */
} TraceBlocks;

/* Neither `source` nor `program`, where names and sites are entered, is owned. */
void trace_blocks_init(TraceBlocks *blocks, TraceSource *source, TraceProgram *program);
void trace_blocks_clear(TraceBlocks *blocks);

/* The next line before the first event line: TRUE with its text (valid until the next call),
 * FALSE when the first event line or the end of the text is reached, or with `error`. */
gboolean trace_blocks_next_header(TraceBlocks *blocks, const char **text, gsize *len,
                                  GError **error);

/* The next block, to be called when the header was read to its end. FALSE at the end of the
 * text or with `error` set, TRACE_ERROR_SYNTAX for a bad TIME or LINE; the message names no
 * file and the line is blocks->line. */
gboolean trace_blocks_next(TraceBlocks *blocks, TraceBlock *block, GError **error);

/* Remembers the record of the pattern that `block` has. */
void trace_blocks_set_record(TraceBlocks *blocks, const TraceBlock *block, guint32 record);

/* Reads the rest of the text, counting its lines and bytes only. */
gboolean trace_blocks_drain(TraceBlocks *blocks, GError **error);
