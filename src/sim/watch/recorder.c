/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The recorder follows the clocks: for each class of their partition it knows the last event.
 */
#include "src/sim/watch/recorder.h"

#include "src/sim/core/sim.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC(RaterPairs, rater_pairs_free)

/* Base time: for all classes alike, but for their speeds. */
typedef struct {
    TimelineKind kind;
    guint32 interval, site;
    SimSum t;
} Pending;

typedef struct {
    SimWatcher base;
    Timeline *timeline;
    const SimPartition *partition; /* of the clocks */
    guint32 *last;                 /* for each class: the event at which its processors are */
    guint32 *group;       /* for each class its TimelineGroup, or NO_GROUP: not yet asked for */
    GHashTable *group_of; /* partition -> its `group` (owned) */
    GArray *pending;      /* of Pending: base times that the clocks get with the next flush */
    gboolean flushed;     /* they have got them */
    guint32 site;         /* of the timeline */
    GArray *site_of;      /* of guint32, by site of the trace: that of the timeline + 1 */
    guint32 traffic;      /* of the next operation, or TIMELINE_NO_TRAFFIC */
    GArray *traffic_of;   /* of guint32, by number of a traffic: that of the timeline + 1 */
    guint32 meeting;      /* where the last operation can start */
    guint n_going;        /* operations started and not waited for */
} Recorder;

static guint32 *
groups_get(Recorder *r, const SimPartition *partition)
{
    guint32 *groups = g_hash_table_lookup(r->group_of, partition);
    if (groups == NULL) {
        groups = g_new(guint32, partition->n_classes);
        for (guint c = 0; c < partition->n_classes; c++)
            groups[c] = TIMELINE_NO_GROUP;
        g_hash_table_insert(r->group_of, (gpointer)partition, groups);
    }
    return groups;
}

static void
recorder_free(SimWatcher *watcher)
{
    Recorder *r = (Recorder *)watcher;
    g_hash_table_unref(r->group_of);
    g_array_unref(r->traffic_of);
    g_array_unref(r->pending);
    g_array_unref(r->site_of);
    g_free(r->last);
    g_free(r);
}

static void
recorder_begin(SimWatcher *watcher, const SimPartition *base)
{
    Recorder *r = (Recorder *)watcher;
    r->partition = base;
    r->last = g_new0(guint32, base->n_classes);
    r->group = groups_get(r, base);
}

/* Entry `i` of a table that grows, 0 when it is new. */
static guint32 *
entry_at(GArray *table, guint i)
{
    if (table->len <= i)
        g_array_set_size(table, i + 1);
    return &g_array_index(table, guint32, i);
}

static void
recorder_call(SimWatcher *watcher, guint32 site)
{
    Recorder *r = (Recorder *)watcher;
    r->traffic = TIMELINE_NO_TRAFFIC;
    if (site == SIM_NO_SITE) {
        r->site = timeline_site_add(r->timeline, "", 0);
        return;
    }
    guint32 *known = entry_at(r->site_of, site);
    if (*known == 0) {
        const TraceSite *at = trace_program_site(watcher->sim->program, site);
        *known = timeline_site_add(r->timeline, at->file, at->line) + 1;
    }
    r->site = *known - 1;
}

static guint32
current_interval(const Recorder *r)
{
    return r->base.sim->tally->current;
}

/* --- the clocks -----------------------------------------------------------------------------
 */

static void
recorder_refine(SimWatcher *watcher, const SimPartition *partition, const guint of_old[])
{
    Recorder *r = (Recorder *)watcher;
    guint32 *last = g_new(guint32, partition->n_classes);
    for (guint c = 0; c < partition->n_classes; c++)
        last[c] = r->last[of_old[c]];
    g_free(r->last);
    r->last = last;
    r->partition = partition;
    r->group = groups_get(r, partition);
}

static void
recorder_settle(SimWatcher *watcher, const SimPartition *partition)
{
    Recorder *r = (Recorder *)watcher;
    guint32 common = r->last[0];
    for (guint c = 0; c < partition->n_classes; c++)
        r->last[c] = common; /* there is room: it is no finer than the one before */
    r->partition = partition;
    r->group = groups_get(r, partition);
}

