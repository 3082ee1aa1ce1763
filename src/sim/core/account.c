/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/core/account.h"

void
sim_enter_system(Simulator *sim)
{
    /* An entry without times still says that these processors took part. */
    sim_tally_sums(sim->tally, SIM_TALLY_BASE, sim->system, SIM_N_BASE_SUMS);
}

void
sim_focus(Simulator *sim, guint32 site)
{
    sim->site = site;
    if (SIM_ASKS(sim->policy, focus))
        sim->policy->class->focus(sim->policy);
}

gboolean
sim_spend(Simulator *sim, guint what, double t)
{
    if (sim->in_io)
        return sim_spend_io(sim, t);
    if (SIM_ASKS(sim->policy, base))
        t = sim->policy->class->base(sim->policy, what, t);
    SimSum *sums = sim_tally_sums(sim->tally, SIM_TALLY_BASE, sim->system, SIM_N_BASE_SUMS);
    sim_sum_add(&sums[what], t);
    if (sim->of_process[what])
        sim_sum_add(&sums[SIM_BASE_PROCESS], t);
    sim_clock_advance(&sim->clock, sim->system, t);
    SIM_TELL(&sim->watchers, spend, what, t);
    return TRUE;
}

gboolean
sim_spend_io(Simulator *sim, double t)
{
    const SimSystem *root = sim->systems->root;
    SimInterval *interval = sim_tally_interval(sim->tally, sim->tally->current);
    SimView view;
    t /= sim_clock_first_speed(&sim->clock);
    if (SIM_ASKS(sim->policy, io))
        t = sim->policy->class->io(sim->policy, t);
    interval->has_io = TRUE;
    sim_sum_add(&interval->io, t);
    if (!sim_clock_view(&sim->clock, root, sim->systems->io_alone, &view))
        return sim_fail_classes(sim);
    SIM_TELL(&sim->watchers, io, &view, t);
    sim_sum_add(&view.value[sim_systems_io_class(sim->systems, view.partition)], t);
    return TRUE;
}

void
sim_begin_io(Simulator *sim)
{
    sim->bracket = sim->site;
    SIM_TELL(&sim->watchers, bracket, sim->bracket);
    sim->in_io = TRUE;
}

gboolean
sim_spend_shared(Simulator *sim, SimTallyKind kind, const SimShare *share, double t)
{
    if (sim->in_io)
        return sim_spend_io(sim, t);
    if (share == NULL || share->nobody)
        return sim_spend(sim, kind == SIM_TALLY_SHARED_CPU ? SIM_BASE_CPU : SIM_BASE_SYS, t);
    SimView view;
    if (SIM_ASKS(sim->policy, share) && sim->policy->class->share(sim->policy, kind, share, &t))
        return TRUE;
    if (!sim_clock_view(&sim->clock, sim->system, share->partition, &view))
        return sim_fail_classes(sim);
    sim_sum_add(sim_tally_sums(sim->tally, kind, share, 1), t);
    SIM_TELL(&sim->watchers, share, &view, kind, share, t);
    for (guint c = 0; c < view.partition->n_classes; c++) {
        double part = share->share[view.of[c]];
        if (part > 0)
            sim_sum_add(&view.value[c], t * part / sim_clock_speed(&sim->clock, c));
    }
    return TRUE;
}

void
sim_count(Simulator *sim, Operation group)
{
    sim_tally_interval(sim->tally, sim->tally->current)->n_operations[group]++;
}

/* Inside of an input/output bracket the times of a collective are input/output. */
static Operation
accounted(const Simulator *sim, Operation group)
{
    return sim->in_io ? OPERATION_IO : group;
}

/* The sums of the current interval for the classes of `partition`. */
static SimSum *
operation_sums(Simulator *sim, Operation group, const SimPartition *partition)
{
    return sim_tally_sums(sim->tally, SIM_TALLY_OPERATION + accounted(sim, group), partition,
                          partition->n_classes * sim->tally->n_operation_sums);
}

static gboolean
meet(Simulator *sim, SimView *view)
{
    if (SIM_ASKS(sim->policy, meet) && !sim->policy->class->meet(sim->policy))
        return FALSE;
    return sim_clock_view(&sim->clock, sim->system, NULL, view) || sim_fail_classes(sim);
}

gboolean
sim_synchronise(Simulator *sim, Operation group, SimSum *now)
{
    const guint n_sums = sim->tally->n_operation_sums;
    SimSum *sums = NULL;
    SimView view;
    if (!meet(sim, &view))
        return FALSE;
    SimSum last = sim_view_max(&view);
    SIM_TELL(&sim->watchers, synchronise, &view, accounted(sim, group), last);
    for (guint c = 0; sim_view_next(&view, &c); c++) {
        double wait = sim_sum_difference(last, view.value[c]);
        if (wait <= 0)
            continue;
        if (sums == NULL)
            sums = operation_sums(sim, group, view.partition);
        sim_sum_add(&sums[c * n_sums + SIM_TIME], wait);
        if (n_sums > SIM_SYNCH)
            sim_sum_add(&sums[c * n_sums + SIM_SYNCH], wait);
        view.value[c] = last;
    }
    if (sim->system == sim->systems->root)
        sim_clock_settle(&sim->clock);
    if (now != NULL)
        *now = last;
    return TRUE;
}

