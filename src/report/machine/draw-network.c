/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The drawing of a network by its kind.
 */
#include "src/report/machine/drawing.h"

static void
draw_kind(Drawing *drawing, const RaterTopology *topology)
{
    const RaterTopologyKind *kind = topology->kind;
    const RaterGrid sizes = rater_topology_grid(topology);
    RaterGrid grid = { .rank = topology->rank };
    for (int k = 0; k < grid.rank; k++)
        grid.size[k] = topology->size[k];
    if (rater_topology_is_grid(topology) && sizes.rank == 0)
        return;
    if (kind == &rater_topology_ring)
        draw_ring(drawing, topology->nodes);
    else if (rater_topology_is_grid(topology))
        draw_grid(drawing, &grid, kind == &rater_topology_torus);
    else if (kind == &rater_topology_hypercube)
        draw_hypercube(drawing, topology->size[0]);
    else if (kind == &rater_topology_tree)
        draw_tree(drawing, topology);
    else if (kind == &rater_topology_star)
        draw_star(drawing, topology->nodes);
    else if (kind == &rater_topology_full)
        draw_full(drawing, topology->nodes);
    else if (kind == &rater_topology_shared)
        draw_bus(drawing, topology->nodes);
    else if (kind == &rater_topology_fat_tree)
        draw_fat_tree(drawing, topology);
    else if (kind == &rater_topology_dragonfly)
        draw_dragonfly(drawing, topology);
}

Drawing *
drawing_of_topology(const RaterTopology *topology, const char *name)
{
    Drawing *drawing = drawing_new();
    if (topology->cluster != NULL) {
        draw_clusters(drawing, topology, name);
    } else if (topology->nodes == 1) {
        draw_node(drawing, topology->cores);
    } else {
        draw_kind(drawing, topology);
        if (topology->cores > 1)
            drawing_add_note(drawing, "Each node has %" G_GINT64_FORMAT " processors.",
                             (gint64)topology->cores);
    }
    return drawing_finish(drawing);
}

Drawing *
drawing_of_grid(const RaterGrid *grid)
{
    Drawing *drawing = drawing_new();
    draw_grid(drawing, grid, FALSE);
    return drawing_finish(drawing);
}

Drawing *
drawing_of_bus(gint64 n)
{
    Drawing *drawing = drawing_new();
    draw_bus(drawing, n);
    return drawing_finish(drawing);
}
