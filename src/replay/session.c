/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/replay/session.h"

#include "src/analysis/predict/best-mapping.h"
#include "src/replay/private.h"

/* Where calls stand. */
static void
find_calls(ReplaySession *session)
{
    const TraceProgram *program = session->program;
    session->has_calls = g_new0(guint8, MAX(program->sites.items->len, 1));
    for (gsize k = 0; k < program->n_calls; k++)
        if (program->calls[k].site < program->sites.items->len)
            session->has_calls[program->calls[k].site] = TRUE;
}

/* Only a run tells whether a view of processors has to be held by number; a run that was begun
 * without could not go on. */
static gboolean
wants_flat(const ReplaySession *session)
{
    const TraceProgram *program = session->program;
    g_autoptr(GError) error = NULL;
    gsize k = 0;
    while (k < program->n_calls &&
           trace_program_record(program, program->calls[k].call)->call != RT_CALL_PSVIEW)
        k++;
    if (k == program->n_calls)
        return FALSE;
    g_autoptr(Simulator) simulator = replay_simulator_at(
        session, program->n_calls, (SimulatorOptions){ .times_only = TRUE }, &error);
    return g_error_matches(error, SIMULATOR_ERROR, SIMULATOR_ERROR_FLAT);
}

ReplaySession *
replay_session_new(const TraceProgram *program, const Params *params,
                   const ReplayOptions *options, GError **error)
{
    g_autoptr(ReplaySession) session = g_new0(ReplaySession, 1);
    session->program = program;
    session->options = options != NULL ? *options : (ReplayOptions){ 0 };
    session->stops = g_ptr_array_new_with_free_func(replay_stop_free);
    session->history = g_ptr_array_new_with_free_func(g_free);
    session->sources = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
                                             (GDestroyNotify)g_strfreev);
    session->why.stops = g_array_new(FALSE, FALSE, sizeof(guint));
    session->params = best_mapping_is_wanted(params)
                          ? best_mapping_search(program, params, session->options.keep_going,
                                                error)
                          : params_copy(params);
    if (session->params == NULL)
        return NULL;
    find_calls(session);
    session->flat = wants_flat(session);
    return replay_restart(session, error) ? g_steal_pointer(&session) : NULL;
}

void
replay_session_free(ReplaySession *session)
{
    if (session == NULL)
        return;
    simulator_free(session->simulator);
    g_clear_pointer(&session->params, params_free);
    g_free(session->has_calls);
    g_free(session->failure);
    g_free(session->repeated);
    g_ptr_array_unref(session->stops);
    g_ptr_array_unref(session->history);
    g_hash_table_unref(session->sources);
    g_array_unref(session->why.stops);
    g_clear_pointer(&session->why.waiters, processor_set_unref);
    g_free(session->why.message);
    prediction_free(session->so_far);
    prediction_free(session->whole);
    explanation_free(session->explanation);
    g_free(session);
}
