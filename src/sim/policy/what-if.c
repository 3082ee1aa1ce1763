/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/policy/what-if.h"

#include "src/sim/core/account.h"
#include "src/sim/core/message.h"

/* An operation whose wait was put off. */
typedef struct {
    SimAsync async;
    Operation group;
} Deferred;

/* A task that is running. */
typedef struct {
    double scale; /* of the task around it */
    guint depth;  /* of the stack of systems while it runs */
} RunningTask;

typedef struct {
    SimPolicy base;
    const SimWhatIf *spec;
    RaterNetwork network; /* as it is */
    SimWhatIfFlags now;   /* of sim->site */
    RtGroup group;        /* of the call */
    double scale;         /* of computing, by the tasks that run */
    GArray *deferred;     /* of Deferred */
    GArray *tasks;        /* of RunningTask */
} WhatIf;

SimWhatIf *
sim_what_if_new(void)
{
    SimWhatIf *w = g_new0(SimWhatIf, 1);
    w->flags = g_array_new(FALSE, TRUE, sizeof(SimWhatIfFlags));
    w->tasks = g_hash_table_new(g_direct_hash, g_direct_equal);
    w->factors = g_array_new(FALSE, FALSE, sizeof(double));
    w->copies = 1;
    return w;
}

void
sim_what_if_free(SimWhatIf *what_if)
{
    if (what_if == NULL)
        return;
    g_array_unref(what_if->flags);
    g_hash_table_unref(what_if->tasks);
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
    g_array_append_val(what_if->factors, factor);
    g_hash_table_insert(what_if->tasks, GUINT_TO_POINTER(system),
                        GUINT_TO_POINTER(what_if->factors->len));
}

void
sim_what_if_merge(SimWhatIf *what_if, const SimWhatIf *other)
{
    GHashTableIter iter;
    gpointer system, index;
    if (other == NULL)
        return;
    for (guint32 i = 0; i < other->flags->len; i++)
        sim_what_if_add(what_if, i, g_array_index(other->flags, SimWhatIfFlags, i));
    /* each system has one factor, so the order of the table does not matter */
    g_hash_table_iter_init(&iter, other->tasks);
    while (g_hash_table_iter_next(&iter, &system, &index))
        sim_what_if_scale(what_if, GPOINTER_TO_UINT(system),
                          g_array_index(other->factors, double, GPOINTER_TO_UINT(index) - 1));
    what_if->copies = MAX(what_if->copies, other->copies);
}

static double
factor_of(const SimWhatIf *what_if, gpointer system)
{
    const guint index = GPOINTER_TO_UINT(g_hash_table_lookup(what_if->tasks, system));
    return index > 0 ? g_array_index(what_if->factors, double, index - 1) : 1;
}

