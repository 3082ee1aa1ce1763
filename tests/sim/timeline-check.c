/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/sim/timeline-check.h"

#include <string.h>

#include "tests/sim/prediction-check.h"
#include "tests/sim/sim-check.h"

#define MOST_PROCESSORS 24 /* that are gone through one by one */
#define EXACT           1e-12

/* What one processor did in one interval, itself alone. */
typedef struct {
    SimSum kind[TIMELINE_N_KINDS];
    SimSum synch[N_OPERATIONS], group[N_OPERATIONS]; /* seconds of its operations */
} Spent;

/* --- the graph ------------------------------------------------------------------------------
 */

static void
check_record(const Timeline *timeline, const TimelineActivity *r, const char *name, guint64 i)
{
    gboolean bound = r->kind == TIMELINE_MESSAGE || r->kind == TIMELINE_PRECEDENCE;
    CHECK_THAT(r->from < r->to && r->to < timeline_n_events(timeline),
               "%s: record %" G_GUINT64_FORMAT " leads from %u to %u", name, i, r->from, r->to);
    CHECK_THAT(r->start <= r->end && r->start >= 0 && isfinite(r->end),
               "%s: record %" G_GUINT64_FORMAT " is from %.17g to %.17g", name, i, r->start,
               r->end);
    CHECK_THAT(r->kind < TIMELINE_N_KINDS && r->operation < N_OPERATIONS, "%s: kind", name);
    CHECK_THAT((r->group == TIMELINE_NO_GROUP) == bound, "%s: group of kind %d", name, r->kind);
    CHECK_THAT(bound || r->group < timeline_n_groups(timeline), "%s: group", name);
    CHECK_THAT(r->site < timeline_n_sites(timeline), "%s: site", name);
    CHECK_THAT(r->kind != TIMELINE_PRECEDENCE || r->start == r->end, "%s: precedence", name);
    CHECK_THAT(r->traffic == TIMELINE_NO_TRAFFIC || r->kind == TIMELINE_COMMUNICATE ||
                   r->kind == TIMELINE_MESSAGE,
               "%s: traffic of kind %d", name, r->kind);
}

double
timeline_check_path(const Timeline *timeline, const char *name)
{
    guint32 n = timeline_n_events(timeline);
    g_autofree SimSum *early = g_new0(SimSum, n);
    g_autofree guint8 *left = g_new0(guint8, n);
    double length = 0;
    guint cut = 0;
    guint32 settled = 0;

    for (guint64 i = 0; i < timeline_n_activities(timeline); i++) {
        const TimelineActivity *r = timeline_activity(timeline, i);
        check_record(timeline, r, name, i);
        while (i >= timeline_segment(timeline, cut).end_activity)
            settled = timeline_segment(timeline, cut++).last_event;
        if (r->from >= r->to || r->to >= n)
            return -1;
        CHECK_THAT(!left[r->to], "%s: an edge to an event that was left", name);
        CHECK_THAT(r->from >= settled, "%s: an edge around a cut", name);
        left[r->from] = TRUE;
        SimSum at = early[r->from];
        sim_sum_add(&at, timeline_activity_weight(r));
        if (sim_sum_difference(at, early[r->to]) > 0)
            early[r->to] = at;
    }
    for (guint32 e = 0; e < n; e++)
        length = MAX(length, sim_sum_value(early[e]));
    for (guint64 i = 0; i < timeline_n_activities(timeline); i++) {
        const TimelineActivity *r = timeline_activity(timeline, i);
        double at = sim_sum_value(early[r->to]);
        if (fabs(at - r->end) <= EXACT * length)
            continue;
        CHECK_THAT(FALSE,
                   "%s: the path to event %u takes %.17g, a record (kind %d) ends at %.17g",
                   name, r->to, at, r->kind, r->end);
        break; /* what follows is wrong with it */
    }
    return length;
}

/* --- processors -----------------------------------------------------------------------------
 */

static guint8 *
groups_of(const Timeline *timeline, gint64 processor)
{
    guint8 *has = g_new0(guint8, timeline_n_groups(timeline) + 1);
    for (guint32 g = 0; g < timeline_n_groups(timeline); g++)
        has[g] = timeline_group_has(timeline_group_get(timeline, g), processor) != 0;
    return has;
}

static void
spend(Spent *spent, const TimelineActivity *r)
{
    double t = r->end - r->start;
    sim_sum_add(&spent->kind[r->kind], t);
    if (r->kind >= TIMELINE_COMMUNICATE)
        sim_sum_add(&spent->group[r->operation], t);
    if (r->kind == TIMELINE_WAIT)
        sim_sum_add(&spent->synch[r->operation], t);
}

static void
check_value(double actual, double expected, double unit, const char *what, const char *name,
            gint64 processor, guint interval)
{
    CHECK_THAT(fabs(actual - expected) <= EXACT * unit,
               "%s: processor %" G_GINT64_FORMAT
               ", interval %u: %s is %.17g in the timeline, %.17g in the prediction",
               name, processor, interval, what, actual, expected);
}

