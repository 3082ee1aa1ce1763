/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/graph/text.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "src/graph/graph.h"

#define PORTION ((guint)1 << 20)

static gboolean
fail(GError **error, const char *path, const char *why)
{
    g_set_error(error, GRAPH_ERROR, GRAPH_ERROR_FILE, "%s: error: cannot be read: %s", path,
                why);
    return FALSE;
}

static gzFile
open_file(const char *path, GError **error)
{
    const int fd = g_str_equal(path, "-") ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
    gzFile file = fd >= 0 ? gzdopen(fd, "rb") : NULL;

    if (file == NULL) {
        fail(error, path, g_strerror(errno));
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    gzbuffer(file, 1 << 17);
    return file;
}

static gboolean
read_all(gzFile file, const char *path, gsize most, GByteArray *bytes, GError **error)
{
    const gsize end = most > 0 ? most : GRAPH_TEXT_LARGEST;
    int n = 1;

    while (n > 0 && bytes->len < end) {
        const guint before = bytes->len;
        const guint portion = (guint)MIN(end - before, MAX(PORTION, before));
        g_byte_array_set_size(bytes, before + portion);
        n = gzread(file, bytes->data + before, MIN(portion, (guint)1 << 30));
        g_byte_array_set_size(bytes, before + (guint)MAX(n, 0));
    }
    int code;
    const char *why = gzerror(file, &code);
    if (n < 0 || (n == 0 && code == Z_BUF_ERROR))
        return fail(error, path,
                    code == Z_ERRNO        ? g_strerror(errno)
                    : code == Z_BUF_ERROR ? "the compressed data end too early"
                                          : why);
    return (most > 0 || bytes->len < end) || fail(error, path, "it is too large");
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
    gzFile file = open_file(path, error);

    if (file == NULL)
        return NULL;
    const gboolean done = read_all(file, path, most, bytes, error);
    gzclose(file);
    if (!done)
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
