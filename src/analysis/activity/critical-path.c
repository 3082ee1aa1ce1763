/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/activity/critical-path.h"

#include "src/analysis/activity/critical-path-levels.h"
#include "src/analysis/activity/critical-path-strip.h"
#include "src/analysis/activity/graph.h"
#include "src/analysis/activity/segment.h"

typedef struct {
    const Timeline *timeline;
    PathLevels *levels;
    PathStrip strip;
    GArray *edges; /* of ActivityEdge: the segment at work, events counted from its first */
    SimSum total_cpu;
    double last_end;
} Builder;

static void
builder_clear(Builder *b)
{
    path_levels_free(b->levels);
    path_strip_clear(&b->strip);
    g_array_unref(b->edges);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Builder, builder_clear)

const char *
path_part_name(PathPart part)
{
    static const char *const names[N_PATH_PARTS] = {
        [PATH_CPU] = "cpu",
        [PATH_SYS] = "system",
        [PATH_IO] = "io",
        [PATH_COMMUNICATION + OPERATION_IO] = "io_communication",
        [PATH_COMMUNICATION + OPERATION_REDUCTION] = "reduction",
        [PATH_COMMUNICATION + OPERATION_SHADOW] = "shadow",
        [PATH_COMMUNICATION + OPERATION_REMOTE] = "remote",
        [PATH_COMMUNICATION + OPERATION_REDISTRIBUTION] = "redistribution",
    };

    g_assert(part < N_PATH_PARTS);
    return names[part];
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
collect_edges(Builder *b, const ActivitySegment *segment, GError **error)
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
check_cuts(const Builder *b, const ActivitySegment *segment, const ActivityPath *path,
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

static void
add_path(Builder *b, const ActivitySegment *segment, const ActivityPath *path, guint8 *on_path)
{
    for (guint k = 0; k < path->n_edges; k++) {
        const guint32 e = path->edges[k];
        const TimelineActivity *r = timeline_activity(b->timeline, segment->first_activity + e);
        on_path[e] = TRUE;
        if (timeline_activity_weight(r) > 0) {
            path_levels_add(b->levels, r);
            path_strip_add(&b->strip, r, path_levels_part(r));
        }
    }
}

static void
add_slack(Builder *b, const ActivitySegment *segment, const ActivityPath *path,
          const guint8 *on_path)
{
    for (guint e = 0; e < b->edges->len; e++) {
        const ActivityEdge *edge = &g_array_index(b->edges, ActivityEdge, e);
        if (on_path[e] || edge->weight == 0)
            continue;
        const double slack = path->late[edge->to] - path->early[edge->from] - edge->weight;
        path_levels_add_slack(b->levels,
                              timeline_activity(b->timeline, segment->first_activity + e),
                              MAX(slack, 0.0));
    }
}

static gboolean
add_segment(Builder *b, const ActivitySegment *segment, GError **error)
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
    g_autofree guint8 *on_path = g_new0(guint8, b->edges->len);
    add_path(b, segment, &path, on_path);
    add_slack(b, segment, &path, on_path);
    return TRUE;
}

CriticalPath *
critical_path_new(const Timeline *timeline, guint most_stretches, GError **error)
{
    g_auto(Builder) b = { .timeline = timeline,
                          .levels = path_levels_new(timeline),
                          .edges = g_array_new(FALSE, FALSE, sizeof(ActivityEdge)) };
    g_autoptr(CriticalPath) path = g_new0(CriticalPath, 1);

    path_strip_init(&b.strip, most_stretches);
    for (guint i = 0; i < activity_segments(timeline); i++) {
        const ActivitySegment segment = activity_segment(timeline, i);
        if (!add_segment(&b, &segment, error))
            return NULL;
    }
    path_levels_finish(b.levels, path);
    path->stretches = path_strip_finish(&b.strip);
    path->total_cpu = sim_sum_value(b.total_cpu);
    path->maximum_parallelism = path->length > 0 ? path->total_cpu / path->length : 0;
    path->parallelism = b.last_end > 0 ? path->total_cpu / b.last_end : 0;
    return g_steal_pointer(&path);
}
