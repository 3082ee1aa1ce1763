/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Nodes on one switch, each on each, all on one line.
 *
 *              route      links     diameter   bisection
 *     star     a>s s>b    2n        2          n/2
 *     full     a>b        n(n-1)    1          (n/2)((n+1)/2)
 *     shared   bus        1         1          1
 */
#include "rater/topology/topology-kind.h"

/* Link 2u goes from node u to the switch, link 2u + 1 from there to the node. */
static RaterStatus
star_init(RaterTopology *topology, const RaterTopologyShape *shape)
{
    (void)shape;
    topology->links = 2 * topology->nodes;
    topology->diameter = 2;
    topology->bisection = topology->nodes / 2;
    return RATER_OK;
}

static int64_t
two_hops(const RaterTopology *topology, int64_t a, int64_t b)
{
    (void)topology;
    (void)a;
    (void)b;
    return 2;
}

static void
star_route(const RaterTopology *topology, int64_t a, int64_t b, int64_t links[])
{
    (void)topology;
    links[0] = 2 * a;
    links[1] = 2 * b + 1;
}

static RaterLinkEnds
star_link(const RaterTopology *topology, int64_t link)
{
    (void)topology;
    RaterVertex node = rater_vertex(RATER_VERTEX_NODE, link / 2);
    RaterVertex centre = rater_vertex_bare(RATER_VERTEX_CENTRE);
    return link % 2 == 0 ? rater_link(node, centre) : rater_link(centre, node);
}

static int
star_sets(const RaterTopology *topology, RaterLinkSet sets[])
{
    rater_link_sets(sets, RATER_LINKS_NODES, 0, topology->nodes);
    return 2;
}

static int
star_set_of(const RaterTopology *topology, int64_t link)
{
    (void)topology;
    return (int)(link % 2);
}

const RaterTopologyKind rater_topology_star = {
    .name = "star",
    .least_rank = 1,
    .most_rank = 1,
    .init = star_init,
    .hops = two_hops,
    .route = star_route,
    .link = star_link,
    .sets = star_sets,
    .set_of = star_set_of,
};

/* Link a n + b goes from node a to node b. */
static RaterStatus
full_init(RaterTopology *topology, const RaterTopologyShape *shape)
{
    (void)shape;
    int64_t n = topology->nodes;
    topology->links = n * (n - 1);
    topology->link_span = n * n;
    topology->diameter = 1;
    topology->bisection = n / 2 * ((n + 1) / 2);
    return RATER_OK;
}

static int64_t
one_hop(const RaterTopology *topology, int64_t a, int64_t b)
{
    (void)topology;
    (void)a;
    (void)b;
    return 1;
}

static void
full_route(const RaterTopology *topology, int64_t a, int64_t b, int64_t links[])
{
    links[0] = a * topology->nodes + b;
}

static RaterLinkEnds
full_link(const RaterTopology *topology, int64_t link)
{
    return rater_link(rater_vertex(RATER_VERTEX_NODE, link / topology->nodes),
                      rater_vertex(RATER_VERTEX_NODE, link % topology->nodes));
}

const RaterTopologyKind rater_topology_full = {
    .name = "full",
    .least_rank = 1,
    .most_rank = 1,
    .init = full_init,
    .hops = one_hop,
    .route = full_route,
    .link = full_link,
};

/* One link, 0. */
static RaterStatus
shared_init(RaterTopology *topology, const RaterTopologyShape *shape)
{
    (void)shape;
    topology->links = topology->diameter = topology->bisection = 1;
    return RATER_OK;
}

static void
shared_route(const RaterTopology *topology, int64_t a, int64_t b, int64_t links[])
{
    (void)topology;
    (void)a;
    (void)b;
    links[0] = 0;
}

static RaterLinkEnds
shared_link(const RaterTopology *topology, int64_t link)
{
    (void)topology;
    (void)link;
    return rater_link(rater_vertex_bare(RATER_VERTEX_BUS),
                      rater_vertex_bare(RATER_VERTEX_NONE));
}

const RaterTopologyKind rater_topology_shared = {
    .name = "shared",
    .least_rank = 1,
    .most_rank = 1,
    .init = shared_init,
    .hops = one_hop,
    .route = shared_route,
    .link = shared_link,
};
