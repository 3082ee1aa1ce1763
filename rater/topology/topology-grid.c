/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Nodes in a grid: line and mesh, ring and torus, hypercube.
 */
#include "rater/topology/topology-kind.h"

#include <stdlib.h>

/* Sizes n_1 .. n_r, N nodes, row-major.  A route goes by dimension, the first one first.
 *
 *              links                         diameter      bisection
 *     mesh     sum of 2 (n_k-1) N / n_k      sum n_k - 1   N / max n_k
 *     torus    2 N a dimension               sum n_k / 2   2 N / max n_k
 *
 * A torus goes the shorter way, upwards when both are equally long; a dimension of 2 is as in a
 * mesh, one of 1 has no links.  Link 2 (u r + k) goes up from node u along dimension k, link 2
 * (u r + k) + 1 down. */

bool
rater_topology_wraps(const RaterTopology *topology, int k)
{
    bool torus =
        topology->kind == &rater_topology_ring || topology->kind == &rater_topology_torus;
    return torus && topology->size[k] > 2;
}

/* Links of a dimension that go up, as many as go down. */
static int64_t
grid_links(const RaterTopology *topology, int k)
{
    int64_t n = topology->size[k];
    return rater_topology_wraps(topology, k) ? topology->nodes
                                             : (n - 1) * (topology->nodes / n);
}

static RaterStatus
grid_init(RaterTopology *topology, const RaterTopologyShape *shape)
{
    (void)shape;
    int64_t most = 1;
    bool wrap = false;
    for (int k = 0; k < topology->rank; k++) {
        int64_t n = topology->size[k];
        bool around = rater_topology_wraps(topology, k);
        topology->links += 2 * grid_links(topology, k);
        topology->diameter += around ? n / 2 : n - 1;
        if (n > most) {
            most = n;
            wrap = around;
        }
    }
    topology->link_span = 2 * topology->nodes * topology->rank;
    if (most > 1)
        topology->bisection = (wrap ? 2 : 1) * (topology->nodes / most);
    return RATER_OK;
}

/* Steps along dimension k from coordinate a to b, negative: downwards. */
static int64_t
grid_steps(const RaterTopology *topology, int k, int64_t a, int64_t b)
{
    int64_t n = topology->size[k];
    if (!rater_topology_wraps(topology, k))
        return b - a;
    int64_t up = b >= a ? b - a : b - a + n;
    return up <= n - up ? up : up - n;
}

static int64_t
grid_hops(const RaterTopology *topology, int64_t a, int64_t b)
{
    int64_t hops = 0;
    for (int k = topology->rank - 1; k >= 0; k--) {
        int64_t n = topology->size[k];
        hops += llabs(grid_steps(topology, k, a % n, b % n));
        a /= n;
        b /= n;
    }
    return hops;
}

static void
grid_route(const RaterTopology *topology, int64_t a, int64_t b, int64_t links[])
{
    int64_t stride = topology->nodes;
    int64_t node = a;
    for (int k = 0; k < topology->rank; k++) {
        int64_t n = topology->size[k];
        stride /= n;
        int64_t at = node / stride % n;
        int64_t base = node - at * stride;
        int64_t steps = grid_steps(topology, k, at, b / stride % n);
        for (int64_t left = llabs(steps); left > 0; left--) {
            *links++ = ((base + at * stride) * topology->rank + k) * 2 + (steps < 0);
            at = (at + (steps < 0 ? n - 1 : 1)) % n;
        }
        node = base + at * stride;
    }
}

static RaterLinkEnds
grid_link(const RaterTopology *topology, int64_t link)
{
    int64_t node = link / 2 / topology->rank;
    int k = (int)(link / 2 % topology->rank);
    int64_t n = topology->size[k];
    int64_t stride = 1;
    for (int i = k + 1; i < topology->rank; i++)
        stride *= topology->size[i];
    int64_t at = node / stride % n;
    int64_t next = (at + (link % 2 != 0 ? n - 1 : 1)) % n;
    return rater_link(rater_vertex(RATER_VERTEX_NODE, node),
                      rater_vertex(RATER_VERTEX_NODE, node + (next - at) * stride));
}

static int
grid_sets(const RaterTopology *topology, RaterLinkSet sets[])
{
    for (int k = 0; k < topology->rank; k++)
        rater_link_sets(&sets[2 * k], RATER_LINKS_DIMENSION, k, grid_links(topology, k));
    return 2 * topology->rank;
}

static int
grid_set_of(const RaterTopology *topology, int64_t link)
{
    return (int)(link % (2 * topology->rank));
}

#define GRID(kind_name, least, most)                                                           \
    {                                                                                          \
        .name = (kind_name), .least_rank = (least), .most_rank = (most), .grid = true,         \
        .init = grid_init, .hops = grid_hops, .route = grid_route, .link = grid_link,          \
        .sets = grid_sets, .set_of = grid_set_of,                                              \
    }
const RaterTopologyKind rater_topology_line = GRID("line", 1, 1);
const RaterTopologyKind rater_topology_ring = GRID("ring", 1, 1);
const RaterTopologyKind rater_topology_mesh = GRID("mesh", 1, RATER_TOPOLOGY_RANK);
const RaterTopologyKind rater_topology_torus = GRID("torus", 1, RATER_TOPOLOGY_RANK);

/* N = 2^d nodes; neighbours differ in one bit, and a route changes the lowest differing bit
 * first. d N links, diameter d, bisection N / 2.  Link u d + k changes bit k of node u. */
static RaterStatus
cube_init(RaterTopology *topology, const RaterTopologyShape *shape)
{
    (void)shape;
    int64_t d = topology->size[0];
    if (d > 31)
        return RATER_ERROR_OVERFLOW;
    topology->nodes = (int64_t)1 << d;
    topology->links = d * topology->nodes;
    topology->diameter = d;
    topology->bisection = topology->nodes / 2;
    return RATER_OK;
}

static int64_t
cube_hops(const RaterTopology *topology, int64_t a, int64_t b)
{
    (void)topology;
    return __builtin_popcountll((unsigned long long)(a ^ b));
}

static void
cube_route(const RaterTopology *topology, int64_t a, int64_t b, int64_t links[])
{
    for (int64_t k = 0; k < topology->size[0]; k++)
        if (((a ^ b) >> k & 1) != 0) {
            *links++ = a * topology->size[0] + k;
            a ^= (int64_t)1 << k;
        }
}

static RaterLinkEnds
cube_link(const RaterTopology *topology, int64_t link)
{
    int64_t node = link / topology->size[0];
    int64_t next = node ^ (int64_t)1 << link % topology->size[0];
    return rater_link(rater_vertex(RATER_VERTEX_NODE, node),
                      rater_vertex(RATER_VERTEX_NODE, next));
}

static int
cube_sets(const RaterTopology *topology, RaterLinkSet sets[])
{
    int d = (int)topology->size[0];
    for (int k = 0; k < d; k++)
        rater_link_sets(&sets[2 * k], RATER_LINKS_DIMENSION, k, topology->nodes / 2);
    return 2 * d;
}

/* Down, where the node has the bit. */
static int
cube_set_of(const RaterTopology *topology, int64_t link)
{
    int k = (int)(link % topology->size[0]);
    return 2 * k + (int)(link / topology->size[0] >> k & 1);
}

const RaterTopologyKind rater_topology_hypercube = {
    .name = "hypercube",
    .least_rank = 1,
    .most_rank = 1,
    .init = cube_init,
    .hops = cube_hops,
    .route = cube_route,
    .link = cube_link,
    .sets = cube_sets,
    .set_of = cube_set_of,
};
