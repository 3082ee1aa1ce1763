/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Random distributions and alignments, and a slow computation of who holds an
 * element from their words alone, template index by template index.
 */
#pragma once

#include "rater/geometry/mapping.h"
#include "tests/rater/random.h"

#define GEOMETRY_RANK  4
#define GEOMETRY_SIZE  40 /* most elements of an axis */
#define GEOMETRY_DEPTH 3

/* An array aligned with the one before it, the first with the template. */
typedef struct {
    int rank;
    RaterRange domain[GEOMETRY_RANK]; /* elements of each axis */
    int n_rules;
    RaterAlignRule rules[GEOMETRY_RANK];
    RaterAlign align;
} GeometryArray;

/* Borrows its own prefixes: must not be copied. */
typedef struct {
    RaterGrid grid;
    int rank; /* of the template */
    int64_t size[GEOMETRY_RANK];
    int64_t multiple[GEOMETRY_RANK];
    int n_dims;
    RaterDistDim dim[GEOMETRY_RANK];
    int64_t prefix[GEOMETRY_RANK][16];
    RaterDist dist;
    int depth; /* arrays, at least 1 */
    GeometryArray array[GEOMETRY_DEPTH];
} Geometry;

/* A grid of `rank` dimensions of at most `most` coordinates, and a template on it
 * with at most `size` elements an axis. */
void geometry_random_dist(Geometry *geometry, Random *random, const RaterGrid *grid,
                          int64_t size);
void geometry_random_grid(RaterGrid *grid, Random *random, int rank, int64_t most);

/* Adds `depth` arrays, one aligned with the other. Any composed alignment. */
void geometry_random_arrays(Geometry *geometry, Random *random, int depth, int64_t size);

/* Random rules for a pattern with the axes `pattern`. */
int geometry_random_rules(Random *random, RaterAlignRule rules[], int rank,
                          const RaterRange domain[], int pattern_rank,
                          const RaterRange pattern[]);

/* The last array. */
const GeometryArray *geometry_last(const Geometry *geometry);

/* Whether the element at x (rank indices) of an array that lies by `rules` on the
 * last of `depth` arrays (0: on the template) exists, and which coordinates of each grid
 * dimension hold it: held[g][c]. */
bool geometry_holders(const Geometry *geometry, int depth, int n_rules,
                      const RaterAlignRule rules[], const int64_t x[],
                      bool held[GEOMETRY_RANK][16]);

/* An array that every processor of `grid` holds whole. */
RaterStatus geometry_replicate(RaterMapping *mapping, int rank, const int64_t size[],
                               const RaterGrid *grid);

/* Local block of the processor at `index`: fills rank ranges. False when it holds no element
 * (some range empty, or a dimension without it). */
bool geometry_local(const RaterMapping *mapping, const int64_t index[], RaterRange block[]);

/* A template of 20 x 20 in blocks on a grid of 2 x 4, whose first dimension takes this axis (1,
 * or 0: none). */
RaterDist geometry_plane(int first);
