/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Where the virtual processors are: a picture of physical processors in rows.
 */
#include <math.h>

#include "src/report/machine/chart.h"

#define MOST_CELLS   4096
#define MOST_LABELS  256
#define MOST_VIRTUAL (1 << 24) /* whose places are looked at */
#define WIDEST       128       /* cells of a row */
#define GAP          6.0       /* between parts of a row */

/* Processors that belong together: the last dimension of a grid, a leaf of a fat tree, a
 * router of a dragonfly, with all their cores. */
static gint64
part_of(const RaterTopology *topology)
{
    gint64 nodes = (gint64)ceil(sqrt((double)topology->nodes));
    if (topology->cluster != NULL)
        nodes = topology->cluster[0].n_parts > 0 && topology->cluster[0].part[0].cluster >= 0
                    ? topology->cluster[topology->cluster[0].part[0].cluster].processors
                    : nodes;
    else if (topology->kind == &rater_topology_fat_tree)
        nodes = topology->size[0];
    else if (topology->kind == &rater_topology_dragonfly)
        nodes = topology->size[2];
    else if (rater_topology_is_grid(topology) && topology->rank > 1)
        nodes = topology->size[topology->rank - 1];
    return CLAMP(nodes * topology->cores, 1, WIDEST);
}

/* Parts in a row, so that the picture is about twice as wide as high; a grid has its rows. */
static gint64
parts_in_row(gint64 n, gint64 part, const RaterTopology *topology)
{
    const gint64 wanted = (gint64)(sqrt(2 * (double)n) / (double)part + 0.5);
    if (rater_topology_is_grid(topology) && topology->rank > 1)
        return 1;
    return CLAMP(wanted, 1, MAX(WIDEST / part, 1));
}

static void
make_cells(MachineCells *cells, const RaterTopology *topology)
{
    const gint64 all = rater_topology_count(topology), n = MIN(all, MOST_CELLS);
    const gint64 part = part_of(topology);
    const gint64 parts = parts_in_row(n, part, topology);
    cells->labelled = n <= MOST_LABELS;
    cells->size = cells->labelled ? 38 : n <= 1024 ? 16 : 9;
    cells->cut = n < all;
    for (gint64 u = 0; u < n; u++) {
        const gint64 column = u % (part * parts), line = u / (part * parts);
        const MachineCell cell = {
            .x = (double)column * cells->size + (double)(column / part) * GAP,
            .y = (double)line * cells->size,
            .number = u,
            .first = -1,
        };
        g_array_append_val(cells->cells, cell);
        cells->width = MAX(cells->width, cell.x + cells->size);
        cells->height = MAX(cells->height, cell.y + cells->size);
    }
}

MachineCells *
machine_cells_new(const ParamsMachine *machine)
{
    if (machine == NULL || machine->placement.n_virtual > MOST_VIRTUAL)
        return NULL;
    MachineCells *cells = g_new0(MachineCells, 1);
    cells->cells = g_array_new(FALSE, FALSE, sizeof(MachineCell));
    make_cells(cells, &machine->fabric.topology);
    for (gint64 v = 0; v < machine->placement.n_virtual; v++) {
        const gint64 u = rater_placement_of(&machine->placement, v);
        if (u >= cells->cells->len)
            continue;
        MachineCell *cell = &g_array_index(cells->cells, MachineCell, u);
        if (cell->n++ == 0)
            cell->first = v;
        cell->last = v;
    }
    return cells;
}

void
machine_cells_free(MachineCells *cells)
{
    if (cells == NULL)
        return;
    g_array_unref(cells->cells);
    g_free(cells);
}
