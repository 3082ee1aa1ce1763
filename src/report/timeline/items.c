/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Turns the activities of a timeline into items on lanes, and chooses those that fit into the
 * budget: all that are longer than some duration.  Durations are counted by powers of two; of
 * the last power those that come first are taken.
 */
#include "src/report/timeline/items.h"

#include <math.h>

#include "src/base/number.h"

#define N_POWERS 192
#define LEAST    (-128) /* exponent of the first power: shorter ones count as this */

/* --- all items -------------------------------------------------------------------------------
 */

typedef void (*Visit)(const TimelineItem *item, gpointer data);

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
    Visit visit;
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
        emit(w, (TimelineItem){ .start = start,
                                .end = r->end,
                                .activity = number,
                                .lane = lane,
                                .depth = G_MAXUINT32 - 1,
                                .kind = TIMELINE_ITEM_ACTIVITY });
    }
    walk_messages(w, r, number);
}

/* Calls `visit` for each item in the window, whatever the budget. */
static void
walk_all(const TimelineExport *export, Visit visit, gpointer data)
{
    guint n = export->lanes->rows->len;
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

/* --- those that fit --------------------------------------------------------------------------
 */

typedef struct {
    TimelineExport *export;
    guint64 bytes[N_POWERS]; /* by power of two */
    guint64 n, n_left;
    guint boundary;       /* the power that does not fit whole; 0: all fit */
    guint64 rest;         /* bytes left for items of that power */
    gboolean rest_closed; /* one of them did not fit: no more are taken */
    double closed_at;     /* where it starts */
} Selection;

/* 2^(power + LEAST - 1) <= duration < 2^(power + LEAST). */
static guint
power_of(const TimelineItem *item)
{
    int exponent;
    frexp(item->end - item->start, &exponent);
    return (guint)CLAMP(exponent - LEAST, 1, N_POWERS - 1);
}

static void
count(const TimelineItem *item, gpointer data)
{
    Selection *s = data;
    s->bytes[power_of(item)] += s->export->format->cost(s->export, item);
    s->n++;
}

static void
find_boundary(Selection *s)
{
    s->rest = s->export->options->budget;
    for (guint power = N_POWERS; power-- > 1;) {
        if (s->bytes[power] > s->rest) {
            s->boundary = power;
            return;
        }
        s->rest -= s->bytes[power];
    }
}

static gboolean
is_wanted(Selection *s, const TimelineItem *item)
{
    guint power = power_of(item);
    if (power != s->boundary || s->boundary == 0)
        return power > s->boundary;
    gsize cost = s->export->format->cost(s->export, item);
    if (!s->rest_closed && cost > s->rest) {
        s->rest_closed = TRUE;
        s->closed_at = item->start;
    }
    if (s->rest_closed)
        return FALSE;
    s->rest -= cost;
    return TRUE;
}

static void
take(const TimelineItem *item, gpointer data)
{
    Selection *s = data;
    if (is_wanted(s, item))
        g_array_append_vals(s->export->items, item, 1);
    else
        s->n_left++;
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
    if (s->n_left == 0)
        return;
    g_string_append_printf(part(text),
                           "%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                           " activities, intervals and messages: those shorter than %s s",
                           s->n_left, s->n,
                           report_number_short(ldexp(0.5, (int)s->boundary + LEAST), buffer));
    if (s->rest_closed) {
        g_string_append_printf(text, " and, from %s s on,",
                               report_number_short(s->closed_at, buffer));
        g_string_append_printf(text, " those shorter than %s s",
                               report_number_short(ldexp(1, (int)s->boundary + LEAST), buffer));
    }
}

char *
timeline_items_select(TimelineExport *export)
{
    Selection s = { .export = export };
    GString *text = g_string_new(NULL);
    walk_all(export, count, &s);
    find_boundary(&s);
    walk_all(export, take, &s);
    g_array_sort(export->items, compare_items);
    tell_window(export, text);
    tell_lanes(export, text);
    tell_budget(&s, text);
    return g_string_free(text, text->len == 0);
}
