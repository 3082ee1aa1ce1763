/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/graph/text.h"

#include <math.h>
#include <string.h>

#include "src/base/byte-source.h"
#include "src/graph/graph.h"

#define PORTION ((guint)1 << 20)

static gboolean
fail(GError **error, const char *path, const char *why)
{
    g_set_error(error, GRAPH_ERROR, GRAPH_ERROR_FILE, "%s: error: %s", path, why);
    return FALSE;
}

static gboolean
read_all(ByteSource *source, const char *path, gsize most, GByteArray *bytes, GError **error)
{
    const gsize end = most > 0 ? most : GRAPH_TEXT_LARGEST;
    g_autoptr(GError) why = NULL;
    gsize made = 1;

    while (made > 0 && bytes->len < end) {
        const guint before = bytes->len;
        const guint portion = (guint)MIN(end - before, MAX(PORTION, before));
        g_byte_array_set_size(bytes, before + portion);
        if (!byte_source_read(source, (char *)bytes->data + before, portion, &made, &why))
            return fail(error, path, why->message);
        g_byte_array_set_size(bytes, before + (guint)made);
    }
    if (made == 0 && byte_source_is_cut(source))
        return fail(error, path, "damaged gzip data: they end too early");
    return (most > 0 || bytes->len < end) || fail(error, path, "too large");
}

static GraphText *
text_of(const char *path, char *data, gsize size)
{
    GraphText *text = g_new(GraphText, 1);

    *text = (GraphText){ g_strdup(path), data, size };
    for (char *at = data; (at = memchr(at, '\0', size - (gsize)(at - data))) != NULL;)
        *at = '?';
    return text;
}

GraphText *
graph_text_read(const char *path, gsize most, GError **error)
{
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    g_autoptr(GError) why = NULL;
    g_autoptr(ByteSource) source = byte_source_new(path, &why);

    if (source == NULL)
        fail(error, path, why->message);
    if (source == NULL || !read_all(source, path, most, bytes, error))
        return NULL;
    const gsize size = bytes->len;
    g_byte_array_append(bytes, (const guint8 *)"", 1);
    return text_of(path, (char *)g_byte_array_free(g_steal_pointer(&bytes), FALSE), size);
}

GraphText *
graph_text_new(const char *path, const char *data, gsize size)
{
    char *copy = g_malloc(size + 1);

    if (size > 0)
        memcpy(copy, data, size);
    copy[size] = '\0';
    return text_of(path, copy, size);
}

void
graph_text_free(GraphText *text)
{
    if (text == NULL)
        return;
    g_free(text->path);
    g_free(text->data);
    g_free(text);
}

GraphWords
graph_words(const GraphText *text, char comment, char end)
{
    return (GraphWords){ text->data, 1, 1, comment, end };
}

/* Skips blanks and comments; an open comment ends with the text. */
static void
skip_blanks(GraphWords *words)
{
    gboolean inside = FALSE;

    for (; *words->at != '\0'; words->at++) {
        words->line += *words->at == '\n';
        if (inside)
            inside = *words->at != words->end;
        else if (*words->at == words->comment)
            inside = TRUE;
        else if (!g_ascii_isspace(*words->at))
            return;
    }
}

GraphWord
graph_words_next(GraphWords *words)
{
    skip_blanks(words);
    GraphWord word = { words->at, 0, words->line };
    while (*words->at != '\0' && !g_ascii_isspace(*words->at) && *words->at != words->comment)
        words->at++;
    word.len = (gsize)(words->at - word.at);
    if (word.len == 0)
        word.line = words->last_line;
    words->last_line = word.line;
    return word;
}

char *
graph_word_text(const GraphWord *word)
{
    return g_strndup(word->at, word->len);
}

gboolean
graph_word_is(const GraphWord *word, const char *text)
{
    return strlen(text) == word->len && memcmp(text, word->at, word->len) == 0;
}

/* Digits with at most one point among them whose digits a double has: exact by one division. */
static gboolean
short_number(const char *text, gsize len, double *value)
{
    static const double powers[] = { 1,   1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                     1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15 };
    gint64 digits = 0;
    gsize decimals = 0, points = 0;

    if (len > 15 || len == 0)
        return FALSE;
    for (gsize i = 0; i < len; i++) {
        if (text[i] == '.') {
            points++;
            decimals = len - i - 1;
        } else if (g_ascii_isdigit(text[i])) {
            digits = 10 * digits + (text[i] - '0');
        } else {
            return FALSE;
        }
    }
    if (points > 1 || len == points)
        return FALSE;
    *value = (double)digits / powers[decimals];
    return TRUE;
}

gboolean
graph_number(const char *text, gsize len, double *value)
{
    char copy[64], *end;

    if (short_number(text, len, value))
        return TRUE;
    if (len == 0 || len >= sizeof copy || strspn(text, "0123456789.eE+-") < len ||
        *text == '-')
        return FALSE;
    memcpy(copy, text, len);
    copy[len] = '\0';
    const double number = g_ascii_strtod(copy, &end);
    if (*end != '\0' || end == copy || !isfinite(number))
        return FALSE;
    *value = number;
    return TRUE;
}

gboolean
graph_integer(const char *text, gsize len, gint64 *value)
{
    gint64 number = 0;

    if (len == 0)
        return FALSE;
    for (gsize i = 0; i < len; i++) {
        if (!g_ascii_isdigit(text[i]))
            return FALSE;
        number = 10 * number + (text[i] - '0');
        if (number > G_MAXINT32)
            return FALSE;
    }
    *value = number;
    return TRUE;
}
