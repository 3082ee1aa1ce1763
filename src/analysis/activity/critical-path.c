/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/activity/critical-path.h"

#include <float.h>

#include "src/analysis/activity/graph.h"
#include "src/analysis/activity/table.h"

/* What the weight of an activity is spent with. */
static PathPart
part_of(const TimelineActivity *activity)
{
    switch (activity->kind) {
    case TIMELINE_CPU:
        return PATH_CPU;
    case TIMELINE_SYS:
        return PATH_SYS;
    case TIMELINE_IO:
        return PATH_IO;
    default:
        return (PathPart)(PATH_COMMUNICATION + MIN(activity->operation, N_OPERATIONS - 1));
    }
}

void
critical_path_free(CriticalPath *path)
{
    if (path == NULL)
        return;
    g_clear_pointer(&path->processors, g_array_unref);
    g_clear_pointer(&path->lines, g_array_unref);
    g_clear_pointer(&path->stretches, g_array_unref);
    g_free(path);
}

/* --- levels ----------------------------------------------------------------------------------
 */

/* More than settling has ever needed; it ends when nothing is left over. */
#define MOST_ROUNDS 8

typedef struct {
    gint64 interval, site, none;
    SimSum seconds[N_PATH_PARTS];
    SimSum total;
    gboolean has_slack;
    double slack; /* the least of what is off the path */
} LineSum;

typedef struct {
    gint64 sender, receiver, part;
    SimSum seconds;
} ProcessorSum;

typedef struct {
    gint64 traffic, none[2];
    SimSum seconds;
} TrafficSum;

/* What the path is made of, by program, processor, interval and line. */
typedef struct {
    const Timeline *timeline;
    SimSum length;
    SimSum program[N_PATH_PARTS];
    ActivityTable lines, processors, traffics; /* of LineSum, ProcessorSum, TrafficSum */
    LineSum *last_line; /* the line asked for last: neighbours are mostly of one */
} Levels;

static LineSum *
find_line(Levels *levels, const TimelineActivity *r)
{
    LineSum *last = levels->last_line;

    if (last == NULL || last->interval != r->interval || last->site != r->site)
        levels->last_line = activity_table_get(&levels->lines, r->interval, r->site, 0);
    return levels->last_line;
}

static void
add_processor(Levels *levels, gint64 sender, gint64 receiver, PathPart part, SimSum seconds)
{
    ProcessorSum *sum = activity_table_get(&levels->processors, sender, receiver, part);
    sim_sum_add_sum(&sum->seconds, seconds);
}

/* An activity of the path that has a weight. */
static void
levels_add(Levels *levels, const TimelineActivity *r)
{
    const double weight = timeline_activity_weight(r);
    const PathPart part = part_of(r);
    LineSum *line = find_line(levels, r);

    sim_sum_add(&levels->length, weight);
    sim_sum_add(&levels->program[part], weight);
    sim_sum_add(&line->seconds[part], weight);
    sim_sum_add(&line->total, weight);
    if (part >= PATH_COMMUNICATION) {
        /* shared out among the pairs at the end, once for all operations that moved the same */
        TrafficSum *sum = activity_table_get(&levels->traffics, r->traffic, 0, 0);
        sim_sum_add(&sum->seconds, weight);
        return;
    }
    const gint64 p = r->group == TIMELINE_NO_GROUP
                         ? 0
                         : timeline_group_get(levels->timeline, r->group)->least;
    add_processor(levels, p, p, part, (SimSum){ weight, 0 });
}

/* An activity off the path that has a weight. */
static void
levels_add_slack(Levels *levels, const TimelineActivity *r, double slack)
{
    LineSum *line = find_line(levels, r);
    line->slack = line->has_slack ? MIN(line->slack, slack) : slack;
    line->has_slack = TRUE;
}

/* The share of a pair in what its operation costs. */
static double
pair_share(const TimelinePair *pair, double bytes, double messages)
{
    if (bytes > 0 && messages > 0)
        return (pair->bytes / bytes + pair->messages / messages) / 2;
    return bytes > 0 ? pair->bytes / bytes : pair->messages / messages;
}

