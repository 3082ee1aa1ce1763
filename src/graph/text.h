/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The text of a file as a whole, and words in it.
 */
#pragma once

#include <glib.h>

/* Larger files are refused: nobody draws graphs of so many tasks. */
#define GRAPH_TEXT_LARGEST ((gsize)1 << 31)

typedef struct {
    char *path; /* as it was named */
    char *data; /* NUL-terminated; a NUL in the file is '?' */
    gsize size;
} GraphText;

/* Reads `path`, "-" is standard input; gzip is told by its first bytes. Of at most `most` bytes,
 * or, with 0, all. NULL with GRAPH_ERROR_FILE. */
GraphText *graph_text_read(const char *path, gsize most, GError **error);

/* A copy of what is in memory. */
GraphText *graph_text_new(const char *path, const char *data, gsize size);
void graph_text_free(GraphText *text);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GraphText, graph_text_free)

/* A word of a text: bytes without blanks. */
typedef struct {
    const char *at;
    gsize len; /* 0: the end */
    guint line;
} GraphWord;

/* Goes over the words of a text. */
typedef struct {
    const char *at;
    guint line;      /* of `at` */
    guint last_line; /* of the last word */
    char comment, end; /* what begins and ends a comment; 0: there are none */
} GraphWords;

GraphWords graph_words(const GraphText *text, char comment, char end);
GraphWord graph_words_next(GraphWords *words);

/* The word as a message shows it; free with g_free(). */
char *graph_word_text(const GraphWord *word);
gboolean graph_word_is(const GraphWord *word, const char *text);

/* A number that is finite and not below 0, in decimals or with an exponent, all of the text. */
gboolean graph_number(const char *text, gsize len, double *value);

/* An integer 0 .. 2^31-1. */
gboolean graph_integer(const char *text, gsize len, gint64 *value);
