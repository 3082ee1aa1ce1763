/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/html-path.h"

#include <math.h>

static void
add_stretches(HtmlPath *path)
{
    const GArray *stretches = path->path->stretches;

    for (guint i = 0; i < stretches->len; i++) {
        const PathStretch *s = &g_array_index(stretches, PathStretch, i);
        HtmlPathPiece piece = { s->start, s->end, { 0 }, s->interval, s->site };
        piece.seconds[MIN(s->part, N_PATH_PARTS - 1)] = s->end - s->start;
        if (s->end > s->start)
            g_array_append_val(path->pieces, piece);
    }
}

/* Each column adds up what lies in it. */
static void
add_columns(HtmlPath *path)
{
    const GArray *stretches = path->path->stretches;
    double end = 0;
    guint next = 0;

    for (guint i = 0; i < stretches->len; i++)
        end = MAX(end, g_array_index(stretches, PathStretch, i).end);
    for (guint c = 0; c < HTML_PATH_COLUMNS; c++) {
        HtmlPathPiece piece = {
            end * c / HTML_PATH_COLUMNS, end * (c + 1) / HTML_PATH_COLUMNS, { 0 }, 0, 0
        };
        double longest = 0;
        for (guint i = next; i < stretches->len; i++) {
            const PathStretch *s = &g_array_index(stretches, PathStretch, i);
            const double length = MIN(s->end, piece.end) - MAX(s->start, piece.start);
            if (s->start >= piece.end)
                break;
            next = s->end > piece.end ? next : i + 1;
            if (!(length > 0))
                continue;
            piece.seconds[MIN(s->part, N_PATH_PARTS - 1)] += length;
            if (length > longest) {
                longest = length;
                piece.interval = s->interval;
                piece.site = s->site;
            }
        }
        g_array_append_val(path->pieces, piece);
    }
}

static void
cut_tables(HtmlPath *path)
{
    const GArray *pairs = path->path->processors, *lines = path->path->lines;
    guint on = 0;

    while (on < lines->len && g_array_index(lines, PathLine, on).total > 0)
        on++;
    path->n_pairs = MIN(pairs->len, HTML_PATH_MOST_PAIRS);
    path->n_lines = MIN(on, HTML_PATH_MOST_LINES);
    path->first_off = on;
    path->n_off = MIN(lines->len - on, HTML_PATH_MOST_OFF);
    path->other_pairs = pairs->len - path->n_pairs;
    path->other_lines = on - path->n_lines;
    for (guint i = path->n_pairs; i < pairs->len; i++)
        path->other_pair_seconds += g_array_index(pairs, PathProcessor, i).seconds;
    for (guint i = path->n_lines; i < on; i++) {
        const PathLine *line = &g_array_index(lines, PathLine, i);
        path->other_line_total += line->total;
        for (guint part = 0; part < N_PATH_PARTS; part++)
            path->other_line_seconds[part] += line->seconds[part];
    }
}

HtmlPath *
html_path_new(const CriticalPath *path)
{
    HtmlPath *made = g_new0(HtmlPath, 1);

    made->path = path;
    made->pieces = g_array_new(FALSE, FALSE, sizeof(HtmlPathPiece));
    made->columns = path->stretches->len > HTML_PATH_MOST_STRETCHES;
    if (made->columns)
        add_columns(made);
    else
        add_stretches(made);
    cut_tables(made);
    return made;
}

void
html_path_free(HtmlPath *path)
{
    if (path == NULL)
        return;
    g_array_unref(path->pieces);
    g_free(path);
}

gboolean
html_path_has(const HtmlPath *path, guint part)
{
    return path->path->program[part] > 0;
}
