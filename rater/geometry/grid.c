/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/geometry/grid.h"

#include <stddef.h>

#define MAX_PROCESSORS ((int64_t)1 << 62)

const char *
rater_status_text(RaterStatus status)
{
    static const char *const texts[] = {
        [RATER_OK] = "no error",
        [RATER_ERROR_RANK] = "a rank out of range, or ranks that do not fit each other",
        [RATER_ERROR_SIZE] = "a size that is not positive",
        [RATER_ERROR_OVERFLOW] = "a number too large",
        [RATER_ERROR_AXIS] = "an axis outside of the rank, or used twice",
        [RATER_ERROR_WEIGHT] = "weights that are negative or do not add up",
        [RATER_ERROR_STEP] = "a loop with step 0",
        [RATER_ERROR_WIDTH] = "a negative shadow width",
        [RATER_ERROR_MEMORY] = "not enough memory, or too much to compute",
        [RATER_ERROR_SECTION] = "a section that does not fit",
        [RATER_ERROR_LINKS] =
            "its messages pass more links than are counted (2^26), 'congestion = none' counts none",
        [RATER_ERROR_PASSAGES] =
            "its packets pass more links than are simulated (10^7), 'congestion = load' counts "
            "what passes instead",
    };
    return (size_t)status < sizeof texts / sizeof *texts ? texts[status] : "unknown error";
}

RaterStatus
rater_grid_init(RaterGrid *grid, int rank, const int64_t size[])
{
    if (rank < 1 || rank > RATER_MAX_RANK)
        return RATER_ERROR_RANK;
    RaterGrid made = { .rank = rank };
    int64_t count = 1;
    for (int g = 0; g < rank; g++) {
        if (size[g] < 1)
            return RATER_ERROR_SIZE;
        if (count > MAX_PROCESSORS / size[g])
            return RATER_ERROR_OVERFLOW;
        count *= size[g];
        made.size[g] = size[g];
    }
    *grid = made;
    return RATER_OK;
}

int64_t
rater_grid_count(const RaterGrid *grid)
{
    int64_t count = 1;
    for (int g = 0; g < grid->rank; g++)
        count *= grid->size[g];
    return count;
}

int64_t
rater_grid_number(const RaterGrid *grid, const int64_t index[])
{
    int64_t number = 0;
    for (int g = 0; g < grid->rank; g++)
        number = number * grid->size[g] + index[g];
    return number;
}

void
rater_grid_index(const RaterGrid *grid, int64_t number, int64_t index[])
{
    for (int g = grid->rank - 1; g >= 0; g--) {
        index[g] = number % grid->size[g];
        number /= grid->size[g];
    }
}

int64_t
rater_grid_distance(const RaterGrid *grid, int64_t p, int64_t q)
{
    int64_t distance = 0;
    for (int g = grid->rank - 1; g >= 0; g--) {
        int64_t difference = p % grid->size[g] - q % grid->size[g];
        distance += difference < 0 ? -difference : difference;
        p /= grid->size[g];
        q /= grid->size[g];
    }
    return distance;
}

bool
rater_grid_equal(const RaterGrid *a, const RaterGrid *b)
{
    if (a->rank != b->rank)
        return false;
    for (int g = 0; g < a->rank; g++)
        if (a->size[g] != b->size[g])
            return false;
    return true;
}
