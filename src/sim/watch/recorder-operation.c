/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Collectives, and operations that go on beside the processors.
 */
#include "src/sim/watch/recorder-private.h"

/* Whether all processors inside are at one event, which is returned; else G_MAXUINT32. */
static guint32
common_event(const SimRecorder *r, const SimView *view)
{
    guint32 common = G_MAXUINT32;
    for (guint c = 0; c < view->partition->n_classes; c++) {
        if (!sim_view_inside(view, c))
            continue;
        if (common != G_MAXUINT32 && r->last[c] != common)
            return G_MAXUINT32;
        common = r->last[c];
    }
    return common;
}

void
sim_recorder_synchronise(SimRecorder *r, const SimView *view, Operation operation, SimSum last,
                         gboolean all)
{
    /* Processors at one event have the same clock: none of them waits. */
    guint32 meeting = common_event(r, view), before = G_MAXUINT32;
    double now = sim_sum_value(last);
    if (meeting == G_MAXUINT32) {
        meeting = timeline_event(r->timeline);
        for (guint c = 0; c < view->partition->n_classes; c++) {
            if (!sim_view_inside(view, c))
                continue;
            if (sim_sum_difference(last, view->value[c]) > 0) {
                sim_recorder_add(r, TIMELINE_WAIT, operation, c, sim_sum_value(view->value[c]),
                                 now, meeting, TIMELINE_NO_TRAFFIC);
                continue;
            }
            if (r->last[c] != before)
                sim_recorder_precede(r, r->last[c], meeting, now);
            before = r->last[c];
            r->last[c] = meeting;
        }
    }
    if (all && r->n_going == 0)
        timeline_cut(r->timeline, meeting);
    r->meeting = meeting;
}

void
sim_recorder_communicate(SimRecorder *r, const SimView *view, Operation operation, double cost)
{
    guint32 from = G_MAXUINT32, to = G_MAXUINT32;
    for (guint c = 0; c < view->partition->n_classes; c++) {
        if (!sim_view_inside(view, c))
            continue;
        if (r->last[c] != from) {
            from = r->last[c];
            to = timeline_event(r->timeline);
        }
        SimSum end = view->value[c];
        sim_sum_add(&end, cost);
        sim_recorder_add(r, TIMELINE_COMMUNICATE, operation, c, sim_sum_value(view->value[c]),
                         sim_sum_value(end), to, r->traffic);
    }
}

void
sim_recorder_arrive(SimRecorder *r, const SimView *view, SimSum last)
{
    guint32 arrival = common_event(r, view), before = G_MAXUINT32;
    r->meeting = arrival;
    if (arrival != G_MAXUINT32)
        return;
    r->meeting = arrival = timeline_event(r->timeline);
    for (guint c = 0; c < view->partition->n_classes; c++) {
        if (sim_view_inside(view, c) && r->last[c] != before) {
            before = r->last[c];
            sim_recorder_precede(r, before, arrival, sim_sum_value(last));
        }
    }
}

void
sim_recorder_start(SimRecorder *r, SimAsync *async, Operation operation, gboolean again)
{
    timeline_keep_event(r->timeline, r->meeting);
    if (!again)
        r->n_going++;
    async->recorded = (SimAsyncRecord){ r->meeting, r->interval,       r->site,
                                        r->traffic, (guint8)operation, &r->n_going };
}

/* The message itself, to the event at which it has arrived. */
static guint32
add_message(SimRecorder *r, const SimAsync *async)
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
add_late(SimRecorder *r, const SimView *view, guint32 done)
{
    guint32 before = G_MAXUINT32, after = G_MAXUINT32;
    for (guint c = 0; c < view->partition->n_classes; c++) {
        if (!sim_view_inside(view, c) || r->last[c] == done)
            continue;
        if (r->last[c] != before) {
            double now = sim_sum_value(view->value[c]);
            before = r->last[c];
            after = timeline_event(r->timeline);
            sim_recorder_precede(r, before, after, now);
            sim_recorder_precede(r, done, after, now);
        }
        r->last[c] = after;
    }
}

void
sim_recorder_wait(SimRecorder *r, const SimView *view, Operation operation,
                  const SimAsync *async)
{
    gboolean needed = sim_sum_difference(async->completion, async->start) > 0;
    for (guint c = 0; c < view->partition->n_classes && !needed; c++)
        needed = sim_view_inside(view, c) &&
                 sim_sum_difference(async->completion, view->value[c]) > 0;
    r->n_going--;
    if (!needed)
        return;
    guint32 done = add_message(r, async);
    for (guint c = 0; c < view->partition->n_classes; c++) {
        if (sim_view_inside(view, c) &&
            sim_sum_difference(async->completion, view->value[c]) > 0)
            sim_recorder_add(r, TIMELINE_COMPLETE, operation, c, sim_sum_value(view->value[c]),
                             sim_sum_value(async->completion), done, TIMELINE_NO_TRAFFIC);
    }
    add_late(r, view, done);
}

/* --- traffic --------------------------------------------------------------------------------
 */

void
sim_recorder_messages(SimRecorder *r, double bytes, double messages)
{
    if (messages > 0)
        r->traffic = timeline_traffic_add(r->timeline, bytes, messages, 0, NULL);
}

guint
sim_recorder_most_pairs(const SimRecorder *r)
{
    return timeline_room_for_pairs(r->timeline);
}

gboolean
sim_recorder_known(SimRecorder *r, GBytes *key)
{
    gpointer known = g_hash_table_lookup(r->traffic_of, key);
    if (known != NULL)
        r->traffic = GPOINTER_TO_UINT(known) - 1;
    return known != NULL;
}

void
sim_recorder_traffic(SimRecorder *r, GBytes *key, const RaterTraffic *traffic,
                     const RaterPairs *pairs)
{
    gint64 n = pairs != NULL ? rater_pairs_count(pairs) : 0;
    if (n > timeline_room_for_pairs(r->timeline))
        n = 0;
    g_autofree RaterPair *list = g_new(RaterPair, n + 1);
    g_autofree TimelinePair *all = g_new(TimelinePair, n + 1);
    if (n > 0)
        rater_pairs_list(pairs, list);
    for (gint64 i = 0; i < n; i++)
        all[i] = (TimelinePair){ list[i].from, list[i].to, (double)list[i].bytes, 1 };
    r->traffic =
        timeline_traffic_add(r->timeline, traffic->bytes, traffic->messages, (guint)n, all);
    g_hash_table_insert(r->traffic_of, g_bytes_ref(key), GUINT_TO_POINTER(r->traffic + 1));
}