static void
check_spent(const Prediction *p, const Spent *spent, guint i, gint64 processor,
            const char *name)
{
    const Characteristics *v = prediction_check_values(p, i, processor);
    static const Characteristics none;
    double unit = p->execution_time;
    guint id = p->intervals[i].id;

    if (v == NULL)
        v = &none;
    check_value(sim_sum_value(spent->kind[TIMELINE_CPU]), v->cpu_time, unit, "CPU", name,
                processor, id);
    check_value(sim_sum_value(spent->kind[TIMELINE_SYS]), v->sys_time, unit, "SYS", name,
                processor, id);
    check_value(sim_sum_value(spent->kind[TIMELINE_IO]), v->io_time, unit, "IO", name,
                processor, id);
    for (guint o = 0; o < N_OPERATIONS; o++) {
        check_value(sim_sum_value(spent->group[o]), v->operations[o].communication, unit,
                    "communication", name, processor, id);
        check_value(sim_sum_value(spent->synch[o]), v->operations[o].synchronization, unit,
                    "synchronization", name, processor, id);
    }
}

/* Gaps, and sums of all intervals with what is inside of them. */
static void
check_processor(const Prediction *p, const Timeline *timeline, gint64 processor,
                const char *name)
{
    g_autofree guint8 *has = groups_of(timeline, processor);
    g_autofree Spent *spent = g_new0(Spent, p->n_intervals);
    double at = 0;

    for (guint64 i = 0; i < timeline_n_activities(timeline); i++) {
        const TimelineActivity *r = timeline_activity(timeline, i);
        if (r->group == TIMELINE_NO_GROUP || !has[r->group])
            continue;
        CHECK_THAT(fabs(r->start - at) <= EXACT * p->execution_time,
                   "%s: processor %" G_GINT64_FORMAT " stops at %.17g and goes on at %.17g",
                   name, processor, at, r->start);
        at = r->end;
        spend(&spent[p->ids[r->interval] - 1], r);
    }
    CHECK_THAT(at <= p->execution_time * (1 + EXACT), "%s: ends at %.17g", name, at);
    for (guint i = p->n_intervals; i-- > 0;) {
        check_spent(p, &spent[i], i, processor, name);
        if (p->intervals[i].parent == 0)
            continue;
        SimSum *to = (SimSum *)&spent[p->intervals[i].parent - 1];
        const SimSum *from = (const SimSum *)&spent[i];
        for (gsize k = 0; k < sizeof(Spent) / sizeof(SimSum); k++)
            sim_sum_add_sum(&to[k], from[k]);
    }
}

/* --- class by class and processor by processor ----------------------------------------------
 */

typedef struct {
    double start, end;
    guint interval, kind, operation;
    const TimelineSite *site;
} Step;

static gboolean
same_step(const Step *a, const Step *b)
{
    return a->interval == b->interval && a->kind == b->kind && a->operation == b->operation &&
           a->site->line == b->site->line && strcmp(a->site->file, b->site->file) == 0;
}

/* Neighbours alike are one, and what rounding made is nothing. */
static GArray *
steps_of(const Prediction *p, const Timeline *timeline, gint64 processor)
{
    g_autofree guint8 *has = groups_of(timeline, processor);
    GArray *steps = g_array_new(FALSE, FALSE, sizeof(Step));
    for (guint64 i = 0; i < timeline_n_activities(timeline); i++) {
        const TimelineActivity *r = timeline_activity(timeline, i);
        if (r->group == TIMELINE_NO_GROUP || !has[r->group] ||
            r->end - r->start <= EXACT * p->execution_time)
            continue;
        Step one = { r->start, r->end,       p->ids[r->interval] - 1,
                     r->kind,  r->operation, timeline_site(timeline, r->site) };
        Step *last = steps->len > 0 ? &g_array_index(steps, Step, steps->len - 1) : NULL;
        if (last != NULL && same_step(last, &one))
            last->end = one.end;
        else
            g_array_append_val(steps, one);
    }
    return steps;
}

static void
check_steps(const Prediction *p, const Timeline *timeline, const Prediction *q,
            const Timeline *other, gint64 processor, const char *name)
{
    g_autoptr(GArray) a = steps_of(p, timeline, processor);
    g_autoptr(GArray) b = steps_of(q, other, processor);
    CHECK_THAT(a->len == b->len,
               "%s: processor %" G_GINT64_FORMAT " has %u steps in its class, %u alone", name,
               processor, a->len, b->len);
    for (guint i = 0; i < MIN(a->len, b->len); i++) {
        const Step *x = &g_array_index(a, Step, i), *y = &g_array_index(b, Step, i);
        gboolean same = same_step(x, y) &&
                        fabs(x->start - y->start) <= EXACT * p->execution_time &&
                        fabs(x->end - y->end) <= EXACT * p->execution_time;
        CHECK_THAT(same,
                   "%s: processor %" G_GINT64_FORMAT
                   ", step %u: kind %u, line %d, %.17g-%.17g in its class; "
                   "kind %u, line %d, %.17g-%.17g alone",
                   name, processor, i, x->kind, (int)x->site->line, x->start, x->end, y->kind,
                   (int)y->site->line, y->start, y->end);
        if (!same)
            return;
    }
}