/* The classes of a partition are asked for when they do something: most of a fine one never do.
 */
static guint32
group_get(Recorder *r, guint c)
{
    if (r->group[c] == TIMELINE_NO_GROUP) {
        const TimelineGroup group = {
            .partition = r->partition,
            .class = c,
            .least = sim_partition_class_least(r->partition, c),
            .count = sim_partition_class_size(r->partition, c),
        };
        r->group[c] = timeline_group(r->timeline, &group);
    }
    return r->group[c];
}

/* An activity of now of a kind (without operation: 0), but for its events and its group. */
static TimelineActivity
activity_at(const Recorder *r, TimelineKind kind, Operation operation, double start, double end)
{
    return (TimelineActivity){ .start = start,
                               .end = MAX(start, end), /* a hair below it by rounding */
                               .group = TIMELINE_NO_GROUP,
                               .interval = current_interval(r),
                               .site = r->site,
                               .traffic = TIMELINE_NO_TRAFFIC,
                               .kind = (guint8)kind,
                               .operation = (guint8)operation };
}

/* Gives the activity to class c, from its last event to `to`, which becomes its last. */
static void
add_to_class(Recorder *r, guint c, guint32 to, TimelineActivity *activity)
{
    activity->from = r->last[c];
    activity->to = to;
    activity->group = group_get(r, c);
    timeline_add(r->timeline, activity);
    r->last[c] = to;
}

static void
add(Recorder *r, TimelineKind kind, Operation operation, guint c, double start, double end,
    guint32 to, guint32 traffic)
{
    TimelineActivity activity = activity_at(r, kind, operation, start, end);
    activity.traffic = traffic;
    add_to_class(r, c, to, &activity);
}

/* The processors at `to` cannot go on before `from` has been reached. */
static void
precede(Recorder *r, guint32 from, guint32 to, double at)
{
    TimelineActivity activity = activity_at(r, TIMELINE_PRECEDENCE, 0, at, at);
    activity.from = from;
    activity.to = to;
    timeline_add(r->timeline, &activity);
}

/* --- accounting -----------------------------------------------------------------------------
 */

static void
recorder_spend(SimWatcher *watcher, guint what, double t)
{
    Recorder *r = (Recorder *)watcher;
    const TimelineKind kind = what == SIM_BASE_CPU ? TIMELINE_CPU : TIMELINE_SYS;
    const guint32 interval = current_interval(r);
    if (r->flushed)
        g_array_set_size(r->pending, 0);
    r->flushed = FALSE;
    Pending *last =
        r->pending->len > 0 ? &g_array_index(r->pending, Pending, r->pending->len - 1) : NULL;
    if (!(t > 0))
        return;
    if (last != NULL && last->kind == kind && last->interval == interval &&
        last->site == r->site) {
        sim_sum_add(&last->t, t);
        return;
    }
    const Pending one = { kind, interval, r->site, { t, 0 } };
    g_array_append_val(r->pending, one);
}

static void
recorder_flush(SimWatcher *watcher, guint c, SimSum before, SimSum after, double speed)
{
    Recorder *r = (Recorder *)watcher;
    double start = sim_sum_value(before);
    SimSum spent = { 0, 0 };
    r->flushed = TRUE;
    for (guint i = 0; i < r->pending->len; i++) {
        const Pending *one = &g_array_index(r->pending, Pending, i);
        SimSum at = before;
        sim_sum_add_sum(&spent, one->t);
        sim_sum_add(&at, sim_sum_value(spent) / speed);
        double end = sim_sum_value(i + 1 < r->pending->len ? at : after);
        TimelineActivity activity = activity_at(r, one->kind, 0, start, end);
        activity.interval = one->interval;
        activity.site = one->site;
        add_to_class(r, c, timeline_event(r->timeline), &activity);
        start = end;
    }
}

/* The processors of class c are busy for t seconds. */
static void
add_busy(Recorder *r, const SimView *view, TimelineKind kind, guint c, double t)
{
    SimSum after = view->value[c];
    sim_sum_add(&after, t);
    if (sim_sum_difference(after, view->value[c]) > 0)
        add(r, kind, 0, c, sim_sum_value(view->value[c]), sim_sum_value(after),
            timeline_event(r->timeline), TIMELINE_NO_TRAFFIC);
}

