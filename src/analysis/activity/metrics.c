/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/activity/metrics.h"

#include <math.h>

#include "src/analysis/activity/table.h"

#define PROGRAM   METRICS_PROGRAM
#define MACHINE   METRICS_MACHINE
#define PROCESSOR METRICS_PROCESSOR
#define INTERVAL  METRICS_INTERVAL
#define CALL      METRICS_CALL

const MetricInfo *
metric_info(Metric metric)
{
    static const MetricInfo infos[N_METRICS] = {
#define METRIC(id, symbol, label, unit, levels)                                                \
    [METRIC_##id] = { symbol, label, METRIC_##unit, levels },
#include "src/analysis/activity/metrics.def"
#undef METRIC
    };

    g_assert(metric < N_METRICS);
    return &infos[metric];
}

/* What one processor did, or several together. */
typedef struct {
    SimSum cpu, wait, wait_cpu, calls;
} Times;

/* What one processor of a group did at a line of an interval. */
typedef struct {
    gint64 group, interval, site;
    Times times;
} Cell;

/* Times of first and last activity; first > last: none. */
typedef struct {
    double first, last;
} Span;

static const Span nothing = { INFINITY, -INFINITY };

struct _MetricsTable {
    const Timeline *timeline;
    gint64 processors, machine_size;
    ActivityTable cells; /* of Cell */
    GArray *moves;       /* of guint64, by traffic: how many operations moved it */
    GArray *moved;       /* of MetricsMoved, by interval; missing ones are 0 */
    Span *spans;         /* by group */
    Span program;
};

/* Extends a span by another; a span without activities changes nothing. */
static void
span_add(Span *span, double first, double last)
{
    span->first = MIN(span->first, first);
    span->last = MAX(span->last, last);
}

static double
span_length(const Span *span)
{
    return span->last > span->first ? span->last - span->first : 0;
}

/* --- one pass over the activities ------------------------------------------------------------
 */

/* What is known of an event. */
typedef struct {
    guint32 interval, site; /* of the call whose activity ended there; METRICS_ANY: none */
    guint32 to, traffic;    /* the last operation with traffic that began there */
} Mark;

typedef struct {
    TimelineSegment at;
    Mark *marks; /* of the events of the segment from its first */
} Scan;

typedef struct {
    const TimelineActivity *activity;
    gint64 count;         /* processors of its group, 0: none */
    gboolean begins_call; /* of a group: not user time, and nothing of its line, not user time,
                           * came right before */
    gboolean moves; /* has traffic, and is the first activity of its operation: groups that
                     * take part go from one event to another together */
} Step;

typedef void (*Visit)(const Step *step, gpointer data);

static Mark *
mark_of(const Scan *scan, guint32 event)
{
    g_assert(event >= scan->at.first_event && event <= scan->at.last_event);
    return &scan->marks[event - scan->at.first_event];
}

/* Calls go on through precedences: the last to arrive does not wait. */
static gboolean
mark_call(const Scan *scan, const TimelineActivity *r)
{
    const Mark *from = mark_of(scan, r->from);
    Mark *to = mark_of(scan, r->to);
    const gboolean goes_on =
        from->interval == r->interval && from->site == r->site && from->site != METRICS_ANY;
    const gboolean precedence = r->kind == TIMELINE_PRECEDENCE;

    if (r->kind == TIMELINE_MESSAGE)
        return FALSE;
    if (r->kind == TIMELINE_CPU) {
        to->interval = to->site = METRICS_ANY;
    } else if (!precedence) {
        to->interval = r->interval;
        to->site = r->site;
    } else if (from->site != METRICS_ANY) {
        to->interval = from->interval;
        to->site = from->site;
    }
    return !goes_on && !precedence && r->kind != TIMELINE_CPU;
}

static gboolean
mark_operation(const Scan *scan, const TimelineActivity *r)
{
    Mark *from = mark_of(scan, r->from);

    if ((r->kind != TIMELINE_COMMUNICATE && r->kind != TIMELINE_MESSAGE) ||
        r->traffic == TIMELINE_NO_TRAFFIC)
        return FALSE;
    if (from->to == r->to && from->traffic == r->traffic)
        return FALSE;
    from->to = r->to;
    from->traffic = r->traffic;
    return TRUE;
}

/* What is known of a cut goes with it into the next segment. */
static void
begin_segment(Scan *scan, const TimelineSegment *next)
{
    const Mark no_mark = { METRICS_ANY, METRICS_ANY, 0, TIMELINE_NO_TRAFFIC };
    const Mark first =
        scan->marks != NULL ? scan->marks[scan->at.last_event - scan->at.first_event] : no_mark;
    const guint32 n = next->last_event - next->first_event + 1;

    scan->at = *next;
    scan->marks = g_renew(Mark, scan->marks, n);
    scan->marks[0] = first;
    for (guint32 v = 1; v < n; v++)
        scan->marks[v] = no_mark;
}

static void
scan_all(const Timeline *timeline, Visit visit, gpointer data)
{
    Scan scan = { .marks = NULL };

    for (guint k = 0; k < timeline_n_segments(timeline); k++) {
        const TimelineSegment segment = timeline_segment(timeline, k);
        begin_segment(&scan, &segment);
        for (guint64 i = segment.first_activity; i < segment.end_activity; i++) {
            const TimelineActivity *r = timeline_activity(timeline, i);
            const gint64 count = r->group == TIMELINE_NO_GROUP || r->kind >= TIMELINE_MESSAGE
                                     ? 0
                                     : timeline_group_get(timeline, r->group)->count;
            const Step step = { .activity = r,
                                .count = count,
                                .begins_call = mark_call(&scan, r) && count > 0,
                                .moves = mark_operation(&scan, r) };
            visit(&step, data);
        }
    }
    g_free(scan.marks);
}

/* --- the table -------------------------------------------------------------------------------
 */

/* Where the time of an activity counts. */
static SimSum *
time_of(Times *times, const TimelineActivity *r)
{
    return r->kind == TIMELINE_CPU   ? &times->cpu
           : r->kind == TIMELINE_SYS ? &times->wait_cpu
                                     : &times->wait;
}

static void
add_moved(MetricsTable *table, const TimelineActivity *r)
{
    const TimelineTraffic *traffic = timeline_traffic(table->timeline, r->traffic);

    g_array_set_size(table->moved, MAX(table->moved->len, r->interval + 1));
    MetricsMoved *moved = &g_array_index(table->moved, MetricsMoved, r->interval);
    moved->messages += traffic->messages;
    moved->bytes += traffic->bytes;
}

static void
add_step(const Step *step, gpointer data)
{
    MetricsTable *table = data;
    const TimelineActivity *r = step->activity;

    if (step->moves) {
        g_array_set_size(table->moves, MAX(table->moves->len, r->traffic + 1));
        g_array_index(table->moves, guint64, r->traffic)++;
        add_moved(table, r);
    }
    if (r->kind != TIMELINE_PRECEDENCE)
        span_add(&table->program, r->start, r->end);
    if (step->count == 0)
        return;
    Cell *cell = activity_table_get(&table->cells, r->group, r->interval, r->site);
    sim_sum_add(time_of(&cell->times, r), r->end - r->start);
    sim_sum_add(&cell->times.calls, step->begins_call ? 1 : 0);
    span_add(&table->spans[r->group], r->start, r->end);
}

MetricsTable *
metrics_new(const Timeline *timeline, gint64 machine_size)
{
    const gint64 processors = timeline_processors(timeline);
    MetricsTable *table = g_new0(MetricsTable, 1);

    table->timeline = timeline;
    table->processors = processors;
    table->machine_size = machine_size > 0 ? MIN(machine_size, processors) : MAX(processors, 1);
    activity_table_init(&table->cells, sizeof(Cell));
    table->moves = g_array_new(FALSE, TRUE, sizeof(guint64));
    table->moved = g_array_new(FALSE, TRUE, sizeof(MetricsMoved));
    table->spans = g_new(Span, timeline_n_groups(timeline));
    for (guint32 g = 0; g < timeline_n_groups(timeline); g++)
        table->spans[g] = nothing;
    table->program = nothing;
    scan_all(timeline, add_step, table);
    if (table->program.last < table->program.first)
        table->program = (Span){ 0, 0 };
    return table;
}

void
metrics_free(MetricsTable *table)
{
    if (table == NULL)
        return;
    activity_table_clear(&table->cells);
    g_array_unref(table->moves);
    g_array_unref(table->moved);
    g_free(table->spans);
    g_free(table);
}

gint64
metrics_machines(const MetricsTable *table)
{
    return (table->processors - 1) / table->machine_size + 1;
}

GArray *
metrics_processors(const MetricsTable *table, guint most)
{
    GArray *numbers = g_array_new(FALSE, FALSE, sizeof(gint64));
    guint n = 0;

    for (gint64 p = 0; table->processors <= most && p < table->processors; p++)
        g_array_append_val(numbers, p);
    if (table->processors <= most)
        return numbers;
    for (guint32 g = 0; g < timeline_n_groups(table->timeline); g++)
        g_array_append_val(numbers, timeline_group_get(table->timeline, g)->least);
    g_array_sort(numbers, compare_int64);
    for (guint i = 0; i < numbers->len; i++) {
        const gint64 p = g_array_index(numbers, gint64, i);
        if (n < most && (n == 0 || g_array_index(numbers, gint64, n - 1) != p))
            g_array_index(numbers, gint64, n++) = p;
    }
    g_array_set_size(numbers, n);
    return numbers;
}

/* --- values ----------------------------------------------------------------------------------
 */

/* The processors first .. end - 1. */
typedef struct {
    gint64 first, end;
} Range;

static Range
level_range(const MetricsTable *table, MetricsLevel level, gint64 number)
{
    if (level == METRICS_MACHINE)
        return (Range){ number * table->machine_size,
                        MIN(table->processors, (number + 1) * table->machine_size) };
    if (level == METRICS_PROCESSOR)
        return (Range){ number, number + 1 };
    return (Range){ 0, table->processors };
}

static gint64
count_in_range(const MetricsTable *table, const TimelineGroup *group, Range range)
{
    gint64 n = 0;

    if (range.first == 0 && range.end == table->processors)
        return group->count;
    for (gint64 p = range.first; p < range.end; p++)
        n += timeline_group_has(group, p) ? 1 : 0;
    return n;
}

/* How many processors of each group are in the range; free with g_free(). */
static gint64 *
group_counts(const MetricsTable *table, Range range)
{
    const guint32 n = timeline_n_groups(table->timeline);
    gint64 *counts = g_new0(gint64, n);

    for (guint32 g = 0; g < n; g++)
        counts[g] = count_in_range(table, timeline_group_get(table->timeline, g), range);
    return counts;
}

static gboolean
range_has(Range range, gint64 processor)
{
    return range.first <= processor && processor < range.end;
}

/* The share of messages with an end among s of p processors when all pairs are as likely. */
static double
mean_share(gint64 s, gint64 p)
{
    if (p < 2 || s >= p)
        return 1;
    return 1 - (double)(p - s) / (double)p * ((double)(p - s - 1) / (double)(p - 1));
}

/* What metrics are computed from; of all processors together. */
typedef struct {
    double time; /* T */
    Times times;
    SimSum bytes, messages;
    double lines;
} Sum;

/* Adds what n processors did alike. */
static void
add_times(Times *sum, const Times *one, double n)
{
    sim_sum_add(&sum->cpu, sim_sum_value(one->cpu) * n);
    sim_sum_add(&sum->wait, sim_sum_value(one->wait) * n);
    sim_sum_add(&sum->wait_cpu, sim_sum_value(one->wait_cpu) * n);
    sim_sum_add(&sum->calls, sim_sum_value(one->calls) * n);
}

/* Adds what the processors of the range send and receive of n operations alike. */
static void
add_traffic(Sum *sum, const MetricsTable *table, guint32 id, Range range, double n)
{
    const TimelineTraffic *traffic = timeline_traffic(table->timeline, id);
    double bytes = traffic->bytes, messages = traffic->messages;
    double own_bytes = 0, own_messages = 0;

    for (guint i = 0; i < traffic->n_pairs; i++) {
        const TimelinePair *pair = &traffic->pairs[i];
        bytes -= pair->bytes;
        messages -= pair->messages;
        if (range_has(range, pair->sender) || range_has(range, pair->receiver)) {
            own_bytes += pair->bytes;
            own_messages += pair->messages;
        }
    }
    /* what the pairs do not tell */
    const double share = mean_share(range.end - range.first, table->processors);
    sim_sum_add(&sum->bytes, (own_bytes + MAX(bytes, 0.0) * share) * n);
    sim_sum_add(&sum->messages, (own_messages + MAX(messages, 0.0) * share) * n);
}

static double
ratio(double a, double b)
{
    return b > 0 ? a / b : (double)NAN;
}

static Metrics
sum_finish(const Sum *sum, const MetricsTable *table, Range range)
{
    const gint64 size = table->machine_size;
    const double processors = (double)(range.end - range.first);
    const double machines = (double)((range.end - 1) / size - range.first / size + 1);
    const double cpu = sim_sum_value(sum->times.cpu);
    const double wait = sim_sum_value(sum->times.wait);
    const double wait_cpu = sim_sum_value(sum->times.wait_cpu);
    const double bytes = sim_sum_value(sum->bytes);
    const double messages = sim_sum_value(sum->messages);

    return (Metrics){ .value = {
                          [METRIC_MACHINES] = machines,
                          [METRIC_PROCESSORS] = processors,
                          [METRIC_TIME] = sum->time,
                          [METRIC_CPU] = cpu,
                          [METRIC_WAIT] = wait,
                          [METRIC_WAIT_CPU] = wait_cpu,
                          [METRIC_MESSAGES] = messages,
                          [METRIC_BYTES] = bytes,
                          [METRIC_LINES] = sum->lines,
                          [METRIC_CALLS] = sim_sum_value(sum->times.calls),
                          [METRIC_RESPONSE] = ratio(sum->time, cpu),
                          [METRIC_PARALLELISM] = ratio(cpu, sum->time),
                          [METRIC_UTILISATION] = ratio(cpu, sum->time * processors),
                          [METRIC_LOAD] = ratio(cpu + wait_cpu, cpu),
                          [METRIC_PROGRESS] = ratio(cpu, wait),
                          [METRIC_MESSAGE_RATE] = ratio(messages, sum->time),
                          [METRIC_BYTE_RATE] = ratio(bytes, sum->time),
                      } };
}

static double
level_time(const MetricsTable *table, MetricsLevel level, const gint64 *counts)
{
    Span span = nothing;

    if (level == METRICS_PROGRAM)
        return span_length(&table->program);
    for (guint g = 0; g < timeline_n_groups(table->timeline); g++) {
        if (counts[g] > 0)
            span_add(&span, table->spans[g].first, table->spans[g].last);
    }
    return span_length(&span);
}

MetricsMoved
metrics_moved(const MetricsTable *table, guint32 interval)
{
    return interval < table->moved->len ? g_array_index(table->moved, MetricsMoved, interval)
                                        : (MetricsMoved){ 0, 0 };
}

Metrics
metrics_get(const MetricsTable *table, MetricsLevel level, gint64 number)
{
    const Range range = level_range(table, level, number);
    g_autofree gint64 *counts = group_counts(table, range);
    g_autofree guint8 *lines = g_new0(guint8, timeline_n_sites(table->timeline));
    Sum sum = { .time = level_time(table, level, counts) };

    for (guint i = 0; i < table->cells.all->len; i++) {
        const Cell *cell = table->cells.all->pdata[i];
        if (counts[cell->group] == 0)
            continue;
        add_times(&sum.times, &cell->times, (double)counts[cell->group]);
        if (cell->site < timeline_n_sites(table->timeline) && !lines[cell->site]) {
            lines[cell->site] = TRUE;
            sum.lines++;
        }
    }
    for (guint32 t = 0; t < table->moves->len; t++) {
        const guint64 n = g_array_index(table->moves, guint64, t);
        if (n > 0)
            add_traffic(&sum, table, t, range, (double)n);
    }
    return sum_finish(&sum, table, range);
}

/* --- profiles --------------------------------------------------------------------------------
 */

typedef struct {
    gint64 interval, site, none;
    Times times;
} ProfileSum;

/* Largest first. */
static gint
compare_rows(gconstpointer a, gconstpointer b)
{
    const MetricsProfile *x = a, *y = b;

    return ORDER(y->cpu, x->cpu) ?: ORDER(y->wait, x->wait) ?: ORDER(y->calls, x->calls) ?:
           ORDER(x->interval, y->interval) ?: ORDER(x->site, y->site);
}

GArray *
metrics_profile(const MetricsTable *table, gint64 processor, MetricsLevel level)
{
    const MetricsLevel of = processor < 0 ? METRICS_PROGRAM : METRICS_PROCESSOR;
    g_autofree gint64 *counts = group_counts(table, level_range(table, of, processor));
    ActivityTable sums;
    GArray *rows = g_array_new(FALSE, FALSE, sizeof(MetricsProfile));

    activity_table_init(&sums, sizeof(ProfileSum));
    for (guint i = 0; i < table->cells.all->len; i++) {
        const Cell *cell = table->cells.all->pdata[i];
        if (counts[cell->group] == 0)
            continue;
        ProfileSum *row = activity_table_get(
            &sums, cell->interval, level == METRICS_CALL ? cell->site : METRICS_ANY, 0);
        add_times(&row->times, &cell->times, (double)counts[cell->group]);
    }
    for (guint i = 0; i < sums.all->len; i++) {
        const ProfileSum *sum = sums.all->pdata[i];
        const MetricsProfile row = { .interval = (guint32)sum->interval,
                                     .site = (guint32)sum->site,
                                     .calls = sim_sum_value(sum->times.calls),
                                     .cpu = sim_sum_value(sum->times.cpu),
                                     .wait = sim_sum_value(sum->times.wait),
                                     .wait_cpu = sim_sum_value(sum->times.wait_cpu) };
        g_array_append_val(rows, row);
    }
    g_array_sort(rows, compare_rows);
    activity_table_clear(&sums);
    return rows;
}

/* --- over time -------------------------------------------------------------------------------
 */

typedef struct {
    const Timeline *timeline;
    guint n;
    double first, width; /* seconds; width 0: everything is in the first bin */
    Sum *sums;           /* n */
} Histogram;

static guint
bin_at(const Histogram *h, double time)
{
    const double bin = h->width > 0 ? floor((time - h->first) / h->width) : 0;
    return (guint)CLAMP(bin, 0.0, (double)(h->n - 1));
}

/* Adds the time of n processors, and what moves, in proportion to the parts of the activity
 * that are in each bin. */
static void
spread_step(const Step *step, gpointer data)
{
    const Histogram *h = data;
    const TimelineActivity *r = step->activity;
    const TimelineTraffic *traffic =
        step->moves ? timeline_traffic(h->timeline, r->traffic) : NULL;
    const double n = (double)step->count, duration = r->end - r->start;
    const guint first = bin_at(h, r->start), last = bin_at(h, r->end);

    for (guint b = first; b <= last; b++) {
        const double start = b == first ? r->start : h->first + b * h->width;
        const double end = b == last ? r->end : h->first + (b + 1) * h->width;
        const double share = first == last ? 1 : MAX(end - start, 0.0) / duration;
        Sum *sum = &h->sums[b];
        sim_sum_add(time_of(&sum->times, r), duration * n * share);
        sim_sum_add(&sum->bytes, traffic != NULL ? traffic->bytes * share : 0);
        sim_sum_add(&sum->messages, traffic != NULL ? traffic->messages * share : 0);
    }
    if (step->begins_call)
        sim_sum_add(&h->sums[first].times.calls, n);
}

GArray *
metrics_histogram(const MetricsTable *table, guint n_bins)
{
    const Range all = { 0, table->processors };
    g_autofree Sum *sums = g_new0(Sum, n_bins);
    Histogram h = { table->timeline, n_bins, table->program.first,
                    span_length(&table->program) / n_bins, sums };
    GArray *bins = g_array_sized_new(FALSE, FALSE, sizeof(Metrics), n_bins);

    scan_all(table->timeline, spread_step, &h);
    for (guint b = 0; b < n_bins; b++) {
        sums[b].time = h.width;
        sums[b].lines = NAN;
        const Metrics metrics = sum_finish(&sums[b], table, all);
        g_array_append_val(bins, metrics);
    }
    return bins;
}
