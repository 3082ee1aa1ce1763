/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/base/nearest.h"
#include "src/replay/private.h"

/* Calls between two questions whether to go on. */
#define CALLS_AT_ONCE 1024

G_DEFINE_QUARK(predictor - replay - error, replay_error)

const TraceProgram *
replay_program(const ReplaySession *session)
{
    return session->program;
}

const Params *
replay_params(const ReplaySession *session)
{
    return session->params;
}

const RaterGrid *
replay_grid(const ReplaySession *session)
{
    return &simulator_systems(session->simulator)->grid;
}

guint64
replay_position(const ReplaySession *session)
{
    return session->position;
}

guint64
replay_end(const ReplaySession *session)
{
    return (guint64)session->program->n_calls + 1;
}

const char *
replay_call_name(const ReplaySession *session, guint64 k)
{
    return trace_program_record(session->program, session->program->calls[k].call)->name;
}

gboolean
replay_begins_interval(const ReplaySession *session, guint64 k)
{
    if (k >= session->program->n_calls)
        return FALSE;
    const RtCallId id =
        trace_program_record(session->program, session->program->calls[k].call)->call;
    return id == RT_CALL_BINTER || id == RT_CALL_BSLOOP || id == RT_CALL_BPLOOP;
}

void
replay_append_nearest(GString *out, const char *word, const char *const names[], gsize n)
{
    const int nearest = nearest_word(word, names, (guint)n);
    if (nearest >= 0)
        g_string_append_printf(out, ", did you mean '%s'?", names[nearest]);
}

static void
forget(ReplaySession *session)
{
    g_clear_pointer(&session->so_far, prediction_free);
}

gboolean
replay_restart(ReplaySession *session, GError **error)
{
    ReplayWatch *watch = replay_watch_new();
    const SimulatorOptions how = { .keep_going = session->options.keep_going,
                                   .flat = session->flat,
                                   .watcher = &watch->base };
    Simulator *simulator = simulator_new(session->program, session->params, &how, error);
    if (simulator == NULL)
        return FALSE;
    simulator_free(session->simulator);
    session->simulator = simulator;
    session->watch = watch;
    session->position = 0;
    session->line_call = NULL;
    forget(session);
    return TRUE;
}

/* Call number `k` is simulated. */
static void
note_line(ReplaySession *session, guint64 k)
{
    const TraceCall *calls = session->program->calls;
    if (k == 0 || calls[k].site != calls[k - 1].site)
        session->line_call = replay_call_name(session, k);
}

/* The simulator, in the middle of a call, is of no use any more. */
static void
fail(ReplaySession *session, const GError *error)
{
    const guint64 at = session->position;
    g_free(session->failure);
    session->failure = g_strdup(error->message);
    session->failed_at = at;
    if (replay_restart(session, NULL)) /* as it could once */
        while (session->position < at && replay_advance(session))
            ;
}

gboolean
replay_advance(ReplaySession *session)
{
    const TraceProgram *program = session->program;
    const guint64 k = session->position;
    g_autoptr(GError) error = NULL;

    if (k > program->n_calls || (session->failure != NULL && k == session->failed_at))
        return FALSE;
    if (session->so_far != NULL)
        forget(session);
    if (k < program->n_calls ? !simulator_call(session->simulator, &program->calls[k], &error)
                             : !simulator_finish(session->simulator, &error)) {
        fail(session, error);
        return FALSE;
    }
    if (k < program->n_calls)
        note_line(session, k);
    session->position++;
    return TRUE;
}

gboolean
replay_goes_on(const ReplaySession *session, guint64 done, guint64 n)
{
    return done % CALLS_AT_ONCE != CALLS_AT_ONCE - 1 || session->options.go_on == NULL ||
           session->options.go_on(done, n, session->options.data);
}

gboolean
replay_move(ReplaySession *session, guint64 position)
{
    if (position < session->position && !replay_restart(session, NULL))
        return FALSE;
    const guint64 from = session->position;
    while (session->position < position) {
        if (!replay_advance(session) ||
            !replay_goes_on(session, session->position - from, position - from))
            return FALSE;
    }
    return TRUE;
}

Simulator *
replay_simulator_at(const ReplaySession *session, guint64 position, SimulatorOptions options,
                    GError **error)
{
    const TraceProgram *program = session->program;
    options.keep_going = session->options.keep_going;
    options.flat = session->flat;
    g_autoptr(Simulator) simulator = simulator_new(program, session->params, &options, error);
    if (simulator == NULL)
        return NULL;
    for (guint64 k = 0; k < position && k < program->n_calls; k++)
        if (!simulator_call(simulator, &program->calls[k], error))
            return NULL;
    if (position > program->n_calls && !simulator_finish(simulator, error))
        return NULL;
    return g_steal_pointer(&simulator);
}