/* Shares are of what the pairs have: the traffic may have more than the pairs that bind. */
static void
share_traffic(Levels *levels, const TrafficSum *sum)
{
    const TimelineTraffic *traffic =
        sum->traffic == TIMELINE_NO_TRAFFIC
            ? NULL
            : timeline_traffic(levels->timeline, (guint32)sum->traffic);
    SimSum bytes = { 0, 0 }, messages = { 0, 0 };

    for (guint i = 0; traffic != NULL && i < traffic->n_pairs; i++) {
        sim_sum_add(&bytes, traffic->pairs[i].bytes);
        sim_sum_add(&messages, traffic->pairs[i].messages);
    }
    const double b = sim_sum_value(bytes), m = sim_sum_value(messages);
    if (traffic == NULL || !(b > 0 || m > 0)) {
        add_processor(levels, -1, -1, PATH_COMMUNICATION, sum->seconds);
        return;
    }
    for (guint i = 0; i < traffic->n_pairs; i++) {
        const TimelinePair *pair = &traffic->pairs[i];
        const double share = pair_share(pair, b, m);
        if (share > 0)
            add_processor(levels, pair->sender, pair->receiver, PATH_COMMUNICATION,
                          (SimSum){ sum->seconds.sum * share, sum->seconds.rest * share });
    }
}

/* Puts what rounding n values, `stride` bytes apart, has left over from `total` into the
 * largest of them. That may be too coarse for half a unit of the last place of `total`; the
 * second is at most half as large and is not. */
static void
settle(double *values, guint n, gsize stride, double total)
{
    for (int round = 0; round < MOST_ROUNDS; round++) {
        SimSum sum = { 0, 0 };
        double *largest = values, *second = NULL;
        for (guint i = 0; i < n; i++) {
            double *value = (gpointer)((char *)values + i * stride);
            sim_sum_add(&sum, *value);
            if (i > 0 && *value > *largest) {
                second = largest;
                largest = value;
            } else if (i > 0 && (second == NULL || *value > *second)) {
                second = value;
            }
        }
        const double rest = (total - sum.sum) - sum.rest;
        if (sim_sum_value(sum) == total)
            return;
        if (*largest + rest != *largest || second == NULL)
            *largest += rest;
        else
            *second += rest;
    }
}

static gint
compare_processors(gconstpointer a, gconstpointer b)
{
    const PathProcessor *x = a, *y = b;

    return ORDER(y->seconds, x->seconds) ?: ORDER(x->sender, y->sender) ?:
           ORDER(x->receiver, y->receiver) ?: ORDER(x->part, y->part);
}

static GArray *
finish_processors(Levels *levels, double length)
{
    GArray *rows = g_array_new(FALSE, TRUE, sizeof(PathProcessor));

    for (guint i = 0; i < levels->traffics.all->len; i++)
        share_traffic(levels, levels->traffics.all->pdata[i]);
    for (guint i = 0; i < levels->processors.all->len; i++) {
        const ProcessorSum *sum = levels->processors.all->pdata[i];
        const PathProcessor row = { .sender = sum->sender,
                                    .receiver = sum->receiver,
                                    .part = (guint8)sum->part,
                                    .seconds = sim_sum_value(sum->seconds) };
        g_array_append_val(rows, row);
    }
    g_array_sort(rows, compare_processors);
    if (rows->len > 0)
        settle(&g_array_index(rows, PathProcessor, 0).seconds, rows->len, sizeof(PathProcessor),
               length);
    return rows;
}

static gint
compare_lines(gconstpointer a, gconstpointer b)
{
    const PathLine *x = a, *y = b;

    return ORDER(y->total, x->total) ?: ORDER(x->slack, y->slack) ?:
           ORDER(x->interval, y->interval) ?: ORDER(x->site, y->site);
}

static GArray *
finish_lines(const Levels *levels, double length)
{
    GArray *rows = g_array_new(FALSE, TRUE, sizeof(PathLine));

    for (guint i = 0; i < levels->lines.all->len; i++) {
        const LineSum *sum = levels->lines.all->pdata[i];
        PathLine row = { .interval = (guint32)sum->interval,
                         .site = (guint32)sum->site,
                         .total = sim_sum_value(sum->total) };
        row.slack = row.total > 0 ? 0 : sum->slack;
        for (PathPart part = 0; part < N_PATH_PARTS; part++)
            row.seconds[part] = sim_sum_value(sum->seconds[part]);
        g_array_append_val(rows, row);
    }
    g_array_sort(rows, compare_lines);
    if (rows->len > 0)
        settle(&g_array_index(rows, PathLine, 0).total, rows->len, sizeof(PathLine), length);
    for (guint i = 0; i < rows->len; i++) {
        PathLine *row = &g_array_index(rows, PathLine, i);
        settle(row->seconds, N_PATH_PARTS, sizeof row->seconds[0], row->total);
    }
    return rows;
}

/* Fills length, program, processors and lines of `path`; once. */
static void
levels_finish(Levels *levels, CriticalPath *path)
{
    path->length = sim_sum_value(levels->length);
    for (PathPart part = 0; part < N_PATH_PARTS; part++)
        path->program[part] = sim_sum_value(levels->program[part]);
    settle(path->program, N_PATH_PARTS, sizeof path->program[0], path->length);
    path->processors = finish_processors(levels, path->length);
    path->lines = finish_lines(levels, path->length);
}

