/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Turns the activities of a timeline into items on lanes. What does not fit into the budget is
 * joined: the time is cut into windows of a power of two, the shortest that will do, and of
 * activities shorter than that all of a lane, a window and a kind become one of their whole
 * duration, so that each kind keeps its share of the time at every zoom. Messages between two
 * lanes that begin in one window become one with all their bytes. Intervals that are as short
 * are left to those around them.
 */
#include "src/report/timeline/items.h"

#include <math.h>
#include <string.h>

#include "src/base/number.h"

/* Powers of two that are tried, down from the run's duration. */
#define N_POWERS 64

/* --- colours ---------------------------------------------------------------------------------
 */

/* Green works, blue is the system, yellow is input/output, orange communicates, red waits. */
const guint8 *
timeline_colour(ReportActivity activity)
{
    static const guint8 base[][3] = { { 0, 0, 0 }, { 35, 65, 35 }, { 40, 55, 80 }, { 90, 80, 25 } };
    static const guint8 operation[][3] = { { 90, 55, 15 }, { 80, 25, 20 }, { 65, 40, 65 } };
    if (activity < REPORT_ACTIVITY_OPERATION)
        return base[activity];
    return operation[(activity - REPORT_ACTIVITY_OPERATION) / N_OPERATIONS];
}

/* --- all items -------------------------------------------------------------------------------
 */

typedef void (*Visit)(const TimelineItem *item, gpointer data);

/* An interval that is open on a lane. */
typedef struct {
    guint32 interval;
    double start;
} Open;

/* Short activities of a window that follow each other on a lane, by kind. */
typedef struct {
    gint64 window;
    double first; /* start of the first */
    guint32 n, n_of[REPORT_N_ACTIVITIES];
    double sum[REPORT_N_ACTIVITIES];     /* durations */
    guint64 number[REPORT_N_ACTIVITIES]; /* the first of the kind */
} Bucket;

typedef struct {
    GArray *open; /* of Open, the outermost first; their levels are 0, 1, ... */
    double end;   /* of its last activity */
    Bucket *bucket;
} LaneState;

/* All messages of a traffic between two lanes. */
typedef struct {
    guint32 from, to;
    double bytes, messages;
} LaneMessage;

typedef struct {
    const TimelineExport *export;
    Visit visit;
    gpointer data;
    LaneState *lanes;
    GHashTable *messages; /* traffic + 1 -> GArray of LaneMessage (owned) */
    GArray *path;         /* of guint32: scratch */
    guint32 last_to;      /* event of the last operation with a traffic */
    double grain;         /* seconds: what is shorter is joined; 0: nothing is */
    guint64 n, n_short;   /* items, and those of them that were joined */
    GHashTable *joined;   /* lanes -> TimelineItem: messages of a window (owned) */
} Walk;

/* Cuts an item to the window that is wanted; FALSE: nothing is left. */
static gboolean
cut(const Walk *w, TimelineItem *item)
{
    item->start = MAX(item->start, w->export->options->from);
    item->end = MIN(item->end, w->export->options->to);
    return item->start < item->end;
}

static gboolean
is_short(Walk *w, const TimelineItem *item)
{
    const gboolean joins = item->end - item->start < w->grain;
    w->n++;
    w->n_short += joins;
    return joins;
}

static gint64
window_of(const Walk *w, double start)
{
    return (gint64)floor(start / w->grain);
}

/* Lays what a bucket has one behind the other, from the start of the first on. An interval that
 * began inside of it begins behind it, so that one encloses the other. */
static void
empty_bucket(Walk *w, guint32 lane)
{
    LaneState *state = &w->lanes[lane];
    Bucket *bucket = state->bucket;
    if (bucket->n == 0)
        return;
    TimelineItem item = { .end = bucket->first,
                          .lane = lane,
                          .depth = G_MAXUINT32 - 1,
                          .kind = TIMELINE_ITEM_ACTIVITY };
    for (guint kind = 0; kind < REPORT_N_ACTIVITIES; kind++) {
        if (bucket->n_of[kind] == 0)
            continue;
        item.start = item.end;
        item.end += bucket->sum[kind];
        item.activity = bucket->number[kind];
        item.other = kind;
        item.n = bucket->n_of[kind];
        w->visit(&item, w->data);
    }
    for (guint i = state->open->len; i-- > 0;) {
        Open *open = &g_array_index(state->open, Open, i);
        if (open->start <= bucket->first)
            break;
        open->start = MAX(open->start, item.end);
    }
    memset(bucket, 0, sizeof *bucket);
}

