/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Tasks: how long each takes, and computing in them scaled.
 */
#include "src/sim/policy/what-if-private.h"

#include "src/sim/core/message.h"

static SimCause *
task_cause(Simulator *sim, const SimSystem *outer)
{
    SimWhatIfState *state = sim->what_if;
    if (state->region == SIM_NO_SITE)
        state->region = state->site;
    SimCause *cause = sim_what_if_cause(sim, SIM_CAUSE_TASK, 0, state->site);
    if (cause == NULL)
        return NULL;
    if (cause->region == SIM_NO_SITE) {
        cause->region = state->region;
        cause->region_of = sim_tally_current(sim->tally);
    }
    cause->outer = outer;
    cause->count++;
    return cause;
}

static void
task_begins(Simulator *sim, const SimView *view)
{
    SimWhatIfState *state = sim->what_if;
    const SimSystem *outer = g_array_index(sim->stack, SimFrame, sim->stack->len - 2).system;
    RunningTask task = { task_cause(sim, outer), sim_view_max(view), state->scale,
                         sim->stack->len };
    gpointer index =
        state->spec != NULL
            ? g_hash_table_lookup(state->spec->tasks, GUINT_TO_POINTER(sim->system->id))
            : NULL;
    g_array_append_val(state->tasks, task);
    if (index != NULL)
        state->scale *=
            g_array_index(state->spec->factors, double, GPOINTER_TO_UINT(index) - 1);
}

static void
task_ends(Simulator *sim, const SimView *view)
{
    SimWhatIfState *state = sim->what_if;
    if (state->tasks->len == 0)
        return;
    RunningTask *task = &g_array_index(state->tasks, RunningTask, state->tasks->len - 1);
    if (task->depth != sim->stack->len)
        return; /* a runam_ in error was gone on from */
    if (task->cause != NULL)
        task->cause->time += MAX(0.0, sim_sum_difference(sim_view_max(view), task->start));
    state->scale = task->scale;
    g_array_set_size(state->tasks, state->tasks->len - 1);
}

gboolean
sim_what_if_task(Simulator *sim, const SimCall *call, gboolean begins, GError **error)
{
    SimView view;
    if (!sim_what_if_wait_deferred(sim, call, error))
        return FALSE;
    if (!sim_clock_view(&sim->clock, sim->system, NULL, &view))
        return sim_fail_classes(sim, call, error);
    if (begins)
        task_begins(sim, &view);
    else
        task_ends(sim, &view);
    return TRUE;
}
