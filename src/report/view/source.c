/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/view/source.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "src/report/view/losses.h"
#include "src/report/view/source-file.h"

/* Lines shown before and after one where an interval begins or a call stands. */
#define CONTEXT 6
/* Lines of more bytes are cut. */
#define LONGEST_LINE 400
/* Lines of all files together. */
#define MOST_LINES 5000

/* A line where intervals begin or calls stand. */
typedef struct {
    guint interval; /* id, 0: none begins here */
    double longest;
    const LineTimes *times; /* NULL: no call stands here, or nobody knows */
} Place;

static void
clear_line(gpointer line)
{
    g_free(((ReportSourceLine *)line)->text);
}

/* All of them. */
typedef struct {
    GHashTable *by_file; /* name -> (line -> Place) */
    GPtrArray *names;    /* in the order in which they came up; not owned */
} Places;

static void
places_clear(Places *places)
{
    g_hash_table_unref(places->by_file);
    g_ptr_array_unref(places->names);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Places, places_clear)

/* The place of a line; a new one if it is not known yet. */
static Place *
get_place(Places *places, const char *file, gint64 line)
{
    GHashTable *lines = g_hash_table_lookup(places->by_file, file);

    if (lines == NULL) {
        lines = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
        g_hash_table_insert(places->by_file, (gpointer)file, lines);
        g_ptr_array_add(places->names, (gpointer)file);
    }
    Place *place = g_hash_table_lookup(lines, &line);
    if (place == NULL) {
        place = g_new0(Place, 1);
        place->longest = -HUGE_VAL;
        g_hash_table_insert(lines, g_memdup2(&line, sizeof line), place);
    }
    return place;
}

/* Where intervals begin and calls stand: files in the order of the tree, then those of calls
 * alone by name. */
static void
find_places(const Prediction *prediction, const ReportOptions *options, Places *places)
{
    g_autofree double *own =
        report_own(prediction, options, offsetof(Characteristics, execution_time));

    places->by_file = g_hash_table_new_full(g_str_hash, g_str_equal, NULL,
                                            (GDestroyNotify)g_hash_table_unref);
    places->names = g_ptr_array_new();
    for (guint i = 0; i < prediction->n_intervals; i++) {
        const Interval *interval = &prediction->intervals[i];
        if (!report_shows(options, interval) || interval->file == NULL)
            continue;
        Place *place = get_place(places, interval->file, interval->line);
        if (own[i] <= place->longest)
            continue;
        place->longest = own[i];
        place->interval = interval->id;
    }
    for (guint i = 0; prediction->lines != NULL && i < prediction->lines->len; i++) {
        const LineTimes *line = &g_array_index(prediction->lines, LineTimes, i);
        get_place(places, line->file, line->line)->times = line;
    }
}

/* Which lines are near one of the places: near[number], of n lines. */
static guint8 *
mark_lines(GHashTable *places, gint64 n)
{
    guint8 *near = g_malloc0((gsize)n + 1);
    GHashTableIter iter;
    gpointer key;

    g_hash_table_iter_init(&iter, places);
    while (g_hash_table_iter_next(&iter, &key, NULL)) {
        const gint64 line = *(gint64 *)key;
        if (line < 1 || line > n)
            continue;
        for (gint64 i = MAX(line - CONTEXT, 1); i <= MIN(line + CONTEXT, n); i++)
            near[i] = 1;
    }
    return near;
}

static void
add_lines(ReportSource *source, const char *text, GHashTable *places)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    const gint64 n = (gint64)g_strv_length(lines) - g_str_has_suffix(text, "\n");
    g_autofree guint8 *near = mark_lines(places, n);

    for (gint64 number = 1; number <= n && source->lines->len < MOST_LINES; number++) {
        if (!near[number])
            continue;
        char *end = strchr(lines[number - 1], '\r');
        if (end != NULL && end[1] == '\0')
            *end = '\0';
        const Place *place = g_hash_table_lookup(places, &number);
        const ReportSourceLine line = {
            .file = source->files->len - 1,
            .number = number,
            .text = g_strndup(lines[number - 1], LONGEST_LINE),
            .interval = place != NULL ? place->interval : 0,
            .times = place != NULL ? place->times : NULL,
            .gap = number > 1 && !near[number - 1],
        };
        g_array_append_val(source->lines, line);
    }
}

ReportSource *
report_source_new(const Prediction *prediction, const ReportOptions *options)
{
    ReportSource *source = g_new0(ReportSource, 1);
    g_auto(Places) places = { 0 };

    source->files = g_ptr_array_new_with_free_func(g_free);
    source->lines = g_array_new(FALSE, FALSE, sizeof(ReportSourceLine));
    g_array_set_clear_func(source->lines, clear_line);
    find_places(prediction, options, &places);
    for (guint i = 0; i < places.names->len; i++) {
        const char *name = g_ptr_array_index(places.names, i);
        g_autofree char *path = source_file_find(options, prediction->trace_file, name);
        g_autofree char *text = path != NULL ? source_file_read(path) : NULL;
        if (text == NULL)
            continue;
        g_ptr_array_add(source->files, g_strdup(name));
        add_lines(source, text, g_hash_table_lookup(places.by_file, name));
    }
    return source;
}

char **
report_source_paths(const Prediction *prediction, const ReportOptions *options)
{
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
    g_auto(Places) places = { 0 };

    find_places(prediction, options, &places);
    for (guint i = 0; i < places.names->len; i++) {
        char *path = source_file_find(options, prediction->trace_file,
                                      g_ptr_array_index(places.names, i));
        if (path != NULL)
            g_ptr_array_add(paths, path);
    }
    g_ptr_array_add(paths, NULL);
    return (char **)g_ptr_array_free(g_steal_pointer(&paths), FALSE);
}

void
report_source_free(ReportSource *source)
{
    if (source == NULL)
        return;
    g_ptr_array_unref(source->files);
    g_array_unref(source->lines);
    g_free(source);
}
