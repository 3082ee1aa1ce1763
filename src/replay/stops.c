/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/replay/stops.h"

#include <math.h>
#include <string.h>

#include "src/base/clean.h"
#include "src/replay/expression.h"
#include "src/replay/look.h"
#include "src/replay/private.h"

const char *
replay_stop_kind_name(ReplayStopKind kind)
{
    static const char *const names[] = { "line", "call", "interval", "alarm", "wait", "warning" };
    return names[kind];
}

void
replay_stop_free(gpointer v)
{
    ReplayStop *stop = v;
    g_free(stop->condition);
    g_free(stop);
}

/* --- names of places --- */

static void
refuse_unknown(GError **error, const char *what, const char *name, const GPtrArray *names)
{
    g_autoptr(GString) text = g_string_new(NULL);
    g_autofree char *shown = report_clean_shown(name, -1);
    g_string_append_printf(text, "%s '%s'", what, shown);
    replay_append_nearest(text, name, (const char *const *)names->pdata, names->len);
    g_set_error_literal(error, REPLAY_ERROR, REPLAY_ERROR_COMMAND, text->str);
}

static gboolean
has_text(const GPtrArray *texts, const char *text)
{
    return g_ptr_array_find_with_equal_func((GPtrArray *)texts, text, g_str_equal, NULL);
}

GPtrArray *
replay_files(const ReplaySession *session)
{
    GPtrArray *files = g_ptr_array_new();
    const guint n = session->program->sites.items->len;
    for (guint i = 0; i < n; i++) {
        const char *file = trace_program_site(session->program, i)->file;
        if (session->has_calls[i] && !has_text(files, file))
            g_ptr_array_add(files, (gpointer)file);
    }
    return files;
}

GPtrArray *
replay_call_names(const ReplaySession *session)
{
    g_autoptr(GHashTable) known = g_hash_table_new(NULL, NULL);
    GPtrArray *names = g_ptr_array_new();
    for (guint64 k = 0; k < session->program->n_calls; k++) {
        const char *name = replay_call_name(session, k);
        if (g_hash_table_add(known, (gpointer)name))
            g_ptr_array_add(names, (gpointer)name);
    }
    return names;
}

/* The name of a source file as the trace has it. */
const char *
replay_find_file(const ReplaySession *session, const char *file, GError **error)
{
    const TraceSite *first =
        trace_program_site(session->program, session->program->info.first_site);
    g_autoptr(GPtrArray) files = replay_files(session);
    const char *found = NULL;
    guint n = 0;
    if (file == NULL)
        file = first != NULL ? first->file : "";
    for (guint i = 0; i < files->len; i++) {
        const char *name = g_ptr_array_index(files, i);
        const gsize len = strlen(name), end = strlen(file);
        if (g_str_equal(name, file))
            return name;
        if (len > end && name[len - end - 1] == '/' && g_str_equal(name + len - end, file)) {
            found = name;
            n++;
        }
    }
    if (n == 0)
        refuse_unknown(error, "no call stands in a file", file, files);
    else if (n > 1)
        g_set_error(error, REPLAY_ERROR, REPLAY_ERROR_COMMAND, "several files end with '%s'",
                    file);
    return n == 1 ? found : NULL;
}

GArray *
replay_lines(const ReplaySession *session, const char *file, GError **error)
{
    const char *name = replay_find_file(session, file, error);
    if (name == NULL)
        return NULL;
    GArray *lines = g_array_new(FALSE, FALSE, sizeof(gint64));
    for (guint i = 0; i < session->program->sites.items->len; i++) {
        const TraceSite *site = trace_program_site(session->program, i);
        if (session->has_calls[i] && g_str_equal(site->file, name))
            g_array_append_val(lines, site->line);
    }
    g_array_sort(lines, compare_int64);
    return lines;
}

