/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/watch/causes.h"

#include "src/base/hash.h"
#include "src/sim/core/lookup.h"

/* The clock of a trace ticks at about one microsecond: up to two ticks before a call are no
 * code of the user's that is worth a look. */
#define TICKS_SECONDS 2.5e-6

typedef struct {
    SimWatcher base;
    SimCauses causes;
    GHashTable *set;    /* all by kind, operation, site, interval, and system of a task */
    RtCallId call;      /* that does what follows */
    RtGroup group;      /* of it */
    guint32 site;       /* of it */
    guint32 section;    /* site of the first user time since a call that is not ordinary */
    guint32 from_site;  /* of the call before when it is in another file, or SIM_NO_SITE */
    gint64 after;       /* its line when it is in the same file, or 0 */
    gboolean wraps;     /* it is not above this one: a loop's next turn */
    gboolean stays;     /* it is another call of the same line */
    gboolean last_turn; /* of a loop: a dopl_ that says so */
    guint n_tasks;      /* that run */
    guint32 opened;     /* site of the call before when it is a binter_, or SIM_NO_SITE */
    SimCause *alone;    /* operation that the last call did, behind a binter_; or NULL */
    guint32 region;     /* site of the first runam_ since the processors met, or SIM_NO_SITE */
} Collector;

static guint
cause_hash(gconstpointer v)
{
    const SimCause *c = v;
    const guint32 words[] = { c->kind, c->operation, c->site, c->interval,
                              c->kind == SIM_CAUSE_TASK ? c->system->id : 0 };
    return hash_memory(words, sizeof words);
}

static gboolean
cause_equal(gconstpointer va, gconstpointer vb)
{
    const SimCause *a = va, *b = vb;
    return a->kind == b->kind && a->operation == b->operation && a->site == b->site &&
           a->interval == b->interval && (a->kind != SIM_CAUSE_TASK || a->system == b->system);
}

static void
causes_free(SimWatcher *watcher)
{
    Collector *collector = (Collector *)watcher;
    g_hash_table_unref(collector->set);
    g_ptr_array_unref(collector->causes.all);
    g_free(collector);
}

/* What is collected for this key, in the current interval and system, made when it is new;
 * NULL: nothing is. */
static SimCause *
cause_get(Collector *collector, SimCauseKind kind, Operation operation, guint32 site)
{
    const Simulator *sim = collector->base.sim;
    const SimCause key = { .kind = kind,
                           .operation = operation,
                           .site = site,
                           .interval = sim->tally->current,
                           .system = sim->system,
                           .start_site = SIM_NO_SITE,
                           .wait_site = SIM_NO_SITE,
                           .begin_site = SIM_NO_SITE,
                           .end_site = SIM_NO_SITE,
                           .section = SIM_NO_SITE,
                           .from_site = SIM_NO_SITE,
                           .region = SIM_NO_SITE };
    if (site == SIM_NO_SITE)
        return NULL;
    SimCause *known = g_hash_table_lookup(collector->set, &key);
    if (known != NULL)
        return known;
    SimCause *cause = g_memdup2(&key, sizeof key);
    g_ptr_array_add(collector->causes.all, cause);
    g_hash_table_add(collector->set, cause);
    return cause;
}

/* Seconds that the first processor takes for t. */
static double
seconds(const Collector *collector, double t)
{
    return t / sim_clock_first_speed(&collector->base.sim->clock);
}

/* Notes whether the operation of the call before is all that an interval consists of. */
static void
note_interval(Collector *collector, RtCallId id, guint32 site)
{
    if (collector->alone != NULL && id == RT_CALL_EINTER)
        collector->alone->end_site = site;
    collector->alone = NULL;
    collector->opened = collector->call == RT_CALL_BINTER ? collector->site : SIM_NO_SITE;
}

/* Notes where the program comes from, for user time before the call at this site. */
static void
causes_call(SimWatcher *watcher, guint32 site)
{
    Collector *collector = (Collector *)watcher;
    const Simulator *sim = watcher->sim;
    const TraceProgram *program = sim->program;
    const RtCallId id = sim->call.record->call;
    if (site == SIM_NO_SITE)
        return;
    note_interval(collector, id, site);
    if (collector->group != RT_GROUP_ORDINARY)
        collector->section = SIM_NO_SITE;
    collector->group = id < RT_N_CALLS ? rt_call_get(id)->group : RT_GROUP_ORDINARY;
    collector->after = 0;
    collector->from_site = SIM_NO_SITE;
    collector->wraps = FALSE;
    /* another call of the same line is no next turn of a loop */
    collector->stays = collector->site == site && collector->call != id;
    if (collector->site != SIM_NO_SITE) {
        const TraceSite *before = trace_program_site(program, collector->site);
        const TraceSite *here = trace_program_site(program, site);
        if (g_str_equal(before->file, here->file)) {
            collector->after = before->line;
            collector->wraps = before->line >= here->line && !collector->stays;
        } else {
            collector->from_site = collector->site;
        }
    }
    collector->site = site;
    collector->call = id;
    collector->last_turn = id == RT_CALL_DOPL && sim->call.ret != NULL &&
                           trace_record_int(sim->call.ret, RT_PARAM_DO_PL, 1) == 0;
}

