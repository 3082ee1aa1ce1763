/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/policy/what-if-private.h"

#include "src/sim/core/account.h"
#include "src/sim/core/lookup.h"

/* The time before begbl_, or of another first call when it is no longer than this, is that of
 * the start of a process (3 to 5 ms in the samples), not of the program's text. */
#define START_SECONDS 0.02

/* The clock of a trace ticks at about one microsecond: up to two ticks before a call are no
 * code of the user's that is worth a look. */
#define TICKS_SECONDS 2.5e-6

SimWhatIfState *
sim_what_if_state_new(Simulator *sim, const SimWhatIf *what_if, gboolean causes)
{
    SimWhatIfState *state = g_new0(SimWhatIfState, 1);
    state->spec = what_if;
    state->causes = causes ? sim_causes_new() : NULL;
    state->network = sim->network;
    state->scale = 1;
    state->last_site = state->site = state->bracket = state->region = SIM_NO_SITE;
    state->section = SIM_NO_SITE;
    state->deferred = g_array_new(FALSE, FALSE, sizeof(Deferred));
    state->tasks = g_array_new(FALSE, FALSE, sizeof(RunningTask));
    return state;
}

void
sim_what_if_state_free(SimWhatIfState *state)
{
    if (state == NULL)
        return;
    sim_causes_free(state->causes);
    g_array_unref(state->deferred);
    g_array_unref(state->tasks);
    g_free(state);
}

SimCauses *
sim_what_if_causes(SimWhatIfState *state)
{
    return state->causes;
}

static SimWhatIfFlags
flags_of(const SimWhatIfState *state, guint32 site)
{
    const GArray *flags = state->spec != NULL ? state->spec->flags : NULL;
    return flags != NULL && site < flags->len ? g_array_index(flags, SimWhatIfFlags, site) : 0;
}

/* The group of operations that a call of this group of calls can start. */
static Operation
operation_of(RtGroup group)
{
    switch (group) {
    case RT_GROUP_REDUCTION:
        return OPERATION_REDUCTION;
    case RT_GROUP_SHADOW:
    case RT_GROUP_LOOP:
        return OPERATION_SHADOW;
    case RT_GROUP_COPY:
    case RT_GROUP_REMOTE:
        return OPERATION_REMOTE;
    case RT_GROUP_TEMPLATE:
    case RT_GROUP_ARRAY:
        return OPERATION_REDISTRIBUTION;
    default:
        return OPERATION_IO;
    }
}

void
sim_what_if_focus(Simulator *sim, guint32 site)
{
    SimWhatIfState *state = sim->what_if;
    Operation operation = operation_of(state->group);
    state->site = site;
    state->now = flags_of(state, site);
    sim->network = state->network;
    if ((state->now & SIM_WHAT_IF_NO_COST(operation)) != 0 ||
        (sim->in_io &&
         (flags_of(state, state->bracket) & SIM_WHAT_IF_NO_COST(OPERATION_IO)) != 0))
        sim->network = rater_network_without(&sim->network, RATER_NETWORK_COSTS);
    if (state->now & SIM_WHAT_IF_NO_START(operation))
        sim->network = rater_network_without(&sim->network, RATER_NETWORK_STARTS);
}

/* Notes where the program comes from, for user time before the call at this site;
 * RT_CALL_UNKNOWN: before the end. */
static void
come_to(Simulator *sim, guint32 site, RtCallId id)
{
    SimWhatIfState *state = sim->what_if;
    if (state->group != RT_GROUP_ORDINARY)
        state->section = SIM_NO_SITE;
    state->group = id < RT_N_CALLS ? rt_call_get(id)->group : RT_GROUP_ORDINARY;
    state->after = 0;
    state->from_site = SIM_NO_SITE;
    state->wraps = FALSE;
    /* another call of the same line is no next turn of a loop */
    state->stays = state->last_site == site && state->last_call != id;
    if (state->causes != NULL && state->last_site != SIM_NO_SITE) {
        const TraceSite *before = trace_program_site(sim->program, state->last_site);
        const TraceSite *here = trace_program_site(sim->program, site);
        if (g_str_equal(before->file, here->file)) {
            state->after = before->line;
            state->wraps = before->line >= here->line && !state->stays;
        } else {
            state->from_site = state->last_site;
        }
    }
    state->last_site = site;
    state->last_call = id;
    sim_what_if_focus(sim, site);
}

void
sim_what_if_begin(Simulator *sim, const SimCall *call)
{
    SimWhatIfState *state = sim->what_if;
    RtCallId id = call->record->shape->call;
    come_to(sim, sim_site(sim, call->at->site), id);
    state->last_turn = id == RT_CALL_DOPL && call->ret != NULL &&
                       trace_record_int(call->ret, RT_PARAM_DO_PL, 1) == 0;
    if (!state->begun && (id == RT_CALL_BEGBL || call->t_call < START_SECONDS))
        sim_what_if_focus(sim, SIM_NO_SITE);
    state->begun = TRUE;
}

void
sim_what_if_exit(Simulator *sim, guint32 site)
{
    if (trace_program_site(sim->program, site) != NULL)
        come_to(sim, sim_site(sim, site), RT_CALL_UNKNOWN);
}

SimCause *
sim_what_if_cause(Simulator *sim, SimCauseKind kind, Operation operation, guint32 site)
{
    SimWhatIfState *state = sim->what_if;
    if (state->causes == NULL || site == SIM_NO_SITE)
        return NULL;
    return sim_causes_get(state->causes, kind, operation, site, sim_tally_current(sim->tally),
                          sim->system);
}

double
sim_what_if_seconds(const Simulator *sim, double t)
{
    return t / sim_clock_first_speed(&sim->clock);
}