gboolean
replay_find_line(const ReplaySession *session, const char *file, gint64 line, guint32 *site,
                 GError **error)
{
    const char *name = replay_find_file(session, file, error);
    gint64 least = G_MAXINT64, last = 0;
    if (name == NULL)
        return FALSE;
    for (guint i = 0; i < session->program->sites.items->len; i++) {
        const TraceSite *at = trace_program_site(session->program, i);
        if (!session->has_calls[i] || !g_str_equal(at->file, name))
            continue;
        last = MAX(last, at->line);
        if (at->line >= line && at->line < least) {
            least = at->line;
            *site = i;
        }
    }
    if (least == G_MAXINT64)
        g_set_error(error, REPLAY_ERROR, REPLAY_ERROR_COMMAND,
                    "no call stands at or behind line %" G_GINT64_FORMAT
                    " of %s, the last ones are in line %" G_GINT64_FORMAT,
                    line, name, last);
    return least != G_MAXINT64;
}

const char *
replay_find_call(const ReplaySession *session, const char *call, GError **error)
{
    g_autoptr(GPtrArray) names = replay_call_names(session);
    guint i;
    if (g_ptr_array_find_with_equal_func(names, call, g_str_equal, &i))
        return g_ptr_array_index(names, i);
    refuse_unknown(error, "the trace has no call", call, names);
    return NULL;
}

/* The nearest line at or below where an interval begins. */
static gboolean
find_interval(const ReplaySession *session, const char *file, gint64 line, guint32 *site,
              GError **error)
{
    const char *name = replay_find_file(session, file, error);
    gint64 least = G_MAXINT64;
    if (name == NULL)
        return FALSE;
    for (guint64 k = 0; k < session->program->n_calls; k++) {
        const guint32 at = session->program->calls[k].site;
        const TraceSite *place = trace_program_site(session->program, at);
        if (place != NULL && replay_begins_interval(session, k) && place->line >= line &&
            place->line < least && g_str_equal(place->file, name)) {
            least = place->line;
            *site = at;
        }
    }
    if (least == G_MAXINT64)
        g_set_error(error, REPLAY_ERROR, REPLAY_ERROR_COMMAND,
                    "no interval begins at or behind line %" G_GINT64_FORMAT " of %s", line,
                    name);
    return least != G_MAXINT64;
}

/* --- the list --- */

/* Evaluated once, so that what cannot be understood is told at once. */
static gboolean
check_condition(ReplaySession *session, const char *condition, GError **error)
{
    double value;
    return condition == NULL || replay_evaluate(session, condition, &value, error);
}

static gboolean
fill_place(const ReplaySession *session, const ReplayStopSpec *spec, ReplayStop *stop,
           GError **error)
{
    switch (spec->kind) {
    case REPLAY_STOP_CALL:
        stop->call = replay_find_call(session, spec->call, error);
        return stop->call != NULL;
    case REPLAY_STOP_LINE:
        return replay_find_line(session, spec->file, spec->line, &stop->site, error);
    case REPLAY_STOP_INTERVAL:
        return find_interval(session, spec->file, spec->line, &stop->site, error);
    default:
        if (isfinite(spec->seconds) && spec->seconds >= 0)
            return TRUE;
        g_set_error(error, REPLAY_ERROR, REPLAY_ERROR_COMMAND,
                    "seconds are not below 0 and finite");
        return FALSE;
    }
}

const ReplayStop *
replay_stop_add(ReplaySession *session, const ReplayStopSpec *spec, GError **error)
{
    ReplayStop stop = { .kind = spec->kind,
                        .site = SIM_NO_SITE,
                        .seconds = spec->seconds,
                        .once = spec->once,
                        .by_command = spec->by_command,
                        .enabled = TRUE };
    if (!fill_place(session, spec, &stop, error) ||
        !check_condition(session, spec->condition, error))
        return NULL;
    const TraceSite *site = trace_program_site(session->program, stop.site);
    if (site != NULL) {
        stop.file = site->file;
        stop.line = site->line;
    }
    stop.number = ++session->last_stop;
    stop.condition = g_strdup(spec->condition);
    ReplayStop *made = g_memdup2(&stop, sizeof stop);
    g_ptr_array_add(session->stops, made);
    return made;
}

