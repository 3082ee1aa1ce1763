/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/geometry/dist.h"

#include <stddef.h>

/* Distributes template axis t (0-based) over grid dimension g. */
static RaterStatus
set_dim(RaterDist *dist, int g, int64_t t, const RaterDistDim *dim, const int64_t multiple[])
{
    if (t >= dist->rank || rater_dist_dim_of_axis(dist, (int)t) >= 0)
        return RATER_ERROR_AXIS;
    RaterStatus status = rater_blocks_init(&dist->blocks[g], dist->size[t], dist->grid.size[g],
                                           multiple != NULL ? multiple[t] : 1,
                                           dim->fixed > 0 ? dim->fixed : 0, dim->prefix);
    if (status == RATER_OK)
        dist->axis[g] = (int)t;
    return status;
}

RaterStatus
rater_dist_init(RaterDist *dist, const RaterGrid *grid, int rank, const int64_t size[],
                int n_dims, const RaterDistDim dims[], const int64_t multiple[])
{
    if (rank < 1 || rank > RATER_MAX_RANK)
        return RATER_ERROR_RANK;
    RaterDist made = { .rank = rank, .grid = *grid };
    for (int t = 0; t < rank; t++) {
        if (size[t] < 1)
            return RATER_ERROR_SIZE;
        made.size[t] = size[t];
    }
    for (int g = 0; g < RATER_MAX_RANK; g++)
        made.axis[g] = -1;
    for (int g = 0; g < grid->rank && g < n_dims; g++) {
        if (dims[g].axis <= 0)
            continue;
        RaterStatus status = set_dim(&made, g, dims[g].axis - 1, &dims[g], multiple);
        if (status != RATER_OK)
            return status;
    }
    *dist = made;
    return RATER_OK;
}

int
rater_dist_dim_of_axis(const RaterDist *dist, int t)
{
    for (int g = 0; g < dist->grid.rank; g++)
        if (dist->axis[g] == t)
            return g;
    return -1;
}
