/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Where the times of calls go, and what collectives do to the clocks (docs/semantics.md,
 * "How a trace becomes a time", "Collectives in general").
 */
#include "src/sim/core/account.h"

#include "src/sim/core/message.h"
#include "src/sim/policy/what-if-hooks.h"

void
sim_enter_system(Simulator *sim)
{
    /* An entry without times still says that these processors took part. */
    sim_tally_sums(sim->tally, SIM_TALLY_BASE, sim->system, SIM_N_BASE_SUMS);
}

gboolean
sim_spend(Simulator *sim, const SimCall *call, guint what, double t, GError **error)
{
    if (sim->in_io)
        return sim_spend_io(sim, call, t, error);
    if (G_UNLIKELY(sim->what_if != NULL))
        t = sim_what_if_base(sim, what, t);
    SimSum *sums = sim_tally_sums(sim->tally, SIM_TALLY_BASE, sim->system, SIM_N_BASE_SUMS);
    sim_sum_add(&sums[what], t);
    sim_lines_add(sim->lines, SIM_TALLY_BASE, sim->system, SIM_N_BASE_SUMS, what, t);
    sim_clock_advance(&sim->clock, sim->system, t);
    if (sim->recorder != NULL)
        sim_recorder_spend(sim->recorder, what == SIM_BASE_CPU ? TIMELINE_CPU : TIMELINE_SYS,
                           t);
    return TRUE;
}

gboolean
sim_spend_io(Simulator *sim, const SimCall *call, double t, GError **error)
{
    const SimSystem *root = sim_systems_root(sim->systems);
    SimInterval *interval = sim_tally_interval(sim->tally, sim_tally_current(sim->tally));
    SimView view;
    t /= sim_clock_first_speed(&sim->clock);
    if (G_UNLIKELY(sim->what_if != NULL))
        t = sim_what_if_io(sim, t);
    interval->has_io = TRUE;
    sim_sum_add(&interval->io, t);
    sim_lines_add_io(sim->lines, t);
    if (!sim_clock_view(&sim->clock, root,
                        sim_lattice_first_alone(sim_systems_lattice(sim->systems)), &view))
        return sim_fail_classes(sim, call, error);
    SimSum before = view.value[0];
    sim_sum_add(&view.value[0], t); /* processor 0 alone */
    if (sim->recorder != NULL)
        sim_recorder_busy(sim->recorder, TIMELINE_IO, 0, before, view.value[0]);
    return TRUE;
}

void
sim_account_shared(Simulator *sim, SimTallyKind kind, const SimShare *share, double t)
{
    sim_sum_add(sim_tally_sums(sim->tally, kind, share, 1), t);
    sim_lines_add(sim->lines, kind, share, 1, 0, t);
}

gboolean
sim_spend_shared(Simulator *sim, const SimCall *call, SimTallyKind kind, const SimShare *share,
                 double t, GError **error)
{
    if (sim->in_io)
        return sim_spend_io(sim, call, t, error);
    if (share == NULL || share->nobody)
        return sim_spend(sim, call, kind == SIM_TALLY_SHARED_CPU ? SIM_BASE_CPU : SIM_BASE_SYS,
                         t, error);
    SimView view;
    if (G_UNLIKELY(sim->what_if != NULL) && sim_what_if_shared(sim, kind, share, &t))
        return TRUE;
    if (!sim_clock_view(&sim->clock, sim->system, share->partition, &view))
        return sim_fail_classes(sim, call, error);
    sim_account_shared(sim, kind, share, t);
    for (guint c = 0; c < view.partition->n_classes; c++) {
        double part = share->share[view.of[c]];
        if (!(part > 0))
            continue;
        SimSum before = view.value[c];
        sim_sum_add(&view.value[c], t * part / sim_clock_speed(&sim->clock, c));
        if (sim->recorder != NULL)
            sim_recorder_busy(sim->recorder,
                              kind == SIM_TALLY_SHARED_CPU ? TIMELINE_CPU : TIMELINE_SYS, c,
                              before, view.value[c]);
    }
    return TRUE;
}