/* --- the strip -------------------------------------------------------------------------------
 */

/* Thinning costs the length of the strip: done each time that it has grown to so many times
 * what is wanted, the cost is a constant for each activity. */
#define GROWTH 4

/* The path as stretches over time, no more than asked for. */
typedef struct {
    guint most;
    double resolution; /* seconds: shorter neighbours have been united; 0: none have */
    GArray *stretches; /* of PathStretch */
} Strip;

static gboolean
alike(const PathStretch *a, const PathStretch *b)
{
    return a->interval == b->interval && a->site == b->site && a->group == b->group &&
           a->part == b->part;
}

static double
length(const PathStretch *stretch)
{
    return stretch->end - stretch->start;
}

/* Nothing but what is alike is in it. */
static gboolean
is_pure(const PathStretch *stretch)
{
    for (guint part = 0; part < N_PATH_PARTS; part++)
        if (part != stretch->part && stretch->seconds[part] > 0)
            return FALSE;
    return stretch->longest == stretch->seconds[stretch->part];
}

/* `next` comes behind `stretch`. */
static void
unite(PathStretch *stretch, const PathStretch *next)
{
    stretch->end = next->end;
    for (guint part = 0; part < N_PATH_PARTS; part++)
        stretch->seconds[part] += next->seconds[part];
    if (next->longest <= stretch->longest)
        return;
    stretch->longest = next->longest;
    stretch->interval = next->interval;
    stretch->site = next->site;
    stretch->group = next->group;
    stretch->part = next->part;
}

/* Unites what is shorter than the resolution with the one before it that is, too: of two
 * neighbours one at least is as long. */
static void
unite_short(Strip *strip)
{
    PathStretch *all = (PathStretch *)(gpointer)strip->stretches->data;
    guint n = 0;

    for (guint i = 0; i < strip->stretches->len; i++) {
        if (n > 0 && length(&all[n - 1]) < strip->resolution &&
            length(&all[i]) < strip->resolution)
            unite(&all[n - 1], &all[i]);
        else
            all[n++] = all[i];
    }
    g_array_set_size(strip->stretches, n);
}

/* Twice as coarse until there are no more than `most`. */
static void
thin(Strip *strip)
{
    const PathStretch *all = (const PathStretch *)(gconstpointer)strip->stretches->data;
    const double whole = all[strip->stretches->len - 1].end - all[0].start;

    strip->resolution = MAX(strip->resolution, whole / (2.0 * strip->most));
    strip->resolution = MAX(strip->resolution, DBL_MIN);
    for (unite_short(strip); strip->stretches->len > strip->most; unite_short(strip))
        strip->resolution *= 2;
}

/* Appends, in the order of time, an activity of the path that has a weight. */
static void
strip_add(Strip *strip, const TimelineActivity *r)
{
    const PathPart part = part_of(r);
    const double weight = timeline_activity_weight(r);
    PathStretch stretch = { .start = r->start,
                            .end = r->end,
                            .interval = r->interval,
                            .site = r->site,
                            .group = r->group,
                            .part = (guint8)part,
                            .longest = weight };
    const guint n = strip->stretches->len;
    PathStretch *last = n > 0 ? &g_array_index(strip->stretches, PathStretch, n - 1) : NULL;

    if (strip->most == 0)
        return;
    stretch.seconds[part] = weight;
    if (last != NULL && is_pure(last) && alike(last, &stretch)) {
        last->end = stretch.end;
        last->longest += weight;
        last->seconds[part] += weight;
        return;
    }
    g_array_append_val(strip->stretches, stretch);
    if (n + 1 >= GROWTH * (gsize)strip->most)
        thin(strip);
}

/* --- the path --------------------------------------------------------------------------------
 */

typedef struct {
    const Timeline *timeline;
    Levels levels;
    Strip strip;
    GArray *edges; /* of ActivityEdge: the segment at work, events counted from its first */
    SimSum total_cpu;
    double last_end;
} Builder;

static void
builder_clear(Builder *b)
{
    activity_table_clear(&b->levels.lines);
    activity_table_clear(&b->levels.processors);
    activity_table_clear(&b->levels.traffics);
    g_clear_pointer(&b->strip.stretches, g_array_unref);
    g_array_unref(b->edges);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Builder, builder_clear)

static void
add_totals(Builder *b, const TimelineActivity *r)
{
    b->last_end = MAX(b->last_end, r->end);
    if (r->kind != TIMELINE_CPU)
        return;
    const gint64 count =
        r->group == TIMELINE_NO_GROUP ? 1 : timeline_group_get(b->timeline, r->group)->count;
    sim_sum_add(&b->total_cpu, timeline_activity_weight(r) * (double)count);
}

