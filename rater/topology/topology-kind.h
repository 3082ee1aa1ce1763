/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A kind of topology: a constant of the file of its family, listed in topology.c (internal to
 * rater/network).
 */
#pragma once

#include "rater/topology/topology.h"

#define RATER_TOPOLOGY_LINKS ((int64_t)1 << 62) /* most links */

struct RaterTopologyKind {
    const char *name;
    int least_rank, most_rank; /* of `nodes` */
    bool grid;                 /* line to torus */
    /* Rank, sizes, cores and arity are there: adds nodes, links, the span of their numbers if
     * it is larger, diameter, bisection and the rest. */
    RaterStatus (*init)(RaterTopology *topology, const RaterTopologyShape *shape);
    int64_t (*hops)(const RaterTopology *topology, int64_t a, int64_t b);
    void (*route)(const RaterTopology *topology, int64_t a, int64_t b, int64_t links[]);
    RaterLinkEnds (*link)(const RaterTopology *topology, int64_t link);
    /* NULL: all links are one set. */
    int (*sets)(const RaterTopology *topology, RaterLinkSet sets[]);
    int (*set_of)(const RaterTopology *topology, int64_t link);
};

/* A vertex with one number. */
static inline RaterVertex
rater_vertex(RaterVertexType type, int64_t number)
{
    return (RaterVertex){ .type = type, .n = 1, .number = { number } };
}

/* A vertex without a number. */
static inline RaterVertex
rater_vertex_bare(RaterVertexType type)
{
    return (RaterVertex){ .type = type };
}

/* The only link between two vertices. */
static inline RaterLinkEnds
rater_link(RaterVertex from, RaterVertex to)
{
    return (RaterLinkEnds){ .from = from, .to = to, .copy = -1 };
}

/* The sets up and down of so many links each, one behind the other. */
static inline void
rater_link_sets(RaterLinkSet sets[], RaterLinkGroup group, int number, int64_t links)
{
    for (int i = 0; i < 2; i++)
        sets[i] = (RaterLinkSet){
            .group = group, .number = number, .direction = i == 0 ? 1 : -1, .links = links
        };
}

/* *product = a * b for a, b >= 0; false: it is above RATER_TOPOLOGY_LINKS. */
static inline bool
rater_topology_multiply(int64_t a, int64_t b, int64_t *product)
{
    return !__builtin_mul_overflow(a, b, product) && *product <= RATER_TOPOLOGY_LINKS;
}