void
sim_count(Simulator *sim, Operation group)
{
    sim_tally_interval(sim->tally, sim_tally_current(sim->tally))->n_operations[group]++;
}

/* Inside of an input/output bracket the times of a collective are input/output. */
static Operation
accounted(const Simulator *sim, Operation group)
{
    return sim->in_io ? OPERATION_IO : group;
}

static SimTallyKind
tally_kind(const Simulator *sim, Operation group)
{
    return SIM_TALLY_OPERATION + accounted(sim, group);
}

/* The sums of the current interval for the classes of `partition`. */
static SimSum *
operation_sums(Simulator *sim, SimTallyKind kind, const SimPartition *partition)
{
    return sim_tally_sums(sim->tally, kind, partition,
                          partition->n_classes * sim_tally_n_operation_sums(sim->tally, kind));
}

gboolean
sim_synchronise(Simulator *sim, const SimCall *call, Operation group, SimSum *now,
                GError **error)
{
    SimView view;
    if (G_UNLIKELY(sim->what_if != NULL) && !sim_what_if_meet(sim, call, error))
        return FALSE;
    if (!sim_clock_view(&sim->clock, sim->system, NULL, &view))
        return sim_fail_classes(sim, call, error);
    SimSum last = sim_view_max(&view);
    SimSum *sums = NULL;
    const guint n_sums = sim_tally_n_operation_sums(sim->tally, tally_kind(sim, group));
    if (sim->recorder != NULL)
        sim_recorder_synchronise(sim->recorder, &view, accounted(sim, group), last,
                                 sim->system == sim_systems_root(sim->systems));
    for (guint c = 0; c < view.partition->n_classes; c++) {
        if (!sim_view_inside(&view, c))
            continue;
        double wait = sim_sum_difference(last, view.value[c]);
        if (wait <= 0)
            continue;
        if (sums == NULL)
            sums = operation_sums(sim, tally_kind(sim, group), view.partition);
        sim_sum_add(&sums[c * n_sums + SIM_TIME], wait);
        if (n_sums > SIM_SYNCH)
            sim_sum_add(&sums[c * n_sums + SIM_SYNCH], wait);
        sim_lines_add_operation(sim->lines, tally_kind(sim, group), view.partition, c,
                                SIM_SYNCH, wait);
        view.value[c] = last;
    }
    if (sim->system == sim_systems_root(sim->systems))
        sim_clock_settle(&sim->clock);
    if (now != NULL)
        *now = last;
    return TRUE;
}

gboolean
sim_communicate(Simulator *sim, const SimCall *call, Operation group, double cost,
                GError **error)
{
    SimView view;
    if (!(cost > 0))
        return TRUE;
    if (G_UNLIKELY(sim->what_if != NULL))
        sim_what_if_communicate(sim, group, cost);
    if (!sim_clock_view(&sim->clock, sim->system, NULL, &view))
        return sim_fail_classes(sim, call, error);
    if (sim->recorder != NULL)
        sim_recorder_communicate(sim->recorder, &view, accounted(sim, group), cost);
    SimSum *sums = operation_sums(sim, tally_kind(sim, group), view.partition);
    const guint n_sums = sim_tally_n_operation_sums(sim->tally, tally_kind(sim, group));
    for (guint c = 0; c < view.partition->n_classes; c++) {
        if (!sim_view_inside(&view, c))
            continue;
        sim_sum_add(&sums[c * n_sums + SIM_TIME], cost);
        sim_lines_add_operation(sim->lines, tally_kind(sim, group), view.partition, c, SIM_TIME,
                                cost);
        sim_sum_add(&view.value[c], cost);
    }
    return TRUE;
}