static gboolean
fail_at_cut(guint32 event, GError **error)
{
    g_set_error(error, ACTIVITY_GRAPH_ERROR, ACTIVITY_GRAPH_ERROR_CUT,
                "activities go past event %u, where the timeline is cut", event);
    return FALSE;
}

static gboolean
collect_edges(Builder *b, const TimelineSegment *segment, GError **error)
{
    g_array_set_size(b->edges, 0);
    for (guint64 i = segment->first_activity; i < segment->end_activity; i++) {
        const TimelineActivity *r = timeline_activity(b->timeline, i);
        const ActivityEdge edge = { .from = r->from - segment->first_event,
                                    .to = r->to - segment->first_event,
                                    .weight = timeline_activity_weight(r) };
        if (MIN(r->from, r->to) < segment->first_event)
            return fail_at_cut(segment->first_event, error);
        if (segment->ends_at_cut && MAX(r->from, r->to) > segment->last_event)
            return fail_at_cut(segment->last_event, error);
        add_totals(b, r);
        g_array_append_val(b->edges, edge);
    }
    return TRUE;
}

/* The longest path of a segment is part of the whole only when it leads from cut to cut. */
static gboolean
check_cuts(const Builder *b, const TimelineSegment *segment, const ActivityPath *path,
           GError **error)
{
    if (path->n_edges == 0)
        return TRUE;
    if (segment->begins_at_cut &&
        g_array_index(b->edges, ActivityEdge, path->edges[0]).from != 0)
        return fail_at_cut(segment->first_event, error);
    if (segment->ends_at_cut &&
        path->early[segment->last_event - segment->first_event] < path->length)
        return fail_at_cut(segment->last_event, error);
    return TRUE;
}

/* Edges of the path have ascending numbers. */
static void
add_activities(Builder *b, const TimelineSegment *segment, const ActivityPath *path)
{
    guint next = 0; /* of the path */

    for (guint e = 0; e < b->edges->len; e++) {
        const ActivityEdge *edge = &g_array_index(b->edges, ActivityEdge, e);
        const TimelineActivity *r = timeline_activity(b->timeline, segment->first_activity + e);
        const gboolean on_path = next < path->n_edges && path->edges[next] == e;
        next += on_path ? 1 : 0;
        if (edge->weight == 0)
            continue;
        if (on_path) {
            levels_add(&b->levels, r);
            strip_add(&b->strip, r);
        } else {
            const double slack = path->late[edge->to] - path->early[edge->from] - edge->weight;
            levels_add_slack(&b->levels, r, MAX(slack, 0.0));
        }
    }
}

static gboolean
add_segment(Builder *b, const TimelineSegment *segment, GError **error)
{
    g_auto(ActivityPath) path = { 0 };
    const guint32 n_events = segment->last_event - segment->first_event + 1;

    if (segment->first_activity == segment->end_activity)
        return TRUE;
    if (!collect_edges(b, segment, error))
        return FALSE;
    if (!activity_graph_path(n_events, (const ActivityEdge *)(gpointer)b->edges->data,
                             b->edges->len, &path, error))
        return FALSE;
    if (!check_cuts(b, segment, &path, error))
        return FALSE;
    add_activities(b, segment, &path);
    return TRUE;
}

CriticalPath *
critical_path_new(const Timeline *timeline, guint most_stretches, GError **error)
{
    g_auto(Builder)
        b = { .timeline = timeline,
              .strip = { most_stretches, 0, g_array_new(FALSE, FALSE, sizeof(PathStretch)) },
              .edges = g_array_new(FALSE, FALSE, sizeof(ActivityEdge)) };
    g_autoptr(CriticalPath) path = g_new0(CriticalPath, 1);

    b.levels.timeline = timeline;
    activity_table_init(&b.levels.lines, sizeof(LineSum));
    activity_table_init(&b.levels.processors, sizeof(ProcessorSum));
    activity_table_init(&b.levels.traffics, sizeof(TrafficSum));
    for (guint i = 0; i < timeline_n_segments(timeline); i++) {
        const TimelineSegment segment = timeline_segment(timeline, i);
        if (!add_segment(&b, &segment, error))
            return NULL;
    }
    levels_finish(&b.levels, path);
    if (b.strip.stretches->len > most_stretches)
        thin(&b.strip);
    path->stretches = g_steal_pointer(&b.strip.stretches);
    path->total_cpu = sim_sum_value(b.total_cpu);
    path->maximum_parallelism = path->length > 0 ? path->total_cpu / path->length : 0;
    path->parallelism = b.last_end > 0 ? path->total_cpu / b.last_end : 0;
    return g_steal_pointer(&path);
}

gboolean
critical_path_is_delayed(const CriticalPath *path)
{
    return path->maximum_parallelism > path->parallelism * (1 + 1e-9);
}