static void
causes_spend(SimWatcher *watcher, guint what, double t)
{
    Collector *collector = (Collector *)watcher;
    const Simulator *sim = watcher->sim;
    const double n = (double)sim->system->count;
    const double each = n / (double)sim->system->simulated; /* has a processor on average */
    const double time = seconds(collector, t) * each;
    if (what != SIM_BASE_CPU)
        return;
    SimCause *cause = cause_get(collector, SIM_CAUSE_BASE, 0, sim->site);
    if (cause == NULL)
        return;
    if (collector->section == SIM_NO_SITE)
        collector->section = sim->site;
    if (cause->count == 0)
        cause->section = collector->section;
    cause->count += collector->stays ? 0 : 1;
    cause->time += time;
    cause->repeated +=
        seconds(collector, MAX(0.0, t - TICKS_SECONDS * sim->params->power) * (n - 1) / n) *
        each;
    if (collector->stays) {
        cause->stayed += time;
    } else if (collector->wraps) {
        cause->n_wrapped++;
        cause->wrapped += time;
        cause->before = MAX(cause->before, collector->after);
    } else {
        if (collector->from_site != SIM_NO_SITE)
            cause->from_site = collector->from_site;
        cause->after = MAX(cause->after, collector->after);
    }
}

static void
causes_io(SimWatcher *watcher, G_GNUC_UNUSED const SimView *view, double t)
{
    const Simulator *sim = watcher->sim;
    if (t <= 0)
        return;
    SimCause *cause =
        cause_get((Collector *)watcher, SIM_CAUSE_IO, 0, sim->in_io ? sim->bracket : sim->site);
    if (cause == NULL)
        return;
    cause->count += sim->in_io ? 0 : 1;
    cause->time += t;
}

static void
causes_bracket(SimWatcher *watcher, guint32 site)
{
    SimCause *cause = cause_get((Collector *)watcher, SIM_CAUSE_IO, 0, site);
    if (cause != NULL)
        cause->count++;
}

/* --- loops ----------------------------------------------------------------------------------
 */

/* Of processors of different speeds: what the slowest one has of the loop, and what each would
 * have if all were done at the same time; in seconds of a processor of speed 1. */
static void
uneven_speeds(Simulator *sim, const SimView *view, const SimShare *share, const guint of[],
              double *most, double *mean)
{
    double work = 0, speed = 0;
    *most = 0;
    for (guint c = 0; sim_view_next(view, &c); c++) {
        double n = (double)sim_partition_class_size(view->partition, c);
        double own = sim_clock_speed(&sim->clock, c);
        *most = MAX(*most, share->share[of[c]] / own);
        work += n * share->share[of[c]];
        speed += n * own;
    }
    *mean = work / speed;
}

/* of: class of the share, by class of the view. */
static void
note_loop(Collector *collector, const SimView *view, const SimShare *share, const guint of[],
          double t)
{
    Simulator *sim = collector->base.sim;
    SimCause *cause = cause_get(collector, SIM_CAUSE_LOOP, 0, sim->site);
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
    double slowest = seconds(collector, most);
    double mean = seconds(collector, sum / (double)sim->system->simulated);
    if (!sim->clock.one_speed)
        uneven_speeds(sim, view, share, of, &slowest, &mean);
    cause->copies = cause->copies == 0 ? copies : MIN(cause->copies, copies);
    cause->count += collector->last_turn ? 1 : 0;
    cause->time += t * slowest;
    cause->repeated += seconds(collector, t * most * (1 - 1 / copies));
    if (slowest - mean > 1e-9 * slowest) {
        cause->imbalance += t * (slowest - mean);
        cause->share = share;
        cause->system = sim->system; /* that the share is of */
    }
}

static void
causes_share(SimWatcher *watcher, const SimView *view, SimTallyKind kind, const SimShare *share,
             double t)
{
    if (kind == SIM_TALLY_SHARED_CPU)
        note_loop((Collector *)watcher, view, share, view->of, t);
}

static void
causes_pipeline(SimWatcher *watcher, const SimPipelineRun *run)
{
    Collector *collector = (Collector *)watcher;
    double longest = 0;
    note_loop(collector, run->view, run->share, run->share_of, run->t);
    for (gint64 p = 0; p < run->n; p++)
        longest = MAX(longest, run->times[p].waiting + run->times[p].receiving);
    SimCause *cause = cause_get(collector, SIM_CAUSE_PIPELINE, 0, watcher->sim->site);
    if (cause == NULL)
        return;
    cause->count++;
    cause->portions = run->wanted;
    cause->exposed += longest;
}

/* --- operations -----------------------------------------------------------------------------
 */

