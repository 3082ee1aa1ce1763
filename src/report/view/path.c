/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/view/path.h"

#include <string.h>

#include "src/base/hash.h"

char *
report_places_name(const Prediction *prediction, guint32 number, guint32 site)
{
    const guint id = prediction_interval_id(prediction, number);

    if (id == 0)
        return g_strdup_printf("%u", site);
    const Interval *interval = &prediction->intervals[id - 1];
    return g_strdup_printf("%u %d %d %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %s", site,
                           (int)interval->type, interval->has_expression,
                           interval->has_expression ? interval->expression : 0, interval->line,
                           interval->file != NULL ? interval->file : "");
}

static void
add_stretches(ReportPath *path)
{
    const GArray *stretches = path->path->stretches;

    for (guint i = 0; i < stretches->len; i++) {
        const PathStretch *s = &g_array_index(stretches, PathStretch, i);
        ReportPathPiece piece = { s->start, s->end, { 0 }, s->interval, s->site };
        memcpy(piece.seconds, s->seconds, sizeof piece.seconds);
        if (s->end > s->start)
            g_array_append_val(path->pieces, piece);
    }
}

/* Each column adds up what lies in it. */
static void
add_columns(ReportPath *path)
{
    const GArray *stretches = path->path->stretches;
    double end = 0;
    guint next = 0;

    for (guint i = 0; i < stretches->len; i++)
        end = MAX(end, g_array_index(stretches, PathStretch, i).end);
    for (guint c = 0; c < REPORT_PATH_COLUMNS; c++) {
        ReportPathPiece piece = {
            end * c / REPORT_PATH_COLUMNS, end * (c + 1) / REPORT_PATH_COLUMNS, { 0 }, 0, 0
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
            const double share = length / (s->end - s->start);
            for (guint part = 0; part < N_PATH_PARTS; part++)
                piece.seconds[part] += s->seconds[part] * share;
            if (MIN(length, s->longest) > longest) {
                longest = MIN(length, s->longest);
                piece.interval = s->interval;
                piece.site = s->site;
            }
        }
        g_array_append_val(path->pieces, piece);
    }
}

static void
unite_place(ReportPlace *place, const PathLine *line)
{
    for (guint part = 0; part < N_PATH_PARTS; part++)
        place->line.seconds[part] += line->seconds[part];
    place->line.total += line->total;
    place->line.slack = MIN(place->line.slack, line->slack);
    place->n_alike++;
    if (line->total > place->largest) {
        place->largest = line->total;
        place->line.interval = line->interval;
    }
}

static int
compare_places(gconstpointer va, gconstpointer vb)
{
    const PathLine *a = &((const ReportPlace *)va)->line;
    const PathLine *b = &((const ReportPlace *)vb)->line;

    return ORDER(b->total, a->total) ?: ORDER(a->slack, b->slack) ?:
           ORDER(a->interval, b->interval) ?: ORDER(a->site, b->site);
}

static void
add_places(ReportPath *path, const Prediction *prediction)
{
    g_autoptr(GHashTable) known = hash_names_new();
    const GArray *lines = path->path->lines;

    for (guint i = 0; i < lines->len; i++) {
        const PathLine *line = &g_array_index(lines, PathLine, i);
        const guint at = hash_names_number(
            known, report_places_name(prediction, line->interval, line->site));
        const ReportPlace place = { *line, 1, line->total };
        if (at < path->places->len)
            unite_place(&g_array_index(path->places, ReportPlace, at), line);
        else
            g_array_append_val(path->places, place);
    }
    g_array_sort(path->places, compare_places);
}

static void
cut_tables(ReportPath *path)
{
    const GArray *pairs = path->path->processors, *places = path->places;
    guint on = 0;

    while (on < places->len && g_array_index(places, ReportPlace, on).line.total > 0)
        on++;
    path->n_pairs = MIN(pairs->len, REPORT_PATH_MOST_PAIRS);
    path->n_lines = MIN(on, REPORT_PATH_MOST_LINES);
    path->first_off = on;
    path->n_off = MIN(places->len - on, REPORT_PATH_MOST_OFF);
    path->other_pairs = pairs->len - path->n_pairs;
    path->other_lines = on - path->n_lines;
    for (guint i = path->n_pairs; i < pairs->len; i++)
        path->other_pair_seconds += g_array_index(pairs, PathProcessor, i).seconds;
    for (guint i = path->n_lines; i < on; i++) {
        const PathLine *line = &g_array_index(places, ReportPlace, i).line;
        path->other_line_total += line->total;
        for (guint part = 0; part < N_PATH_PARTS; part++)
            path->other_line_seconds[part] += line->seconds[part];
    }
}

ReportPath *
report_path_new(const Explanation *explanation, const Prediction *prediction)
{
    ReportPath *made = g_new0(ReportPath, 1);

    made->path = explanation->path;
    made->pieces = g_array_new(FALSE, FALSE, sizeof(ReportPathPiece));
    made->places = g_array_new(FALSE, FALSE, sizeof(ReportPlace));
    made->columns = made->path->stretches->len > REPORT_PATH_MOST_STRETCHES;
    if (made->columns)
        add_columns(made);
    else
        add_stretches(made);
    add_places(made, prediction);
    cut_tables(made);
    return made;
}

void
report_path_free(ReportPath *path)
{
    if (path == NULL)
        return;
    g_array_unref(path->pieces);
    g_array_unref(path->places);
    g_free(path);
}
