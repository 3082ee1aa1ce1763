/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/timeline.h"

#include <math.h>
#include <string.h>

#include "src/base/types.h"
#include "src/cli/message.h"
#include "src/cli/output.h"

/* A longer timeline goes to a temporary file. */
#define MEMORY ((gsize)256 << 20)

/* What viewers still open in a moment. */
#define BUDGET ((guint64)64 << 20)

/* Chosen processors: each is a row. */
#define MOST_PROCESSORS 4096

const CliOption cli_timeline_options[] = {
    { "timeline", 0, CLI_TEXT, offsetof(CliTimeline, path),
      "Write what happens when: .json, .pftrace (Perfetto), .paje, .prv, .gz", "FILE" },
    { "timeline-processors", 0, CLI_TEXT, offsetof(CliTimeline, processors),
      "Its rows: processors 0,3,5-7; else classes", "LIST" },
    { "timeline-window", 0, CLI_TEXT, offsetof(CliTimeline, window),
      "Its part from FROM to TO, seconds", "FROM:TO" },
    { "timeline-budget", 0, CLI_TEXT, offsetof(CliTimeline, budget),
      "Its size at most: 500K, 64M (the default), 1G", "BYTES" },
    { 0 },
};

void
cli_timeline_clear(CliTimeline *timeline)
{
    cli_options_clear(cli_timeline_options, timeline);
    g_clear_pointer(&timeline->numbers, g_array_unref);
    g_clear_pointer(&timeline->timeline, timeline_free);
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
        return cli_refuse(error, "--timeline-window: '%s' is not FROM:TO in seconds", text);
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
        return cli_refuse(error, "--timeline-budget: '%s' is not a number of bytes", text);
    *budget = value << shift;
    return TRUE;
}

gboolean
cli_timeline_check(CliTimeline *t, const GArray *outputs, const CliInputs *inputs,
                   GError **error)
{
    const char *alone = t->processors != NULL ? "processors"
                        : t->window != NULL   ? "window"
                        : t->budget != NULL   ? "budget"
                                              : NULL;
    if (t->path == NULL)
        return alone == NULL || cli_refuse(error, "--timeline-%s needs --timeline", alone);

    g_autoptr(GArray) all = g_array_copy((GArray *)outputs);
    g_array_append_vals(all, &(CliOutput){ t->path, NULL },
                        1); /* which is none of the others */
    g_auto(GStrv) beside = timeline_export_siblings(t->path);
    for (char **path = beside; *path != NULL; path++)
        g_array_append_vals(all, &(CliOutput){ *path, NULL }, 1);
    return timeline_export_check(t->path, error) && read_window(t->window, &t->how, error) &&
           read_budget(t->budget, &t->how.budget, error) &&
           cli_outputs_check(all, inputs, error);
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
    g_auto(GStrv) words = g_strsplit(timeline->processors, ",", -1);
    GArray *all = timeline->numbers = g_array_new(FALSE, FALSE, sizeof(gint64));
    guint n_once = 0;
    for (char **word = words; *word != NULL; word++) {
        if (!read_range(*word, n, all))
            return cli_refuse(error,
                              "--timeline-processors: '%s' is not one of 0-%" G_GINT64_FORMAT
                              " or a range of them, or there are more than %d",
                              *word, n - 1, MOST_PROCESSORS);
    }
    g_array_sort(all, compare_int64);
    for (guint i = 0; i < all->len; i++) {
        const gint64 number = g_array_index(all, gint64, i);
        if (i == 0 || g_array_index(all, gint64, n_once - 1) != number)
            g_array_index(all, gint64, n_once++) = number;
    }
    g_array_set_size(all, n_once);
    return all->len > 0 || cli_refuse(error, "--timeline-processors names no processor");
}

gboolean
cli_timeline_begin(CliTimeline *timeline, gint64 n, GError **error)
{
    if (timeline->path == NULL)
        return TRUE;
    if (timeline->processors != NULL && !read_processors(timeline, n, error))
        return FALSE;
    timeline->how.processors = timeline->numbers;
    timeline->timeline = timeline_new(n, MEMORY);
    return TRUE;
}

typedef struct {
    const CliTimeline *timeline;
    const TimelineRun *run;
    char *left; /* owned: what is not there in full, NULL: all is */
} Written;

static gboolean
write_timeline(const CliOutput *output, gpointer data, GError **error)
{
    Written *written = data;
    Timeline *timeline = written->timeline->timeline;

    return timeline_ok(timeline, error) &&
           timeline_export_file(written->run, timeline, &written->timeline->how,
                                output->path, &written->left, error);
}

CliStatus
cli_timeline_write(const Cli *cli, const CliTimeline *timeline, const TimelineRun *run)
{
    Written written = { timeline, run, NULL };

    if (timeline->timeline == NULL)
        return CLI_DONE;
    if (timeline->how.from >= run->execution_time && timeline->how.from > 0)
        return cli_usage_error(cli,
                               "--timeline-window: it begins at %g s, the run ends at %g s",
                               timeline->how.from, run->execution_time);
    const CliOutput output = { timeline->path, NULL };
    const CliStatus status = cli_output_write(cli, &output, write_timeline, &written);
    g_autofree char *left = written.left;
    if (status != CLI_DONE)
        return status;
    cli_note(cli, "wrote %s (%" G_GUINT64_FORMAT " activities simulated)", timeline->path,
             timeline_n_activities(timeline->timeline));
    if (left != NULL)
        cli_warning(cli, "%s: warning: shortened: %s", timeline->path, left);
    return CLI_DONE;
}

CliStatus
cli_timeline_of(const Cli *cli, CliTimeline *timeline, const char *program, gint64 processors,
                TimelineFill fill, gconstpointer data)
{
    static char nowhere[] = "";
    const Interval whole = { .id = 1, .file = nowhere };
    static const guint ids[] = { 1 };
    const RaterGrid grid = { 1, { processors } };
    g_autoptr(GError) error = NULL;

    if (!cli_timeline_begin(timeline, processors, &error))
        return cli_usage_error(cli, "%s", error->message);
    if (timeline->timeline == NULL)
        return CLI_DONE;
    const double end = fill(data, timeline->timeline);
    const TimelineRun run = { program, "", processors, &grid, end, &whole, 1, ids };
    return cli_timeline_write(cli, timeline, &run);
}
