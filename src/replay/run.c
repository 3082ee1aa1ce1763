/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/replay/run.h"

#include "src/replay/look.h"
#include "src/replay/private.h"

const ReplayWhy *
replay_why(const ReplaySession *session)
{
    return &session->why;
}

/* The session is about to move. */
static void
leave(ReplaySession *session)
{
    ReplayWhy *why = &session->why;
    g_array_set_size(why->stops, 0);
    g_clear_pointer(&why->waiters, processor_set_unref);
    g_clear_pointer(&why->message, g_free);
    for (guint i = session->stops->len; i-- > 0;)
        if (((ReplayStop *)g_ptr_array_index(session->stops, i))->spent)
            g_ptr_array_remove_index(session->stops, i);
}

/* It has moved from `since`; `moved`: as far as it was to. */
static void
arrive(ReplaySession *session, guint64 since, gboolean moved)
{
    ReplayWhy *why = &session->why;
    const ReplayWatch *watch = session->watch;
    session->since = since;
    why->waited = session->position > 0 ? watch->waited : 0;
    if (why->waited > 0)
        why->waiters =
            sim_partition_set(watch->partition, 1, &watch->which, replay_grid(session));
    if (why->stops->len > 0)
        why->reason = REPLAY_AT_STOP;
    else if (session->position == replay_end(session))
        why->reason = REPLAY_AT_END;
    else if (moved)
        why->reason = session->position > 0 ? REPLAY_MOVED : REPLAY_AT_START;
    else if (session->failure != NULL && session->position == session->failed_at) {
        why->reason = REPLAY_FAILED;
        why->message = g_strdup(session->failure);
    } else
        why->reason = REPLAY_INTERRUPTED;
}

static gboolean
refuse(GError **error, const char *text)
{
    g_set_error_literal(error, REPLAY_ERROR, REPLAY_ERROR_STATE, text);
    return FALSE;
}

static gboolean
can_go_on(const ReplaySession *session, GError **error)
{
    if (session->position == replay_end(session))
        return refuse(error, "the run is at its end; run, back and goto lead away from it");
    if (session->failure != NULL && session->position == session->failed_at)
        return refuse(error, session->failure);
    return TRUE;
}

static gboolean
has_alarms(const ReplaySession *session)
{
    for (guint i = 0; i < session->stops->len; i++)
        if (((ReplayStop *)g_ptr_array_index(session->stops, i))->kind == REPLAY_STOP_ALARM)
            return TRUE;
    return FALSE;
}

static ReplayBefore
before_call(const ReplaySession *session, gboolean alarms)
{
    return (ReplayBefore){ .elapsed = alarms ? replay_elapsed(session) : 0,
                           .n_warnings = simulator_warnings(session->simulator)->len };
}

/* Notes the stops that are hit here; `before` as in replay_stop_is_hit(). TRUE: there are some
 * that are not to be passed over. */
static gboolean
note_stops(ReplaySession *session, const ReplayBefore *before)
{
    ReplayWhy *why = &session->why;
    for (guint i = 0; i < session->stops->len; i++) {
        ReplayStop *stop = g_ptr_array_index(session->stops, i);
        if (!replay_stop_is_hit(session, stop, before, &why->message))
            continue;
        stop->hits++;
        if (stop->ignore > 0) {
            stop->ignore--;
            continue;
        }
        stop->spent = stop->once;
        g_array_append_val(why->stops, stop->number);
    }
    return why->stops->len > 0;
}

/* Whether the session has come to where it was to go. */
typedef gboolean (*Arrived)(const ReplaySession *session, gconstpointer data);

/* On to the n-th place with a stop, or to where `arrived` says (NULL: nowhere). */
static void
forward(ReplaySession *session, guint64 n, Arrived arrived, gconstpointer data)
{
    const guint64 since = session->position;
    const gboolean alarms = has_alarms(session);
    ReplayBefore before = before_call(session, alarms);
    gboolean moved = FALSE;
    leave(session);
    while (!moved && replay_advance(session)) {
        const gboolean hit = note_stops(session, &before);
        moved = (hit && --n == 0) || (arrived != NULL && arrived(session, data));
        if (hit && n > 0 && !moved)
            g_array_set_size(session->why.stops, 0);
        before = before_call(session, alarms);
        if (!moved &&
            !replay_goes_on(session, session->position - since, replay_end(session) - since))
            break;
    }
    arrive(session, since, moved);
}

gboolean
replay_run(ReplaySession *session, GError **error)
{
    const guint64 since = session->position;
    leave(session);
    if (!replay_restart(session, error))
        return FALSE;
    for (guint i = 0; i < session->stops->len; i++)
        ((ReplayStop *)g_ptr_array_index(session->stops, i))->hits = 0;
    if (note_stops(session, NULL) || !can_go_on(session, NULL))
        arrive(session, since, TRUE);
    else
        forward(session, 1, NULL, NULL);
    session->since = 0;
    return TRUE;
}

gboolean
replay_continue(ReplaySession *session, guint64 n, GError **error)
{
    if (!can_go_on(session, error))
        return FALSE;
    forward(session, n, NULL, NULL);
    return TRUE;
}

static gboolean
at_position(const ReplaySession *session, gconstpointer position)
{
    return session->position == *(const guint64 *)position;
}

gboolean
replay_step(ReplaySession *session, guint64 n, GError **error)
{
    if (!can_go_on(session, error))
        return FALSE;
    const guint64 left = replay_end(session) - session->position;
    const guint64 to = session->position + MIN(n, left);
    forward(session, 1, at_position, &to);
    return TRUE;
}