static void
recorder_io(SimWatcher *watcher, const SimView *view, double t)
{
    const guint c = sim_systems_io_class(watcher->sim->systems, view->partition);
    add_busy((Recorder *)watcher, view, TIMELINE_IO, c, t);
}

static void
recorder_share(SimWatcher *watcher, const SimView *view, SimTallyKind kind,
               const SimShare *share, double t)
{
    for (guint c = 0; c < view->partition->n_classes; c++) {
        double part = share->share[view->of[c]];
        if (part > 0)
            add_busy((Recorder *)watcher, view,
                     kind == SIM_TALLY_SHARED_CPU ? TIMELINE_CPU : TIMELINE_SYS, c,
                     t * part / sim_clock_speed(&watcher->sim->clock, c));
    }
}

/* --- operations -----------------------------------------------------------------------------
 */

/* Whether all processors inside are at one event, which is returned; else G_MAXUINT32. */
static guint32
common_event(const Recorder *r, const SimView *view)
{
    guint32 common = G_MAXUINT32;
    for (guint c = 0; sim_view_next(view, &c); c++) {
        if (common != G_MAXUINT32 && r->last[c] != common)
            return G_MAXUINT32;
        common = r->last[c];
    }
    return common;
}

static void
recorder_synchronise(SimWatcher *watcher, const SimView *view, Operation operation, SimSum last)
{
    Recorder *r = (Recorder *)watcher;
    /* Processors at one event have the same clock: none of them waits. */
    guint32 meeting = common_event(r, view), before = G_MAXUINT32;
    double now = sim_sum_value(last);
    if (meeting == G_MAXUINT32) {
        meeting = timeline_event(r->timeline);
        for (guint c = 0; sim_view_next(view, &c); c++) {
            if (sim_sum_difference(last, view->value[c]) > 0) {
                add(r, TIMELINE_WAIT, operation, c, sim_sum_value(view->value[c]), now, meeting,
                    TIMELINE_NO_TRAFFIC);
                continue;
            }
            if (r->last[c] != before)
                precede(r, r->last[c], meeting, now);
            before = r->last[c];
            r->last[c] = meeting;
        }
    }
    const Simulator *sim = watcher->sim;
    if (sim->system == sim->systems->root && r->n_going == 0)
        timeline_cut(r->timeline, meeting);
    r->meeting = meeting;
}

static void
recorder_communicate(SimWatcher *watcher, const SimView *view, Operation operation, double cost)
{
    Recorder *r = (Recorder *)watcher;
    guint32 from = G_MAXUINT32, to = G_MAXUINT32;
    for (guint c = 0; sim_view_next(view, &c); c++) {
        if (r->last[c] != from) {
            from = r->last[c];
            to = timeline_event(r->timeline);
        }
        SimSum end = view->value[c];
        sim_sum_add(&end, cost);
        add(r, TIMELINE_COMMUNICATE, operation, c, sim_sum_value(view->value[c]),
            sim_sum_value(end), to, r->traffic);
    }
}

static void
recorder_arrive(SimWatcher *watcher, const SimView *view, SimSum last)
{
    Recorder *r = (Recorder *)watcher;
    guint32 arrival = common_event(r, view), before = G_MAXUINT32;
    r->meeting = arrival;
    if (arrival != G_MAXUINT32)
        return;
    r->meeting = arrival = timeline_event(r->timeline);
    for (guint c = 0; sim_view_next(view, &c); c++) {
        if (r->last[c] != before) {
            before = r->last[c];
            precede(r, before, arrival, sim_sum_value(last));
        }
    }
}

static void
recorder_start(SimWatcher *watcher, SimAsync *async, Operation operation,
               G_GNUC_UNUSED double cost, gboolean again)
{
    Recorder *r = (Recorder *)watcher;
    timeline_keep_event(r->timeline, r->meeting);
    if (!again)
        r->n_going++;
    async->recorded = (SimAsyncRecord){ r->meeting, current_interval(r), r->site,
                                        r->traffic, (guint8)operation,   &r->n_going };
}

