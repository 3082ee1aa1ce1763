/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/activity/critical-path-levels.h"

#include <math.h>

/* More than settling has ever needed; it ends when nothing is left over. */
#define MOST_ROUNDS 8

typedef struct {
    guint64 key; /* interval and site */
    SimSum seconds[N_PATH_PARTS];
    SimSum total;
    double slack; /* INFINITY: nothing off the path yet */
} LineSum;

typedef struct {
    gint64 sender, receiver;
    PathPart part;
    SimSum seconds;
} ProcessorSum;

typedef struct {
    guint64 key; /* traffic */
    SimSum seconds;
} TrafficSum;

/* Tables find what the arrays keep in the order of first occurrence, so that nothing hangs on
 * hash order. */
struct _PathLevels {
    const Timeline *timeline;
    SimSum length;
    SimSum program[N_PATH_PARTS];
    GPtrArray *lines, *processors, *traffics; /* of LineSum, ProcessorSum, TrafficSum */
    GHashTable *line_table, *processor_table, *traffic_table;
    LineSum *last_line; /* the line asked for last: neighbours are mostly of one */
};

static guint
processor_hash(gconstpointer p)
{
    const ProcessorSum *sum = p;
    const guint64 key =
        ((guint64)sum->sender << 32) ^ (guint64)sum->receiver ^ ((guint64)sum->part << 56);
    return sim_pair_hash(&key);
}

static gboolean
processor_equal(gconstpointer a, gconstpointer b)
{
    const ProcessorSum *x = a, *y = b;
    return x->sender == y->sender && x->receiver == y->receiver && x->part == y->part;
}

PathLevels *
path_levels_new(const Timeline *timeline)
{
    PathLevels *levels = g_new0(PathLevels, 1);

    levels->timeline = timeline;
    levels->lines = g_ptr_array_new_with_free_func(g_free);
    levels->processors = g_ptr_array_new_with_free_func(g_free);
    levels->traffics = g_ptr_array_new_with_free_func(g_free);
    levels->line_table = g_hash_table_new(sim_pair_hash, g_int64_equal);
    levels->processor_table = g_hash_table_new(processor_hash, processor_equal);
    levels->traffic_table = g_hash_table_new(sim_pair_hash, g_int64_equal);
    return levels;
}

void
path_levels_free(PathLevels *levels)
{
    if (levels == NULL)
        return;
    g_hash_table_unref(levels->line_table);
    g_hash_table_unref(levels->processor_table);
    g_hash_table_unref(levels->traffic_table);
    g_ptr_array_unref(levels->lines);
    g_ptr_array_unref(levels->processors);
    g_ptr_array_unref(levels->traffics);
    g_free(levels);
}

PathPart
path_levels_part(const TimelineActivity *activity)
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

static LineSum *
find_line(PathLevels *levels, const TimelineActivity *activity)
{
    const guint64 key = ((guint64)activity->interval << 32) | activity->site;
    LineSum *line = levels->last_line;

    if (line != NULL && line->key == key)
        return line;
    line = g_hash_table_lookup(levels->line_table, &key);
    if (line == NULL) {
        line = g_new0(LineSum, 1);
        line->key = key;
        line->slack = INFINITY;
        g_ptr_array_add(levels->lines, line);
        g_hash_table_insert(levels->line_table, &line->key, line);
    }
    levels->last_line = line;
    return line;
}

static void
add_processor(PathLevels *levels, gint64 sender, gint64 receiver, PathPart part, SimSum seconds)
{
    const ProcessorSum key = { .sender = sender, .receiver = receiver, .part = part };
    ProcessorSum *sum = g_hash_table_lookup(levels->processor_table, &key);

    if (sum == NULL) {
        sum = g_memdup2(&key, sizeof key);
        g_ptr_array_add(levels->processors, sum);
        g_hash_table_insert(levels->processor_table, sum, sum);
    }
    sim_sum_add_sum(&sum->seconds, seconds);
}

static void
add_traffic(PathLevels *levels, guint32 traffic, double weight)
{
    const guint64 key = traffic;
    TrafficSum *sum = g_hash_table_lookup(levels->traffic_table, &key);

    if (sum == NULL) {
        sum = g_new0(TrafficSum, 1);
        sum->key = key;
        g_ptr_array_add(levels->traffics, sum);
        g_hash_table_insert(levels->traffic_table, &sum->key, sum);
    }
    sim_sum_add(&sum->seconds, weight);
}

void
path_levels_add(PathLevels *levels, const TimelineActivity *activity)
{
    const double weight = timeline_activity_weight(activity);
    const PathPart part = path_levels_part(activity);
    LineSum *line = find_line(levels, activity);

    sim_sum_add(&levels->length, weight);
    sim_sum_add(&levels->program[part], weight);
    sim_sum_add(&line->seconds[part], weight);
    sim_sum_add(&line->total, weight);
    if (part >= PATH_COMMUNICATION) {
        /* shared out among the pairs at the end, once for all operations that moved the same */
        add_traffic(levels, activity->traffic, weight);
        return;
    }
    const gint64 p = activity->group == TIMELINE_NO_GROUP
                         ? 0
                         : timeline_group_get(levels->timeline, activity->group)->least;
    add_processor(levels, p, p, part, (SimSum){ weight, 0 });
}

void
path_levels_add_slack(PathLevels *levels, const TimelineActivity *activity, double slack)
{
    LineSum *line = find_line(levels, activity);
    line->slack = MIN(line->slack, slack);
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
share_traffic(PathLevels *levels, const TrafficSum *sum)
{
    const TimelineTraffic *traffic =
        sum->key == TIMELINE_NO_TRAFFIC ? NULL
                                        : timeline_traffic(levels->timeline, (guint32)sum->key);
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

    if (x->seconds != y->seconds)
        return x->seconds < y->seconds ? 1 : -1;
    if (x->sender != y->sender)
        return x->sender < y->sender ? -1 : 1;
    if (x->receiver != y->receiver)
        return x->receiver < y->receiver ? -1 : 1;
    return (gint)x->part - (gint)y->part;
}

static GArray *
finish_processors(PathLevels *levels, double length)
{
    GArray *rows = g_array_new(FALSE, TRUE, sizeof(PathProcessor));

    for (guint i = 0; i < levels->traffics->len; i++)
        share_traffic(levels, levels->traffics->pdata[i]);
    for (guint i = 0; i < levels->processors->len; i++) {
        const ProcessorSum *sum = levels->processors->pdata[i];
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

    if (x->total != y->total)
        return x->total < y->total ? 1 : -1;
    if (x->slack != y->slack)
        return x->slack < y->slack ? -1 : 1;
    if (x->interval != y->interval)
        return x->interval < y->interval ? -1 : 1;
    return x->site == y->site ? 0 : x->site < y->site ? -1 : 1;
}

static GArray *
finish_lines(const PathLevels *levels, double length)
{
    GArray *rows = g_array_new(FALSE, TRUE, sizeof(PathLine));

    for (guint i = 0; i < levels->lines->len; i++) {
        const LineSum *sum = levels->lines->pdata[i];
        PathLine row = { .interval = (guint32)(sum->key >> 32),
                         .site = (guint32)sum->key,
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

void
path_levels_finish(PathLevels *levels, CriticalPath *path)
{
    path->length = sim_sum_value(levels->length);
    for (PathPart part = 0; part < N_PATH_PARTS; part++)
        path->program[part] = sim_sum_value(levels->program[part]);
    settle(path->program, N_PATH_PARTS, sizeof path->program[0], path->length);
    path->processors = finish_processors(levels, path->length);
    path->lines = finish_lines(levels, path->length);
}
