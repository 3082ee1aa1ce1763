/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/activity/graph.h"

#include <math.h>

#define NO_EDGE G_MAXUINT32

G_DEFINE_QUARK(activity - graph - error - quark, activity_graph_error)

void
activity_path_clear(ActivityPath *path)
{
    g_clear_pointer(&path->edges, g_free);
    g_clear_pointer(&path->early, g_free);
    g_clear_pointer(&path->late, g_free);
}

/* `left`: the events that earlier edges leave. */
static gboolean
check_edge(guint32 n_events, const ActivityEdge *edge, gsize e, const guint8 left[],
           GError **error)
{
    const guint32 far = MAX(edge->from, edge->to);

    if (far >= n_events) {
        g_set_error(error, ACTIVITY_GRAPH_ERROR, ACTIVITY_GRAPH_ERROR_EVENT,
                    "activity %" G_GSIZE_FORMAT " is at event %u of %u", e, far, n_events);
        return FALSE;
    }
    if (!(edge->weight >= 0) || !isfinite(edge->weight)) {
        g_set_error(error, ACTIVITY_GRAPH_ERROR, ACTIVITY_GRAPH_ERROR_WEIGHT,
                    "the time of activity %" G_GSIZE_FORMAT " is not a time", e);
        return FALSE;
    }
    if (edge->from == edge->to || left[edge->to]) {
        g_set_error(error, ACTIVITY_GRAPH_ERROR, ACTIVITY_GRAPH_ERROR_ORDER,
                    "activity %" G_GSIZE_FORMAT " goes back to event %u", e, edge->to);
        return FALSE;
    }
    return TRUE;
}

/* early(v) = max over the edges to v of early(from) + weight; last[v] is the edge that gives
 * it, of several the first. */
static gboolean
find_early(guint32 n_events, const ActivityEdge edges[], gsize n_edges, double *early,
           guint32 *last, GError **error)
{
    g_autofree guint8 *left = g_new0(guint8, n_events);

    for (guint32 v = 0; v < n_events; v++)
        last[v] = NO_EDGE;
    for (gsize e = 0; e < n_edges; e++) {
        const ActivityEdge *edge = &edges[e];
        if (!check_edge(n_events, edge, e, left, error))
            return FALSE;
        const double end = early[edge->from] + edge->weight;
        if (!isfinite(end)) {
            g_set_error_literal(error, ACTIVITY_GRAPH_ERROR, ACTIVITY_GRAPH_ERROR_WEIGHT,
                                "the activities together last too long");
            return FALSE;
        }
        left[edge->from] = TRUE;
        if (last[edge->to] == NO_EDGE || end > early[edge->to]) {
            early[edge->to] = end;
            last[edge->to] = (guint32)e;
        }
    }
    return TRUE;
}

/* Where the path ends, or n_events when its length is 0. */
static guint32
find_end(guint32 n_events, const double early[], const guint32 last[])
{
    guint32 end = n_events;
    double length = 0;

    for (guint32 v = 0; v < n_events; v++) {
        if (early[v] > length ||
            (end < n_events && early[v] == length && last[v] < last[end])) {
            length = early[v];
            end = v;
        }
    }
    return end;
}

/* late(v) = min over the edges from v of late(to) - weight, the length without one. */
static double *
find_late(guint32 n_events, const ActivityEdge edges[], gsize n_edges, const double early[],
          double length)
{
    double *late = g_new(double, n_events);

    for (guint32 v = 0; v < n_events; v++)
        late[v] = length;
    for (gsize e = n_edges; e-- > 0;) {
        const ActivityEdge *edge = &edges[e];
        /* below early it is only by rounding */
        const double start = MAX(late[edge->to], early[edge->to]) - edge->weight;
        late[edge->from] = MIN(late[edge->from], start);
    }
    for (guint32 v = 0; v < n_events; v++)
        late[v] = MAX(late[v], early[v]);
    return late;
}

gboolean
activity_graph_path(guint32 n_events, const ActivityEdge edges[], gsize n_edges,
                    ActivityPath *path, GError **error)
{
    g_autofree double *early = g_new0(double, n_events);
    g_autofree guint32 *last = g_new(guint32, n_events);

    if (n_edges >= NO_EDGE) {
        g_set_error_literal(error, ACTIVITY_GRAPH_ERROR, ACTIVITY_GRAPH_ERROR_SIZE,
                            "too many activities");
        return FALSE;
    }
    if (!find_early(n_events, edges, n_edges, early, last, error))
        return FALSE;
    const guint32 end = find_end(n_events, early, last);
    const guint32 final = end < n_events ? last[end] : NO_EDGE;
    ActivityPath found = { .length = end < n_events ? early[end] : 0 };
    for (guint32 e = final; e != NO_EDGE; e = last[edges[e].from])
        found.n_edges++;
    found.edges = g_new(guint32, found.n_edges);
    found.late = find_late(n_events, edges, n_edges, early, found.length);
    guint k = found.n_edges;
    for (guint32 e = final; e != NO_EDGE; e = last[edges[e].from]) {
        found.edges[--k] = e;
        found.late[edges[e].from] = early[edges[e].from];
        found.late[edges[e].to] = early[edges[e].to];
    }
    found.early = g_steal_pointer(&early);
    *path = found;
    return TRUE;
}
