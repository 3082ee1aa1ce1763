/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Bodies of parallel loops, pipelined or not, and copying that is shared like one.
 */
#include "src/sim/policy/what-if-private.h"

/* Of processors of different speeds: what the slowest one has of the loop, and what each would
 * have if all were done at the same time; in seconds of a processor of speed 1. */
static gboolean
uneven_speeds(Simulator *sim, const SimShare *share, double *most, double *mean)
{
    SimView view;
    double work = 0, speed = 0;
    if (!sim_clock_view(&sim->clock, sim->system, share->partition, &view))
        return FALSE;
    *most = 0;
    for (guint c = 0; c < view.partition->n_classes; c++) {
        double n = (double)sim_partition_class_size(view.partition, c);
        double own = sim_clock_speed(&sim->clock, c);
        if (!sim_view_inside(&view, c))
            continue;
        *most = MAX(*most, share->share[view.of[c]] / own);
        work += n * share->share[view.of[c]];
        speed += n * own;
    }
    *mean = work / speed;
    return TRUE;
}

static void
note_loop(Simulator *sim, const SimShare *share, double t)
{
    SimCause *cause = sim_what_if_cause(sim, SIM_CAUSE_LOOP, 0, sim->what_if->site);
    double most = 0, sum = 0, copies = 1;
    if (cause == NULL)
        return;
    for (guint c = 0; c < share->partition->n_classes; c++) {
        if (share->share[c] <= 0)
            continue;
        sum += share->share[c] * (double)sim_partition_class_size(share->partition, c);
        if (share->share[c] > most) {
            most = share->share[c];
            copies = sim_share_copies(share, c);
        }
    }
    double slowest = sim_what_if_seconds(sim, most);
    double mean = sim_what_if_seconds(sim, sum / (double)sim->system->count);
    if (!sim->clock.one_speed && !uneven_speeds(sim, share, &slowest, &mean))
        return;
    cause->copies = cause->copies == 0 ? copies : MIN(cause->copies, copies);
    cause->count += sim->what_if->last_turn ? 1 : 0;
    cause->time += t * slowest;
    cause->repeated += sim_what_if_seconds(sim, t * most * (1 - 1 / copies));
    if (slowest - mean > 1e-9 * slowest) {
        cause->imbalance += t * (slowest - mean);
        cause->share = share;
        cause->system = sim->system; /* that the share is of */
    }
}

/* The part of the loop that class c of the share has, without copies if these are left out. */
static double
part_of(const Simulator *sim, const SimShare *share, guint c)
{
    double part = share->share[c];
    if ((sim->what_if->now & SIM_WHAT_IF_NO_COPIES) == 0 || !(part > 0))
        return part;
    return part * MIN(1.0, sim->what_if->spec->copies / MAX(1.0, sim_share_copies(share, c)));
}

/* The time of each processor for a loop that takes 1, if every one of the system takes as long
 * as the others. `of`: class of the share, by class of the view. */
static double
even_part(Simulator *sim, const SimShare *share, const SimView *view, const guint of[])
{
    double work = 0, speed = 0;
    for (guint c = 0; c < view->partition->n_classes; c++) {
        double n = (double)sim_partition_class_size(view->partition, c);
        if (!sim_view_inside(view, c))
            continue;
        work += n * part_of(sim, share, of[c]);
        speed += n * sim_clock_speed(&sim->clock, c);
    }
    return work / speed;
}

static gboolean
spend_loop(Simulator *sim, const SimShare *share, double t)
{
    SimView view;
    if (!sim_clock_view(&sim->clock, sim->system, share->partition, &view))
        return FALSE;
    const gboolean balanced = (sim->what_if->now & SIM_WHAT_IF_BALANCED) != 0;
    const double even = balanced ? even_part(sim, share, &view, view.of) : 0;
    for (guint c = 0; c < view.partition->n_classes; c++) {
        double part =
            balanced ? even : part_of(sim, share, view.of[c]) / sim_clock_speed(&sim->clock, c);
        if (part > 0 && (!balanced || sim_view_inside(&view, c)))
            sim_sum_add(&view.value[c], t * part);
    }
    return TRUE;
}

gboolean
sim_what_if_shared(Simulator *sim, SimTallyKind kind, const SimShare *share, double *t)
{
    *t *= sim->what_if->scale;
    if (kind != SIM_TALLY_SHARED_CPU)
        return sim_what_if_is_left_out(sim->what_if);
    note_loop(sim, share, *t);
    return (sim->what_if->now & (SIM_WHAT_IF_BALANCED | SIM_WHAT_IF_NO_COPIES)) != 0 &&
           spend_loop(sim, share, *t);
}

void
sim_what_if_pipeline(Simulator *sim, double *portions, gboolean *skip)
{
    SimWhatIfFlags now = sim->what_if->now;
    /* what is said of the exchange before the loop, at the same site, does not concern it */
    sim->network = sim->what_if->network;
    if ((now & SIM_WHAT_IF_NO_PIPELINE_START) != 0)
        sim->network = rater_network_without(&sim->network, RATER_NETWORK_STARTS);
    if ((now & SIM_WHAT_IF_BEST_GRAIN) != 0)
        *portions = 0;
    *skip = (now & SIM_WHAT_IF_NO_PIPELINE) != 0;
}

void
sim_what_if_pipeline_waited(Simulator *sim, double portions, const RaterPipelineTimes times[],
                            gsize n)
{
    double longest = 0;
    for (gsize p = 0; p < n; p++)
        longest = MAX(longest, times[p].waiting + times[p].receiving);
    SimCause *cause = sim_what_if_cause(sim, SIM_CAUSE_PIPELINE, 0, sim->what_if->site);
    if (cause == NULL)
        return;
    cause->count++;
    cause->portions = portions;
    cause->exposed += longest;
}

void
sim_what_if_pipeline_work(Simulator *sim, const SimShare *share, double t, SimView *view,
                          const gint64 number[], double work[])
{
    const gboolean balanced = (sim->what_if->now & SIM_WHAT_IF_BALANCED) != 0;
    t *= sim->what_if->scale;
    note_loop(sim, share, t);
    g_autofree guint *of = sim_partition_map(view->partition, share->partition);
    const double even = balanced ? even_part(sim, share, view, of) : 0;
    for (guint c = 0; c < view->partition->n_classes; c++) {
        const gint64 p = number[view->of[c]];
        if (p >= 0)
            work[p] = balanced
                          ? t * even
                          : t * part_of(sim, share, of[c]) / sim_clock_speed(&sim->clock, c);
        else if (balanced && sim_view_inside(view, c))
            sim_sum_add(&view->value[c], t * even);
    }
}
