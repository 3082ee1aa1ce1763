/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The nested clusters of the later dialect of parameter files (`cluster =`): each child of a
 * cluster has a link into it and one out, and a message uses two of the smallest cluster that
 * holds both ends.  The nodes are the processors, numbered as they are written.
 *
 * The links of a cluster: of child i, 2i goes from it into the cluster and 2i + 1 back; behind
 * them all links of child 0, of child 1, ...
 */
#include "rater/topology/topology-kind.h"

#include <stddef.h>

/* A child: which number it has, which row (-1: a processor), where its processors and links
 * begin.
 */
typedef struct {
    int64_t number;
    int row;
    int64_t processor, link;
} Child;

static int64_t
processors_of(const RaterCluster cluster[], int row)
{
    return row < 0 ? 1 : cluster[row].processors;
}

static int64_t
links_of(const RaterCluster cluster[], int row)
{
    return row < 0 ? 0 : cluster[row].links;
}

/* The child of `at` with processor `processor`, or with link `link` if that is not negative;
 * both are numbers within it. */
static Child
find_child(const RaterCluster cluster[], int at, int64_t processor, int64_t link)
{
    Child child = { .link = 2 * cluster[at].children };
    for (int i = 0; i < cluster[at].n_parts; i++) {
        const RaterClusterPart *part = &cluster[at].part[i];
        int64_t processors = processors_of(cluster, part->cluster);
        int64_t links = links_of(cluster, part->cluster);
        int64_t skip;
        if (link >= 0)
            skip = links > 0 ? (link - child.link) / links : part->count;
        else
            skip = (processor - child.processor) / processors;
        bool here = skip < part->count;
        if (!here)
            skip = part->count;
        child.number += skip;
        child.processor += skip * processors;
        child.link += skip * links;
        child.row = part->cluster;
        if (here)
            break;
    }
    return child;
}

/* The smallest cluster that holds processors a != b: its row, its children towards them, and
 * the number of its first link. */
static int
common_cluster(const RaterTopology *topology, int64_t a, int64_t b, Child *from, Child *to,
               int64_t *first)
{
    int at = 0;
    *first = 0;
    for (;;) {
        *from = find_child(topology->cluster, at, a, -1);
        *to = find_child(topology->cluster, at, b, -1);
        if (from->number != to->number)
            return at;
        a -= from->processor;
        b -= from->processor;
        *first += from->link;
        at = from->row;
    }
}

const RaterCluster *
rater_topology_common(const RaterTopology *topology, int64_t a, int64_t b)
{
    Child from, to;
    int64_t first;
    if (topology->cluster == NULL)
        return NULL;
    return &topology->cluster[common_cluster(topology, a, b, &from, &to, &first)];
}

static int64_t
cluster_hops(const RaterTopology *topology, int64_t a, int64_t b)
{
    (void)topology;
    (void)a;
    (void)b;
    return 2;
}

static void
cluster_route(const RaterTopology *topology, int64_t a, int64_t b, int64_t links[])
{
    Child from, to;
    int64_t first;
    (void)common_cluster(topology, a, b, &from, &to, &first);
    links[0] = first + 2 * from.number;
    links[1] = first + 2 * to.number + 1;
}

/* The child whose link it is, as which child at each level. */
static RaterVertex
path_to(const RaterTopology *topology, int64_t link)
{
    RaterVertex path = { .type = RATER_VERTEX_CHILD };
    int at = 0;
    while (link >= 2 * topology->cluster[at].children) {
        Child child = find_child(topology->cluster, at, 0, link);
        path.number[path.n++] = child.number;
        link -= child.link;
        at = child.row;
    }
    path.number[path.n++] = link / 2;
    return path;
}

static RaterLinkEnds
cluster_link(const RaterTopology *topology, int64_t link)
{
    RaterVertex path = path_to(topology, link);
    RaterVertex none = rater_vertex_bare(RATER_VERTEX_NONE);
    return link % 2 == 0 ? rater_link(path, none) : rater_link(none, path);
}

/* Adds the links of `times` clusters of row `at`, and of those in them. */
static void
add_levels(const RaterCluster cluster[], int at, int level, int64_t times, RaterLinkSet sets[])
{
    for (int i = 0; i < 2; i++)
        sets[2 * level + i].links += times * cluster[at].children;
    for (int i = 0; i < cluster[at].n_parts; i++) {
        const RaterClusterPart *part = &cluster[at].part[i];
        if (part->cluster >= 0)
            add_levels(cluster, part->cluster, level + 1, times * part->count, sets);
    }
}

static int
cluster_sets(const RaterTopology *topology, RaterLinkSet sets[])
{
    int depth = topology->cluster[0].depth;
    for (int level = 0; level < depth; level++)
        rater_link_sets(&sets[2 * level], RATER_LINKS_LEVEL, level, 0);
    add_levels(topology->cluster, 0, 0, 1, sets);
    return 2 * depth;
}

/* Each cluster has as many links in as out, so that all of one direction are even. */
static int
cluster_set_of(const RaterTopology *topology, int64_t link)
{
    return 2 * (path_to(topology, link).n - 1) + (int)(link % 2);
}

static const RaterTopologyKind cluster_kind = {
    .name = "cluster",
    .least_rank = 1,
    .most_rank = 1,
    .hops = cluster_hops,
    .route = cluster_route,
    .link = cluster_link,
    .sets = cluster_sets,
    .set_of = cluster_set_of,
};

/* Completes row `at`; the later ones are complete. */
static RaterStatus
complete(RaterCluster cluster[], int at, int n_clusters)
{
    RaterCluster *row = &cluster[at];
    row->children = row->processors = row->links = 0;
    row->depth = 1;
    if (row->n_parts < 1)
        return RATER_ERROR_SIZE;
    for (int i = 0; i < row->n_parts; i++) {
        const RaterClusterPart *part = &row->part[i];
        if (part->count < 1)
            return RATER_ERROR_SIZE;
        if (part->cluster >= n_clusters || (part->cluster >= 0 && part->cluster <= at))
            return RATER_ERROR_AXIS;
        if (part->cluster >= 0 && cluster[part->cluster].depth >= row->depth)
            row->depth = cluster[part->cluster].depth + 1;
        int64_t each = processors_of(cluster, part->cluster);
        if (part->count > (RATER_TOPOLOGY_PROCESSORS - row->processors) / each)
            return RATER_ERROR_OVERFLOW;
        row->children += part->count;
        row->processors += part->count * each;
        row->links += part->count * (2 + links_of(cluster, part->cluster));
    }
    return row->depth > RATER_TOPOLOGY_DEPTH ? RATER_ERROR_RANK : RATER_OK;
}

RaterStatus
rater_topology_clusters(RaterTopology *topology, RaterCluster cluster[], int n_clusters)
{
    if (n_clusters < 1)
        return RATER_ERROR_SIZE;
    for (int at = n_clusters - 1; at >= 0; at--) {
        RaterStatus status = complete(cluster, at, n_clusters);
        if (status != RATER_OK)
            return status;
    }
    *topology = (RaterTopology){
        .kind = &cluster_kind,
        .rank = 1,
        .size = { cluster[0].processors },
        .nodes = cluster[0].processors,
        .cores = 1,
        .links = cluster[0].links,
        .link_span = cluster[0].links,
        .diameter = 2,
        .bisection = cluster[0].children / 2,
        .cluster = cluster,
    };
    return RATER_OK;
}