gboolean
sim_communicate(Simulator *sim, Operation group, double cost)
{
    const guint n_sums = sim->tally->n_operation_sums;
    SimView view;
    if (!(cost > 0))
        return TRUE;
    if (!sim_clock_view(&sim->clock, sim->system, NULL, &view))
        return sim_fail_classes(sim);
    SIM_TELL(&sim->watchers, communicate, &view, accounted(sim, group), cost);
    SimSum *sums = operation_sums(sim, group, view.partition);
    for (guint c = 0; sim_view_next(&view, &c); c++) {
        sim_sum_add(&sums[c * n_sums + SIM_TIME], cost);
        sim_sum_add(&view.value[c], cost);
    }
    return TRUE;
}

/* Sets an operation going at clock `now`. */
static void
begin(Simulator *sim, Operation group, SimAsync *async, SimSum now, double cost)
{
    const gboolean again = async->active;
    sim_count(sim, group);
    if (again)
        sim_warn(sim, SIM_WARNING_RESTART, sim->call.at->line,
                 "%s: started again before a wait for the start at line %" G_GUINT64_FORMAT,
                 sim->call.record->name, async->line);
    *async = (SimAsync){ .active = TRUE,
                         .start = now,
                         .completion = now,
                         .line = sim->call.at->line,
                         .name = sim->call.record->name,
                         .site = sim->site };
    sim_sum_add(&async->completion, cost);
    SIM_TELL(&sim->watchers, start, async, accounted(sim, group), cost, again);
}

gboolean
sim_start(Simulator *sim, Operation group, SimAsync *async, double cost)
{
    SimSum now;
    if (!sim_synchronise(sim, group, &now))
        return FALSE;
    begin(sim, group, async, now, cost);
    return TRUE;
}

gboolean
sim_start_unsynchronised(Simulator *sim, Operation group, SimAsync *async, double cost)
{
    SimView view;
    if (!meet(sim, &view))
        return FALSE;
    SimSum last = sim_view_max(&view);
    SIM_TELL(&sim->watchers, arrive, &view, last);
    begin(sim, group, async, last, cost);
    return TRUE;
}

/* Time, overlap and variation of those that wait. */
static void
add_wait(Simulator *sim, Operation group, const SimAsync *async, const SimView *view)
{
    const guint n_sums = sim->tally->n_operation_sums;
    SimSum *sums = operation_sums(sim, group, view->partition);
    for (guint c = 0; sim_view_next(view, &c); c++) {
        SimSum *mine = sums + c * n_sums;
        double missing = sim_sum_difference(async->completion, view->value[c]);
        SimSum end = missing > 0 ? view->value[c] : async->completion;
        double overlap = sim_sum_difference(end, async->start);
        if (overlap > 0 && n_sums > SIM_OVERLAP)
            sim_sum_add(&mine[SIM_OVERLAP], overlap);
        if (missing > 0) {
            sim_sum_add(&mine[SIM_TIME], missing);
            view->value[c] = async->completion;
        }
    }
    if (n_sums <= SIM_VARIATION)
        return;
    SimSum last = sim_view_max(view);
    for (guint c = 0; sim_view_next(view, &c); c++) {
        double variation = sim_sum_difference(last, view->value[c]);
        if (variation > 0)
            sim_sum_add(&sums[c * n_sums + SIM_VARIATION], variation);
    }
}

gboolean
sim_wait(Simulator *sim, Operation group, SimAsync *async)
{
    SimView view;
    if (!async->active)
        return sim_fail(sim, "waits for an operation that was not started");
    if (!sim_clock_view(&sim->clock, sim->system, NULL, &view))
        return sim_fail_classes(sim);
    async->active = FALSE;
    SIM_TELL(&sim->watchers, wait, &view, accounted(sim, group), async);
    if (!SIM_ASKS(sim->policy, wait) || !sim->policy->class->wait(sim->policy, group, async))
        add_wait(sim, group, async, &view);
    return TRUE;
}

gboolean
sim_task(Simulator *sim, gboolean begins)
{
    if (SIM_ASKS(sim->policy, task) && !sim->policy->class->task(sim->policy, begins))
        return FALSE;
    SIM_TELL(&sim->watchers, task, begins);
    return TRUE;
}

double
sim_transfer_cost(const Simulator *sim, const RaterTraffic *traffic)
{
    return rater_network_transfers(&sim->network, traffic, sim->system->count);
}
