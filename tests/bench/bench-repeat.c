/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/bench/bench-repeat.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define CHUNK (1 << 18)

/* A part of the sample's text. */
typedef struct {
    const char *text;
    gsize len;
} Piece;

typedef struct {
    Piece head;
    GArray *steps; /* of Piece: all whole steps but the last */
    Piece tail;    /* the last step and all that follows */
} Pieces;

static void
pieces_clear(Pieces *pieces)
{
    g_array_unref(pieces->steps);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Pieces, pieces_clear)

static void
close_file(FILE *file)
{
    fclose(file);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FILE, close_file)

static void
close_gzip(gzFile *file)
{
    if (*file != NULL)
        gzclose(*file);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(gzFile, close_gzip)

static gboolean
fail(const char *path, GError **error)
{
    int reason = errno;
    g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(reason), "%s: %s", path,
                reason != 0 ? g_strerror(reason) : "not readable");
    return FALSE;
}

/* The whole file, uncompressed; gzread() takes plain files too. */
static GString *
read_sample(const char *path, GError **error)
{
    g_autoptr(GString) text = g_string_new(NULL);
    g_autofree char *chunk = g_malloc(CHUNK);
    errno = 0;
    g_auto(gzFile) file = gzopen(path, "rb");
    int n = file == NULL ? -1 : gzread(file, chunk, CHUNK);
    for (; n > 0; n = gzread(file, chunk, CHUNK))
        g_string_append_len(text, chunk, n);
    if (n == 0)
        return g_steal_pointer(&text);
    fail(path, error);
    return NULL;
}

/* Whether the line at `text` is the marker's: its name, then LINE= with its number. */
static gboolean
is_marker(const BenchRepeat *repeat, const char *text)
{
    gsize n = strlen(repeat->marker);
    if (strncmp(text, repeat->marker, n) != 0 || text[n] != ' ')
        return FALSE;
    gsize len = strcspn(text, "\n");
    const char *line = g_strstr_len(text, (gssize)len, " LINE=");
    return line != NULL && atoi(line + strlen(" LINE=")) == repeat->line;
}

/* Cuts the text at the lines of the marker, which must be there twice. */
static gboolean
cut(const BenchRepeat *repeat, const GString *text, Pieces *pieces, GError **error)
{
    const char *last = NULL;
    for (const char *at = text->str; *at != '\0'; at += strcspn(at, "\n"), at += *at == '\n') {
        if (!is_marker(repeat, at))
            continue;
        Piece piece = { last, (gsize)(at - last) };
        if (last == NULL)
            pieces->head = (Piece){ text->str, (gsize)(at - text->str) };
        else
            g_array_append_val(pieces->steps, piece);
        last = at;
    }
    if (pieces->steps->len == 0) {
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s: no two lines %s of LINE=%d",
                    repeat->sample, repeat->marker, repeat->line);
        return FALSE;
    }
    pieces->tail = (Piece){ last, text->len - (gsize)(last - text->str) };
    return TRUE;
}

/* The number behind the step's first "index=", or nothing. */
static Piece
find_index(const Piece *step)
{
    const char *name = g_strstr_len(step->text, (gssize)step->len, "index=");
    if (name == NULL)
        return (Piece){ step->text, 0 };
    const char *number = name + strlen("index=");
    return (Piece){ number, strspn(number, "-0123456789") };
}

static void
write_step(const BenchRepeat *repeat, const Piece *step, guint64 n, FILE *out)
{
    Piece number = find_index(step);
    if (repeat->expressions == 0 || number.len == 0) {
        fwrite(step->text, 1, step->len, out);
        return;
    }
    gsize before = (gsize)(number.text - step->text);
    fwrite(step->text, 1, before, out);
    fprintf(out, "%" G_GUINT64_FORMAT, n % repeat->expressions);
    fwrite(number.text + number.len, 1, step->len - before - number.len, out);
}

gboolean
bench_repeat(const BenchRepeat *repeat, const char *path, GError **error)
{
    g_auto(Pieces) pieces = { .steps = g_array_new(FALSE, FALSE, sizeof(Piece)) };
    g_autoptr(GString) text = read_sample(repeat->sample, error);
    if (text == NULL || !cut(repeat, text, &pieces, error))
        return FALSE;
    g_autoptr(FILE) out = fopen(path, "w");
    if (out == NULL)
        return fail(path, error);
    fwrite(pieces.head.text, 1, pieces.head.len, out);
    for (guint64 n = 0; n + 1 < repeat->steps; n++)
        write_step(repeat, &g_array_index(pieces.steps, Piece, n % pieces.steps->len), n, out);
    write_step(repeat, &pieces.tail, repeat->steps - 1, out);
    return (fflush(out) == 0 && ferror(out) == 0) || fail(path, error);
}

gboolean
bench_gzip(const char *from, const char *to, GError **error)
{
    g_autofree char *chunk = g_malloc(CHUNK);
    g_autoptr(FILE) in = fopen(from, "r");
    if (in == NULL)
        return fail(from, error);
    g_auto(gzFile) out = gzopen(to, "wb");
    if (out == NULL)
        return fail(to, error);
    for (gsize n = fread(chunk, 1, CHUNK, in); n > 0; n = fread(chunk, 1, CHUNK, in)) {
        if (gzwrite(out, chunk, (unsigned)n) != (int)n)
            return fail(to, error);
    }
    int status = gzclose(g_steal_pointer(&out));
    return (ferror(in) == 0 && status == Z_OK) || fail(to, error);
}