gboolean
sim_what_if_equal(const SimWhatIf *a, const SimWhatIf *b)
{
    GHashTableIter iter;
    gpointer system;
    if (a == NULL || b == NULL)
        return a == b;
    if (a->copies != b->copies || a->flags->len != b->flags->len ||
        g_hash_table_size(a->tasks) != g_hash_table_size(b->tasks))
        return FALSE;
    for (guint i = 0; i < a->flags->len; i++) {
        if (g_array_index(a->flags, SimWhatIfFlags, i) !=
            g_array_index(b->flags, SimWhatIfFlags, i))
            return FALSE;
    }
    g_hash_table_iter_init(&iter, a->tasks);
    while (g_hash_table_iter_next(&iter, &system, NULL)) {
        if (factor_of(a, system) != factor_of(b, system))
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
    g_array_unref(w->tasks);
    g_free(w);
}

static void
what_if_begin(SimPolicy *policy)
{
    ((WhatIf *)policy)->network = policy->sim->network;
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
what_if_focus(SimPolicy *policy, const SimCall *call)
{
    WhatIf *w = (WhatIf *)policy;
    Simulator *sim = policy->sim;
    if (call != NULL) {
        const RtCallId id = call->record->call;
        w->group = id < RT_N_CALLS ? rt_call_get(id)->group : RT_GROUP_ORDINARY;
    }
    const Operation operation = operation_of(w->group);
    w->now = flags_of(w, sim->site);
    sim->network = w->network;
    if ((w->now & SIM_WHAT_IF_NO_COST(operation)) != 0 ||
        (sim->in_io && (flags_of(w, sim->bracket) & SIM_WHAT_IF_NO_COST(OPERATION_IO)) != 0))
        sim->network = rater_network_without(&sim->network, RATER_NETWORK_COSTS);
    if (w->now & SIM_WHAT_IF_NO_START(operation))
        sim->network = rater_network_without(&sim->network, RATER_NETWORK_STARTS);
}

/* Whether the call copies what needs not be copied: its own time is that of copying. */
static gboolean
is_left_out(const WhatIf *w)
{
    return w->group == RT_GROUP_COPY && (w->now & SIM_WHAT_IF_NO_COST(OPERATION_REMOTE)) != 0;
}

static double
what_if_base(SimPolicy *policy, guint what, double t)
{
    const WhatIf *w = (WhatIf *)policy;
    t *= w->scale;
    if (what != SIM_BASE_CPU)
        return is_left_out(w) ? 0 : t;
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

/* The part of the loop that class c of the share has, without copies if these are left out. */
static double
part_of(const WhatIf *w, const SimShare *share, guint c)
{
    double part = share->share[c];
    if ((w->now & SIM_WHAT_IF_NO_COPIES) == 0 || !(part > 0))
        return part;
    return part * MIN(1.0, w->spec->copies / MAX(1.0, sim_share_copies(share, c)));
}

/* The time of each processor for a loop that takes 1, if every one of the system takes as long
 * as the others. `of`: class of the share, by class of the view. */
static double
even_part(const WhatIf *w, const SimShare *share, const SimView *view, const guint of[])
{
    SimClock *clock = &w->base.sim->clock;
    double work = 0, speed = 0;
    for (guint c = 0; c < view->partition->n_classes; c++) {
        double n = (double)sim_partition_class_size(view->partition, c);
        if (!sim_view_inside(view, c))
            continue;
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
    *t *= w->scale;
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
    sim->network = w->network;
    if ((w->now & SIM_WHAT_IF_NO_PIPELINE_START) != 0)
        sim->network = rater_network_without(&sim->network, RATER_NETWORK_STARTS);
    if ((w->now & SIM_WHAT_IF_BEST_GRAIN) != 0)
        *portions = 0;
    return (w->now & SIM_WHAT_IF_NO_PIPELINE) == 0;
}

static void
what_if_work(SimPolicy *policy, const SimShare *share, double t, SimView *view,
             const guint share_of[], const gint64 number[], double work[])
{
    const WhatIf *w = (WhatIf *)policy;
    const gboolean balanced = (w->now & SIM_WHAT_IF_BALANCED) != 0;
    const double even = balanced ? even_part(w, share, view, share_of) : 0;
    t *= w->scale;
    for (guint c = 0; c < view->partition->n_classes; c++) {
        const gint64 p = number[view->of[c]];
        if (p >= 0)
            work[p] = balanced ? t * even
                               : t * part_of(w, share, share_of[c]) /
                                     sim_clock_speed(&policy->sim->clock, c);
        else if (balanced && sim_view_inside(view, c))
            sim_sum_add(&view->value[c], t * even);
    }
}

/* --- waits and tasks ------------------------------------------------------------------------
 */

/* Waits now for what was put off. */
static gboolean
what_if_meet(SimPolicy *policy, const SimCall *call, GError **error)
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
        if (!sim_wait(policy->sim, call, d->group, &d->async, error))
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

static void
task_begins(WhatIf *w)
{
    const Simulator *sim = w->base.sim;
    const RunningTask task = { w->scale, sim->stack->len };
    gpointer index = g_hash_table_lookup(w->spec->tasks, GUINT_TO_POINTER(sim->system->id));
    g_array_append_val(w->tasks, task);
    if (index != NULL)
        w->scale *= g_array_index(w->spec->factors, double, GPOINTER_TO_UINT(index) - 1);
}

static void
task_ends(WhatIf *w)
{
    if (w->tasks->len == 0)
        return;
    const RunningTask *task = &g_array_index(w->tasks, RunningTask, w->tasks->len - 1);
    if (task->depth != w->base.sim->stack->len)
        return; /* a runam_ in error was gone on from */
    w->scale = task->scale;
    g_array_set_size(w->tasks, w->tasks->len - 1);
}

static gboolean
what_if_task(SimPolicy *policy, const SimCall *call, gboolean begins, GError **error)
{
    Simulator *sim = policy->sim;
    SimView view;
    if (!what_if_meet(policy, call, error))
        return FALSE;
    if (!sim_clock_view(&sim->clock, sim->system, NULL, &view))
        return sim_fail_classes(sim, call, error);
    if (begins)
        task_begins((WhatIf *)policy);
    else
        task_ends((WhatIf *)policy);
    return TRUE;
}

static const SimPolicyClass what_if_class = {
    .free = what_if_free,
    .begin = what_if_begin,
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
    w->scale = 1;
    w->deferred = g_array_new(FALSE, FALSE, sizeof(Deferred));
    w->tasks = g_array_new(FALSE, FALSE, sizeof(RunningTask));
    return &w->base;
}
