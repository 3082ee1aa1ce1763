/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/watch/recorder-private.h"

/* Base time: for all classes alike, but for their speeds. */
typedef struct {
    TimelineKind kind;
    guint32 interval, site;
    SimSum t;
} Pending;

static guint32 *
groups_get(SimRecorder *r, const SimPartition *partition)
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

SimRecorder *
sim_recorder_new(Timeline *timeline, const SimPartition *base)
{
    SimRecorder *r = g_new0(SimRecorder, 1);
    timeline_clear(timeline);
    r->timeline = timeline;
    r->partition = base;
    r->last = g_new0(guint32, base->n_classes);
    r->group_of = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    r->group = groups_get(r, base);
    r->pending = g_array_new(FALSE, FALSE, sizeof(Pending));
    r->traffic_of =
        g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    r->site_of = g_array_new(FALSE, TRUE, sizeof(guint32));
    sim_recorder_call(r, 0, NULL, 0);
    return r;
}

void
sim_recorder_free(SimRecorder *r)
{
    if (r == NULL)
        return;
    g_hash_table_unref(r->group_of);
    g_hash_table_unref(r->traffic_of);
    g_array_unref(r->pending);
    g_array_unref(r->site_of);
    g_free(r->last);
    g_free(r);
}

void
sim_recorder_call(SimRecorder *r, guint32 site, const char *file, gint64 line)
{
    r->traffic = TIMELINE_NO_TRAFFIC;
    if (file == NULL) {
        r->site = timeline_site_add(r->timeline, "", 0);
        return;
    }
    if (r->site_of->len <= site)
        g_array_set_size(r->site_of, site + 1);
    guint32 *known = &g_array_index(r->site_of, guint32, site);
    if (*known == 0)
        *known = timeline_site_add(r->timeline, file, line) + 1;
    r->site = *known - 1;
}

void
sim_recorder_interval(SimRecorder *r, guint32 interval)
{
    r->interval = interval;
}

/* --- the clocks -----------------------------------------------------------------------------
 */

void
sim_recorder_refine(SimRecorder *r, const SimPartition *partition, const guint of_old[])
{
    guint32 *last = g_new(guint32, partition->n_classes);
    for (guint c = 0; c < partition->n_classes; c++)
        last[c] = r->last[of_old[c]];
    g_free(r->last);
    r->last = last;
    r->partition = partition;
    r->group = groups_get(r, partition);
}

void
sim_recorder_settle(SimRecorder *r, const SimPartition *partition)
{
    guint32 common = r->last[0];
    for (guint c = 0; c < partition->n_classes; c++)
        r->last[c] = common; /* there is room: it is no finer than the one before */
    r->partition = partition;
    r->group = groups_get(r, partition);
}

/* The classes of a partition are asked for when they do something: most of a fine one never do.
 */
static guint32
group_get(SimRecorder *r, guint c)
{
    if (r->group[c] == TIMELINE_NO_GROUP) {
        gint64 first[RATER_MAX_RANK], least = 0;
        sim_partition_class_first(r->partition, c, first);
        for (guint i = 0; i < r->partition->n_axes; i++)
            least = least * r->partition->axis[i]->size + first[i];
        const TimelineGroup group = {
            .partition = r->partition,
            .class = c,
            .least = least,
            .count = sim_partition_class_size(r->partition, c),
        };
        r->group[c] = timeline_group(r->timeline, &group);
    }
    return r->group[c];
}

void
sim_recorder_add(SimRecorder *r, TimelineKind kind, Operation operation, guint c, double start,
                 double end, guint32 to, guint32 traffic)
{
    const TimelineActivity record = {
        .start = start,
        .end = MAX(start, end), /* a hair below it by rounding */
        .from = r->last[c],
        .to = to,
        .group = group_get(r, c),
        .interval = r->interval,
        .site = r->site,
        .traffic = traffic,
        .kind = (guint8)kind,
        .operation = (guint8)operation,
    };
    timeline_add(r->timeline, &record);
    r->last[c] = to;
}

void
sim_recorder_precede(SimRecorder *r, guint32 from, guint32 to, double at)
{
    const TimelineActivity record = {
        .start = at,
        .end = at,
        .from = from,
        .to = to,
        .group = TIMELINE_NO_GROUP,
        .interval = r->interval,
        .site = r->site,
        .traffic = TIMELINE_NO_TRAFFIC,
        .kind = TIMELINE_PRECEDENCE,
    };
    timeline_add(r->timeline, &record);
}

/* --- accounting -----------------------------------------------------------------------------
 */

void
sim_recorder_spend(SimRecorder *r, TimelineKind kind, double t)
{
    Pending *last =
        r->pending->len > 0 ? &g_array_index(r->pending, Pending, r->pending->len - 1) : NULL;
    if (!(t > 0))
        return;
    if (last != NULL && last->kind == kind && last->interval == r->interval &&
        last->site == r->site) {
        sim_sum_add(&last->t, t);
        return;
    }
    const Pending one = { kind, r->interval, r->site, { t, 0 } };
    g_array_append_val(r->pending, one);
}

void
sim_recorder_flush(SimRecorder *r, guint c, SimSum before, SimSum after, double speed)
{
    const guint32 interval = r->interval, site = r->site;
    double start = sim_sum_value(before);
    SimSum spent = { 0, 0 };
    for (guint i = 0; i < r->pending->len; i++) {
        const Pending *one = &g_array_index(r->pending, Pending, i);
        SimSum at = before;
        sim_sum_add_sum(&spent, one->t);
        sim_sum_add(&at, sim_sum_value(spent) / speed);
        double end = sim_sum_value(i + 1 < r->pending->len ? at : after);
        r->interval = one->interval;
        r->site = one->site;
        sim_recorder_add(r, one->kind, 0, c, start, end, timeline_event(r->timeline),
                         TIMELINE_NO_TRAFFIC);
        start = end;
    }
    r->interval = interval;
    r->site = site;
}

void
sim_recorder_flushed(SimRecorder *r)
{
    g_array_set_size(r->pending, 0);
}

void
sim_recorder_busy(SimRecorder *r, TimelineKind kind, guint c, SimSum before, SimSum after)
{
    if (sim_sum_difference(after, before) > 0)
        sim_recorder_add(r, kind, 0, c, sim_sum_value(before), sim_sum_value(after),
                         timeline_event(r->timeline), TIMELINE_NO_TRAFFIC);
}