/* Sets an operation going at clock `now`. */
static gboolean
begin(Simulator *sim, const SimCall *call, Operation group, SimAsync *async, SimSum now,
      double cost)
{
    const gboolean again = async->active;
    sim_count(sim, group);
    if (again)
        sim_warn(sim, SIM_WARNING_RESTART, call->at->line,
                 "%s: started again before a wait for the start at line %" G_GUINT64_FORMAT,
                 call->record->shape->name, async->line);
    *async = (SimAsync){ .active = TRUE,
                         .start = now,
                         .completion = now,
                         .line = call->at->line,
                         .name = call->record->shape->name };
    sim_sum_add(&async->completion, cost);
    if (G_UNLIKELY(sim->what_if != NULL))
        sim_what_if_start(sim, group, async, cost);
    if (sim->recorder != NULL)
        sim_recorder_start(sim->recorder, async, accounted(sim, group), again);
    return TRUE;
}

gboolean
sim_start(Simulator *sim, const SimCall *call, Operation group, SimAsync *async, double cost,
          GError **error)
{
    SimSum now;
    return sim_synchronise(sim, call, group, &now, error) &&
           begin(sim, call, group, async, now, cost);
}

gboolean
sim_start_unsynchronised(Simulator *sim, const SimCall *call, Operation group, SimAsync *async,
                         double cost, GError **error)
{
    SimView view;
    if (G_UNLIKELY(sim->what_if != NULL) && !sim_what_if_meet(sim, call, error))
        return FALSE;
    if (!sim_clock_view(&sim->clock, sim->system, NULL, &view))
        return sim_fail_classes(sim, call, error);
    SimSum last = sim_view_max(&view);
    if (sim->recorder != NULL)
        sim_recorder_arrive(sim->recorder, &view, last);
    return begin(sim, call, group, async, last, cost);
}

gboolean
sim_wait(Simulator *sim, const SimCall *call, Operation group, SimAsync *async, GError **error)
{
    SimView view;
    if (!async->active)
        return sim_fail(sim, call, error, "waits for an operation that was not started");
    if (!sim_clock_view(&sim->clock, sim->system, NULL, &view))
        return sim_fail_classes(sim, call, error);
    async->active = FALSE;
    if (sim->recorder != NULL)
        sim_recorder_wait(sim->recorder, &view, accounted(sim, group), async);
    if (G_UNLIKELY(sim->what_if != NULL) && sim_what_if_wait(sim, group, async, &view))
        return TRUE;
    SimSum *sums = operation_sums(sim, tally_kind(sim, group), view.partition);
    const guint n_sums = sim_tally_n_operation_sums(sim->tally, tally_kind(sim, group));
    for (guint c = 0; c < view.partition->n_classes; c++) {
        if (!sim_view_inside(&view, c))
            continue;
        SimSum *mine = sums + c * n_sums;
        double missing = sim_sum_difference(async->completion, view.value[c]);
        SimSum end = missing > 0 ? view.value[c] : async->completion;
        double overlap = sim_sum_difference(end, async->start);
        if (overlap > 0 && n_sums > SIM_OVERLAP)
            sim_sum_add(&mine[SIM_OVERLAP], overlap);
        if (missing > 0) {
            sim_sum_add(&mine[SIM_TIME], missing);
            sim_lines_add_operation(sim->lines, tally_kind(sim, group), view.partition, c,
                                    SIM_TIME, missing);
            view.value[c] = async->completion;
        }
    }
    if (n_sums <= SIM_VARIATION)
        return TRUE;
    SimSum last = sim_view_max(&view);
    for (guint c = 0; c < view.partition->n_classes; c++) {
        double variation = sim_sum_difference(last, view.value[c]);
        if (sim_view_inside(&view, c) && variation > 0)
            sim_sum_add(&sums[c * n_sums + SIM_VARIATION], variation);
    }
    return TRUE;
}

double
sim_transfer_cost(const Simulator *sim, const RaterTraffic *traffic)
{
    return rater_network_transfers(&sim->network, traffic, sim->system->count);
}