static void
emit_activity(Walk *w, TimelineItem item)
{
    Bucket *bucket = w->lanes[item.lane].bucket;
    if (!cut(w, &item))
        return;
    if (!is_short(w, &item)) {
        empty_bucket(w, item.lane);
        w->visit(&item, w->data);
        return;
    }
    const gint64 window = window_of(w, item.start);
    if (bucket->n > 0 && bucket->window != window)
        empty_bucket(w, item.lane);
    if (bucket->n == 0) {
        bucket->window = window;
        bucket->first = item.start;
    }
    if (bucket->n_of[item.other] == 0)
        bucket->number[item.other] = item.activity;
    bucket->n++;
    bucket->n_of[item.other]++;
    bucket->sum[item.other] += item.end - item.start;
}

static void
emit_message(Walk *w, TimelineItem item)
{
    if (!cut(w, &item))
        return;
    if (!is_short(w, &item)) {
        w->visit(&item, w->data);
        return;
    }
    const gint64 lanes = (gint64)item.lane << 32 | item.other;
    TimelineItem *joined = g_hash_table_lookup(w->joined, &lanes);
    if (joined != NULL && window_of(w, joined->start) == window_of(w, item.start)) {
        joined->end = MAX(joined->end, item.end);
        joined->bytes += item.bytes;
        joined->messages += item.messages;
        joined->n++;
        return;
    }
    if (joined != NULL)
        w->visit(joined, w->data);
    g_hash_table_insert(w->joined, g_memdup2(&lanes, sizeof lanes),
                        g_memdup2(&item, sizeof item));
}

/* The interval at this level of the lane, which ends. */
static void
emit_interval(Walk *w, guint32 lane, guint depth)
{
    LaneState *state = &w->lanes[lane];
    const Open *open = &g_array_index(state->open, Open, depth);
    TimelineItem item = { .start = open->start,
                          .end = state->end,
                          .n = 1,
                          .lane = lane,
                          .other = open->interval,
                          .depth = depth,
                          .kind = TIMELINE_ITEM_INTERVAL };
    if (!cut(w, &item) || is_short(w, &item))
        return;
    empty_bucket(w, lane);
    item.start = MAX(item.start, open->start);
    if (item.start < item.end)
        w->visit(&item, w->data);
}

static void
close_intervals(Walk *w, guint32 lane, guint n_left)
{
    LaneState *state = &w->lanes[lane];
    while (state->open->len > n_left) {
        const guint depth = state->open->len - 1;
        emit_interval(w, lane, depth);
        g_array_set_size(state->open, depth);
    }
}

/* The lane goes on in this interval: closes those that do not enclose it, opens those that do.
 */
static void
go_to_interval(Walk *w, guint32 lane, guint32 interval)
{
    const Interval *intervals = w->export->run->intervals;
    LaneState *state = &w->lanes[lane];
    guint depth = state->open->len;
    if (depth > 0 && g_array_index(state->open, Open, depth - 1).interval == interval)
        return;
    g_array_set_size(w->path, 0);
    for (guint32 i = interval;; i = intervals[i].parent - 1) {
        g_array_append_val(w->path, i); /* the innermost first */
        if (intervals[i].parent == 0)
            break;
    }
    guint n = w->path->len, same = 0;
    while (same < n && same < depth &&
           g_array_index(state->open, Open, same).interval ==
               g_array_index(w->path, guint32, n - 1 - same))
        same++;
    close_intervals(w, lane, same);
    for (guint i = same; i < n; i++) {
        Open open = { g_array_index(w->path, guint32, n - 1 - i), state->end };
        g_array_append_val(state->open, open);
    }
}

static int
compare_messages(gconstpointer va, gconstpointer vb)
{
    const LaneMessage *a = va, *b = vb;
    return ORDER(a->from, b->from) ?: ORDER(a->to, b->to);
}

