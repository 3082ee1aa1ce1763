/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * How commands read their arguments and show what there is.
 */
#include <math.h>
#include <string.h>

#include "src/replay/command-private.h"
#include "src/replay/private.h"

/* Boxes of a set of processors that are named in a line. */
#define MOST_BOXES 6

gboolean
replay_refuse(GError **error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (error != NULL)
        *error = g_error_new_valist(REPLAY_ERROR, REPLAY_ERROR_COMMAND, format, args);
    va_end(args);
    return FALSE;
}

gboolean
replay_read_count(const char *rest, guint64 least, guint64 *n, GError **error)
{
    if (*rest == '\0')
        return TRUE;
    return g_ascii_string_to_unsigned(rest, 10, least, G_MAXUINT64, n, NULL) ||
           replay_refuse(error, "'%s' is not a whole number from %" G_GUINT64_FORMAT, rest,
                         least);
}

gboolean
replay_read_seconds(const char *rest, double *seconds, GError **error)
{
    char *end;
    const double value = g_ascii_strtod(rest, &end);
    if (end == rest || *end != '\0' || !isfinite(value) || value < 0)
        return replay_refuse(error, "'%s' are no seconds", rest);
    *seconds = value;
    return TRUE;
}

gboolean
replay_read_line(const char *rest, char **file, gint64 *line)
{
    const char *colon = strrchr(rest, ':');
    const char *number = colon != NULL ? colon + 1 : rest;
    if (!g_ascii_isdigit(*number) ||
        !g_ascii_string_to_signed(number, 10, 0, G_MAXINT64, line, NULL) || colon == rest)
        return FALSE;
    *file = colon != NULL ? g_strndup(rest, (gsize)(colon - rest)) : NULL;
    return TRUE;
}

/* A number, or coordinates; *rest goes behind it. */
static gboolean
read_processor(const RaterGrid *grid, const char **rest, gint64 *number)
{
    int64_t index[RATER_MAX_RANK];
    int n = 0;
    do {
        char *end;
        if (n == RATER_MAX_RANK || !g_ascii_isdigit(**rest))
            return FALSE;
        const guint64 value = g_ascii_strtoull(*rest, &end, 10);
        index[n++] = (gint64)MIN(value, G_MAXINT64);
        *rest = end;
    } while (**rest == ',' && *++*rest != '\0');
    if (n == 1) {
        *number = index[0];
        return *number < rater_grid_count(grid);
    }
    for (int d = 0; d < n; d++)
        if (n != grid->rank || index[d] >= grid->size[d])
            return FALSE;
    *number = rater_grid_number(grid, index);
    return TRUE;
}

gboolean
replay_read_processors(const ReplaySession *session, const char *rest, ProcessorSet **set,
                       GError **error)
{
    const RaterGrid *grid = replay_grid(session);
    const char *at = rest;
    gint64 from, to;
    *set = NULL;
    if (*rest == '\0')
        return TRUE;
    gboolean sound = read_processor(grid, &at, &from);
    to = from;
    if (sound && *at == '-') {
        at++;
        sound = read_processor(grid, &at, &to);
    }
    if (!sound || *at != '\0' || to < from)
        return replay_refuse(error, "'%s' are no processors; they are 0-%" G_GINT64_FORMAT, rest,
                             rater_grid_count(grid) - 1);
    const SimLattice *lattice = simulator_systems(session->simulator)->lattice;
    *set = processor_set_range(grid, sim_lattice_n_axes(lattice), from, to);
    return TRUE;
}

gboolean
replay_read_nothing(const char *rest, GError **error)
{
    return *rest == '\0' || replay_refuse(error, "'%s' is one too many", rest);
}

char *
replay_seconds(double seconds)
{
    char number[REPORT_NUMBER_SIZE];
    return g_strdup(report_number_short(seconds, number));
}

void
replay_append_seconds(GString *out, double seconds)
{
    char number[REPORT_NUMBER_SIZE];
    g_string_append_printf(out, "%s s", report_number_short(seconds, number));
}

void
replay_append_stop(GString *out, const ReplayStop *stop)
{
    char number[REPORT_NUMBER_SIZE];
    g_string_append(out, replay_stop_kind_name(stop->kind));
    if (stop->file != NULL) {
        g_autofree char *file = report_clean_shown(stop->file, -1);
        g_string_append_printf(out, " %s:%" G_GINT64_FORMAT, file, stop->line);
    } else if (stop->call != NULL) {
        g_autofree char *call = report_clean_shown(stop->call, -1);
        g_string_append_printf(out, " %s", call);
    } else if (stop->kind != REPLAY_STOP_WARNING) {
        g_string_append_printf(out, " %s", report_number_exact(stop->seconds, number));
    }
    if (stop->condition != NULL)
        g_string_append_printf(out, " if %s", stop->condition);
}

void
replay_append_processors(GString *out, const ProcessorSet *set)
{
    const guint64 more = processor_set_append_text(set, MOST_BOXES, out);
    if (more > 0)
        g_string_append_printf(out, " and %" G_GUINT64_FORMAT " more", more);
}

void
replay_append_frame(GString *out, const ReplayFrame *frame)
{
    g_string_append(out, interval_type_name(frame->type));
    if (*frame->file != '\0') {
        g_autofree char *file = report_clean_shown(frame->file, -1);
        g_string_append_printf(out, " %s:%" G_GINT64_FORMAT, file, frame->line);
    }
}
