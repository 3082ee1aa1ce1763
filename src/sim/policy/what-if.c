/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/policy/what-if.h"

#include "src/sim/core/account.h"

/* Up to so much of the time before a call, which is user code, is spent on its arguments (1 to
 * 4 us in the samples) and goes with it. */
#define ARGUMENTS_SECONDS 1e-5

/* An operation whose wait was put off. */
typedef struct {
    SimAsync async;
    Operation group;
} Deferred;

typedef struct {
    SimPolicy base;
    const SimWhatIf *spec;
    SimWhatIfFlags now; /* of sim->site */
    RtGroup group;      /* of the call */
    GArray *deferred;   /* of Deferred */
} WhatIf;

SimWhatIf *
sim_what_if_new(void)
{
    SimWhatIf *w = g_new0(SimWhatIf, 1);
    w->flags = g_array_new(FALSE, TRUE, sizeof(SimWhatIfFlags));
    w->factors = g_array_new(FALSE, TRUE, sizeof(double));
    w->copies = 1;
    return w;
}

void
sim_what_if_free(SimWhatIf *what_if)
{
    if (what_if == NULL)
        return;
    g_array_unref(what_if->flags);
    g_array_unref(what_if->factors);
    g_free(what_if);
}

void
sim_what_if_add(SimWhatIf *what_if, guint32 site, SimWhatIfFlags flags)
{
    if (site == SIM_NO_SITE || flags == 0)
        return;
    if (what_if->flags->len <= site)
        g_array_set_size(what_if->flags, site + 1);
    g_array_index(what_if->flags, SimWhatIfFlags, site) |= flags;
}

void
sim_what_if_scale(SimWhatIf *what_if, guint system, double factor)
{
    if (what_if->factors->len <= system)
        g_array_set_size(what_if->factors, system + 1);
    g_array_index(what_if->factors, double, system) = factor;
}

/* 0: nothing is said of the system. */
static double
factor_of(const SimWhatIf *what_if, guint system)
{
    const GArray *factors = what_if->factors;
    return system < factors->len ? g_array_index(factors, double, system) : 0;
}

void
sim_what_if_merge(SimWhatIf *what_if, const SimWhatIf *other)
{
    if (other == NULL)
        return;
    for (guint32 i = 0; i < other->flags->len; i++)
        sim_what_if_add(what_if, i, g_array_index(other->flags, SimWhatIfFlags, i));
    for (guint i = 0; i < other->factors->len; i++) {
        if (factor_of(other, i) != 0)
            sim_what_if_scale(what_if, i, factor_of(other, i));
    }
    what_if->copies = MAX(what_if->copies, other->copies);
}

gboolean
sim_what_if_equal(const SimWhatIf *a, const SimWhatIf *b)
{
    if (a == NULL || b == NULL)
        return a == b;
    if (a->copies != b->copies || a->flags->len != b->flags->len)
        return FALSE;
    for (guint i = 0; i < a->flags->len; i++) {
        if (g_array_index(a->flags, SimWhatIfFlags, i) !=
            g_array_index(b->flags, SimWhatIfFlags, i))
            return FALSE;
    }
    for (guint i = 0; i < MAX(a->factors->len, b->factors->len); i++) {
        if (factor_of(a, i) != factor_of(b, i))
            return FALSE;
    }
    return TRUE;
}

/* --- the policy -----------------------------------------------------------------------------
 */

static void
what_if_free(SimPolicy *policy)
{
    WhatIf *w = (WhatIf *)policy;
    g_array_unref(w->deferred);
    g_free(w);
}

