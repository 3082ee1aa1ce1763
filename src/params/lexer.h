/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Walks over the text of a parameter file: blanks, line ends, `//` comments,
 * single characters, runs of words, numbers; and places error messages.
 * Lines and columns are 1-based, columns in bytes; a byte order mark at the
 * start counts for nothing.  A line ends with a line feed; a carriage return
 * is a blank.
 */
#pragma once

#include "src/params/params.h"

typedef struct {
    const char *name; /* stands for the file in messages, NULL: of the command line; borrowed */
    const char *text; /* first byte; borrowed */
    const char *end;  /* one past the last byte */
    const char *next; /* the byte to be read next */
    const char *behind; /* one past the last byte that was read and is no blank or comment */
} ParamsLexer;

/* A piece of the text, borrowed. */
typedef struct {
    const char *begin;
    gsize len;
} ParamsToken;

/* Starts at the beginning of `text`. PARAMS_ERROR_SYNTAX: there is a NUL byte. */
gboolean params_lexer_init(ParamsLexer *lexer, const char *name, const char *text, gsize len,
                           GError **error);

/* Goes to the next byte that is no blank, line end or comment; FALSE: there is none. */
gboolean params_lexer_skip(ParamsLexer *lexer);

/* Skips, then reads `c` if it is next. Letters match in any case. */
gboolean params_lexer_accept(ParamsLexer *lexer, char c);

/* Skips, then reads words on one line with blanks between them, in lower case and with single
 * blanks; free with g_free(). NULL, nothing read: no word is next. `token` is their text. */
char *params_lexer_words(ParamsLexer *lexer, ParamsToken *token);

/* Skips, then reads a number. FALSE, nothing read: no number is next. */
gboolean params_lexer_number(ParamsLexer *lexer, ParamsToken *token);

/* Line of `at`. */
gsize params_lexer_line(const ParamsLexer *lexer, const char *at);

/* Where `at` stands; nowhere in a text of the command line. */
ParamsPlace params_lexer_place(const ParamsLexer *lexer, const char *at);

/* Sets `error` to "file:line:column: error: " and the message, or to the message alone where
 * there is no place. FALSE. */
gboolean params_place_error(const char *file, ParamsPlace place, GError **error,
                            const char *format, ...) G_GNUC_PRINTF(4, 5);

/* Sets `error` to "name:line:column: error: " and the message, for the byte `at`; without a
 * name to "'text', column N: " and the message. FALSE. */
gboolean params_lexer_error(const ParamsLexer *lexer, const char *at, ParamsErrorCode code,
                            GError **error, const char *format, ...) G_GNUC_PRINTF(5, 6);

/* "expected WHAT, found ...": at what is next when it is on the line of what was read last,
 * else (something was left out at the end of that line) behind what was read last; FALSE. */
gboolean params_lexer_expected(ParamsLexer *lexer, ParamsErrorCode code, GError **error,
                               const char *what);

/* What is next, for messages: quoted, or "the end (of the file)"; free with g_free(). */
char *params_lexer_found(ParamsLexer *lexer);

/* `len` bytes in quotes; cut when long, bytes that cannot be printed escaped; free with
 * g_free(). */
char *params_lexer_quote(const char *text, gsize len);
