/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A tree whose vertices are the nodes: the parent of i is (i-1) / arity.  2 (n-1) links,
 * bisection 1; link 2i goes up from node i, link 2i + 1 down to it.  A route climbs to the
 * lowest common ancestor.
 */
#include "rater/topology/topology-kind.h"

#include <stdlib.h>

/* Links from `top` down to the lowest node below it. */
static int64_t
depth_below(const RaterTopology *topology, int64_t top)
{
    int64_t depth = 0;
    while (top <= (topology->nodes - 2) / topology->arity) { /* its first child is there */
        top = top * topology->arity + 1;
        depth++;
    }
    return depth;
}

/* The longest path.  With two children or more a level is full before the next one begins, so
 * it leads from below node 1 over the root to below node 2; without, the tree is a line. */
static int64_t
longest_path(const RaterTopology *topology)
{
    if (topology->arity == 1 || topology->nodes < 3)
        return topology->nodes - 1;
    return depth_below(topology, 1) + 2 + depth_below(topology, 2);
}

static RaterStatus
tree_init(RaterTopology *topology, const RaterTopologyShape *shape)
{
    (void)shape;
    topology->links = 2 * (topology->nodes - 1);
    topology->link_span = 2 * topology->nodes;
    topology->diameter = longest_path(topology);
    topology->bisection = topology->nodes > 1 ? 1 : 0;
    return RATER_OK;
}

/* A node has a larger number than those above it, so the larger one of two climbs. */
static int64_t
tree_hops(const RaterTopology *topology, int64_t a, int64_t b)
{
    int64_t hops = 0;
    if (topology->arity == 1)
        return llabs(a - b);
    for (; a != b; hops++)
        if (a > b)
            a = (a - 1) / topology->arity;
        else
            b = (b - 1) / topology->arity;
    return hops;
}

static void
tree_route(const RaterTopology *topology, int64_t a, int64_t b, int64_t links[])
{
    int64_t *last = links + tree_hops(topology, a, b);
    while (a != b)
        if (a > b) {
            *links++ = 2 * a;
            a = (a - 1) / topology->arity;
        } else {
            *--last = 2 * b + 1;
            b = (b - 1) / topology->arity;
        }
}

static RaterLinkEnds
tree_link(const RaterTopology *topology, int64_t link)
{
    RaterVertex child = rater_vertex(RATER_VERTEX_NODE, link / 2);
    RaterVertex parent = rater_vertex(RATER_VERTEX_NODE, (link / 2 - 1) / topology->arity);
    return link % 2 == 0 ? rater_link(child, parent) : rater_link(parent, child);
}

/* By levels; without children beside each other there are too many of these. */
static int
tree_sets(const RaterTopology *topology, RaterLinkSet sets[])
{
    if (topology->arity == 1) {
        rater_link_sets(sets, RATER_LINKS_ALL, 0, topology->nodes - 1);
        return 2;
    }
    int n = 0;
    int64_t width = topology->arity;
    for (int64_t first = 1; first < topology->nodes; first += width, width *= topology->arity) {
        int64_t left = topology->nodes - first;
        rater_link_sets(&sets[2 * n], RATER_LINKS_LEVEL, n, left < width ? left : width);
        n++;
        if (left <= width)
            break;
    }
    return 2 * n;
}

static int
tree_set_of(const RaterTopology *topology, int64_t link)
{
    int level = 0;
    if (topology->arity > 1)
        for (int64_t i = link / 2; i > topology->arity; i = (i - 1) / topology->arity)
            level++;
    return 2 * level + (int)(link % 2);
}

const RaterTopologyKind rater_topology_tree = {
    .name = "tree",
    .least_rank = 1,
    .most_rank = 1,
    .init = tree_init,
    .hops = tree_hops,
    .route = tree_route,
    .link = tree_link,
    .sets = tree_sets,
    .set_of = tree_set_of,
};
