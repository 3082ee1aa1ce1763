/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/timeline.h"

#include <math.h>
#include <string.h>

#include "src/cli/interrupt.h"
#include "src/cli/message.h"
#include "src/cli/path.h"
#include "src/report/timeline/export.h"

/* A longer timeline goes to a temporary file. */
#define MEMORY ((gsize)256 << 20)

/* What viewers still open in a moment. */
#define BUDGET ((guint64)64 << 20)

/* Chosen processors: each is a row. */
#define MOST_PROCESSORS 4096

struct _CliTimeline {
    char *path;
    char *asked;        /* --timeline-processors, or NULL */
    GArray *processors; /* of gint64; NULL: classes */
    TimelineExportOptions how;
    Timeline *timeline;
};

void
cli_timeline_options_clear(CliTimelineOptions *options)
{
    g_clear_pointer(&options->path, g_free);
    g_clear_pointer(&options->processors, g_free);
    g_clear_pointer(&options->window, g_free);
    g_clear_pointer(&options->budget, g_free);
}

void
cli_timeline_add_options(CliTimelineOptions *o, GOptionContext *context)
{
    const GOptionEntry entries[] = {
        { "timeline", 0, 0, G_OPTION_ARG_FILENAME, &o->path,
          "Write what happens when: .json (Perfetto), .paje", "FILE" },
        { "timeline-processors", 0, 0, G_OPTION_ARG_FILENAME, &o->processors,
          "Its rows: processors 0,3,5-7; else classes", "LIST" },
        { "timeline-window", 0, 0, G_OPTION_ARG_FILENAME, &o->window,
          "Its part from FROM to TO, seconds", "FROM:TO" },
        { "timeline-budget", 0, 0, G_OPTION_ARG_FILENAME, &o->budget,
          "Its size at most: 500K, 64M (the default), 1G", "BYTES" },
        { NULL, 0, 0, 0, NULL, NULL, NULL },
    };
    g_option_context_add_main_entries(context, entries, NULL);
}

void
cli_timeline_free(CliTimeline *timeline)
{
    if (timeline == NULL)
        return;
    g_free(timeline->path);
    g_free(timeline->asked);
    if (timeline->processors != NULL)
        g_array_unref(timeline->processors);
    timeline_free(timeline->timeline);
    g_free(timeline);
}

G_GNUC_PRINTF(2, 3)
static gboolean
refuse(GError **error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (error != NULL)
        *error = g_error_new_valist(G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, format, args);
    va_end(args);
    return FALSE;
}

/* A number of seconds, or nothing, which is `otherwise`. */
static gboolean
read_seconds(const char *text, gsize len, double otherwise, double *seconds)
{
    g_autofree char *word = g_strndup(text, len);
    char *end;
    *seconds = otherwise;
    if (*word == '\0')
        return TRUE;
    if (!g_ascii_isdigit(*word) && *word != '.')
        return FALSE;
    *seconds = g_ascii_strtod(word, &end);
    return *end == '\0' && isfinite(*seconds);
}

static gboolean
read_window(const char *text, TimelineExportOptions *how, GError **error)
{
    how->from = 0;
    how->to = INFINITY;
    if (text == NULL)
        return TRUE;
    const char *colon = strchr(text, ':');
    if (colon == NULL || !read_seconds(text, (gsize)(colon - text), 0, &how->from) ||
        !read_seconds(colon + 1, strlen(colon + 1), INFINITY, &how->to) ||
        !(how->from < how->to))
        return refuse(error, "--timeline-window: '%s' is not FROM:TO in seconds", text);
    return TRUE;
}

static gboolean
read_budget(const char *text, guint64 *budget, GError **error)
{
    static const char units[] = "KMG";
    char *end;
    *budget = BUDGET;
    if (text == NULL)
        return TRUE;
    guint64 value = g_ascii_isdigit(*text) ? g_ascii_strtoull(text, &end, 10) : 0;
    const char *unit = value > 0 && *end != '\0' ? strchr(units, g_ascii_toupper(*end)) : NULL;
    guint shift = unit != NULL ? 10 * (guint)(unit - units + 1) : 0;
    if (value == 0 || end[unit != NULL] != '\0' || value > (G_MAXUINT64 >> 1) >> shift)
        return refuse(error, "--timeline-budget: '%s' is not a number of bytes", text);
    *budget = value << shift;
    return TRUE;
}

/* The file is none of the others. */
static gboolean
check_place(const CliTimeline *timeline, const CliOutputs *outputs, const char *const *inputs,
            guint n_inputs, GError **error)
{
    for (guint i = 0; i < n_inputs; i++) {
        if (cli_path_same_place(timeline->path, inputs[i]))
            return refuse(error, "the output %s would overwrite an input", timeline->path);
    }
    if (cli_outputs_go_to(outputs, timeline->path))
        return refuse(error, "two outputs go to the same place: %s", timeline->path);
    return TRUE;
}

