/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Distribution of a template (abstract machine representation) on a grid.
 * Axes are 0-based here; the trace's AxisArray is 1-based.
 */
#pragma once

#include "rater/geometry/blocks.h"

typedef struct {
    int rank;                     /* of the template */
    int64_t size[RATER_MAX_RANK]; /* of the template */
    RaterGrid grid;
    int axis[RATER_MAX_RANK]; /* for each grid dimension the template axis, -1: replicated */
    RaterBlocks blocks[RATER_MAX_RANK]; /* for each grid dimension with axis >= 0 */
} RaterDist;

/* How one grid dimension is used, as distr_ says it. */
typedef struct {
    int64_t axis;  /* AxisArray[i]: 1-based template axis, <= 0 or beyond the parameters:
                      replicated */
    int64_t fixed; /* DistrParamArray[i], <= 0: none */
    const int64_t
        *prefix; /* weights of this grid dimension as in RaterBlocks, or NULL; borrowed */
} RaterDistDim;

/* Distributes a template of `rank` axes of `size` over `grid`. dims[0..n_dims-1] speak of the
 * grid's dimensions; surplus ones are ignored, missing ones replicate. multiple[t] is the
 * blkdiv_ value of template axis t (NULL: all 1).
 * Errors: RATER_ERROR_RANK, _SIZE, _AXIS (no such template axis, or one used twice), _WEIGHT.
 */
RaterStatus rater_dist_init(RaterDist *dist, const RaterGrid *grid, int rank,
                            const int64_t size[], int n_dims, const RaterDistDim dims[],
                            const int64_t multiple[]);

/* The grid dimension over which template axis t is distributed, -1 if none. */
int rater_dist_dim_of_axis(const RaterDist *dist, int t);
