/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/topology/topology-kind.h"

#include <stddef.h>
#include <string.h>

static const RaterTopologyKind *const kinds[] = {
    &rater_topology_line,     &rater_topology_ring,      &rater_topology_mesh,
    &rater_topology_torus,    &rater_topology_hypercube, &rater_topology_tree,
    &rater_topology_star,     &rater_topology_full,      &rater_topology_shared,
    &rater_topology_fat_tree, &rater_topology_dragonfly,
};

const RaterTopologyKind *
rater_topology_find(const char *name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i]->name, name) == 0)
            return kinds[i];
    return NULL;
}

const char *
rater_topology_kind_name(const RaterTopologyKind *kind)
{
    return kind->name;
}

/* Least d >= 1 with 2^d >= n. */
static int64_t
logarithm(int64_t n)
{
    int64_t d = 1;
    while (d < 62 && ((int64_t)1 << d) < n)
        d++;
    return d;
}

RaterStatus
rater_topology_default(const RaterTopologyKind *kind, const RaterGrid *system,
                       RaterTopologyShape *shape)
{
    if (shape->cores < 1)
        return RATER_ERROR_SIZE;
    if (kind->most_rank == 1) {
        int64_t least = (rater_grid_count(system) - 1) / shape->cores + 1;
        shape->rank = 1;
        shape->nodes[0] = kind == &rater_topology_hypercube ? logarithm(least) : least;
        return RATER_OK;
    }
    if (!kind->grid || shape->cores > 1 || system->rank > kind->most_rank)
        return RATER_ERROR_RANK;
    shape->rank = system->rank;
    for (int k = 0; k < system->rank; k++)
        shape->nodes[k] = system->size[k];
    return RATER_OK;
}

RaterStatus
rater_topology_init(RaterTopology *topology, const RaterTopologyKind *kind,
                    const RaterTopologyShape *shape)
{
    RaterTopology made = { .kind = kind, .rank = shape->rank, .cores = shape->cores };
    if (shape->rank < kind->least_rank || shape->rank > kind->most_rank)
        return RATER_ERROR_RANK;
    made.nodes = 1;
    for (int k = 0; k < shape->rank; k++) {
        if (shape->nodes[k] < 1)
            return RATER_ERROR_SIZE;
        made.size[k] = shape->nodes[k];
        if (!rater_topology_multiply(made.nodes, made.size[k], &made.nodes) ||
            made.nodes > RATER_TOPOLOGY_PROCESSORS)
            return RATER_ERROR_OVERFLOW;
    }
    if (shape->cores < 1 || shape->arity < 1)
        return RATER_ERROR_SIZE;
    made.arity = shape->arity;
    RaterStatus status = kind->init(&made, shape);
    if (status != RATER_OK)
        return status;
    if (made.link_span == 0)
        made.link_span = made.links;
    if (made.cores > RATER_TOPOLOGY_PROCESSORS / made.nodes)
        return RATER_ERROR_OVERFLOW;
    *topology = made;
    return RATER_OK;
}

int64_t
rater_topology_count(const RaterTopology *topology)
{
    return topology->nodes * topology->cores;
}

bool
rater_topology_is_grid(const RaterTopology *topology)
{
    return topology->kind->grid;
}

RaterGrid
rater_topology_grid(const RaterTopology *topology)
{
    RaterGrid grid = { .rank = 1, .size = { rater_topology_count(topology) } };
    if (!topology->kind->grid)
        return grid;
    grid.rank = topology->rank;
    for (int k = 0; k < topology->rank; k++)
        grid.size[k] = topology->size[k];
    if (topology->cores > 1)
        grid.size[grid.rank++] = topology->cores;
    return grid;
}

int64_t
rater_topology_hops(const RaterTopology *topology, int64_t a, int64_t b)
{
    return topology->kind->hops(topology, a, b);
}

void
rater_topology_route(const RaterTopology *topology, int64_t a, int64_t b, int64_t links[])
{
    topology->kind->route(topology, a, b, links);
}

RaterLinkEnds
rater_topology_link(const RaterTopology *topology, int64_t link)
{
    return topology->kind->link(topology, link);
}

int
rater_topology_sets(const RaterTopology *topology, RaterLinkSet sets[])
{
    if (topology->kind->sets != NULL)
        return topology->kind->sets(topology, sets);
    sets[0] = (RaterLinkSet){ .group = RATER_LINKS_ALL, .links = topology->links };
    return 1;
}

int
rater_topology_set_of(const RaterTopology *topology, int64_t link)
{
    return topology->kind->set_of != NULL ? topology->kind->set_of(topology, link) : 0;
}