gboolean
sim_what_if_is_left_out(const SimWhatIfState *state)
{
    return state->group == RT_GROUP_COPY &&
           (state->now & SIM_WHAT_IF_NO_COST(OPERATION_REMOTE)) != 0;
}

double
sim_what_if_base(Simulator *sim, guint what, double t)
{
    SimWhatIfState *state = sim->what_if;
    double n = (double)sim->system->count;
    t *= state->scale;
    if (what != SIM_BASE_CPU)
        return sim_what_if_is_left_out(state) ? 0 : t;
    SimCause *cause = sim_what_if_cause(sim, SIM_CAUSE_BASE, 0, state->site);
    if (cause != NULL) {
        if (state->section == SIM_NO_SITE)
            state->section = state->site;
        if (cause->count == 0)
            cause->section = state->section;
        cause->count += state->stays ? 0 : 1;
        cause->time += sim_what_if_seconds(sim, t);
        cause->repeated += sim_what_if_seconds(
            sim, MAX(0.0, t - TICKS_SECONDS * sim->params->power) * (n - 1) / n);
        if (state->stays) {
            cause->stayed += sim_what_if_seconds(sim, t);
        } else if (state->wraps) {
            cause->n_wrapped++;
            cause->wrapped += sim_what_if_seconds(sim, t);
            cause->before = MAX(cause->before, state->after);
        } else {
            if (state->from_site != SIM_NO_SITE)
                cause->from_site = state->from_site;
            cause->after = MAX(cause->after, state->after);
        }
    }
    if ((state->now & SIM_WHAT_IF_PARALLEL) != 0)
        return t * MIN(1.0, state->spec->copies / n);
    return t;
}

double
sim_what_if_io(Simulator *sim, double t)
{
    SimWhatIfState *state = sim->what_if;
    guint32 site = sim->in_io ? state->bracket : state->site;
    if (t <= 0)
        return t;
    SimCause *cause = sim_what_if_cause(sim, SIM_CAUSE_IO, 0, site);
    if (cause != NULL) {
        cause->count += sim->in_io ? 0 : 1;
        cause->time += t;
    }
    return (flags_of(state, site) & SIM_WHAT_IF_NO_IO) != 0 ? 0 : t;
}

void
sim_what_if_bracket(Simulator *sim)
{
    SimWhatIfState *state = sim->what_if;
    state->bracket = state->site;
    SimCause *cause = sim_what_if_cause(sim, SIM_CAUSE_IO, 0, state->site);
    if (cause != NULL)
        cause->count++;
}

gboolean
sim_what_if_wait_deferred(Simulator *sim, const SimCall *call, GError **error)
{
    SimWhatIfState *state = sim->what_if;
    if (state->deferred->len == 0)
        return TRUE;
    g_autoptr(GArray) due = state->deferred;
    state->deferred = g_array_new(FALSE, FALSE, sizeof(Deferred));
    for (guint i = 0; i < due->len; i++) {
        Deferred *d = &g_array_index(due, Deferred, i);
        d->async.active = TRUE;
        d->async.site = SIM_NO_SITE; /* not put off again */
        d->async.cause = NULL;       /* noted already */
        if (!sim_wait(sim, call, d->group, &d->async, error))
            return FALSE;
    }
    return TRUE;
}

gboolean
sim_what_if_meet(Simulator *sim, const SimCall *call, GError **error)
{
    SimWhatIfState *state = sim->what_if;
    if (state->tasks->len == 0)
        state->region = SIM_NO_SITE;
    return sim_what_if_wait_deferred(sim, call, error);
}

/* An operation; inside of a bracket it is a part of the input/output. */
static SimCause *
operation_cause(Simulator *sim, Operation group)
{
    const SimWhatIfState *state = sim->what_if;
    return sim->in_io
               ? sim_what_if_cause(sim, SIM_CAUSE_OPERATION, OPERATION_IO, state->bracket)
               : sim_what_if_cause(sim, SIM_CAUSE_OPERATION, group, state->site);
}

void
sim_what_if_start(Simulator *sim, Operation group, SimAsync *async, double cost)
{
    SimCause *cause = operation_cause(sim, group);
    async->site = sim->what_if->site;
    async->cause = cause;
    if (cause == NULL)
        return;
    cause->count++;
    cause->cost += cost;
    cause->start_site = sim->what_if->last_site;
}

void
sim_what_if_communicate(Simulator *sim, Operation group, double cost)
{
    SimCause *cause = operation_cause(sim, group);
    if (cause == NULL)
        return;
    cause->count++;
    cause->cost += cost;
    cause->exposed += cost;
}

/* What the wait takes of the processor that waits longest. */
static void
note_wait(Simulator *sim, const SimAsync *async, const SimView *view)
{
    SimCause *cause = async->cause;
    double most = 0, most_hidden = 0;
    for (guint c = 0; c < view->partition->n_classes; c++) {
        if (!sim_view_inside(view, c))
            continue;
        double missing = sim_sum_difference(async->completion, view->value[c]);
        SimSum end = missing > 0 ? view->value[c] : async->completion;
        most = MAX(most, missing);
        most_hidden = MAX(most_hidden, sim_sum_difference(end, async->start));
    }
    cause->exposed += most;
    cause->hidden += most_hidden;
    cause->wait_site = sim->what_if->site;
}

gboolean
sim_what_if_wait(Simulator *sim, Operation group, const SimAsync *async, const SimView *view)
{
    SimWhatIfState *state = sim->what_if;
    if (async->cause != NULL)
        note_wait(sim, async, view);
    if ((flags_of(state, async->site) & SIM_WHAT_IF_OVERLAPPED(group)) == 0)
        return FALSE;
    Deferred deferred = { *async, group };
    g_array_append_val(state->deferred, deferred);
    return TRUE;
}
