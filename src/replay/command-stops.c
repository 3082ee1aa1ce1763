/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Commands for stops.
 */
#include <string.h>

#include "src/replay/command-private.h"

/* A stop in the making. */
typedef struct {
    ReplayStopSpec spec;
    char *file, *condition; /* owned: those of spec */
} Wanted;

static void
wanted_clear(Wanted *wanted)
{
    g_free(wanted->file);
    g_free(wanted->condition);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Wanted, wanted_clear)

/* What stands behind the word `kind` and a blank; NULL: another word does. */
static const char *
behind(const char *text, const char *kind)
{
    const gsize len = strlen(kind);
    if (!g_str_has_prefix(text, kind) || !(text[len] == ' ' || text[len] == '\0'))
        return NULL;
    return text + len + strspn(text + len, " ");
}

static gboolean
read_line_of(Wanted *wanted, const char *text, GError **error)
{
    if (!replay_read_line(text, &wanted->file, &wanted->spec.line))
        return replay_refuse(error, "'%s' is neither FILE:LINE nor LINE", text);
    wanted->spec.file = wanted->file;
    return TRUE;
}

/* WHERE, which has no condition any more. */
static gboolean
read_where(Wanted *wanted, const char *text, GError **error)
{
    for (guint kind = 0; kind < N_REPLAY_STOP_KINDS; kind++) {
        const char *rest = behind(text, replay_stop_kind_name(kind));
        if (rest == NULL)
            continue;
        wanted->spec.kind = kind;
        switch (wanted->spec.kind) {
        case REPLAY_STOP_LINE:
        case REPLAY_STOP_INTERVAL:
            return read_line_of(wanted, rest, error);
        case REPLAY_STOP_CALL:
            wanted->spec.call = rest;
            return TRUE;
        case REPLAY_STOP_WARNING:
            return replay_read_nothing(rest, error);
        default:
            return replay_read_seconds(rest, &wanted->spec.seconds, error);
        }
    }
    wanted->spec.kind = strchr(text, ':') != NULL || g_ascii_isdigit(*text) ? REPLAY_STOP_LINE
                                                                           : REPLAY_STOP_CALL;
    wanted->spec.call = text;
    return wanted->spec.kind == REPLAY_STOP_CALL || read_line_of(wanted, text, error);
}

static gboolean
add_stop(ReplaySession *session, const char *rest, gboolean once, GString *out, GError **error)
{
    g_auto(Wanted) wanted = { .spec = { .once = once, .by_command = TRUE } };
    g_autofree char *text = g_strdup(rest);
    char *condition = strstr(text, " if ");
    if (condition != NULL) {
        wanted.condition = g_strstrip(g_strdup(condition + strlen(" if ")));
        wanted.spec.condition = wanted.condition;
        *condition = '\0';
        g_strchomp(text);
    }
    if (*text == '\0')
        return replay_refuse(error, "stop where? FILE:LINE, a call, interval FILE:LINE, "
                                    "wait SECONDS, alarm SECONDS or warning");
    if (!read_where(&wanted, text, error))
        return FALSE;
    const ReplayStop *stop = replay_stop_add(session, &wanted.spec, error);
    if (stop == NULL)
        return FALSE;
    g_string_append_printf(out, "stop %u: ", stop->number);
    replay_append_stop(out, stop);
    g_string_append(out, once ? ", once\n" : "\n");
    return TRUE;
}

gboolean
replay_command_break(ReplaySession *session, const char *rest, GString *out, GError **error)
{
    return add_stop(session, rest, FALSE, out, error);
}

gboolean
replay_command_tbreak(ReplaySession *session, const char *rest, GString *out, GError **error)
{
    return add_stop(session, rest, TRUE, out, error);
}

gboolean
replay_command_alarm(ReplaySession *session, const char *rest, GString *out, GError **error)
{
    g_autofree char *text = g_strconcat("alarm ", rest, NULL);
    return add_stop(session, text, FALSE, out, error);
}

/* What is done to a stop. */
typedef gboolean (*Change)(ReplaySession *session, guint number, GError **error);

/* To stop N, or without N to all. */
static gboolean
change_stops(ReplaySession *session, const char *rest, Change change, GError **error)
{
    guint64 n = 0;
    if (!replay_read_count(rest, 1, &n, error))
        return FALSE;
    if (n > 0)
        return n <= G_MAXUINT ? change(session, (guint)n, error)
                              : replay_refuse(error, "there is no stop %s", rest);
    const GPtrArray *stops = replay_stops(session);
    for (guint i = stops->len; i-- > 0;)
        change(session, ((const ReplayStop *)g_ptr_array_index(stops, i))->number, NULL);
    return TRUE;
}

gboolean
replay_command_delete(ReplaySession *session, const char *rest, G_GNUC_UNUSED GString *out,
                      GError **error)
{
    return change_stops(session, rest, replay_stop_delete, error);
}

static gboolean
disable_stop(ReplaySession *session, guint number, GError **error)
{
    return replay_stop_enable(session, number, FALSE, error);
}

static gboolean
enable_stop(ReplaySession *session, guint number, GError **error)
{
    return replay_stop_enable(session, number, TRUE, error);
}

gboolean
replay_command_disable(ReplaySession *session, const char *rest, G_GNUC_UNUSED GString *out,
                       GError **error)
{
    return change_stops(session, rest, disable_stop, error);
}

gboolean
replay_command_enable(ReplaySession *session, const char *rest, G_GNUC_UNUSED GString *out,
                      GError **error)
{
    return change_stops(session, rest, enable_stop, error);
}

gboolean
replay_command_ignore(ReplaySession *session, const char *rest, G_GNUC_UNUSED GString *out,
                      GError **error)
{
    const gsize len = strcspn(rest, " ");
    g_autofree char *first = g_strndup(rest, len);
    const char *second = rest + len + strspn(rest + len, " ");
    guint64 n = 0, count = 0;
    if (*first == '\0' || *second == '\0')
        return replay_refuse(error, "ignore what? the number of a stop, and how many hits");
    return replay_read_count(first, 1, &n, error) &&
           replay_read_count(second, 0, &count, error) &&
           replay_stop_ignore(session, (guint)MIN(n, G_MAXUINT), count, error);
}

gboolean
replay_command_info(ReplaySession *session, const char *rest, GString *out, GError **error)
{
    const GPtrArray *stops = replay_stops(session);
    guint shown = 0;
    if (!g_str_has_prefix("breaks", rest))
        return replay_refuse(error, "there is only info breaks");
    for (guint i = 0; i < stops->len; i++) {
        const ReplayStop *stop = g_ptr_array_index(stops, i);
        if (stop->spent)
            continue;
        g_string_append_printf(out, "%u: ", stop->number);
        replay_append_stop(out, stop);
        g_string_append_printf(out, ", hits %" G_GUINT64_FORMAT "%s%s", stop->hits,
                               stop->once ? ", once" : "", stop->enabled ? "" : ", disabled");
        if (stop->ignore > 0)
            g_string_append_printf(out, ", ignores %" G_GUINT64_FORMAT, stop->ignore);
        g_string_append_c(out, '\n');
        shown++;
    }
    if (shown == 0)
        g_string_append(out, "no stops\n");
    return TRUE;
}
