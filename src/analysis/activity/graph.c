/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/activity/graph.h"

#include <math.h>

#define NO_EDGE     G_MAXUINT32
#define MOST_EVENTS 16 /* of a cycle, in a message */

G_DEFINE_QUARK(activity - graph - error - quark, activity_graph_error)

/* Memory is 4 bytes an edge and 32 an event beside the edges themselves. */
typedef struct {
    guint32 n_events;
    const ActivityEdge *edges;
    guint32 n_edges;
    guint32 *first; /* n_events + 1: where the edges that leave an event begin in `out` */
    guint32 *out;   /* numbers of edges, by the event they leave, ascending */
    guint32 *count; /* n_events: edges that lead to an event and are not yet gone along */
    guint32 *order; /* the events that are done, in the order of the topological count */
    guint32 n_done;
    guint32 *last; /* n_events: the last edge of the longest path to an event, or NO_EDGE */
    double *early, *late;
} Graph;

static void
graph_clear(Graph *g)
{
    g_free(g->first);
    g_free(g->out);
    g_free(g->count);
    g_free(g->order);
    g_free(g->last);
    g_free(g->early);
    g_free(g->late);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Graph, graph_clear)

void
activity_path_clear(ActivityPath *path)
{
    g_clear_pointer(&path->edges, g_free);
    g_clear_pointer(&path->early, g_free);
    g_clear_pointer(&path->late, g_free);
}

static gboolean
check_edges(guint32 n_events, const ActivityEdge edges[], gsize n_edges, GError **error)
{
    if (n_edges >= NO_EDGE) {
        g_set_error_literal(error, ACTIVITY_GRAPH_ERROR, ACTIVITY_GRAPH_ERROR_SIZE,
                            "too many activities");
        return FALSE;
    }
    for (gsize e = 0; e < n_edges; e++) {
        const guint32 far = MAX(edges[e].from, edges[e].to);
        if (far >= n_events) {
            g_set_error(error, ACTIVITY_GRAPH_ERROR, ACTIVITY_GRAPH_ERROR_EVENT,
                        "activity %" G_GSIZE_FORMAT " is at event %u of %u", e, far, n_events);
            return FALSE;
        }
        if (!(edges[e].weight >= 0) || !isfinite(edges[e].weight)) {
            g_set_error(error, ACTIVITY_GRAPH_ERROR, ACTIVITY_GRAPH_ERROR_WEIGHT,
                        "the time of activity %" G_GSIZE_FORMAT " is not a time", e);
            return FALSE;
        }
    }
    return TRUE;
}

/* The edges that leave each event: a counting sort, which keeps their order. */
static void
graph_init(Graph *g)
{
    g->first = g_new0(guint32, (gsize)g->n_events + 1);
    g->out = g_new(guint32, g->n_edges);
    g->count = g_new0(guint32, g->n_events);
    g->order = g_new(guint32, g->n_events);
    g->last = g_new(guint32, g->n_events);
    g->early = g_new0(double, g->n_events);
    g->late = g_new(double, g->n_events);
    for (guint32 e = 0; e < g->n_edges; e++) {
        g->first[g->edges[e].from + 1]++;
        g->count[g->edges[e].to]++;
    }
    for (guint32 v = 0; v < g->n_events; v++) {
        g->first[v + 1] += g->first[v];
        g->last[v] = NO_EDGE;
    }
    /* `order` is free as yet: it holds where the next edge of each event goes */
    for (guint32 v = 0; v < g->n_events; v++)
        g->order[v] = g->first[v];
    for (guint32 e = 0; e < g->n_edges; e++)
        g->out[g->order[g->edges[e].from]++] = e;
}

/* Goes along one edge whose beginning is settled. */
static void
graph_follow(Graph *g, guint32 e)
{
    const ActivityEdge *edge = &g->edges[e];
    const double early = g->early[edge->from] + edge->weight;

    if (early > g->early[edge->to] || g->last[edge->to] == NO_EDGE ||
        (early == g->early[edge->to] && e < g->last[edge->to])) {
        g->early[edge->to] = early;
        g->last[edge->to] = e;
    }
    if (--g->count[edge->to] == 0)
        g->order[g->n_done++] = edge->to;
}

/* The queue of the algorithm is `order` itself: what is done stays in it. */
static void
graph_count(Graph *g)
{
    for (guint32 v = 0; v < g->n_events; v++) {
        if (g->count[v] == 0)
            g->order[g->n_done++] = v;
    }
    for (guint32 i = 0; i < g->n_done; i++) {
        const guint32 v = g->order[i];
        for (guint32 k = g->first[v]; k < g->first[v + 1]; k++)
            graph_follow(g, g->out[k]);
    }
}

/* Every event left over has an edge from another one left over: going back along them from
 * the least such event must meet itself. Returns the numbers of its events, the last in time
 * first. */
