/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The command that lists a source.
 */
#include <string.h>

#include "src/analysis/predict/line-times.h"
#include "src/analysis/predict/predict.h"
#include "src/replay/command-private.h"
#include "src/replay/private.h"
#include "src/replay/source-lines.h"

/* Lines before and behind the one that is asked for. */
#define AROUND 5

/* What a listing is made of. */
typedef struct {
    ReplaySession *session;
    const char *file;
    GHashTable *calls;  /* line (as pointer) -> GString of the names of calls there */
    const GArray *times; /* of LineTimes */
} Listing;

static void
free_string(gpointer string)
{
    g_string_free(string, TRUE);
}

/* The names of calls in the lines from..to of the file. */
static GHashTable *
calls_of(const ReplaySession *session, const char *file, gint64 from, gint64 to)
{
    const TraceProgram *program = session->program;
    GHashTable *calls = g_hash_table_new_full(NULL, NULL, NULL, free_string);
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint64 k = 0; k < program->n_calls; k++) {
        const TraceSite *site = trace_program_site(program, program->calls[k].site);
        if (site == NULL || site->line < from || site->line > to ||
            !g_str_equal(site->file, file))
            continue;
        const gpointer key = GSIZE_TO_POINTER((gsize)site->line);
        GString *names = g_hash_table_lookup(calls, key);
        if (names == NULL) {
            names = g_string_new(" ");
            g_hash_table_insert(calls, key, names);
        }
        g_autofree char *name = report_clean_shown(replay_call_name(session, k), -1);
        g_autofree char *word = g_strdup_printf(" %s ", name);
        if (strstr(names->str, word) == NULL)
            g_string_append_printf(names, "%s ", name);
    }
    return calls;
}

static double
seconds_of(const Listing *listing, gint64 line)
{
    for (guint i = 0; i < listing->times->len; i++) {
        const LineTimes *times = &g_array_index(listing->times, LineTimes, i);
        if (times->line == line && g_str_equal(times->file, listing->file))
            return line_times_total(times);
    }
    return 0;
}

static void
append_line(GString *out, const Listing *listing, gint64 line, gint64 marked)
{
    const GString *names =
        g_hash_table_lookup(listing->calls, GSIZE_TO_POINTER((gsize)line));
    const char *text = replay_source_line(listing->session, listing->file, line);
    const double seconds = seconds_of(listing, line);
    g_autofree char *shown = report_clean_shown(text != NULL ? text : "", -1);
    g_autofree char *time = seconds > 0 ? replay_seconds(seconds) : g_strdup("");
    if (text == NULL && names == NULL)
        return;
    const gsize begin = out->len;
    g_string_append_printf(out, "%s%6" G_GINT64_FORMAT "  %11s  %s",
                           line == marked ? ">" : " ", line, time, shown);
    while (out->len > begin && out->str[out->len - 1] == ' ')
        g_string_truncate(out, out->len - 1);
    g_string_append_c(out, '\n');
    if (names != NULL) {
        g_autofree char *trimmed = g_strstrip(g_strdup(names->str));
        g_string_append_printf(out, "%23s%s\n", "", trimmed);
    }
}

static gboolean
list(ReplaySession *session, const char *file, gint64 line, gint64 marked, GString *out,
     GError **error)
{
    const gint64 from = MAX(1, line - AROUND), to = line < G_MAXINT64 - AROUND ? line + AROUND : line;
    g_autoptr(Simulator) simulator = replay_simulator_at(
        session, session->position, (SimulatorOptions){ .lines = TRUE }, error);
    if (simulator == NULL)
        return FALSE;
    g_autoptr(GArray) times = line_times_new(simulator, session->program, error);
    if (times == NULL)
        return FALSE;
    g_autoptr(GHashTable) calls = calls_of(session, file, from, to);
    const Listing listing = { session, file, calls, times };
    g_autofree char *name = report_clean_shown(file, -1);
    const gsize before = out->len;
    for (gint64 at = from; at <= to; at++)
        append_line(out, &listing, at, marked);
    if (out->len == before)
        return replay_refuse(error, "%s has no line %" G_GINT64_FORMAT, name, line);
    return TRUE;
}

gboolean
replay_command_list(ReplaySession *session, const char *rest, GString *out, GError **error)
{
    ReplayPlace place = { .file = "", .line = 1 };
    g_autofree char *file = NULL;
    gint64 line = 0;
    replay_place(session, session->position, &place);
    if (*rest == '\0' && *place.file == '\0')
        return replay_refuse(error, "no source stands here; list FILE:LINE");
    if (*rest == '\0')
        return list(session, place.file, place.line, place.line, out, error);
    if (!replay_read_line(rest, &file, &line))
        return replay_refuse(error, "'%s' is neither FILE:LINE nor LINE", rest);
    const char *name = replay_find_file(session, file, error);
    return name != NULL &&
           list(session, name, line, g_str_equal(name, place.file) ? place.line : 0, out, error);
}
