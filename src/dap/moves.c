/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Moving: requests answer at once, then it runs, and an event tells where it stands.
 */
#include "src/replay/run.h"

#include <string.h>

#include "src/dap/private.h"
#include "src/replay/command.h"
#include "src/replay/stops.h"

/* A run shorter than this, and the distance of its news; microseconds. */
#define FIRST_NEWS (G_TIME_SPAN_SECOND / 2)
#define NEWS_AGAIN (G_TIME_SPAN_SECOND / 5)

#define MOVE(request, what)                                                                    \
    gboolean dap_##request(DapAdapter *adapter, JsonObject *arguments G_GNUC_UNUSED,           \
                           JsonBuilder *body G_GNUC_UNUSED, GError **error G_GNUC_UNUSED)      \
    {                                                                                          \
        adapter->move = what;                                                                  \
        return TRUE;                                                                           \
    }
MOVE(next, DAP_NEXT)
MOVE(stepIn, DAP_STEP)
MOVE(stepOut, DAP_FINISH)
MOVE(stepBack, DAP_BACK)
MOVE(reverseContinue, DAP_REVERSE)
/* By the time that it is answered it has done what it can (dap_go_on()). */
MOVE(pause, DAP_STAY)
#undef MOVE

gboolean
dap_continue(DapAdapter *adapter, JsonObject *arguments G_GNUC_UNUSED, JsonBuilder *body,
             GError **error G_GNUC_UNUSED)
{
    dap_put_truth(body, "allThreadsContinued", TRUE);
    adapter->move = DAP_CONTINUE;
    return TRUE;
}

gboolean
dap_gotoTargets(DapAdapter *adapter, JsonObject *arguments, JsonBuilder *body, GError **error)
{
    const char *file = dap_source_of(adapter, dap_object(arguments, "source"));
    const gint64 line = dap_line_of(adapter, arguments, "line");
    guint32 site;
    if (file == NULL || line < 0)
        return dap_refuse(error, "the trace has no such source");
    json_builder_set_member_name(body, "targets");
    json_builder_begin_array(body);
    if (replay_find_line(adapter->session, file, line, &site, NULL)) {
        g_autofree char *label = g_strdup_printf("%s:%" G_GINT64_FORMAT, file, line);
        json_builder_begin_object(body);
        dap_put_integer(body, "id", (gint64)site + 1);
        dap_put_text(body, "label", label);
        dap_put_line(adapter, body, line);
        json_builder_end_object(body);
    }
    json_builder_end_array(body);
    return TRUE;
}

gboolean
dap_goto(DapAdapter *adapter, JsonObject *arguments, JsonBuilder *body G_GNUC_UNUSED,
         GError **error)
{
    const gint64 target = dap_integer(arguments, "targetId", 0);
    if (target < 1 || target > G_MAXUINT32 ||
        trace_program_site(replay_program(adapter->session), (guint32)(target - 1)) == NULL)
        return dap_refuse(error, "there is no such target");
    adapter->site = (guint32)(target - 1);
    adapter->move = DAP_GOTO;
    return TRUE;
}

/* Where the line is reached next, or else for the first time. */
static gboolean
go_to_line(DapAdapter *adapter, GError **error)
{
    ReplaySession *session = adapter->session;
    if (replay_position(session) < replay_end(session)) {
        if (!replay_until_line(session, adapter->site, error))
            return FALSE;
        if (replay_why(session)->reason != REPLAY_AT_END)
            return TRUE;
    }
    return replay_goto(session, 0, error) && replay_until_line(session, adapter->site, error);
}

static gboolean
move(DapAdapter *adapter, GError **error)
{
    ReplaySession *session = adapter->session;
    switch (adapter->move) {
    case DAP_RUN:
        return replay_run(session, error);
    case DAP_CONTINUE:
        return replay_continue(session, 1, error);
    case DAP_NEXT:
        return replay_next(session, 1, error);
    case DAP_STEP:
        return replay_step(session, 1, error);
    case DAP_FINISH:
        return replay_finish(session, error);
    case DAP_BACK:
        return replay_back(session, 1, error);
    case DAP_REVERSE:
        return replay_reverse_continue(session, error);
    case DAP_GOTO:
        return go_to_line(adapter, error);
    default: /* it stands where it is to be */
        return TRUE;
    }
}

/* --- while it moves --- */

/* Whether the request ends what runs. */
static gboolean
stops_run(const DapAdapter *adapter, const DapRequest *request)
{
    static const char *const words[] = { "pause", "disconnect", "terminate", "restart", NULL };
    if (request->command == NULL)
        return FALSE;
    if (g_str_equal(request->command, "cancel"))
        return dap_integer(request->arguments, "requestId", -1) == adapter->running ||
               dap_text(request->arguments, "progressId") != NULL;
    return g_strv_contains(words, request->command);
}

static void
put_progress(DapAdapter *adapter, JsonBuilder *event, guint64 done, guint64 n)
{
    g_autofree char *id = g_strdup_printf("%u", adapter->n_progress);
    dap_put_text(event, "progressId", id);
    dap_put_integer(event, "percentage", n > 0 ? (gint64)(100 * ((double)done / (double)n)) : 0);
}

static void
tell_progress(DapAdapter *adapter, guint64 done, guint64 n)
{
    const gint64 now = g_get_monotonic_time();
    const gboolean first = adapter->told == 0;
    if (!adapter->shows_progress || now - adapter->began < FIRST_NEWS ||
        now - adapter->told < NEWS_AGAIN)
        return;
    adapter->told = now;
    adapter->n_progress += first;
    JsonBuilder *event = dap_event_new(adapter, first ? "progressStart" : "progressUpdate");
    put_progress(adapter, event, done, n);
    if (first) {
        dap_put_text(event, "title", "Replaying");
        dap_put_truth(event, "cancellable", TRUE);
    }
    dap_event_send(adapter, event);
}