const GPtrArray *
replay_stops(const ReplaySession *session)
{
    return session->stops;
}

static ReplayStop *
find_stop(const ReplaySession *session, guint number, GError **error)
{
    for (guint i = 0; i < session->stops->len; i++) {
        ReplayStop *stop = g_ptr_array_index(session->stops, i);
        if (stop->number == number && !stop->spent)
            return stop;
    }
    g_set_error(error, REPLAY_ERROR, REPLAY_ERROR_COMMAND, "there is no stop %u", number);
    return NULL;
}

gboolean
replay_stop_delete(ReplaySession *session, guint number, GError **error)
{
    ReplayStop *stop = find_stop(session, number, error);
    return stop != NULL && g_ptr_array_remove(session->stops, stop);
}

gboolean
replay_stop_enable(ReplaySession *session, guint number, gboolean enabled, GError **error)
{
    ReplayStop *stop = find_stop(session, number, error);
    if (stop != NULL)
        stop->enabled = enabled;
    return stop != NULL;
}

gboolean
replay_stop_ignore(ReplaySession *session, guint number, guint64 count, GError **error)
{
    ReplayStop *stop = find_stop(session, number, error);
    if (stop != NULL)
        stop->ignore = count;
    return stop != NULL;
}

gboolean
replay_stop_set_condition(ReplaySession *session, guint number, const char *condition,
                          GError **error)
{
    ReplayStop *stop = find_stop(session, number, error);
    if (stop == NULL || !check_condition(session, condition, error))
        return FALSE;
    g_free(stop->condition);
    stop->condition = g_strdup(condition);
    return TRUE;
}

/* --- being hit --- */

gboolean
replay_reaches_line(const ReplaySession *session)
{
    const guint64 k = session->position;
    const TraceCall *calls = session->program->calls;
    return k < session->program->n_calls &&
           (k == 0 || calls[k].site != calls[k - 1].site ||
            replay_call_name(session, k) == session->line_call);
}

/* Without the condition. */
static gboolean
is_here(const ReplaySession *session, const ReplayStop *stop, const ReplayBefore *before)
{
    const guint64 k = session->position;
    const TraceCall *next =
        k < session->program->n_calls ? &session->program->calls[k] : NULL;
    switch (stop->kind) {
    case REPLAY_STOP_LINE:
        return next != NULL && next->site == stop->site && replay_reaches_line(session);
    case REPLAY_STOP_CALL:
        return next != NULL && replay_call_name(session, k) == stop->call;
    case REPLAY_STOP_INTERVAL:
        return next != NULL && next->site == stop->site && replay_begins_interval(session, k);
    case REPLAY_STOP_ALARM:
        return (before == NULL || before->elapsed < stop->seconds) &&
               replay_elapsed(session) >= stop->seconds;
    case REPLAY_STOP_WAIT:
        return before != NULL && session->watch->waited > 0 &&
               session->watch->waited >= stop->seconds;
    case REPLAY_STOP_WARNING:
        return before != NULL &&
               simulator_warnings(session->simulator)->len > before->n_warnings;
    default:
        return FALSE;
    }
}

gboolean
replay_stop_is_hit(ReplaySession *session, const ReplayStop *stop, const ReplayBefore *before,
                   char **message)
{
    g_autoptr(GError) error = NULL;
    double value = 0;
    if (!stop->enabled || stop->spent || !is_here(session, stop, before))
        return FALSE;
    if (stop->condition == NULL || replay_evaluate(session, stop->condition, &value, &error))
        return stop->condition == NULL || value != 0;
    if (*message == NULL)
        *message = g_strdup_printf("the condition of stop %u: %s", stop->number, error->message);
    return TRUE;
}