/* The message itself, to the event at which it has arrived. */
static guint32
add_message(Recorder *r, const SimAsync *async)
{
    const TimelineActivity record = {
        .start = sim_sum_value(async->start),
        .end = sim_sum_value(async->completion),
        .from = async->recorded.event,
        .to = timeline_event(r->timeline),
        .group = TIMELINE_NO_GROUP,
        .interval = async->recorded.interval,
        .site = async->recorded.site,
        .traffic = async->recorded.traffic,
        .kind = TIMELINE_MESSAGE,
        .operation = async->recorded.operation,
    };
    timeline_add(r->timeline, &record);
    timeline_keep_event(r->timeline, record.to);
    return record.to;
}

/* Those who have come later than the message, and so are not at `done`. */
static void
add_late(Recorder *r, const SimView *view, guint32 done)
{
    guint32 before = G_MAXUINT32, after = G_MAXUINT32;
    for (guint c = 0; sim_view_next(view, &c); c++) {
        if (r->last[c] == done)
            continue;
        if (r->last[c] != before) {
            double now = sim_sum_value(view->value[c]);
            before = r->last[c];
            after = timeline_event(r->timeline);
            precede(r, before, after, now);
            precede(r, done, after, now);
        }
        r->last[c] = after;
    }
}

static void
recorder_wait(SimWatcher *watcher, const SimView *view, Operation operation,
              const SimAsync *async)
{
    Recorder *r = (Recorder *)watcher;
    gboolean needed = sim_sum_difference(async->completion, async->start) > 0;
    for (guint c = 0; !needed && sim_view_next(view, &c); c++)
        needed = sim_sum_difference(async->completion, view->value[c]) > 0;
    r->n_going--;
    if (!needed)
        return;
    guint32 done = add_message(r, async);
    for (guint c = 0; sim_view_next(view, &c); c++) {
        if (sim_sum_difference(async->completion, view->value[c]) > 0)
            add(r, TIMELINE_COMPLETE, operation, c, sim_sum_value(view->value[c]),
                sim_sum_value(async->completion), done, TIMELINE_NO_TRAFFIC);
    }
    add_late(r, view, done);
}

/* --- traffic --------------------------------------------------------------------------------
 */

static void
recorder_messages(SimWatcher *watcher, double messages, double bytes)
{
    Recorder *r = (Recorder *)watcher;
    if (messages > 0)
        r->traffic = timeline_traffic_add(r->timeline, messages * bytes, messages, 0, NULL);
}

/* Between whom: not on hosts, inside of which some of it goes. */
static guint
most_pairs(const Recorder *r)
{
    return r->base.sim->systems->hosts == NULL ? timeline_room_for_pairs(r->timeline) : 0;
}

/* The number of a traffic in the timeline, with its pairs where they are few. */
static guint32
traffic_add(Recorder *r, const RaterTraffic *traffic, const SimPairsFinder *finder)
{
    const guint most = most_pairs(r);
    g_autoptr(RaterPairs) pairs =
        finder != NULL && traffic->messages <= most ? finder->find(finder->data) : NULL;
    gint64 n = pairs != NULL ? rater_pairs_count(pairs) : 0;
    if (n > most)
        n = 0;
    g_autofree RaterPair *list = g_new(RaterPair, n + 1);
    g_autofree TimelinePair *all = g_new(TimelinePair, n + 1);
    if (n > 0)
        rater_pairs_list(pairs, list);
    for (gint64 i = 0; i < n; i++)
        all[i] = (TimelinePair){ list[i].from, list[i].to, (double)list[i].bytes, 1 };
    return timeline_traffic_add(r->timeline, traffic->bytes, traffic->messages, (guint)n, all);
}

static void
recorder_traffic(SimWatcher *watcher, guint number, const RaterTraffic *traffic,
                 const SimPairsFinder *pairs)
{
    Recorder *r = (Recorder *)watcher;
    if (!(traffic->messages > 0))
        return;
    guint32 *known = entry_at(r->traffic_of, number);
    if (*known == 0)
        *known = traffic_add(r, traffic, pairs) + 1;
    r->traffic = *known - 1;
}

