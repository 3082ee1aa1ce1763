/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/rater/shadow-naive.h"

/* Element x of the array's axis is in coordinate c's block along dimension g. */
static bool
owns(const RaterPlace *place, int64_t c, int64_t x)
{
    int64_t at = place->a * x + place->b;
    RaterRange block = rater_blocks_range(&place->blocks, c);
    return x >= place->valid.lo && x < place->valid.hi && at >= block.lo && at < block.hi;
}

static bool
contains(RaterRange range, int64_t x)
{
    return x >= range.lo && x < range.hi;
}

/* Elements of an axis outside of the set: those of the block that are meant. */
static int64_t
count_inside(const RaterShadow *shadow, int axis, int64_t c)
{
    const RaterMapping *mapping = shadow->mapping;
    int g = mapping->dim[axis];
    int64_t count = 0;
    for (int64_t x = 0; x < mapping->size[axis]; x++) {
        bool own = g >= 0 ? owns(&mapping->place[g], c, x) : contains(mapping->valid[axis], x);
        count += own && contains(shadow->part[axis], x);
    }
    return count;
}

/* The holder of the nearest element beyond coordinate c's block in a direction, if
 * it has elements of the part that is meant; -1 if there is none. */
static int64_t
neighbour(const RaterShadow *shadow, int axis, int64_t c, int direction)
{
    const RaterMapping *mapping = shadow->mapping;
    int g = mapping->dim[axis];
    int64_t size = mapping->size[axis];
    const RaterPlace *place = &mapping->place[g];
    bool own = false;
    int64_t beyond = -1;
    for (int64_t k = 0; k < size && beyond < 0; k++) {
        int64_t x = direction > 0 ? k : size - 1 - k;
        if (owns(place, c, x))
            own = true;
        else if (own)
            beyond = x;
    }
    for (int64_t other = 0; beyond >= 0 && other < mapping->grid.size[g]; other++)
        if (owns(place, other, beyond)) {
            for (int64_t x = 0; x < size; x++)
                if (owns(place, other, x) && contains(shadow->part[axis], x))
                    return other;
        }
    return -1;
}

/* Elements of coordinate c's block that lie in the edge of its neighbour. */
static int64_t
count_layers(const RaterShadow *shadow, int axis, int64_t c, int direction)
{
    const RaterMapping *mapping = shadow->mapping;
    const RaterPlace *place = &mapping->place[mapping->dim[axis]];
    int64_t first = -1, last = -1, count = 0;
    for (int64_t x = 0; x < mapping->size[axis]; x++)
        if (owns(place, c, x)) {
            first = first < 0 ? x : first;
            last = x;
        }
    if (first < 0)
        return 0;
    for (int64_t layer = 0; direction > 0 && layer < shadow->low[axis]; layer++) {
        int64_t x = last + 1 - shadow->low[axis] + layer;
        count += x >= first && contains(shadow->low_layers[axis], layer);
    }
    for (int64_t layer = 0; direction < 0 && layer < shadow->high[axis]; layer++)
        count += first + layer <= last && contains(shadow->high_layers[axis], layer);
    return count;
}

/* Bytes that processor `index` sends in `direction` (-1, 0, 1 for each axis), and
 * to whom. */
static int64_t
message(const RaterShadow *shadow, const int64_t index[], const int direction[], int64_t to[])
{
    const RaterMapping *mapping = shadow->mapping;
    int64_t bytes = shadow->element_bytes;
    for (int g = 0; g < mapping->grid.rank; g++) {
        to[g] = index[g];
        if (mapping->place[g].kind == RATER_PLACE_SOME &&
            !contains(mapping->place[g].coords, index[g]))
            return 0;
    }
    for (int axis = 0; axis < mapping->rank; axis++) {
        int g = mapping->dim[axis];
        int64_t c = g >= 0 ? index[g] : 0;
        int needed = direction[axis] == 0  ? RATER_SHADOW_NONE
                     : direction[axis] > 0 ? RATER_SHADOW_LOW
                                           : RATER_SHADOW_HIGH;
        if (!(shadow->sign[axis] & needed) || (g < 0 && direction[axis] != 0))
            return 0;
        if (direction[axis] == 0) {
            bytes *= count_inside(shadow, axis, c);
            continue;
        }
        to[g] = neighbour(shadow, axis, c, direction[axis]);
        if (to[g] < 0)
            return 0;
        bytes *= count_layers(shadow, axis, c, direction[axis]);
    }
    return bytes;
}

/* The next of all directions; false after the last. */
static bool
next_direction(int direction[], int rank)
{
    for (int axis = 0; axis < rank; axis++) {
        if (++direction[axis] <= 1)
            return true;
        direction[axis] = -1;
    }
    return false;
}

static void
add_messages(const RaterShadow *shadow, int64_t p, int64_t transfer[])
{
    const RaterGrid *grid = &shadow->mapping->grid;
    int rank = shadow->mapping->rank;
    int direction[RATER_MAX_RANK];
    for (int axis = 0; axis < rank; axis++)
        direction[axis] = -1;
    do {
        int axes = 0;
        for (int axis = 0; axis < rank; axis++)
            axes += direction[axis] != 0;
        if (axes == 0 || (axes > 1 && axes > shadow->max_axes))
            continue;
        int64_t index[RATER_MAX_RANK], to[RATER_MAX_RANK];
        rater_grid_index(grid, p, index);
        int64_t bytes = message(shadow, index, direction, to);
        if (bytes > 0)
            transfer[p * rater_grid_count(grid) + rater_grid_number(grid, to)] += bytes;
    } while (next_direction(direction, rank));
}

void
shadow_naive_transfers(const RaterShadow shadows[], int n, int64_t transfer[])
{
    int64_t count = rater_grid_count(&shadows[0].mapping->grid);
    for (int64_t k = 0; k < count * count; k++)
        transfer[k] = 0;
    for (int i = 0; i < n; i++)
        for (int64_t p = 0; p < count; p++)
            add_messages(&shadows[i], p, transfer);
}

RaterTraffic
shadow_naive_traffic(const RaterGrid *grid, const int64_t transfer[])
{
    RaterTraffic traffic = { 0 };
    int64_t count = rater_grid_count(grid);
    for (int64_t p = 0; p < count; p++)
        for (int64_t q = 0; q < count; q++) {
            int64_t bytes = transfer[p * count + q];
            if (bytes == 0)
                continue;
            int64_t distance = rater_grid_distance(grid, p, q);
            traffic.messages++;
            traffic.bytes += (double)bytes;
            if (distance > traffic.distance) {
                traffic.distance = distance;
                traffic.largest = 0;
            }
            if (distance == traffic.distance && bytes > traffic.largest)
                traffic.largest = bytes;
        }
    return traffic;
}