/* The pairs of a traffic by lanes; those inside of a lane are not drawn. */
static const GArray *
messages_get(Walk *w, guint32 traffic)
{
    const TimelineTraffic *t = timeline_traffic(w->export->timeline, traffic);
    GArray *list = g_hash_table_lookup(w->messages, GUINT_TO_POINTER(traffic + 1));
    if (list != NULL)
        return list;
    list = g_array_new(FALSE, FALSE, sizeof(LaneMessage));
    for (guint i = 0; i < t->n_pairs; i++) {
        const TimelinePair *pair = &t->pairs[i];
        LaneMessage one = { report_timeline_row_of(w->export->lanes, pair->sender),
                            report_timeline_row_of(w->export->lanes, pair->receiver),
                            pair->bytes, pair->messages };
        if (one.from != REPORT_NO_ROW && one.to != REPORT_NO_ROW && one.from != one.to)
            g_array_append_val(list, one);
    }
    g_array_sort(list, compare_messages);
    guint n = 0;
    for (guint i = 0; i < list->len; i++) {
        const LaneMessage one = g_array_index(list, LaneMessage, i);
        LaneMessage *last = n > 0 ? &g_array_index(list, LaneMessage, n - 1) : NULL;
        if (last != NULL && compare_messages(last, &one) == 0) {
            last->bytes += one.bytes;
            last->messages += one.messages;
        } else {
            g_array_index(list, LaneMessage, n++) = one;
        }
    }
    g_array_set_size(list, n);
    g_hash_table_insert(w->messages, GUINT_TO_POINTER(traffic + 1), list);
    return list;
}

static void
walk_messages(Walk *w, const TimelineActivity *r, guint64 number)
{
    if (r->traffic == TIMELINE_NO_TRAFFIC || r->to == w->last_to)
        return; /* the classes of an operation have the same traffic */
    w->last_to = r->to;
    const GArray *list = messages_get(w, r->traffic);
    for (guint i = 0; i < list->len; i++) {
        const LaneMessage *one = &g_array_index(list, LaneMessage, i);
        emit_message(w, (TimelineItem){ .start = r->start,
                                        .end = r->end,
                                        .activity = number,
                                        .bytes = one->bytes,
                                        .messages = one->messages,
                                        .n = 1,
                                        .lane = one->from,
                                        .other = one->to,
                                        .depth = G_MAXUINT32,
                                        .kind = TIMELINE_ITEM_MESSAGE });
    }
}

/* Where an activity starts on the lane: where the one before has ended, but for rounding, so
 * that no interval begins a nanosecond after what it encloses. */
static double
start_on(const Walk *w, guint32 lane, const TimelineActivity *r)
{
    double end = w->lanes[lane].end;
    return fabs(r->start - end) <= 1e-12 * w->export->run->execution_time ? end
                                                                                 : r->start;
}

static void
walk_activity(Walk *w, const TimelineActivity *r, guint64 number)
{
    const TimelineExport *e = w->export;
    const GArray *lanes = r->group != TIMELINE_NO_GROUP
                              ? report_timeline_rows_of_group(e->lanes, r->group)
                              : NULL;
    for (guint i = 0; lanes != NULL && i < lanes->len; i++) {
        const guint32 lane = g_array_index(lanes, guint32, i);
        double start = start_on(w, lane, r);
        go_to_interval(w, lane, e->run->ids[r->interval] - 1);
        w->lanes[lane].end = r->end;
        emit_activity(w, (TimelineItem){ .start = start,
                                         .end = r->end,
                                         .activity = number,
                                         .n = 1,
                                         .lane = lane,
                                         .other = report_activity_of(r),
                                         .depth = G_MAXUINT32 - 1,
                                         .kind = TIMELINE_ITEM_ACTIVITY });
    }
    walk_messages(w, r, number);
}

/* Everything that is still open. */
static void
finish(Walk *w)
{
    GHashTableIter iter;
    gpointer message;
    for (guint i = 0; i < w->export->lanes->rows->len; i++) {
        close_intervals(w, i, 0);
        empty_bucket(w, i);
        g_array_unref(w->lanes[i].open);
        g_free(w->lanes[i].bucket);
    }
    g_hash_table_iter_init(&iter, w->joined);
    while (g_hash_table_iter_next(&iter, NULL, &message))
        w->visit(message, w->data);
}

typedef struct {
    guint64 n, n_short; /* items, and those that were joined */
} Walked;

/* Calls `visit` for each item in the window that is wanted, in no order, with what is shorter
 * than `grain` seconds joined. */