gboolean
dap_go_on(guint64 done, guint64 n, gpointer data)
{
    DapAdapter *adapter = data;
    adapter->host.poll(adapter->host.data);
    for (GList *at = adapter->requests.head; at != NULL; at = at->next)
        if (stops_run(adapter, at->data))
            return FALSE;
    tell_progress(adapter, MIN(done, n), n);
    return TRUE;
}

/* --- where it stands --- */

/* The stop of this number; NULL: it was for once. */
static const ReplayStop *
find_stop(const DapAdapter *adapter, guint number)
{
    const GPtrArray *stops = replay_stops(adapter->session);
    for (guint i = 0; i < stops->len; i++) {
        const ReplayStop *stop = g_ptr_array_index(stops, i);
        if (stop->number == number)
            return stop;
    }
    return NULL;
}

static const ReplayStop *
stop_of(const DapAdapter *adapter)
{
    const ReplayWhy *why = replay_why(adapter->session);
    return why->reason == REPLAY_AT_STOP && why->stops->len > 0
               ? find_stop(adapter, g_array_index(why->stops, guint, 0))
               : NULL;
}

/* The reasons of the protocol. */
static const char *
reason_of(const DapAdapter *adapter)
{
    const ReplayStop *stop = stop_of(adapter);
    if (stop != NULL && (stop->kind == REPLAY_STOP_LINE || stop->kind == REPLAY_STOP_INTERVAL))
        return "breakpoint";
    if (stop != NULL && stop->kind == REPLAY_STOP_CALL)
        return "function breakpoint";
    switch (replay_why(adapter->session)->reason) {
    case REPLAY_AT_START:
        return "entry";
    case REPLAY_AT_STOP:
    case REPLAY_FAILED:
        return "exception";
    case REPLAY_INTERRUPTED:
    case REPLAY_AT_END:
        return "pause";
    default:
        return adapter->move == DAP_GOTO || adapter->move == DAP_MOVED ? "goto" : "step";
    }
}

/* The thread that waits, or else the one that is last. */
static gint64
thread_of(const DapAdapter *adapter)
{
    const ProcessorSet *waiters = replay_why(adapter->session)->waiters;
    const DapThread *threads = (const DapThread *)(gconstpointer)adapter->threads->data;
    guint best = 0;
    for (guint i = 1; i < adapter->threads->len; i++) {
        const gboolean waits = waiters != NULL && threads[i].class.state == REPLAY_WAITING;
        if (waits || threads[i].class.clock > threads[best].class.clock)
            best = i;
        if (waits)
            break;
    }
    return adapter->threads->len > 0 ? threads[best].id : 0;
}

/* `problem`: why it could not move; NULL: it could. */
static void
tell_stopped(DapAdapter *adapter, const char *problem)
{
    const ReplayWhy *why = replay_why(adapter->session);
    const gboolean at_end = replay_position(adapter->session) == replay_end(adapter->session);
    g_autoptr(GString) text = g_string_new(NULL);
    JsonBuilder *event = dap_event_new(adapter, "stopped");

    replay_append_why(adapter->session, text);
    dap_put_text(event, "reason", reason_of(adapter));
    dap_put_text(event, "description", at_end ? "the end of the run" : "stopped");
    dap_put_text(event, "text", problem != NULL ? problem : g_strchomp(text->str));
    dap_put_integer(event, "threadId", thread_of(adapter));
    dap_put_truth(event, "allThreadsStopped", TRUE);
    if (why->stops->len > 0) {
        json_builder_set_member_name(event, "hitBreakpointIds");
        json_builder_begin_array(event);
        for (guint i = 0; i < why->stops->len; i++)
            json_builder_add_int_value(event, g_array_index(why->stops, guint, i));
        json_builder_end_array(event);
    }
    dap_event_send(adapter, event);
}

void
dap_carry_out(DapAdapter *adapter)
{
    g_autoptr(GError) error = NULL;
    if (adapter->move == DAP_STAY)
        return;
    adapter->began = g_get_monotonic_time();
    adapter->told = 0;
    const gboolean moved = move(adapter, &error);
    if (adapter->told != 0) {
        JsonBuilder *event = dap_event_new(adapter, "progressEnd");
        g_autofree char *id = g_strdup_printf("%u", adapter->n_progress);
        dap_put_text(event, "progressId", id);
        dap_event_send(adapter, event);
    }
    dap_look_anew(adapter);
    /* whoever goes on at the end has seen enough */
    if (!moved && adapter->move != DAP_BACK && adapter->move != DAP_REVERSE &&
        replay_position(adapter->session) == replay_end(adapter->session))
        dap_send_end(adapter);
    else
        tell_stopped(adapter, moved ? NULL : error->message);
}

gboolean
dap_exceptionInfo(DapAdapter *adapter, JsonObject *arguments G_GNUC_UNUSED, JsonBuilder *body,
                  GError **error G_GNUC_UNUSED)
{
    const ReplayStop *stop = stop_of(adapter);
    g_autoptr(GString) text = g_string_new(NULL);
    replay_append_why(adapter->session, text);
    dap_put_text(body, "exceptionId", stop != NULL ? replay_stop_kind_name(stop->kind) : "call");
    dap_put_text(body, "description", g_strchomp(text->str));
    dap_put_text(body, "breakMode", "always");
    return TRUE;
}