static SimWhatIfFlags
flags_of(const WhatIf *w, guint32 site)
{
    const GArray *flags = w->spec->flags;
    return site < flags->len ? g_array_index(flags, SimWhatIfFlags, site) : 0;
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

static void
what_if_focus(SimPolicy *policy)
{
    WhatIf *w = (WhatIf *)policy;
    Simulator *sim = policy->sim;
    const RtCallId id = sim->call.record->call;
    w->group = id < RT_N_CALLS ? rt_call_get(id)->group : RT_GROUP_ORDINARY;
    const Operation operation = operation_of(w->group);
    w->now = flags_of(w, sim->site);
    unsigned parts = 0;
    if ((w->now & SIM_WHAT_IF_NO_COST(operation)) != 0 ||
        (sim->in_io && (flags_of(w, sim->bracket) & SIM_WHAT_IF_NO_COST(OPERATION_IO)) != 0))
        parts |= RATER_NETWORK_COSTS;
    if (w->now & SIM_WHAT_IF_NO_START(operation))
        parts |= RATER_NETWORK_STARTS;
    sim_leave_out(sim, parts);
}

/* Whether the call is not made. */
static gboolean
is_left_out(const WhatIf *w)
{
    const SimWhatIfFlags reduction = SIM_WHAT_IF_NO_CALLS(OPERATION_REDUCTION);
    const SimWhatIfFlags remote = SIM_WHAT_IF_NO_CALLS(OPERATION_REMOTE);
    switch (w->group) {
    case RT_GROUP_INTERVAL:
        return (w->now & SIM_WHAT_IF_NO_INTERVAL) != 0;
    case RT_GROUP_REDUCTION:
        return (w->now & reduction) != 0;
    case RT_GROUP_COPY:
    case RT_GROUP_REMOTE:
        return (w->now & remote) != 0;
    case RT_GROUP_OBJECT: /* its group or buffer is deleted */
        return (w->now & (reduction | remote)) != 0;
    case RT_GROUP_TEMPLATE:
    case RT_GROUP_ARRAY:
        return (w->now & SIM_WHAT_IF_NO_CALLS(OPERATION_REDISTRIBUTION)) != 0;
    default:
        return FALSE;
    }
}

static double
what_if_base(SimPolicy *policy, guint what, double t)
{
    const WhatIf *w = (WhatIf *)policy;
    t *= sim_frame(policy->sim)->scale;
    if (is_left_out(w))
        t = what == SIM_BASE_CPU ? MAX(0.0, t - ARGUMENTS_SECONDS * policy->sim->params->power)
                                 : 0;
    if (what != SIM_BASE_CPU)
        return t;
    if ((w->now & SIM_WHAT_IF_PARALLEL) != 0)
        return t * MIN(1.0, w->spec->copies / (double)policy->sim->system->count);
    return t;
}

static double
what_if_io(SimPolicy *policy, double t)
{
    const Simulator *sim = policy->sim;
    const guint32 site = sim->in_io ? sim->bracket : sim->site;
    return (flags_of((WhatIf *)policy, site) & SIM_WHAT_IF_NO_IO) != 0 ? 0 : t;
}

/* --- loops ----------------------------------------------------------------------------------
 */

/* What is left of a part of the loop in class c of the share, without copies if these are left
 * out. */
static double
part_left(const WhatIf *w, const SimShare *share, guint c, double part)
{
    if ((w->now & SIM_WHAT_IF_NO_COPIES) == 0 || !(part > 0))
        return part;
    return part * MIN(1.0, w->spec->copies / MAX(1.0, sim_share_copies(share, c)));
}

static double
part_of(const WhatIf *w, const SimShare *share, guint c)
{
    return part_left(w, share, c, share->share[c]);
}

/* The time of each processor for a loop that takes 1, if every one of the system takes as long
 * as the others. `of`: class of the share, by class of the view. */
static double
even_part(const WhatIf *w, const SimShare *share, const SimView *view, const guint of[])
{
    SimClock *clock = &w->base.sim->clock;
    double work = 0, speed = 0;
    for (guint c = 0; sim_view_next(view, &c); c++) {
        double n = (double)sim_partition_class_size(view->partition, c);
        work += n * part_of(w, share, of[c]);
        speed += n * sim_clock_speed(clock, c);
    }
    return work / speed;
}

static gboolean
what_if_share(SimPolicy *policy, SimTallyKind kind, const SimShare *share, double *t)
{
    const WhatIf *w = (WhatIf *)policy;
    SimClock *clock = &policy->sim->clock;
    SimView view;
    *t *= sim_frame(policy->sim)->scale;
    if (kind != SIM_TALLY_SHARED_CPU)
        return is_left_out(w);
    if ((w->now & (SIM_WHAT_IF_BALANCED | SIM_WHAT_IF_NO_COPIES)) == 0 ||
        !sim_clock_view(clock, policy->sim->system, share->partition, &view))
        return FALSE;
    const gboolean balanced = (w->now & SIM_WHAT_IF_BALANCED) != 0;
    const double even = balanced ? even_part(w, share, &view, view.of) : 0;
    for (guint c = 0; c < view.partition->n_classes; c++) {
        double part =
            balanced ? even : part_of(w, share, view.of[c]) / sim_clock_speed(clock, c);
        if (part > 0 && (!balanced || sim_view_inside(&view, c)))
            sim_sum_add(&view.value[c], *t * part);
    }
    return TRUE;
}

static gboolean
what_if_pipeline(SimPolicy *policy, double *portions)
{
    const WhatIf *w = (WhatIf *)policy;
    Simulator *sim = policy->sim;
    /* what is said of the exchange before the loop, at the same site, does not concern it */
    sim_leave_out(sim,
                  (w->now & SIM_WHAT_IF_NO_PIPELINE_START) != 0 ? RATER_NETWORK_STARTS : 0);
    if ((w->now & SIM_WHAT_IF_BEST_GRAIN) != 0)
        *portions = 0;
    return (w->now & SIM_WHAT_IF_NO_PIPELINE) == 0;
}

static void
what_if_work(SimPolicy *policy, const SimPipelineRun *run)
{
    const WhatIf *w = (WhatIf *)policy;
    const SimView *view = run->view;
    SimClock *clock = &policy->sim->clock;
    const gboolean balanced = (w->now & SIM_WHAT_IF_BALANCED) != 0;
    const double even = balanced ? even_part(w, run->share, view, run->share_of) : 0;
    const double t = run->t * sim_frame(policy->sim)->scale;
    for (gint64 p = 0; p < run->n; p++) {
        const guint c = run->class_of[p];
        if (c != SIM_NO_CLASS)
            run->work[p] = balanced
                               ? t * even
                               : t * part_left(w, run->share, run->share_of[c], run->part[p]) /
                                     sim_clock_speed(clock, c) * run->crowd[c];
    }
    for (guint c = 0; balanced && sim_view_next(view, &c); c++) {
        if (run->crowd[c] == 0)
            sim_sum_add(&view->value[c], t * even);
    }
}

/* --- waits and tasks ------------------------------------------------------------------------
 */

/* Waits now for what was put off. */
static gboolean
what_if_meet(SimPolicy *policy)
{
    WhatIf *w = (WhatIf *)policy;
    if (w->deferred->len == 0)
        return TRUE;
    g_autoptr(GArray) due = w->deferred;
    w->deferred = g_array_new(FALSE, FALSE, sizeof(Deferred));
    for (guint i = 0; i < due->len; i++) {
        Deferred *d = &g_array_index(due, Deferred, i);
        d->async.active = TRUE;
        d->async.site = SIM_NO_SITE; /* not put off again */
        if (!sim_wait(policy->sim, d->group, &d->async))
            return FALSE;
    }
    return TRUE;
}

static gboolean
what_if_wait(SimPolicy *policy, Operation group, const SimAsync *async)
{
    WhatIf *w = (WhatIf *)policy;
    if ((flags_of(w, async->site) & SIM_WHAT_IF_OVERLAPPED(group)) == 0)
        return FALSE;
    Deferred deferred = { *async, group };
    g_array_append_val(w->deferred, deferred);
    return TRUE;
}

static gboolean
what_if_task(SimPolicy *policy, gboolean begins)
{
    Simulator *sim = policy->sim;
    const double factor = factor_of(((WhatIf *)policy)->spec, sim->system->id);
    SimView view;
    if (!what_if_meet(policy))
        return FALSE;
    if (!sim_clock_view(&sim->clock, sim->system, NULL, &view))
        return sim_fail_classes(sim);
    if (begins && factor != 0)
        sim_frame(sim)->scale *= factor;
    return TRUE;
}

static const SimPolicyClass what_if_class = {
    .free = what_if_free,
    .focus = what_if_focus,
    .base = what_if_base,
    .io = what_if_io,
    .share = what_if_share,
    .meet = what_if_meet,
    .wait = what_if_wait,
    .task = what_if_task,
    .pipeline = what_if_pipeline,
    .work = what_if_work,
};

SimPolicy *
sim_what_if_policy_new(const SimWhatIf *what_if)
{
    WhatIf *w = g_new0(WhatIf, 1);
    w->base.class = &what_if_class;
    w->spec = what_if;
    w->deferred = g_array_new(FALSE, FALSE, sizeof(Deferred));
    return &w->base;
}