/* --- pipelines ------------------------------------------------------------------------------
 *
 * Processor p ends its first portion at
 *     first(p) = max(clock(p), first of its predecessors) + portion(p)
 * and the loop in Q portions at
 *     done(p) = max(first(p) + (Q - 1) portion(p), done of its predecessors + portion(p)).
 * The longest path has the same form: a processor starts the first portion when its
 * predecessors have ended theirs, and the last one when they have ended their last and it has
 * itself the one before.  Between these two it works without a break: its waiting there is
 * drawn as one, before the last portion.  So a processor costs few edges, whatever Q is.
 */

typedef struct {
    Recorder *recorder;
    const SimPipelineRun *run;
    RaterPipelineEdges edges;
    guint32 *first, *done; /* events by processor */
} Passage;

/* The root's number of processor p. */
static gint64
root_number(const Passage *passage, gint64 p)
{
    const SimPipelineRun *run = passage->run;
    int64_t at[RATER_MAX_RANK];
    rater_grid_index(&run->pipeline->grid, p, at);
    for (int g = 0; g < run->system->grid.rank; g++)
        at[g] = run->pipeline->coord[g][at[g]];
    return sim_system_number(passage->recorder->base.sim->systems, run->system,
                             rater_grid_number(&run->system->grid, at));
}

/* Number of the predecessor by the d-th of the edges and the bytes from there; -1:
 * there is none. */
static gint64
predecessor(const Passage *passage, gint64 p, int d, gint64 *bytes)
{
    *bytes = rater_pipeline_bytes(passage->run->pipeline, &passage->edges, p, d);
    return *bytes > 0 ? p + passage->edges.offset[d] : -1;
}

/* What p gets for `portions` of all portions. */
static guint32
traffic_get(const Passage *passage, gint64 p, gint64 portions)
{
    const SimPipelineRun *run = passage->run;
    TimelinePair pairs[G_N_ELEMENTS(passage->edges.edge)];
    double bytes = 0;
    guint n = 0;
    for (int d = 0; d < passage->edges.n; d++) {
        gint64 all, before = predecessor(passage, p, d, &all);
        if (before < 0)
            continue;
        TimelinePair pair = { root_number(passage, before), root_number(passage, p),
                              (double)all * (double)portions / (double)run->portions,
                              (double)portions };
        guint i = n++;
        for (; i > 0 && pairs[i - 1].sender > pair.sender; i--)
            pairs[i] = pairs[i - 1];
        pairs[i] = pair;
        bytes += pair.bytes;
    }
    return timeline_traffic_add(passage->recorder->timeline, bytes,
                                (double)n * (double)portions, n, pairs);
}

/* `portions` without a wait between them, from *at on: edges, then work. */
static void
add_portions(const Passage *passage, gint64 p, gint64 portions, SimSum *at)
{
    Recorder *r = passage->recorder;
    const SimPipelineRun *run = passage->run;
    double part = (double)portions / (double)run->portions;
    double receiving = run->times[p].receiving * part, work = run->work[p] * part;
    guint c = run->class_of[p];
    double start = sim_sum_value(*at);
    if (receiving > 0) {
        sim_sum_add(at, receiving);
        double end = sim_sum_value(*at);
        add(r, TIMELINE_COMMUNICATE, OPERATION_SHADOW, c, start, end,
            timeline_event(r->timeline), traffic_get(passage, p, portions));
        start = end;
    }
    if (work > 0) {
        sim_sum_add(at, work);
        add(r, TIMELINE_CPU, 0, c, start, sim_sum_value(*at), timeline_event(r->timeline),
            TIMELINE_NO_TRAFFIC);
    }
}

/* p waits for `events` of its predecessors. */
static void
add_wait(const Passage *passage, gint64 p, const guint32 events[], double wait, SimSum *at)
{
    Recorder *r = passage->recorder;
    guint c = passage->run->class_of[p];
    double start = sim_sum_value(*at);
    gint64 bytes, before = -1;
    for (int d = 0; d < passage->edges.n && before < 0; d++)
        before = predecessor(passage, p, d, &bytes);
    if (before < 0)
        return;
    guint32 event = timeline_event(r->timeline);
    if (wait > 0) {
        sim_sum_add(at, wait);
        add(r, TIMELINE_COMPLETE, OPERATION_SHADOW, c, start, sim_sum_value(*at), event,
            TIMELINE_NO_TRAFFIC);
    } else {
        precede(r, r->last[c], event, start);
        r->last[c] = event;
    }
    for (int d = 0; d < passage->edges.n; d++) {
        before = predecessor(passage, p, d, &bytes);
        if (before >= 0)
            precede(r, events[before], event, sim_sum_value(*at));
    }
}

