/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/view/source.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>

#include "src/report/view/losses.h"

/* Lines shown before and after one where an interval begins or a call stands. */
#define CONTEXT 6
/* Larger files are no source. */
#define LARGEST_FILE (16 * 1024 * 1024)
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

/* Whether the name stays in the folder that it is looked for in. */
static gboolean
is_inside(const char *name)
{
    g_auto(GStrv) parts = g_strsplit(name, "/", -1);

    return !g_path_is_absolute(name) && !g_strv_contains((const char *const *)parts, "..");
}

static char *
read_file(const char *folder, const char *name)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    GStatBuf status;
    char *text = NULL;

    if (g_stat(path, &status) != 0 || !S_ISREG(status.st_mode) ||
        status.st_size > LARGEST_FILE || !g_file_get_contents(path, &text, NULL, NULL))
        return NULL;
    return text;
}

/* The text of a source; NULL: it is not there. Free with g_free(). */
static char *
find_file(const char *const *folders, const char *name)
{
    g_autofree char *last = g_path_get_basename(name);

    for (; *name != '\0' && *folders != NULL; folders++) {
        char *text = is_inside(name) ? read_file(*folders, name) : NULL;
        if (text == NULL)
            text = read_file(*folders, last);
        if (text != NULL)
            return text;
    }
    return NULL;
}

/* The text of a source that was not asked for: of an ordinary file of that very name beside the
 * trace, which leads nowhere else. */
static char *
find_beside(const char *trace, const char *name)
{
    if (trace == NULL || !g_file_test(trace, G_FILE_TEST_IS_REGULAR) || *name == '\0' ||
        *name == '.' || strchr(name, '/') != NULL)
        return NULL;
    g_autofree char *folder = g_path_get_dirname(trace);
    g_autofree char *path = g_build_filename(folder, name, NULL);
    GStatBuf status;

    return g_lstat(path, &status) == 0 && S_ISREG(status.st_mode) ? read_file(folder, name)
                                                                  : NULL;
}

/* All of them. */
typedef struct {
    GHashTable *by_file; /* name -> (line -> Place) */
    GPtrArray *names;    /* in the order in which they came up; not owned */
} Places;

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

    source->files = g_ptr_array_new_with_free_func(g_free);
    source->lines = g_array_new(FALSE, FALSE, sizeof(ReportSourceLine));
    g_array_set_clear_func(source->lines, clear_line);
    g_autoptr(GHashTable) by_file = g_hash_table_new_full(g_str_hash, g_str_equal, NULL,
                                                          (GDestroyNotify)g_hash_table_unref);
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    Places places = { by_file, names };
    find_places(prediction, options, &places);
    for (guint i = 0; i < names->len; i++) {
        const char *name = g_ptr_array_index(names, i);
        g_autofree char *text = options->source_path != NULL
                                    ? find_file(options->source_path, name)
                                    : find_beside(prediction->trace_file, name);
        if (text == NULL)
            continue;
        g_ptr_array_add(source->files, g_strdup(name));
        add_lines(source, text, g_hash_table_lookup(by_file, name));
    }
    return source;
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