/* An operation; inside of a bracket it is a part of the input/output. */
static SimCause *
operation_cause(SimWatcher *watcher, Operation operation)
{
    Collector *collector = (Collector *)watcher;
    const Simulator *sim = watcher->sim;
    SimCause *cause = cause_get(collector, SIM_CAUSE_OPERATION, operation,
                                sim->in_io ? sim->bracket : sim->site);
    if (cause != NULL && collector->opened != SIM_NO_SITE) {
        cause->begin_site = collector->opened;
        collector->alone = cause;
    }
    return cause;
}

/* Tasks that begin before the processors meet again are one region. */
static void
processors_meet(SimWatcher *watcher)
{
    Collector *collector = (Collector *)watcher;
    if (collector->n_tasks == 0)
        collector->region = SIM_NO_SITE;
}

static void
causes_synchronise(SimWatcher *watcher, G_GNUC_UNUSED const SimView *view,
                   G_GNUC_UNUSED Operation operation, G_GNUC_UNUSED SimSum last)
{
    processors_meet(watcher);
}

static void
causes_arrive(SimWatcher *watcher, G_GNUC_UNUSED const SimView *view, G_GNUC_UNUSED SimSum last)
{
    processors_meet(watcher);
}

static void
causes_communicate(SimWatcher *watcher, G_GNUC_UNUSED const SimView *view, Operation operation,
                   double cost)
{
    SimCause *cause = operation_cause(watcher, operation);
    if (cause == NULL)
        return;
    cause->count++;
    cause->cost += cost;
    cause->exposed += cost;
}

static void
causes_start(SimWatcher *watcher, SimAsync *async, Operation operation, double cost,
             G_GNUC_UNUSED gboolean again)
{
    SimCause *cause = operation_cause(watcher, operation);
    async->cause = cause;
    if (cause == NULL)
        return;
    cause->count++;
    cause->cost += cost;
    cause->start_site = ((Collector *)watcher)->site;
}

/* What the wait takes of the processor that waits longest. */
static void
causes_wait(SimWatcher *watcher, const SimView *view, G_GNUC_UNUSED Operation operation,
            const SimAsync *async)
{
    SimCause *cause = async->cause;
    double most = 0, most_hidden = 0;
    if (cause == NULL)
        return;
    for (guint c = 0; sim_view_next(view, &c); c++) {
        double missing = sim_sum_difference(async->completion, view->value[c]);
        SimSum end = missing > 0 ? view->value[c] : async->completion;
        most = MAX(most, missing);
        most_hidden = MAX(most_hidden, sim_sum_difference(end, async->start));
    }
    cause->exposed += most;
    cause->hidden += most_hidden;
    cause->wait_site = watcher->sim->site;
}

/* --- tasks ----------------------------------------------------------------------------------
 */

static SimCause *
task_cause(Collector *collector)
{
    const Simulator *sim = collector->base.sim;
    if (collector->region == SIM_NO_SITE)
        collector->region = sim->site;
    SimCause *cause = cause_get(collector, SIM_CAUSE_TASK, 0, sim->site);
    if (cause == NULL)
        return NULL;
    if (cause->region == SIM_NO_SITE) {
        cause->region = collector->region;
        cause->region_of = sim->tally->current;
    }
    cause->outer = g_array_index(sim->stack, SimFrame, sim->stack->len - 2).system;
    cause->count++;
    return cause;
}

static void
causes_task(SimWatcher *watcher, gboolean begins)
{
    Collector *collector = (Collector *)watcher;
    Simulator *sim = watcher->sim;
    SimFrame *task = sim_frame(sim);
    SimView view;
    if (!sim_clock_view(&sim->clock, sim->system, NULL, &view))
        return;
    if (begins) {
        task->is_timed = TRUE;
        task->cause = task_cause(collector);
        task->start = sim_view_max(&view);
        collector->n_tasks++;
        return;
    }
    SimCause *cause = task->cause;
    if (cause != NULL)
        cause->time += MAX(0.0, sim_sum_difference(sim_view_max(&view), task->start));
    collector->n_tasks -= task->is_timed ? 1 : 0;
}

static const SimWatcherClass causes_class = {
    .free = causes_free,
    .call = causes_call,
    .spend = causes_spend,
    .io = causes_io,
    .bracket = causes_bracket,
    .share = causes_share,
    .synchronise = causes_synchronise,
    .arrive = causes_arrive,
    .communicate = causes_communicate,
    .start = causes_start,
    .wait = causes_wait,
    .pipeline = causes_pipeline,
    .task = causes_task,
};

SimWatcher *
sim_causes_new(void)
{
    Collector *collector = g_new0(Collector, 1);
    collector->base.class = &causes_class;
    collector->causes.all = g_ptr_array_new_with_free_func(g_free);
    collector->set = g_hash_table_new(cause_hash, cause_equal);
    collector->site = collector->section = collector->region = SIM_NO_SITE;
    collector->call = RT_CALL_UNKNOWN;
    return &collector->base;
}

const SimCauses *
sim_causes_of(const SimWatcher *watcher)
{
    return &((const Collector *)watcher)->causes;
}
