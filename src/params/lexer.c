/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/params/lexer.h"

#include <string.h>

#include "src/params/decimal.h"

/* Most characters of the text that a message quotes. */
#define LONGEST_QUOTE 40

#define BYTE_ORDER_MARK "\xef\xbb\xbf"

G_DEFINE_QUARK(params - error - quark, params_error)

static gboolean
is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/* Bytes beyond ASCII count as letters: a name with one is a misspelt name. */
static gboolean
starts_word(char c)
{
    return g_ascii_isalpha(c) || c == '_' || (guchar)c >= 0x80;
}

static gboolean
is_in_word(char c)
{
    return starts_word(c) || g_ascii_isdigit(c) || c == '.' || c == '-';
}

gboolean
params_lexer_init(ParamsLexer *lexer, const char *name, const char *text, gsize len,
                  GError **error)
{
    lexer->name = name;
    lexer->text = len > 0 ? text : ""; /* an empty mapping may be NULL */
    lexer->end = lexer->text + len;
    if (len >= strlen(BYTE_ORDER_MARK) &&
        memcmp(text, BYTE_ORDER_MARK, strlen(BYTE_ORDER_MARK)) == 0)
        lexer->text += strlen(BYTE_ORDER_MARK);
    lexer->next = lexer->behind = lexer->text;
    const char *nul = memchr(lexer->text, '\0', (gsize)(lexer->end - lexer->text));
    if (nul == NULL)
        return TRUE;
    return params_lexer_error(lexer, nul, PARAMS_ERROR_SYNTAX, error,
                              "expected text, found a NUL byte: this is not a parameter file");
}

static const char *
line_end(const ParamsLexer *lexer, const char *p)
{
    const char *end = memchr(p, '\n', (gsize)(lexer->end - p));
    return end != NULL ? end : lexer->end;
}

gboolean
params_lexer_skip(ParamsLexer *lexer)
{
    const char *p = lexer->next;
    while (p < lexer->end) {
        if (is_blank(*p) || *p == '\n')
            p++;
        else if (*p == '/' && p + 1 < lexer->end && p[1] == '/')
            p = line_end(lexer, p);
        else
            break;
    }
    lexer->next = p;
    return p < lexer->end;
}

static void
advance(ParamsLexer *lexer, const char *behind)
{
    lexer->next = lexer->behind = behind;
}

gboolean
params_lexer_accept(ParamsLexer *lexer, char c)
{
    if (!params_lexer_skip(lexer) || g_ascii_tolower(*lexer->next) != c)
        return FALSE;
    advance(lexer, lexer->next + 1);
    return TRUE;
}

static const char *
word_end(const ParamsLexer *lexer, const char *p)
{
    while (p < lexer->end && is_in_word(*p))
        p++;
    return p;
}

char *
params_lexer_words(ParamsLexer *lexer, ParamsToken *token)
{
    if (!params_lexer_skip(lexer) || !starts_word(*lexer->next))
        return NULL;
    GString *words = g_string_new(NULL);
    const char *begin = lexer->next;
    for (const char *p = begin; p < lexer->end && starts_word(*p);) {
        const char *behind = word_end(lexer, p);
        if (words->len > 0)
            g_string_append_c(words, ' ');
        g_string_append_len(words, p, behind - p);
        advance(lexer, behind);
        for (p = behind; p < lexer->end && is_blank(*p);)
            p++;
    }
    token->begin = begin;
    token->len = (gsize)(lexer->behind - begin);
    g_string_ascii_down(words);
    return g_string_free(words, FALSE);
}

gboolean
params_lexer_number(ParamsLexer *lexer, ParamsToken *token)
{
    params_lexer_skip(lexer);
    gsize len = params_decimal_span(lexer->next, lexer->end);
    if (len == 0)
        return FALSE;
    token->begin = lexer->next;
    token->len = len;
    advance(lexer, lexer->next + len);
    return TRUE;
}

gsize
params_lexer_line(const ParamsLexer *lexer, const char *at)
{
    gsize line = 1;
    for (const char *p = line_end(lexer, lexer->text); p < at; p = line_end(lexer, p + 1))
        line++;
    return line;
}

ParamsPlace
params_lexer_place(const ParamsLexer *lexer, const char *at)
{
    const char *line = at;
    if (lexer->name == NULL)
        return (ParamsPlace){ 0, 0 };
    while (line > lexer->text && line[-1] != '\n')
        line--;
    return (ParamsPlace){ (guint)params_lexer_line(lexer, at), (guint)(at - line) + 1 };
}

gboolean
params_place_error(const char *file, ParamsPlace place, GError **error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *message = g_strdup_vprintf(format, args);
    va_end(args);
    if (file != NULL && place.line > 0)
        g_set_error(error, PARAMS_ERROR, PARAMS_ERROR_VALUE, "%s:%u:%u: error: %s", file,
                    place.line, place.column, message);
    else
        g_set_error_literal(error, PARAMS_ERROR, PARAMS_ERROR_VALUE, message);
    return FALSE;
}

/* What a message about the byte `at` starts with; free with g_free(). */
static char *
beginning(const ParamsLexer *lexer, const char *at)
{
    const ParamsPlace place = params_lexer_place(lexer, at);
    if (lexer->name != NULL)
        return g_strdup_printf("%s:%u:%u: error", lexer->name, place.line, place.column);
    g_autofree char *text = params_lexer_quote(lexer->text, (gsize)(lexer->end - lexer->text));
    return g_strdup_printf("%s, column %" G_GSIZE_FORMAT, text, (gsize)(at - lexer->text) + 1);
}

gboolean
params_lexer_error(const ParamsLexer *lexer, const char *at, ParamsErrorCode code,
                   GError **error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *message = g_strdup_vprintf(format, args);
    va_end(args);
    g_autofree char *where = beginning(lexer, at);
    g_set_error(error, PARAMS_ERROR, (int)code, "%s: %s", where, message);
    return FALSE;
}

gboolean
params_lexer_expected(ParamsLexer *lexer, ParamsErrorCode code, GError **error,
                      const char *what)
{
    gboolean more = params_lexer_skip(lexer);
    gboolean same_line = lexer->next <= line_end(lexer, lexer->behind);
    const char *at = more && same_line ? lexer->next : lexer->behind;
    g_autofree char *found = params_lexer_found(lexer);
    return params_lexer_error(lexer, at, code, error, "expected %s, found %s%s", what, found,
                              more && !same_line ? " on a later line" : "");
}

char *
params_lexer_found(ParamsLexer *lexer)
{
    if (!params_lexer_skip(lexer))
        return g_strdup(lexer->name != NULL ? "the end of the file" : "the end");
    const char *begin = lexer->next;
    gsize number = params_decimal_span(begin, lexer->end);
    const char *behind = word_end(lexer, begin + number);
    if (behind == begin)
        behind++;
    return params_lexer_quote(begin, (gsize)(behind - begin));
}

char *
params_lexer_quote(const char *text, gsize len)
{
    GString *quote = g_string_new("'");
    const char *end = text + len;
    for (int n = 0; text < end; n++) {
        if (n == LONGEST_QUOTE) {
            g_string_append(quote, "...");
            break;
        }
        gunichar c = g_utf8_get_char_validated(text, end - text);
        if (c < 0x110000 && g_unichar_isprint(c)) {
            g_string_append_unichar(quote, c);
            text = g_utf8_next_char(text);
        } else {
            g_string_append_printf(quote, "\\x%02x", (guchar)*text++);
        }
    }
    g_string_append_c(quote, '\'');
    return g_string_free(quote, FALSE);
}
