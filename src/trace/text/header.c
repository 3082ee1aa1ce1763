/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/trace/text/header.h"

#include <string.h>

#include "src/trace/text/line.h"

/* `NAME = N` with any blanks and an optional `;`; NULL when something else stands there. */
static const char *
read_setting(const char *p, const char *end, const char *name, gint64 *value)
{
    gsize len = strlen(name);
    p = trace_skip_blanks(p, end);
    if ((gsize)(end - p) < len || memcmp(p, name, len) != 0)
        return NULL;
    p = trace_skip_blanks(p + len, end);
    if (p == end || *p != '=')
        return NULL;
    p = trace_skip_blanks(p + 1, end);
    const char *number = p;
    while (p < end && !trace_is_blank(*p) && *p != ';')
        p++;
    if (!trace_parse_int(number, p, value))
        return NULL;
    return p < end && *p == ';' ? p + 1 : p;
}

/* The sizes behind `VPSSize=`: as many as the rank, their product the count. */
static gboolean
read_sizes(const char *p, const char *end, gint64 rank, gint64 count, gint64 *sizes)
{
    gint64 product = 1;
    for (gint64 i = 0; i < rank; i++) {
        p = trace_skip_blanks(p, end);
        const char *number = p;
        while (p < end && g_ascii_isdigit(*p))
            p++;
        if (!trace_parse_int(number, p, &sizes[i]) || sizes[i] <= 0 ||
            __builtin_mul_overflow(product, sizes[i], &product))
            return FALSE;
    }
    p = trace_skip_blanks(p, end);
    return (p == end || *p == ';') && product == count;
}

static gboolean
read_processors(const char *p, const char *end, TraceInfo *info)
{
    static const char sizes_name[] = "VPSSize=";
    gint64 sizes[G_N_ELEMENTS(info->vps_size)] = { 0 };
    gint64 count, rank;
    p = read_setting(p, end, "VProcCount", &count);
    if (p == NULL || count == 0 || info->vps_rank > 0)
        return TRUE;
    p = read_setting(p, end, "VPSRank", &rank);
    if (p == NULL || rank < 1 || rank > (gint64)G_N_ELEMENTS(sizes))
        return FALSE;
    p = trace_skip_blanks(p, end);
    gsize len = strlen(sizes_name);
    if ((gsize)(end - p) < len || memcmp(p, sizes_name, len) != 0 ||
        !read_sizes(p + len, end, rank, count, sizes))
        return FALSE;
    info->vps_rank = (int)rank;
    memcpy(info->vps_size, sizes, sizeof sizes);
    return TRUE;
}

gboolean
trace_header_read(const char *text, gsize len, TraceInfo *info)
{
    gboolean good = TRUE;
    const char *end = text + len;
    for (const char *p = text; p < end;) {
        const char *newline = memchr(p, '\n', (gsize)(end - p));
        const char *line_end = newline != NULL ? newline : end;
        gint64 version;
        if (info->rts_version == 0 &&
            read_setting(p, line_end, "RTS VERSION", &version) != NULL)
            info->rts_version = version;
        good = read_processors(p, line_end, info) && good;
        p = newline != NULL ? newline + 1 : end;
    }
    return good;
}
