/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A fat tree of l levels: a switch of level i has m[i] children (nodes at level 1) and, below
 * the highest level, w[i+1] = ceil(m[i] / taper[i]) parents, w[1] = 1.
 *
 * A switch is si.s.y: level i, s = node / (m[1] .. m[i]) for the nodes below it, and which of
 * the w[1] .. w[i] switches for the same nodes, y = sum of y[j] (w[1] .. w[j-1]) for j <= i.  A
 * message to node b goes up to the lowest switch level that has both and down again, at each
 * level through y[j] = b / (w[1] .. w[j-1]) mod w[j]: y = b mod (w[1] .. w[i]).
 *
 * Links 2 (N + sum over i < l of sw[i] w[i+1]), diameter 2l, bisection sw[l-1] w[l] / 2, with
 * sw[i] = m[i+1] .. m[l] w[1] .. w[i] switches of level i (sw[0] = N).
 *
 * Link 2u goes up from node u.  From first_link[i-1] on are those from level i up, two for
 * switch s.y and parent p: 2 ((s twins + y) w[i+1] + p).  The link behind each goes down.
 */
#include "rater/topology/topology-kind.h"

static RaterAtto
taper_of_level(const RaterTopologyShape *shape, int i)
{
    if (shape->n_tapers == 0)
        return RATER_TAPER_ONE;
    return shape->taper[shape->n_tapers == 1 ? 0 : i];
}

/* One level up: level[i + 1] of level[i]; false: too many links. */
static bool
add_level(RaterTopology *topology, int i, RaterAtto taper)
{
    RaterAtto parents = (topology->size[i] * RATER_TAPER_ONE + taper - 1) / taper;
    int64_t switches, links;
    if (parents > RATER_TOPOLOGY_LINKS)
        return false;
    topology->width[i + 1] = (int64_t)parents;
    topology->below[i + 1] = topology->below[i] * topology->size[i + 1];
    if (!rater_topology_multiply(topology->twins[i], (int64_t)parents,
                                 &topology->twins[i + 1]) ||
        !rater_topology_multiply(topology->nodes / topology->below[i], topology->twins[i],
                                 &switches) ||
        !rater_topology_multiply(switches, (int64_t)parents, &links) ||
        links > (RATER_TOPOLOGY_LINKS - topology->links) / 2)
        return false;
    topology->first_link[i] = topology->links;
    topology->links += 2 * links;
    topology->bisection = links / 2;
    return true;
}

static RaterStatus
fat_tree_init(RaterTopology *topology, const RaterTopologyShape *shape)
{
    int last = topology->rank - 1;
    if (shape->n_tapers < 0 || (shape->n_tapers > 1 && shape->n_tapers != last))
        return RATER_ERROR_RANK;
    topology->width[0] = topology->twins[0] = 1;
    topology->below[0] = topology->size[0];
    topology->links = 2 * topology->nodes;
    topology->diameter = 2 * topology->rank;
    topology->bisection = topology->nodes / 2;
    for (int i = 0; i < last; i++) {
        RaterAtto taper = taper_of_level(shape, i);
        if (taper < 1)
            return RATER_ERROR_WEIGHT;
        if (!add_level(topology, i, taper))
            return RATER_ERROR_OVERFLOW;
    }
    return RATER_OK;
}

/* Index of the lowest level with a switch above both. */
static int
common_level(const RaterTopology *topology, int64_t a, int64_t b)
{
    int i = 0;
    while (a / topology->below[i] != b / topology->below[i])
        i++;
    return i;
}

static int64_t
fat_tree_hops(const RaterTopology *topology, int64_t a, int64_t b)
{
    return 2 * (common_level(topology, a, b) + 1);
}

/* The link up from the switch over `node` on the way to b, at index i of the levels. */
static int64_t
link_up(const RaterTopology *topology, int i, int64_t node, int64_t b)
{
    int64_t place = node / topology->below[i] * topology->twins[i] + b % topology->twins[i];
    int64_t parent = b / topology->twins[i] % topology->width[i + 1];
    return topology->first_link[i] + 2 * (place * topology->width[i + 1] + parent);
}

static void
fat_tree_route(const RaterTopology *topology, int64_t a, int64_t b, int64_t links[])
{
    int top = common_level(topology, a, b);
    *links++ = 2 * a;
    for (int i = 0; i < top; i++)
        *links++ = link_up(topology, i, a, b);
    for (int i = top - 1; i >= 0; i--)
        *links++ = link_up(topology, i, b, b) + 1;
    *links = 2 * b + 1;
}

static RaterVertex
switch_at(int i, int64_t s, int64_t y)
{
    return (RaterVertex){ .type = RATER_VERTEX_SWITCH, .n = 3, .number = { i + 1, s, y } };
}

/* Index of the lower level of a link between switches. */
static int
level_of(const RaterTopology *topology, int64_t link)
{
    int i = 0;
    while (i + 2 < topology->rank && link >= topology->first_link[i + 1])
        i++;
    return i;
}

static RaterLinkEnds
fat_tree_link(const RaterTopology *topology, int64_t link)
{
    RaterVertex low, high;
    if (link < 2 * topology->nodes) {
        low = rater_vertex(RATER_VERTEX_NODE, link / 2);
        high = switch_at(0, link / 2 / topology->below[0], 0);
    } else {
        int i = level_of(topology, link);
        int64_t number = (link - topology->first_link[i]) / 2;
        int64_t place = number / topology->width[i + 1];
        int64_t parent = number % topology->width[i + 1];
        int64_t s = place / topology->twins[i];
        int64_t y = place % topology->twins[i];
        low = switch_at(i, s, y);
        high = switch_at(i + 1, s / topology->size[i + 1], y + parent * topology->twins[i]);
    }
    return link % 2 == 0 ? rater_link(low, high) : rater_link(high, low);
}

static int
fat_tree_sets(const RaterTopology *topology, RaterLinkSet sets[])
{
    rater_link_sets(sets, RATER_LINKS_LEVEL, 0, topology->nodes);
    for (int i = 0; i + 1 < topology->rank; i++) {
        int64_t end = i + 2 < topology->rank ? topology->first_link[i + 1] : topology->links;
        rater_link_sets(&sets[2 * i + 2], RATER_LINKS_LEVEL, i + 1,
                        (end - topology->first_link[i]) / 2);
    }
    return 2 * topology->rank;
}

static int
fat_tree_set_of(const RaterTopology *topology, int64_t link)
{
    int level = link < 2 * topology->nodes ? 0 : level_of(topology, link) + 1;
    return 2 * level + (int)(link % 2);
}

const RaterTopologyKind rater_topology_fat_tree = {
    .name = "fat tree",
    .least_rank = 1,
    .most_rank = RATER_TOPOLOGY_RANK,
    .init = fat_tree_init,
    .hops = fat_tree_hops,
    .route = fat_tree_route,
    .link = fat_tree_link,
    .sets = fat_tree_sets,
    .set_of = fat_tree_set_of,
};
