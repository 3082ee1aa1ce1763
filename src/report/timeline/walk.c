/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Turns the activities of a timeline into items on lanes.
 */
#include <math.h>

#include "src/report/timeline/items.h"

/* An interval that is open on a lane. */
typedef struct {
    guint32 interval;
    double start;
} Open;

typedef struct {
    GArray *open; /* of Open, the outermost first; their levels are 0, 1, ... */
    double end;   /* of its last activity */
} LaneState;

/* All messages of a traffic between two lanes. */
typedef struct {
    guint32 from, to;
    double bytes, messages;
} LaneMessage;

typedef struct {
    const TimelineExport *export;
    TimelineVisit visit;
    gpointer data;
    LaneState *lanes;
    GHashTable *messages; /* traffic + 1 -> GArray of LaneMessage (owned) */
    GArray *path;         /* of guint32: scratch */
    guint32 last_to;      /* event of the last operation with a traffic */
} Walk;

/* Cuts an item to the window. */
static void
emit(const Walk *w, TimelineItem item)
{
    item.start = MAX(item.start, w->export->options->from);
    item.end = MIN(item.end, w->export->options->to);
    if (item.start < item.end)
        w->visit(&item, w->data);
}

static void
close_intervals(Walk *w, guint32 lane, guint n_left)
{
    LaneState *state = &w->lanes[lane];
    while (state->open->len > n_left) {
        guint depth = state->open->len - 1;
        const Open *open = &g_array_index(state->open, Open, depth);
        emit(w, (TimelineItem){ .start = open->start,
                                .end = state->end,
                                .lane = lane,
                                .other = open->interval,
                                .depth = depth,
                                .kind = TIMELINE_ITEM_INTERVAL });
        g_array_set_size(state->open, depth);
    }
}

/* The lane goes on in this interval: closes those that do not enclose it, opens those that do.
 */
static void
go_to_interval(Walk *w, guint32 lane, guint32 interval)
{
    const Interval *intervals = w->export->prediction->intervals;
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
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return (a->to > b->to) - (a->to < b->to);
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
        LaneMessage one = { timeline_lanes_of_processor(w->export->lanes, pair->sender),
                            timeline_lanes_of_processor(w->export->lanes, pair->receiver),
                            pair->bytes, pair->messages };
        if (one.from != TIMELINE_NO_LANE && one.to != TIMELINE_NO_LANE && one.from != one.to)
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
        emit(w, (TimelineItem){ .start = r->start,
                                .end = r->end,
                                .activity = number,
                                .bytes = one->bytes,
                                .messages = one->messages,
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
    return fabs(r->start - end) <= 1e-12 * w->export->prediction->execution_time ? end
                                                                                 : r->start;
}

static void
walk_activity(Walk *w, const TimelineActivity *r, guint64 number)
{
    const TimelineExport *e = w->export;
    guint n = 0;
    const guint32 *lanes =
        r->group != TIMELINE_NO_GROUP ? timeline_lanes_of_group(e->lanes, r->group, &n) : NULL;
    for (guint i = 0; i < n; i++) {
        double start = start_on(w, lanes[i], r);
        go_to_interval(w, lanes[i], e->prediction->interval_of[r->interval]);
        w->lanes[lanes[i]].end = r->end;
        emit(w, (TimelineItem){ .start = start,
                                .end = r->end,
                                .activity = number,
                                .lane = lanes[i],
                                .depth = G_MAXUINT32 - 1,
                                .kind = TIMELINE_ITEM_ACTIVITY });
    }
    walk_messages(w, r, number);
}

void
timeline_items_walk(const TimelineExport *export, TimelineVisit visit, gpointer data)
{
    guint n = timeline_lanes_n(export->lanes);
    Walk w = { .export = export, .visit = visit, .data = data };
    w.lanes = g_new0(LaneState, n + 1);
    w.messages = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_array_unref);
    w.path = g_array_new(FALSE, FALSE, sizeof(guint32));
    for (guint i = 0; i < n; i++)
        w.lanes[i].open = g_array_new(FALSE, FALSE, sizeof(Open));
    for (guint64 i = 0; i < timeline_n_activities(export->timeline); i++)
        walk_activity(&w, timeline_activity(export->timeline, i), i);
    for (guint i = 0; i < n; i++) {
        close_intervals(&w, i, 0);
        g_array_unref(w.lanes[i].open);
    }
    g_array_unref(w.path);
    g_hash_table_unref(w.messages);
    g_free(w.lanes);
}
