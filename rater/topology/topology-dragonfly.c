/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A dragonfly { g, a, p }: g groups of a routers of p nodes.  Router r = node / p; the routers
 * of a group are fully connected, and each has h global links (at least, and by itself,
 * ceil((g-1) / a)).  Port q = j (g-1) + ((k-i-1) mod g) of group i, on its router q / h, leads
 * to group k; there are c = a h / (g-1) such copies j between two groups, and a message to node
 * b takes copy b mod c.
 *
 * Routes are minimal: to the router with the port, over, to the router of b.  Links
 * 2N + g a (a-1) + g (g-1) c, diameter at most 5, bisection (g/2) ((g+1)/2) c.
 *
 * Link 2u goes from node u to its router, link 2u + 1 back; behind them are those from router r
 * to the router x of its group, r a + x; behind them the ports, i c (g-1) + q.
 */
#include "rater/topology/topology-kind.h"

static int64_t
first_local(const RaterTopology *topology)
{
    return 2 * topology->nodes;
}

static int64_t
first_port(const RaterTopology *topology)
{
    int64_t routers = topology->size[0] * topology->size[1];
    return first_local(topology) + routers * topology->size[1];
}

/* h and c; without a second group there are none. */
static RaterStatus
set_global_links(RaterTopology *topology, int64_t given)
{
    int64_t others = topology->size[0] - 1;
    int64_t routers = topology->size[1];
    int64_t ports;
    if (others == 0)
        return RATER_OK;
    int64_t least = (others - 1) / routers + 1;
    topology->global_links = given == 0 ? least : given;
    if (topology->global_links < least)
        return RATER_ERROR_WEIGHT;
    if (!rater_topology_multiply(topology->global_links, routers, &ports) ||
        ports > RATER_TOPOLOGY_LINKS / 4 / topology->size[0])
        return RATER_ERROR_OVERFLOW;
    topology->copies = ports / others;
    return RATER_OK;
}

static RaterStatus
dragonfly_init(RaterTopology *topology, const RaterTopologyShape *shape)
{
    int64_t g = topology->size[0];
    int64_t a = topology->size[1];
    RaterStatus status = set_global_links(topology, shape->global_links);
    if (status != RATER_OK)
        return status;
    int64_t local = g * a * (a - 1); /* g a <= 2^31 */
    int64_t global = g * (g - 1) * topology->copies;
    if (local > RATER_TOPOLOGY_LINKS / 4)
        return RATER_ERROR_OVERFLOW;
    topology->links = 2 * topology->nodes + local + global;
    topology->link_span = first_port(topology) + global;
    topology->diameter = 2 + (g > 1) + (a > 1) * (g > 1 ? 2 : 1);
    topology->bisection = g / 2 * ((g + 1) / 2) * topology->copies;
    return RATER_OK;
}

static int64_t
router_of(const RaterTopology *topology, int64_t node)
{
    return node / topology->size[2];
}

/* Port of group i that leads to group k, by copy j. */
static int64_t
port_to(const RaterTopology *topology, int64_t i, int64_t k, int64_t j)
{
    int64_t g = topology->size[0];
    return j * (g - 1) + (k - i - 1 + g) % g;
}

static int64_t
router_of_port(const RaterTopology *topology, int64_t i, int64_t port)
{
    return i * topology->size[1] + port / topology->global_links;
}

/* The routers at both ends of the way between groups i and k. */
static void
gateways(const RaterTopology *topology, int64_t a, int64_t b, int64_t *out, int64_t *in)
{
    int64_t i = router_of(topology, a) / topology->size[1];
    int64_t k = router_of(topology, b) / topology->size[1];
    if (i == k) {
        *out = *in = router_of(topology, a);
        return;
    }
    int64_t copy = b % topology->copies;
    *out = router_of_port(topology, i, port_to(topology, i, k, copy));
    *in = router_of_port(topology, k, port_to(topology, k, i, copy));
}