static void
add_processor(Passage *passage, gint64 p)
{
    Recorder *r = passage->recorder;
    const SimPipelineRun *run = passage->run;
    const RaterPipelineTimes *times = &run->times[p];
    guint32 *last = &r->last[run->class_of[p]];
    SimSum at = run->view->value[run->class_of[p]];

    add_wait(passage, p, passage->first, times->starting, &at);
    add_portions(passage, p, 1, &at);
    passage->first[p] = passage->done[p] = *last;
    timeline_keep_event(r->timeline, *last);
    if (run->portions == 1)
        return;
    if (run->portions > 2)
        add_portions(passage, p, run->portions - 2, &at);
    add_wait(passage, p, passage->done, times->waiting - times->starting, &at);
    add_portions(passage, p, 1, &at);
    passage->done[p] = *last;
    timeline_keep_event(r->timeline, *last);
}

/* On a host portions of one processor wait while another computes: that is no wait for somebody
 * else. It is drawn as computing, and as communicating for the rest. */
static void
add_hosts(Recorder *r, const SimPipelineRun *run)
{
    for (gint64 i = 0; i < run->n; i++) {
        const guint c = run->class_of[i];
        const guint32 middle = timeline_event(r->timeline), end = timeline_event(r->timeline);
        SimSum at = run->view->value[c];
        const double start = sim_sum_value(at);
        sim_sum_add(&at, run->work[i]);
        const double done = sim_sum_value(at);
        add(r, TIMELINE_CPU, 0, c, start, done, middle, TIMELINE_NO_TRAFFIC);
        sim_sum_add(&at, run->times[i].receiving);
        add(r, TIMELINE_COMMUNICATE, OPERATION_SHADOW, c, done, sim_sum_value(at), end,
            TIMELINE_NO_TRAFFIC);
    }
}

static void
recorder_pipeline(SimWatcher *watcher, const SimPipelineRun *run)
{
    if (watcher->sim->systems->hosts != NULL) {
        add_hosts((Recorder *)watcher, run);
        return;
    }
    const gint64 n = run->pipeline->count;
    g_autofree guint32 *first = g_new(guint32, n);
    g_autofree guint32 *done = g_new(guint32, n);
    Passage passage = { .recorder = (Recorder *)watcher,
                        .run = run,
                        .edges = rater_pipeline_edges(run->pipeline),
                        .first = first,
                        .done = done };
    for (gint64 i = 0; i < n; i++) {
        const gint64 p = rater_pipeline_passed(run->pipeline, i);
        if (run->class_of[p] != SIM_NO_CLASS)
            add_processor(&passage, p);
    }
}

static const SimWatcherClass recorder_class = {
    .free = recorder_free,
    .begin = recorder_begin,
    .call = recorder_call,
    .spend = recorder_spend,
    .io = recorder_io,
    .share = recorder_share,
    .synchronise = recorder_synchronise,
    .arrive = recorder_arrive,
    .communicate = recorder_communicate,
    .start = recorder_start,
    .wait = recorder_wait,
    .pipeline = recorder_pipeline,
    .messages = recorder_messages,
    .traffic = recorder_traffic,
    .refine = recorder_refine,
    .settle = recorder_settle,
    .flush = recorder_flush,
};

SimWatcher *
sim_recorder_new(Timeline *timeline)
{
    Recorder *r = g_new0(Recorder, 1);
    r->base.class = &recorder_class;
    timeline_clear(timeline);
    r->timeline = timeline;
    r->group_of = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    r->pending = g_array_new(FALSE, FALSE, sizeof(Pending));
    r->site_of = g_array_new(FALSE, TRUE, sizeof(guint32));
    r->traffic_of = g_array_new(FALSE, TRUE, sizeof(guint32));
    r->traffic = TIMELINE_NO_TRAFFIC;
    r->site = timeline_site_add(timeline, "", 0);
    return &r->base;
}
