/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What a network looks like: nodes of so many cores, directed links between them, and the route
 * of a message (docs/networks.md, "Topologies").  Physical processor u = node * cores + core;
 * nodes and links are numbered from 0, grids row-major.  Nothing here holds a list of all
 * links: routes are computed.
 */
#pragma once

#include "rater/geometry/grid.h"
#include "rater/topology/atto.h"

/* Most dimensions of a mesh or torus, most levels of a fat tree. */
#define RATER_TOPOLOGY_RANK 8
/* Most physical processors. */
#define RATER_TOPOLOGY_PROCESSORS ((int64_t)1 << 31)
/* Most clusters around a processor. */
#define RATER_TOPOLOGY_DEPTH 16
/* 1 as a taper. */
#define RATER_TAPER_ONE ((RaterAtto)1000000000000 * 1000000000000)

typedef struct RaterTopologyKind RaterTopologyKind;

extern const RaterTopologyKind rater_topology_line, rater_topology_ring, rater_topology_mesh,
    rater_topology_torus, rater_topology_hypercube, rater_topology_tree, rater_topology_star,
    rater_topology_full, rater_topology_shared, rater_topology_fat_tree,
    rater_topology_dragonfly;

/* The nested clusters of the later dialect: `count` processors, or clusters of a later row. */
typedef struct {
    int64_t count;
    int cluster; /* index of its row, -1: processors */
} RaterClusterPart;

typedef struct {
    RaterAtto start_time, byte_time; /* of a message between its children */
    int n_parts;
    const RaterClusterPart *part; /* borrowed */
    /* What rater_topology_clusters() adds. */
    int64_t children, processors, links;
    int depth; /* clusters around a processor at most, this one too */
} RaterCluster;

/* What a parameter file says of it; what does not belong to the kind is not looked at. */
typedef struct {
    int rank;                           /* 0: `nodes` is not given */
    int64_t nodes[RATER_TOPOLOGY_RANK]; /* >= 1 */
    int64_t cores;                      /* >= 1, of a node */
    int64_t arity;                      /* >= 1, of a tree */
    int64_t global_links;               /* of a dragonfly's router; 0: the least */
    /* Of a fat tree, > 0, in units of 1 / RATER_TAPER_ONE, at most 10^9: none, one for all
     * levels, or one for each of the lower levels. */
    int n_tapers;
    RaterAtto taper[RATER_TOPOLOGY_RANK];
} RaterTopologyShape;

typedef struct {
    const RaterTopologyKind *kind;
    int rank;
    int64_t size[RATER_TOPOLOGY_RANK];
    int64_t nodes, cores;
    int64_t links;     /* at most 2^62 */
    int64_t link_span; /* links have numbers below it, of which some may not be used */
    int64_t diameter, bisection;
    int64_t arity; /* tree */
    /* Fat tree, [i] of level i + 1: w, the nodes below a switch, the switches that stand for
     * the same nodes, and the number of the first link up from there. */
    int64_t width[RATER_TOPOLOGY_RANK], below[RATER_TOPOLOGY_RANK], twins[RATER_TOPOLOGY_RANK],
        first_link[RATER_TOPOLOGY_RANK];
    int64_t global_links, copies; /* dragonfly: h and c */
    const RaterCluster *cluster;  /* nested clusters, the outermost first; borrowed */
} RaterTopology;

/* The end of a link: the letter of its type and its numbers with dots between. */
typedef enum {
    RATER_VERTEX_NODE,   /* its number */
    RATER_VERTEX_CENTRE, /* the one switch: no number */
    RATER_VERTEX_SWITCH, /* of a fat tree: level, s, y */
    RATER_VERTEX_ROUTER, /* of a dragonfly */
    RATER_VERTEX_CHILD,  /* of the cluster of all: at each level which child */
    RATER_VERTEX_BUS,
    RATER_VERTEX_NONE, /* a link that has one end */
} RaterVertexType;