static int64_t
dragonfly_hops(const RaterTopology *topology, int64_t a, int64_t b)
{
    int64_t out, in;
    gateways(topology, a, b, &out, &in);
    return 2 + (router_of(topology, a) != out) + (out != in) + (in != router_of(topology, b));
}

static int64_t
local_link(const RaterTopology *topology, int64_t from, int64_t to)
{
    return first_local(topology) + from * topology->size[1] + to % topology->size[1];
}

static void
dragonfly_route(const RaterTopology *topology, int64_t a, int64_t b, int64_t links[])
{
    int64_t ports = topology->copies * (topology->size[0] - 1);
    int64_t from = router_of(topology, a);
    int64_t to = router_of(topology, b);
    int64_t out, in;
    gateways(topology, a, b, &out, &in);
    *links++ = 2 * a;
    if (from != out)
        *links++ = local_link(topology, from, out);
    if (out != in) {
        int64_t i = from / topology->size[1];
        int64_t k = to / topology->size[1];
        *links++ =
            first_port(topology) + i * ports + port_to(topology, i, k, b % topology->copies);
    }
    if (in != to)
        *links++ = local_link(topology, in, to);
    *links = 2 * b + 1;
}

static RaterLinkEnds
port_link(const RaterTopology *topology, int64_t number)
{
    int64_t g = topology->size[0];
    int64_t ports = topology->copies * (g - 1);
    int64_t i = number / ports;
    int64_t port = number % ports;
    int64_t copy = port / (g - 1);
    int64_t k = (i + 1 + port % (g - 1)) % g;
    int64_t back = port_to(topology, k, i, copy);
    RaterLinkEnds ends =
        rater_link(rater_vertex(RATER_VERTEX_ROUTER, router_of_port(topology, i, port)),
                   rater_vertex(RATER_VERTEX_ROUTER, router_of_port(topology, k, back)));
    ends.copy = copy;
    return ends;
}

static RaterLinkEnds
dragonfly_link(const RaterTopology *topology, int64_t link)
{
    int64_t a = topology->size[1];
    if (link >= first_port(topology))
        return port_link(topology, link - first_port(topology));
    if (link >= first_local(topology)) {
        int64_t from = (link - first_local(topology)) / a;
        int64_t to = (link - first_local(topology)) % a;
        return rater_link(rater_vertex(RATER_VERTEX_ROUTER, from),
                          rater_vertex(RATER_VERTEX_ROUTER, from / a * a + to));
    }
    RaterVertex node = rater_vertex(RATER_VERTEX_NODE, link / 2);
    RaterVertex router = rater_vertex(RATER_VERTEX_ROUTER, router_of(topology, link / 2));
    return link % 2 == 0 ? rater_link(node, router) : rater_link(router, node);
}

static int
dragonfly_sets(const RaterTopology *topology, RaterLinkSet sets[])
{
    int64_t g = topology->size[0], a = topology->size[1];
    rater_link_sets(sets, RATER_LINKS_NODES, 0, topology->nodes);
    sets[2] = (RaterLinkSet){ .group = RATER_LINKS_LOCAL, .links = g * a * (a - 1) };
    sets[3] =
        (RaterLinkSet){ .group = RATER_LINKS_GLOBAL, .links = g * (g - 1) * topology->copies };
    return 4;
}

static int
dragonfly_set_of(const RaterTopology *topology, int64_t link)
{
    return link >= first_port(topology)    ? 3
           : link >= first_local(topology) ? 2
                                           : (int)(link % 2);
}

const RaterTopologyKind rater_topology_dragonfly = {
    .name = "dragonfly",
    .least_rank = 3,
    .most_rank = 3,
    .init = dragonfly_init,
    .hops = dragonfly_hops,
    .route = dragonfly_route,
    .link = dragonfly_link,
    .sets = dragonfly_sets,
    .set_of = dragonfly_set_of,
};
