/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Grids of a given number of processors: the most even one, all of them, all up to a number;
 * and which of them are worthwhile for what a program distributes.
 * A grid is a RaterGrid: sizes of each dimension, dimensions numbered from 0.
 */
#pragma once

#include <glib.h>

#include "rater/geometry/grid.h"
#include "src/params/params.h"
#include "src/sim/layout.h"

/* Most dimensions of a topology (predictor.par), and most processors. */
#define TOPOLOGY_MAX_RANK       8
#define TOPOLOGY_MAX_PROCESSORS (G_GINT64_CONSTANT(1) << 31)

/* What grids are wanted. */
typedef struct {
    int rank; /* 1..TOPOLOGY_MAX_RANK */
    /* like[d]: the least dimension that may be exchanged with d without a change of the
     * prediction, d itself when there is none. Of grids that differ by such exchanges only the
     * one whose sizes do not grow along dimensions that are alike is a topology here. */
    guint8 like[TOPOLOGY_MAX_RANK];
    /* The largest size of each dimension: on more processors some have no elements. 0: any. */
    gint64 most[TOPOLOGY_MAX_RANK];
} TopologyShape;

/* A shape without exchanges and limits. */
TopologyShape topology_shape(int rank);

/* Whether the grid is one of the shape: no dimension is larger than it may be, or than an
 * earlier one that is like it. */
gboolean topology_fits(const TopologyShape *shape, const RaterGrid *grid);

/* The number of processors of the largest grid of the shape; G_MAXINT64: any. */
gint64 topology_room(const TopologyShape *shape);

/* Whether some grid of n processors is larger along a dimension than it may be. */
gboolean topology_leaves_out(const TopologyShape *shape, gint64 n);

/* The grid of n processors (1..TOPOLOGY_MAX_PROCESSORS) with the smallest largest size, then
 * the smallest second one, and so on; sizes do not grow: 12 is 4x3 in rank 2. */
RaterGrid topology_even(gint64 n, int rank);

/* All grids of lo, lo + 1, .. hi processors; with fewer processors first, of as many those with
 * larger first sizes first: 6x1, 3x2, 2x3, 1x6. At most `most` of them: when the list is that
 * long there may be more. An array of RaterGrid; free with g_array_unref(). */
GArray *topology_between(gint64 lo, gint64 hi, const TopologyShape *shape, guint most);

/* Orders grids (RaterGrid) of one rank by how far they are from one of them, the nearest first:
 * by the largest ratio of sizes, of equal ones as topology_compare() does. */
void topology_sort_near(GArray *grids, const RaterGrid *grid);

/* Appends "4x2"; the same alone, free with g_free(). */
void topology_append(const RaterGrid *grid, GString *out);
char *topology_name(const RaterGrid *grid);

/* Orders by processors, then by larger sizes first; a GCompareFunc of RaterGrid. */
gint topology_compare(gconstpointer a, gconstpointer b);

/* The largest extent that a program distributes over each dimension, in units of MULT_BLOCK:
 * more processors than that are of no use. Rank 0: nothing tells; size 0: any. */
RaterGrid topology_extents(const SimLayout *layout);

/* The shape of a program's grids on a machine: within these extents; processors of different
 * speeds make every dimension one of its own. */
TopologyShape topology_shape_on(const SimLayout *layout, const Params *params);

/* Whether a grid has more processors along a dimension than the extent there. */
gboolean topology_is_beyond(const RaterGrid *grid, const RaterGrid *extents);

/* The block of an axis of n elements on p processors has ceil(n / p) of them, so that many p
 * have the same blocks. For dimension d: the least and the largest p, at most `most`, of every
 * block size of every extent, ascending, each once; 1 is always there. With parts: all numbers
 * up to 65536. gint64; free with g_array_unref(). */
GArray *topology_sizes(const SimLayout *layout, int d, gint64 most);
