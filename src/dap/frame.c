/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/dap/frame.h"

#include <string.h>

#define LENGTH "Content-Length:"

void
dap_reader_init(DapReader *reader)
{
    *reader = (DapReader){ .bytes = g_string_new(NULL) };
}

void
dap_reader_clear(DapReader *reader)
{
    g_string_free(reader->bytes, TRUE);
}

void
dap_reader_feed(DapReader *reader, const char *bytes, gsize n)
{
    const gsize passed = (gsize)MIN(reader->passed_over, n);
    reader->passed_over -= passed;
    g_string_append_len(reader->bytes, bytes + passed, (gssize)(n - passed));
}

static DapRead
bad(DapReader *reader, gsize n, const char *what, GString **body)
{
    g_string_erase(reader->bytes, 0, (gssize)n);
    *body = g_string_new(what);
    return DAP_READ_BAD;
}

/* The length that a head of `len` bytes tells; FALSE: none, or no number. Other fields may be
 * there. */
static gboolean
read_length(const char *head, gsize len, guint64 *length)
{
    g_autofree char *text = g_strndup(head, len);
    g_auto(GStrv) lines = g_strsplit(text, "\r\n", -1);
    gboolean found = FALSE;
    for (char **line = lines; *line != NULL; line++) {
        if (g_ascii_strncasecmp(*line, LENGTH, strlen(LENGTH)) != 0)
            continue;
        const char *number = g_strstrip(*line + strlen(LENGTH));
        found = g_ascii_string_to_unsigned(number, 10, 0, G_MAXINT64, length, NULL);
    }
    return found;
}

DapRead
dap_reader_next(DapReader *reader, GString **body)
{
    GString *bytes = reader->bytes;
    const char *end = g_strstr_len(bytes->str, (gssize)MIN(bytes->len, DAP_MOST_HEAD), "\r\n\r\n");
    guint64 length = 0;
    if (end == NULL && bytes->len < DAP_MOST_HEAD)
        return DAP_READ_MORE;
    if (end == NULL)
        return bad(reader, bytes->len, "the head of a message is too long", body);
    const gsize head = (gsize)(end - bytes->str) + strlen("\r\n\r\n");
    if (!read_length(bytes->str, head, &length))
        return bad(reader, head, "the head of a message has no Content-Length", body);
    if (length > DAP_MOST_BYTES) {
        const gsize here = (gsize)MIN(length, bytes->len - head);
        reader->passed_over = length - here;
        return bad(reader, head + here, "a message is too long", body);
    }
    if (bytes->len - head < length)
        return DAP_READ_MORE;
    *body = g_string_new_len(bytes->str + head, (gssize)length);
    g_string_erase(bytes, 0, (gssize)(head + length));
    return DAP_READ_BODY;
}

void
dap_append_frame(GString *out, const char *json, gsize len)
{
    g_string_append_printf(out, LENGTH " %" G_GSIZE_FORMAT "\r\n\r\n", len);
    g_string_append_len(out, json, (gssize)len);
}
