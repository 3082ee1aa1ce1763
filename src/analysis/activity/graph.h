/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A program activity graph and its longest path, as in IPS (docs/references.md): vertices are
 * events, edges are activities with a weight in seconds.
 */
#pragma once

#include <glib.h>

#define ACTIVITY_GRAPH_ERROR (activity_graph_error_quark())
GQuark activity_graph_error_quark(void);

typedef enum {
    ACTIVITY_GRAPH_ERROR_ORDER,  /* an edge to an event that an earlier edge has left */
    ACTIVITY_GRAPH_ERROR_EVENT,  /* an edge from or to an event that does not exist */
    ACTIVITY_GRAPH_ERROR_WEIGHT, /* a weight below 0, or a length that is not finite */
    ACTIVITY_GRAPH_ERROR_SIZE,   /* edges that a guint32 cannot number */
    ACTIVITY_GRAPH_ERROR_CUT,    /* a path that goes past a cut of the timeline */
} ActivityGraphErrorCode;

typedef struct {
    guint32 from, to; /* events, from 0 */
    double weight;    /* >= 0 */
} ActivityEdge;

/* Where the longest path stands. */
typedef struct {
    double length;
    guint n_edges;
    guint32 *edges; /* numbers of its edges from the first to the last; owned */
    double *early;  /* for each event: length of the longest path to it; owned */
    double *late;   /* for each event: the largest `early` it could have without a longer path,
                     * never below early, equal to it on the path; late - early is its slack.
                     * An activity's slack is late[to] - early[from] - weight; owned */
} ActivityPath;

void activity_path_clear(ActivityPath *path);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(ActivityPath, activity_path_clear)

/* Two passes over the edges, in whose order all that lead to an event come before the first
 * that leaves it. The path begins at an event that no edge leads to. Of equally long ones it is
 * that whose edges have the smallest numbers, compared from the last edge backwards; when the
 * length is 0 it has no edges. `path` is not touched on failure. */
gboolean activity_graph_path(guint32 n_events, const ActivityEdge edges[], gsize n_edges,
                             ActivityPath *path, GError **error);