static gboolean
timeline_read(CliTimeline *timeline, const CliTimelineOptions *options, GError **error)
{
    timeline->path = g_strdup(options->path);
    timeline->asked = g_strdup(options->processors);
    return timeline_export_check(options->path, error) &&
           read_window(options->window, &timeline->how, error) &&
           read_budget(options->budget, &timeline->how.budget, error);
}

gboolean
cli_timeline_new(const Cli *cli, const char *name, const CliTimelineOptions *options,
                 const CliOutputs *outputs, const char *const *inputs, guint n_inputs,
                 CliTimeline **timeline)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CliTimeline) found = NULL;
    *timeline = NULL;
    if (options->path == NULL) {
        if (options->processors == NULL && options->window == NULL && options->budget == NULL)
            return TRUE;
        refuse(&error, "--timeline-%s needs --timeline",
               options->processors != NULL ? "processors"
               : options->window != NULL   ? "window"
                                           : "budget");
    } else {
        found = g_new0(CliTimeline, 1);
        if (timeline_read(found, options, &error) &&
            check_place(found, outputs, inputs, n_inputs, &error)) {
            *timeline = g_steal_pointer(&found);
            return TRUE;
        }
    }
    cli_usage_error(cli, name, "%s", error->message);
    return FALSE;
}

static int
compare_numbers(gconstpointer a, gconstpointer b)
{
    gint64 x = *(const gint64 *)a, y = *(const gint64 *)b;
    return (x > y) - (x < y);
}

/* "3" or "5-7" of processors 0..n-1. */
static gboolean
read_range(const char *word, gint64 n, GArray *numbers)
{
    g_auto(GStrv) ends = g_strsplit(word, "-", 2);
    guint64 first, last;
    if (ends[0] == NULL ||
        !g_ascii_string_to_unsigned(ends[0], 10, 0, (guint64)n - 1, &first, NULL))
        return FALSE;
    last = first;
    if (ends[1] != NULL &&
        !g_ascii_string_to_unsigned(ends[1], 10, first, (guint64)n - 1, &last, NULL))
        return FALSE;
    if (last - first >= MOST_PROCESSORS - MIN(numbers->len, MOST_PROCESSORS))
        return FALSE;
    for (guint64 i = first; i <= last; i++) {
        gint64 number = (gint64)i;
        g_array_append_val(numbers, number);
    }
    return TRUE;
}

static gboolean
read_processors(CliTimeline *timeline, gint64 n, GError **error)
{
    g_auto(GStrv) words = g_strsplit(timeline->asked, ",", -1);
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(gint64));
    timeline->processors = g_array_new(FALSE, FALSE, sizeof(gint64));
    for (char **word = words; *word != NULL; word++) {
        if (!read_range(*word, n, all))
            return refuse(error,
                          "--timeline-processors: '%s' is not one of 0-%" G_GINT64_FORMAT
                          " or a range of them, or there are more than %d",
                          *word, n - 1, MOST_PROCESSORS);
    }
    g_array_sort(all, compare_numbers);
    for (guint i = 0; i < all->len; i++) {
        gint64 number = g_array_index(all, gint64, i);
        if (i == 0 || g_array_index(all, gint64, i - 1) != number)
            g_array_append_val(timeline->processors, number);
    }
    return all->len > 0 || refuse(error, "--timeline-processors names no processor");
}

gboolean
cli_timeline_begin(const Cli *cli, const char *name, CliTimeline *timeline,
                   const Params *params)
{
    g_autoptr(GError) error = NULL;
    if (timeline == NULL)
        return TRUE;
    gint64 n = rater_grid_count(&params->topology);
    if (timeline->asked != NULL && !read_processors(timeline, n, &error)) {
        cli_usage_error(cli, name, "%s", error->message);
        return FALSE;
    }
    timeline->how.processors = timeline->processors;
    timeline->timeline = timeline_new(n, MEMORY);
    return TRUE;
}

Timeline *
cli_timeline_get(const CliTimeline *timeline)
{
    return timeline != NULL ? timeline->timeline : NULL;
}

CliStatus
cli_timeline_write(const Cli *cli, const CliTimeline *timeline, const Prediction *prediction)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *left = NULL;
    sigset_t before;
    if (timeline == NULL)
        return CLI_DONE;
    if (!timeline_ok(timeline->timeline, &error)) {
        cli_file_error(cli, timeline->path, error);
        return CLI_NOT_WRITTEN;
    }
    gboolean special = cli_path_is_special(timeline->path);
    if (!special)
        cli_interrupt_hold(&before);
    gboolean written = timeline_export_file(prediction, timeline->timeline, &timeline->how,
                                            timeline->path, &left, &error);
    if (!special)
        cli_interrupt_release(&before);
    if (!written) {
        cli_file_error(cli, timeline->path, error);
        return CLI_NOT_WRITTEN;
    }
    cli_note(cli, "wrote %s (%" G_GUINT64_FORMAT " activities simulated)", timeline->path,
             timeline_n_activities(timeline->timeline));
    if (left != NULL) {
        g_autofree char *line =
            g_strdup_printf("%s: warning: left out: %s", timeline->path, left);
        cli_warning(cli, line);
    }
    return CLI_DONE;
}