static guint
level(const ReplaySession *session)
{
    SimTally *tally = simulator_tally(session->simulator);
    return sim_tally_interval(tally, tally->current)->level;
}

/* So many steps over intervals of this level. */
typedef struct {
    guint level;
    guint64 n;
} Over;

static gboolean
is_over(const ReplaySession *session, gconstpointer data)
{
    Over *over = (Over *)data;
    const guint now = level(session);
    if (now > over->level)
        return FALSE;
    over->level = now;
    return --over->n == 0;
}

gboolean
replay_next(ReplaySession *session, guint64 n, GError **error)
{
    Over over = { level(session), n };
    if (!can_go_on(session, error))
        return FALSE;
    forward(session, 1, is_over, &over);
    return TRUE;
}

gboolean
replay_finish(ReplaySession *session, GError **error)
{
    if (!can_go_on(session, error))
        return FALSE;
    Over over = { level(session), 1 };
    if (over.level == 0)
        return refuse(error, "MAIN is the outermost interval; continue goes to its end");
    over.level--;
    forward(session, 1, is_over, &over);
    return TRUE;
}

static gboolean
at_line(const ReplaySession *session, gconstpointer site)
{
    return session->position < session->program->n_calls &&
           session->program->calls[session->position].site == *(const guint32 *)site &&
           replay_reaches_line(session);
}

gboolean
replay_until_line(ReplaySession *session, guint32 site, GError **error)
{
    if (!can_go_on(session, error))
        return FALSE;
    forward(session, 1, at_line, &site);
    return TRUE;
}

static gboolean
at_call(const ReplaySession *session, gconstpointer name)
{
    return session->position < session->program->n_calls &&
           replay_call_name(session, session->position) == name;
}

gboolean
replay_until_call(ReplaySession *session, const char *call, GError **error)
{
    const char *name = replay_find_call(session, call, error);
    if (name == NULL || !can_go_on(session, error))
        return FALSE;
    forward(session, 1, at_call, name);
    return TRUE;
}

gboolean
replay_goto(ReplaySession *session, guint64 position, GError **error)
{
    const guint64 since = session->position;
    if (position > replay_end(session)) {
        g_set_error(error, REPLAY_ERROR, REPLAY_ERROR_STATE,
                    "the last position is %" G_GUINT64_FORMAT, replay_end(session));
        return FALSE;
    }
    if (position > since && !can_go_on(session, error))
        return FALSE;
    leave(session);
    const gboolean moved = replay_move(session, position);
    arrive(session, since, moved);
    return TRUE;
}

gboolean
replay_back(ReplaySession *session, guint64 n, GError **error)
{
    if (session->position == 0)
        return refuse(error, "the run is at its start");
    return replay_goto(session, session->position - MIN(n, session->position), error);
}

/* The last place before `end` where a stop is hit, -1: there is none. FALSE: told not to go
 * on. */
static gboolean
find_last_hit(ReplaySession *session, guint64 end, gint64 *last)
{
    const gboolean alarms = has_alarms(session);
    ReplayBefore before = { 0 };
    g_autofree char *message = NULL;
    *last = -1;
    if (session->stops->len == 0)
        return TRUE;
    if (!replay_restart(session, NULL))
        return FALSE;
    for (guint64 k = 0; k < end; k++) {
        for (guint i = 0; i < session->stops->len && *last < (gint64)k; i++)
            if (replay_stop_is_hit(session, g_ptr_array_index(session->stops, i),
                                   k > 0 ? &before : NULL, &message))
                *last = (gint64)k;
        before = before_call(session, alarms);
        if (!replay_goes_on(session, k, end) || !replay_advance(session))
            return FALSE;
    }
    return TRUE;
}

/* Goes to a place where stops are hit, and notes them: ignored ones too. */
static gboolean
go_to_hit(ReplaySession *session, guint64 position)
{
    ReplayBefore before = { 0 };
    if (position > 0) {
        if (!replay_move(session, position - 1))
            return FALSE;
        before = before_call(session, TRUE);
    }
    if (!replay_move(session, position))
        return FALSE;
    for (guint i = 0; i < session->stops->len; i++) {
        ReplayStop *stop = g_ptr_array_index(session->stops, i);
        if (!replay_stop_is_hit(session, stop, position > 0 ? &before : NULL,
                                &session->why.message))
            continue;
        stop->hits++;
        stop->spent = stop->once;
        g_array_append_val(session->why.stops, stop->number);
    }
    return TRUE;
}

gboolean
replay_reverse_continue(ReplaySession *session, GError **error)
{
    const guint64 since = session->position;
    gint64 last;
    if (since == 0)
        return refuse(error, "the run is at its start");
    leave(session);
    gboolean moved = find_last_hit(session, since, &last);
    if (moved)
        moved = last < 0 ? replay_move(session, 0) : go_to_hit(session, (guint64)last);
    arrive(session, since, moved);
    return TRUE;
}

gboolean
replay_goto_time(ReplaySession *session, double seconds, GError **error)
{
    const guint64 since = session->position, end = replay_end(session);
    if (replay_elapsed(session) < seconds && !can_go_on(session, error))
        return FALSE;
    leave(session);
    if (replay_elapsed(session) >= seconds && !replay_restart(session, error))
        return FALSE;
    while (replay_elapsed(session) < seconds && replay_advance(session) &&
           replay_goes_on(session, session->position, end))
        ;
    arrive(session, since, replay_elapsed(session) >= seconds);
    return TRUE;
}
