/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/machine/machine.h"

#include <string.h>

/* A line of the file. */
typedef struct {
    const char *name;
    guint number;
    const char *begin, *end, *next;
} Line;

static gboolean
refuse(const Line *line, const char *what, GError **error)
{
    g_set_error(error, PARAMS_ERROR, PARAMS_ERROR_VALUE, "%s:%u:%d: error: expected %s",
                line->name, line->number, (int)(line->next - line->begin) + 1, what);
    return FALSE;
}

static void
skip_blanks(Line *line)
{
    while (line->next < line->end && g_ascii_isspace(*line->next))
        line->next++;
}

/* An integer below `limit`. */
static gboolean
read_integer(Line *line, gint64 limit, const char *what, int64_t *out, GError **error)
{
    skip_blanks(line);
    const char *p = line->next;
    gint64 value = 0;
    for (; p < line->end && g_ascii_isdigit(*p); p++)
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_add_overflow(value, *p - '0', &value) || value >= limit)
            return refuse(line, what, error);
    if (p == line->next)
        return refuse(line, what, error);
    line->next = p;
    skip_blanks(line);
    *out = value;
    return TRUE;
}

static gboolean
read_comma(Line *line, GError **error)
{
    if (line->next == line->end || *line->next != ',')
        return refuse(line, "',' and lines 'p,q,bytes'", error);
    line->next++;
    return TRUE;
}

static gboolean
read_line(Line *line, gint64 n, GArray *transfers, GError **error)
{
    g_autofree char *processor =
        g_strdup_printf("a processor of the topology, 0 to %" G_GINT64_FORMAT, n - 1);
    RaterParcel parcel;
    skip_blanks(line);
    if (line->next == line->end)
        return TRUE;
    if (!read_integer(line, n, processor, &parcel.from, error) || !read_comma(line, error) ||
        !read_integer(line, n, processor, &parcel.to, error) || !read_comma(line, error) ||
        !read_integer(line, G_MAXINT64, "a number of bytes", &parcel.bytes, error))
        return FALSE;
    if (line->next < line->end)
        return refuse(line, "the end of the line", error);
    g_array_append_val(transfers, parcel);
    return TRUE;
}

/* The names of the columns. */
static gboolean
is_header(const Line *line)
{
    static const char header[] = "p,q,bytes";
    g_autofree char *text = g_strndup(line->begin, (gsize)(line->end - line->begin));
    return g_ascii_strcasecmp(g_strstrip(text), header) == 0;
}

GArray *
machine_transfers_read(const char *name, const char *text, gsize len, gint64 n, GError **error)
{
    g_autoptr(GArray) transfers = g_array_new(FALSE, FALSE, sizeof(RaterParcel));
    const char *end = text + len;
    Line line = { .name = name };
    for (const char *p = text; p < end;) {
        const char *line_end = memchr(p, '\n', (gsize)(end - p));
        line.begin = line.next = p;
        line.end = line_end != NULL ? line_end : end;
        line.number++;
        p = line_end != NULL ? line_end + 1 : end;
        if (line.number == 1 && is_header(&line))
            continue;
        if (!read_line(&line, n, transfers, error))
            return NULL;
    }
    return g_steal_pointer(&transfers);
}
