/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/geometry/loop.h"

#include <stddef.h>

RaterRange
rater_loop_ordinals(const RaterLoopAxis *axis, RaterRange values)
{
    return rater_range_preimage(values.lo, values.hi, axis->step, axis->init,
                                (RaterRange){ 0, INT64_MAX });
}

/* The value of the iteration with this ordinal. */
static int64_t
value_at(const RaterLoopAxis *axis, int64_t ordinal)
{
    return (int64_t)(axis->init + (__int128)axis->step * ordinal);
}

/* The range from the least to the greatest value that the axis takes. */
static RaterStatus
domain_of_axis(RaterRange *domain, const RaterLoopAxis *axis)
{
    if (axis->step == 0)
        return RATER_ERROR_STEP;
    *domain = (RaterRange){ axis->init, axis->init };
    if (axis->step > 0 ? axis->init > axis->last : axis->init < axis->last)
        return RATER_OK;
    __int128 last = (__int128)axis->last - axis->init;
    last = axis->init + last / axis->step * axis->step;
    __int128 low = axis->step > 0 ? axis->init : last;
    __int128 high = axis->step > 0 ? last : axis->init;
    if (high >= INT64_MAX || high - low >= INT64_MAX)
        return RATER_ERROR_OVERFLOW;
    *domain = (RaterRange){ (int64_t)low, (int64_t)high + 1 };
    return RATER_OK;
}

RaterStatus
rater_loop_init(RaterLoop *loop, int rank, const RaterLoopAxis axes[],
                const RaterAlign *pattern, const RaterDist *dist, int n_rules,
                const RaterAlignRule rules[])
{
    if (rank < 1 || rank > RATER_MAX_RANK)
        return RATER_ERROR_RANK;
    RaterRange domain[RATER_MAX_RANK];
    for (int l = 0; l < rank; l++) {
        RaterStatus status = domain_of_axis(&domain[l], &axes[l]);
        if (status != RATER_OK)
            return status;
    }
    RaterAlign align;
    RaterStatus status = rater_align_domain(&align, rank, domain, dist->rank, dist->size,
                                            pattern, n_rules, rules);
    if (status != RATER_OK)
        return status;
    RaterMapping mapping;
    status = rater_mapping_init(&mapping, &align, dist);
    if (status != RATER_OK)
        return status;

    RaterLoop made = { .rank = rank, .grid = mapping.grid };
    for (int l = 0; l < rank; l++) {
        made.axis[l] = axes[l];
        made.valid[l] = mapping.valid[l];
        made.dim[l] = mapping.dim[l];
        made.count[l] = rater_range_count(rater_loop_ordinals(&axes[l], mapping.valid[l]));
    }
    for (int g = 0; g < mapping.grid.rank; g++)
        made.place[g] = mapping.place[g];
    *loop = made;
    return RATER_OK;
}

int64_t
rater_loop_dim_count(const RaterLoop *loop, int g, int64_t c, int64_t *first, int64_t *last)
{
    const RaterPlace *place = &loop->place[g];
    if (place->kind != RATER_PLACE_AXIS)
        return 0;
    const RaterLoopAxis *axis = &loop->axis[place->axis];
    RaterRange ordinals = rater_loop_ordinals(axis, rater_place_local(place, c));
    if (first != NULL && !rater_range_is_empty(ordinals))
        *first = value_at(axis, ordinals.lo);
    if (last != NULL && !rater_range_is_empty(ordinals))
        *last = value_at(axis, ordinals.hi - 1);
    return rater_range_count(ordinals);
}

bool
rater_loop_run_first(const RaterLoop *loop, int g, RaterIndexRun *run)
{
    const RaterPlace *place = &loop->place[g];
    const RaterLoopAxis *axis = &loop->axis[place->axis];
    if (loop->count[place->axis] == 0)
        return false;
    RaterRange ordinals = rater_loop_ordinals(axis, place->valid);
    RaterRange values = rater_range_image(axis->step, axis->init, ordinals);
    RaterRange indices = rater_range_image(place->a, place->b, values);
    rater_index_run_first(run, &place->blocks, indices.lo, indices.hi - 1,
                          loop->count[place->axis]);
    return true;
}

double
rater_loop_total(const RaterLoop *loop)
{
    double total = 1;
    for (int l = 0; l < loop->rank; l++)
        total *= (double)loop->count[l];
    return total;
}

double
rater_loop_count(const RaterLoop *loop, const int64_t index[])
{
    double count = 1;
    for (int g = 0; g < loop->grid.rank; g++)
        if (loop->place[g].kind == RATER_PLACE_SOME &&
            !rater_place_holds(&loop->place[g], index[g]))
            return 0;
    for (int l = 0; l < loop->rank; l++) {
        int g = loop->dim[l];
        count *= (double)(g >= 0 ? rater_loop_dim_count(loop, g, index[g], NULL, NULL)
                                 : loop->count[l]);
    }
    return count;
}