typedef struct {
    RaterVertexType type;
    int n;
    int64_t number[RATER_TOPOLOGY_DEPTH];
} RaterVertex;

typedef struct {
    RaterVertex from, to;
    int64_t copy; /* of several links between the same two, -1: the only one */
} RaterLinkEnds;

/* What links that are alike have in common. */
typedef enum {
    RATER_LINKS_ALL,
    RATER_LINKS_DIMENSION,
    RATER_LINKS_LEVEL, /* of a tree that below its root, of a fat tree that above nodes, of
                        * clusters the outermost first */
    RATER_LINKS_NODES, /* between nodes and their switch */
    RATER_LINKS_LOCAL, /* between routers of a group */
    RATER_LINKS_GLOBAL,
} RaterLinkGroup;

typedef struct {
    RaterLinkGroup group;
    int number;    /* of a dimension or level, from 0 */
    int direction; /* 1: up, away from nodes, to the root or to larger coordinates; -1; 0: both
                    */
    int64_t links; /* so many, >= 0 */
} RaterLinkSet;

/* Most sets of links of a topology. */
#define RATER_TOPOLOGY_SETS 64

/* The kind of this name as a parameter file has it (lower case), NULL: there is none. */
const RaterTopologyKind *rater_topology_find(const char *name);
const char *rater_topology_kind_name(const RaterTopologyKind *kind);

/* `nodes` where it is not given: the sizes of the virtual system, or the least that holds it.
 * RATER_ERROR_RANK: this kind wants it to be given. */
RaterStatus rater_topology_default(const RaterTopologyKind *kind, const RaterGrid *system,
                                   RaterTopologyShape *shape);

/* RATER_ERROR_RANK: not so many sizes, or tapers; _SIZE: one below 1; _WEIGHT: too few global
 * links; _OVERFLOW: more processors than RATER_TOPOLOGY_PROCESSORS, or too many links. */
RaterStatus rater_topology_init(RaterTopology *topology, const RaterTopologyKind *kind,
                                const RaterTopologyShape *shape);

/* Nested clusters, the outermost first; `cluster` is borrowed and completed. RATER_ERROR_AXIS:
 * a part that is no later row; _SIZE: a count below 1, or no part; _RANK: nested too deep;
 * _OVERFLOW. */
RaterStatus rater_topology_clusters(RaterTopology *topology, RaterCluster cluster[],
                                    int n_clusters);

/* Number of physical processors. */
int64_t rater_topology_count(const RaterTopology *topology);

/* Line, ring, mesh or torus. */
bool rater_topology_is_grid(const RaterTopology *topology);

/* The grid of a line, ring, mesh or torus, its last dimension the cores when there are several;
 * of other kinds all processors in one dimension. */
RaterGrid rater_topology_grid(const RaterTopology *topology);

/* Whether the first and the last node of dimension k are linked: of a ring or torus of more
 * than two. */
bool rater_topology_wraps(const RaterTopology *topology, int k);

/* Number of links from node a to node b, a != b. */
int64_t rater_topology_hops(const RaterTopology *topology, int64_t a, int64_t b);

/* Fills so many `links`. */
void rater_topology_route(const RaterTopology *topology, int64_t a, int64_t b, int64_t links[]);

/* The ends of a link, of a number that routes have. */
RaterLinkEnds rater_topology_link(const RaterTopology *topology, int64_t link);

/* The sets of links that are alike, at most RATER_TOPOLOGY_SETS, some of which may be empty;
 * returns their number. Of clusters its time grows with their number. */
int rater_topology_sets(const RaterTopology *topology, RaterLinkSet sets[]);

/* The index of the set that a link is in, of a number that routes have. */
int rater_topology_set_of(const RaterTopology *topology, int64_t link);

/* The smallest cluster that holds nodes a != b; NULL: these are no clusters. */
const RaterCluster *rater_topology_common(const RaterTopology *topology, int64_t a, int64_t b);