static GArray *
graph_find_cycle(const Graph *g)
{
    g_autofree guint32 *into = g_new(guint32, g->n_events); /* such an edge of each event */
    g_autofree gboolean *seen = g_new0(gboolean, g->n_events);
    GArray *cycle = g_array_new(FALSE, FALSE, sizeof(guint32));
    guint32 at = 0;

    for (guint32 e = g->n_edges; e-- > 0;) {
        if (g->count[g->edges[e].from] > 0)
            into[g->edges[e].to] = e;
    }
    while (g->count[at] == 0)
        at++;
    for (; !seen[at]; at = g->edges[into[at]].from)
        seen[at] = TRUE;
    const guint32 end = at;
    do {
        g_array_append_val(cycle, at);
        at = g->edges[into[at]].from;
    } while (at != end);
    return cycle;
}

static void
graph_set_cycle_error(const Graph *g, GError **error)
{
    g_autoptr(GArray) cycle = graph_find_cycle(g);
    g_autoptr(GString) names = g_string_new(NULL);
    const guint32 *events = (const guint32 *)(gpointer)cycle->data;
    guint least = 0;

    for (guint i = 1; i < cycle->len; i++) {
        if (events[i] < events[least])
            least = i;
    }
    for (guint i = 0; i < MIN(cycle->len, MOST_EVENTS); i++)
        g_string_append_printf(names, "%u, ", events[(least + cycle->len - i) % cycle->len]);
    if (cycle->len > MOST_EVENTS)
        g_string_append_printf(names, "%u more, ", cycle->len - MOST_EVENTS);
    g_set_error(error, ACTIVITY_GRAPH_ERROR, ACTIVITY_GRAPH_ERROR_CYCLE,
                "activities go round in a cycle of events: %sand %u again", names->str,
                events[least]);
}

/* Where the path ends, or n_events when its length is 0. */
static guint32
graph_end(const Graph *g)
{
    guint32 end = g->n_events;
    double length = 0;

    for (guint32 v = 0; v < g->n_events; v++) {
        if (g->early[v] > length ||
            (end < g->n_events && g->early[v] == length && g->last[v] < g->last[end])) {
            length = g->early[v];
            end = v;
        }
    }
    return end;
}

/* Backwards from `end`; the number of edges, which are filled from the back of `edges` when it
 * is not NULL. */
static guint
graph_walk(const Graph *g, guint32 end, guint n, guint32 *edges)
{
    guint k = 0;

    if (end == g->n_events)
        return 0;
    for (guint32 e = g->last[end]; e != NO_EDGE; e = g->last[g->edges[e].from]) {
        if (edges != NULL)
            edges[n - 1 - k] = e;
        k++;
    }
    return k;
}

static void
graph_find_late(Graph *g, double length)
{
    for (guint32 v = 0; v < g->n_events; v++)
        g->late[v] = length;
    for (guint32 i = g->n_done; i-- > 0;) {
        const guint32 v = g->order[i];
        for (guint32 k = g->first[v]; k < g->first[v + 1]; k++) {
            const ActivityEdge *edge = &g->edges[g->out[k]];
            g->late[v] = MIN(g->late[v], g->late[edge->to] - edge->weight);
        }
        g->late[v] = MAX(g->late[v], g->early[v]); /* below it is only by rounding */
    }
}

static void
graph_take_path(Graph *g, ActivityPath *path)
{
    const guint32 end = graph_end(g);
    const double length = end < g->n_events ? g->early[end] : 0;
    const guint n = graph_walk(g, end, 0, NULL);
    guint32 *edges = g_new(guint32, n);

    graph_find_late(g, length);
    graph_walk(g, end, n, edges);
    for (guint i = 0; i < n; i++) {
        const ActivityEdge *edge = &g->edges[edges[i]];
        g->late[edge->from] = g->early[edge->from];
        g->late[edge->to] = g->early[edge->to];
    }
    *path = (ActivityPath){ .length = length,
                            .n_edges = n,
                            .edges = edges,
                            .early = g_steal_pointer(&g->early),
                            .late = g_steal_pointer(&g->late) };
}

gboolean
activity_graph_path(guint32 n_events, const ActivityEdge edges[], gsize n_edges,
                    ActivityPath *path, GError **error)
{
    g_auto(Graph) g = { .n_events = n_events, .edges = edges };

    if (!check_edges(n_events, edges, n_edges, error))
        return FALSE;
    g.n_edges = (guint32)n_edges;
    graph_init(&g);
    graph_count(&g);
    if (g.n_done < n_events) {
        graph_set_cycle_error(&g, error);
        return FALSE;
    }
    for (guint32 v = 0; v < n_events; v++) {
        if (!isfinite(g.early[v])) {
            g_set_error_literal(error, ACTIVITY_GRAPH_ERROR, ACTIVITY_GRAPH_ERROR_WEIGHT,
                                "the activities together last too long");
            return FALSE;
        }
    }
    graph_take_path(&g, path);
    return TRUE;
}