static Walked
walk_all(const TimelineExport *export, double grain, Visit visit, gpointer data)
{
    guint n = export->lanes->rows->len;
    Walk w = { .export = export, .visit = visit, .data = data, .grain = grain };
    w.lanes = g_new0(LaneState, n + 1);
    w.messages = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_array_unref);
    w.joined = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    w.path = g_array_new(FALSE, FALSE, sizeof(guint32));
    for (guint i = 0; i < n; i++)
        w.lanes[i] = (LaneState){ .open = g_array_new(FALSE, FALSE, sizeof(Open)),
                                  .bucket = g_new0(Bucket, 1) };
    for (guint64 i = 0; i < timeline_n_activities(export->timeline); i++)
        walk_activity(&w, timeline_activity(export->timeline, i), i);
    finish(&w);
    g_array_unref(w.path);
    g_hash_table_unref(w.messages);
    g_hash_table_unref(w.joined);
    g_free(w.lanes);
    return (Walked){ w.n, w.n_short };
}

/* --- those that fit --------------------------------------------------------------------------
 */

typedef struct {
    TimelineExport *export;
    guint64 bytes, n_left; /* bytes of all, items that did not fit even so */
    double grain;
    Walked walked;
} Selection;

static void
count(const TimelineItem *item, gpointer data)
{
    Selection *s = data;
    s->bytes += s->export->format->cost(s->export, item);
}

static gboolean
fits(Selection *s, double grain)
{
    s->bytes = 0;
    walk_all(s->export, grain, count, s);
    return s->bytes <= s->export->options->budget;
}

/* The shortest windows for which all fits: 0 where nothing has to be joined. */
static double
find_grain(Selection *s)
{
    int exponent;
    if (fits(s, 0))
        return 0;
    frexp(s->export->run->execution_time, &exponent);
    int shortest = exponent - N_POWERS, longest = exponent;
    while (shortest < longest) {
        const int middle = shortest + (longest - shortest) / 2;
        if (fits(s, ldexp(1, middle)))
            longest = middle;
        else
            shortest = middle + 1;
    }
    return ldexp(1, longest);
}

static void
take(const TimelineItem *item, gpointer data)
{
    Selection *s = data;
    const gsize cost = s->export->format->cost(s->export, item);
    if (s->bytes + cost > s->export->options->budget) {
        s->n_left++;
        return;
    }
    s->bytes += cost;
    g_array_append_vals(s->export->items, item, 1);
}

static int
compare_items(gconstpointer va, gconstpointer vb)
{
    const TimelineItem *a = va, *b = vb;
    return ORDER(a->start, b->start) ?: ORDER(a->depth, b->depth) ?: ORDER(a->lane, b->lane) ?:
           ORDER(a->other, b->other) ?: ORDER(a->activity, b->activity);
}

/* Appends a part of a list. */
static GString *
part(GString *text)
{
    return text->len > 0 ? g_string_append(text, "; ") : text;
}

static void
tell_window(const TimelineExport *e, GString *text)
{
    char buffer[REPORT_NUMBER_SIZE];
    const TimelineExportOptions *o = e->options;
    if (o->from > 0)
        g_string_append_printf(part(text), "what is before %s s",
                               report_number_short(o->from, buffer));
    if (o->to < e->run->execution_time)
        g_string_append_printf(part(text), "what is after %s s",
                               report_number_short(o->to, buffer));
}

static void
tell_lanes(const TimelineExport *e, GString *text)
{
    const gint64 shown = e->lanes->rows->len, all = e->lanes->n_found;
    if (all > shown)
        g_string_append_printf(part(text), "%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " rows",
                               all - shown, all);
}

static void
tell_budget(const Selection *s, GString *text)
{
    char buffer[REPORT_NUMBER_SIZE];
    if (s->walked.n_short > 0)
        g_string_append_printf(
            part(text),
            "%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
            " activities, intervals and messages, those shorter than %s s, are "
            "joined by windows of that length",
            s->walked.n_short, s->walked.n, report_number_short(s->grain, buffer));
    if (s->n_left > 0)
        g_string_append_printf(part(text), "%" G_GUINT64_FORMAT " of what was joined then",
                               s->n_left);
}

char *
timeline_items_select(TimelineExport *export)
{
    Selection s = { .export = export };
    GString *text = g_string_new(NULL);
    s.grain = find_grain(&s);
    s.bytes = 0;
    s.walked = walk_all(export, s.grain, take, &s);
    g_array_sort(export->items, compare_items);
    tell_window(export, text);
    tell_lanes(export, text);
    tell_budget(&s, text);
    return g_string_free(text, text->len == 0);
}