/* Bytes and messages of all operations; the pairs of each sum up to it. */
static void
traffic_of(const Timeline *timeline, SimSum *bytes, SimSum *messages, const char *name)
{
    guint32 last = 0;
    for (guint64 i = 0; i < timeline_n_activities(timeline); i++) {
        const TimelineActivity *r = timeline_activity(timeline, i);
        if (r->traffic == TIMELINE_NO_TRAFFIC || r->to == last)
            continue;
        const TimelineTraffic *t = timeline_traffic(timeline, r->traffic);
        double sum = 0, n = 0;
        last = r->to;
        sim_sum_add(bytes, t->bytes);
        sim_sum_add(messages, t->messages);
        for (guint k = 0; k < t->n_pairs; k++) {
            const TimelinePair *pair = &t->pairs[k];
            sum += pair->bytes;
            n += pair->messages;
            CHECK_THAT(
                pair->sender != pair->receiver && pair->sender >= 0 && pair->receiver >= 0 &&
                    pair->sender < timeline_processors(timeline) &&
                    pair->receiver < timeline_processors(timeline),
                "%s: a message from %d to %d", name, (int)pair->sender, (int)pair->receiver);
            CHECK_THAT(
                k == 0 || pair[-1].sender < pair->sender ||
                    (pair[-1].sender == pair->sender && pair[-1].receiver < pair->receiver),
                "%s: pairs out of order", name);
        }
        if (t->n_pairs > 0)
            CHECK_THAT(fabs(sum - t->bytes) <= EXACT * t->bytes && n == t->messages,
                       "%s: pairs of %g bytes in %g messages, all have %g in %g", name, sum, n,
                       t->bytes, t->messages);
    }
}

static Prediction *
run(const TraceProgram *program, const Params *params, gboolean per_processor,
    Timeline *timeline, GError **error)
{
    const PredictOptions options = { .per_processor = per_processor,
                                     .no_ideal = TRUE,
                                     .timeline = timeline };
    return predict(program, params, &options, error);
}

gboolean
timeline_check(const TraceProgram *program, const Params *params, const char *name)
{
    gint64 n = params_count_processors(params);
    g_autoptr(GError) error = NULL;
    g_autoptr(Timeline) timeline = timeline_new(n, 0), alone = timeline_new(n, 0);
    g_autoptr(Prediction) plain = run(program, params, FALSE, NULL, &error);
    if (plain == NULL)
        return FALSE;
    g_autoptr(Prediction) p = run(program, params, FALSE, timeline, &error);
    g_autoptr(Prediction) q = p != NULL ? run(program, params, TRUE, alone, &error) : NULL;
    CHECK_THAT(q != NULL, "%s: %s", name, error != NULL ? error->message : "");
    if (q == NULL)
        return TRUE;
    prediction_check_same(plain, p, 0, name);
    CHECK_THAT(plain->execution_time == p->execution_time, "%s: another time", name);
    CHECK_THAT(timeline_ok(timeline, NULL) && timeline_ok(alone, NULL), "%s: lost", name);

    double path = timeline_check_path(timeline, name), other = timeline_check_path(alone, name);
    CHECK_THAT(fabs(path - p->execution_time) <= EXACT * p->execution_time,
               "%s: the longest path takes %.17g of %.17g", name, path, p->execution_time);
    CHECK_THAT(fabs(other - q->execution_time) <= EXACT * q->execution_time,
               "%s by processor: the longest path takes %.17g of %.17g", name, other,
               q->execution_time);
    for (gint64 i = 0; i < MIN(n, MOST_PROCESSORS); i++) {
        gint64 processor = n <= MOST_PROCESSORS ? i : i * (n - 1) / (MOST_PROCESSORS - 1);
        check_processor(p, timeline, processor, name);
        check_processor(q, alone, processor, name);
        check_steps(p, timeline, q, alone, processor, name);
    }
    SimSum bytes[2] = { { 0, 0 } }, messages[2] = { { 0, 0 } };
    traffic_of(timeline, &bytes[0], &messages[0], name);
    traffic_of(alone, &bytes[1], &messages[1], name);
    CHECK_REAL(sim_sum_value(bytes[0]), sim_sum_value(bytes[1]), EXACT);
    CHECK_REAL(sim_sum_value(messages[0]), sim_sum_value(messages[1]), EXACT);
    return TRUE;
}
