/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Commands that move.
 */
#include <string.h>

#include "src/replay/command-private.h"
#include "src/replay/source-lines.h"

static void
append_stop(GString *out, const ReplaySession *session, const ReplayStop *stop)
{
    const ReplayWhy *why = replay_why(session);
    g_string_append_printf(out, "stop %u: ", stop->number);
    replay_append_stop(out, stop);
    g_string_append_printf(out, ", hit %" G_GUINT64_FORMAT "\n", stop->hits);
    if (stop->kind == REPLAY_STOP_WAIT && why->waiters != NULL) {
        g_string_append(out, "processors ");
        replay_append_processors(out, why->waiters);
        g_string_append(out, " waited ");
        replay_append_seconds(out, why->waited);
        g_string_append_c(out, '\n');
    }
}

static void
append_stops(GString *out, const ReplaySession *session)
{
    const ReplayWhy *why = replay_why(session);
    const GPtrArray *stops = replay_stops(session);
    for (guint i = 0, hit = 0; i < stops->len && hit < why->stops->len; i++) {
        const ReplayStop *stop = g_ptr_array_index(stops, i);
        if (stop->number != g_array_index(why->stops, guint, hit))
            continue;
        append_stop(out, session, stop);
        hit++;
    }
}

/* The line of the source as it stands there. */
static void
append_source(GString *out, ReplaySession *session, const ReplayPlace *place)
{
    const char *text = replay_source_line(session, place->file, place->line);
    if (text == NULL)
        return;
    g_autofree char *shown = report_clean_shown(text, -1);
    g_string_append_printf(out, "%" G_GINT64_FORMAT "  %s\n", place->line, g_strchomp(shown));
}

static void
append_place(GString *out, ReplaySession *session)
{
    const guint64 k = replay_position(session);
    ReplayPlace place;
    g_string_append_printf(out, "%" G_GUINT64_FORMAT "  ", k);
    replay_append_seconds(out, replay_elapsed(session));
    if (!replay_place(session, k, &place)) {
        g_string_append(out, "  the end of the run\n");
        return;
    }
    g_autofree char *file = report_clean_shown(place.file, -1);
    g_string_append(out, "  ");
    if (*file != '\0')
        g_string_append_printf(out, "%s:%" G_GINT64_FORMAT "  ", file, place.line);
    replay_append_call(session, &place, out);
    g_string_append_c(out, '\n');
    append_source(out, session, &place);
}

void
replay_append_why(ReplaySession *session, GString *out)
{
    const ReplayWhy *why = replay_why(session);
    append_stops(out, session);
    if (why->reason == REPLAY_INTERRUPTED)
        g_string_append(out, "interrupted\n");
    else if (why->reason == REPLAY_FAILED)
        g_string_append(out, "the next call cannot be simulated\n");
    if (why->message != NULL)
        g_string_append_printf(out, "%s\n", why->message);
    append_place(out, session);
}

/* What follows a move. */
static gboolean
tell(gboolean moved, ReplaySession *session, GString *out)
{
    if (moved)
        replay_append_why(session, out);
    return moved;
}

gboolean
replay_command_run(ReplaySession *session, const char *rest, GString *out, GError **error)
{
    return replay_read_nothing(rest, error) && tell(replay_run(session, error), session, out);
}

gboolean
replay_command_continue(ReplaySession *session, const char *rest, GString *out, GError **error)
{
    guint64 n = 1;
    return replay_read_count(rest, 1, &n, error) &&
           tell(replay_continue(session, n, error), session, out);
}

gboolean
replay_command_step(ReplaySession *session, const char *rest, GString *out, GError **error)
{
    guint64 n = 1;
    return replay_read_count(rest, 1, &n, error) &&
           tell(replay_step(session, n, error), session, out);
}

gboolean
replay_command_next(ReplaySession *session, const char *rest, GString *out, GError **error)
{
    guint64 n = 1;
    return replay_read_count(rest, 1, &n, error) &&
           tell(replay_next(session, n, error), session, out);
}

gboolean
replay_command_finish(ReplaySession *session, const char *rest, GString *out, GError **error)
{
    return replay_read_nothing(rest, error) &&
           tell(replay_finish(session, error), session, out);
}

gboolean
replay_command_until(ReplaySession *session, const char *rest, GString *out, GError **error)
{
    g_autofree char *file = NULL;
    gint64 line;
    guint32 site;
    if (*rest == '\0')
        return replay_refuse(error, "until what? FILE:LINE, LINE or a call");
    if (!replay_read_line(rest, &file, &line))
        return tell(replay_until_call(session, rest, error), session, out);
    return replay_find_line(session, file, line, &site, error) &&
           tell(replay_until_line(session, site, error), session, out);
}

gboolean
replay_command_back(ReplaySession *session, const char *rest, GString *out, GError **error)
{
    guint64 n = 1;
    return replay_read_count(rest, 1, &n, error) &&
           tell(replay_back(session, n, error), session, out);
}

gboolean
replay_command_reverse_continue(ReplaySession *session, const char *rest, GString *out,
                                GError **error)
{
    return replay_read_nothing(rest, error) &&
           tell(replay_reverse_continue(session, error), session, out);
}

gboolean
replay_command_goto(ReplaySession *session, const char *rest, GString *out, GError **error)
{
    guint64 position = replay_end(session);
    double seconds;
    if (g_str_has_prefix(rest, "time "))
        return replay_read_seconds(rest + strlen("time "), &seconds, error) &&
               tell(replay_goto_time(session, seconds, error), session, out);
    if (*rest == '\0')
        return replay_refuse(error, "goto where? a position, end, or time SECONDS");
    return (g_str_equal(rest, "end") || replay_read_count(rest, 0, &position, error)) &&
           tell(replay_goto(session, position, error), session, out);
}
