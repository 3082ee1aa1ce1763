/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/topology/placement.h"

#include <stdlib.h>

/* V > M: ranks in blocks, of which the first V mod M have one more. */
static int64_t
block_of(int64_t rank, int64_t n_virtual, int64_t n_physical)
{
    int64_t size = n_virtual / n_physical;
    int64_t larger = n_virtual % n_physical;
    if (rank < larger * (size + 1))
        return rank / (size + 1);
    return larger + (rank - larger * (size + 1)) / size;
}

static int64_t
place_of_rank(int64_t rank, int64_t n_virtual, int64_t n_physical)
{
    return n_virtual <= n_physical ? rank : block_of(rank, n_virtual, n_physical);
}

int64_t
rater_placement_of(const RaterPlacement *placement, int64_t v)
{
    if (placement->place != NULL)
        return placement->place[v];
    return place_of_rank(v, placement->n_virtual, placement->n_physical);
}

RaterPlacement
rater_placement_identity(int64_t n_virtual, int64_t n_physical)
{
    return (RaterPlacement){ .n_virtual = n_virtual, .n_physical = n_physical };
}

/* A table of V places, still without values; NULL: no memory. */
static int64_t *
start_table(RaterPlacement *placement, int64_t n_virtual, int64_t n_physical)
{
    if (n_virtual < 1 || (uint64_t)n_virtual > SIZE_MAX / sizeof(int64_t))
        return NULL;
    int64_t *place = malloc((size_t)n_virtual * sizeof *place);
    if (place != NULL)
        *placement = (RaterPlacement){ n_virtual, n_physical, place };
    return place;
}

/* Elements of the box from `low` of `extent`, in row-major order: their ranks begin with *rank.
 */
static void
number_box(const RaterGrid *system, const int64_t low[], const int64_t extent[], int64_t *rank,
           int64_t place[])
{
    RaterGrid box = { .rank = system->rank };
    for (int k = 0; k < system->rank; k++)
        box.size[k] =
            low[k] + extent[k] <= system->size[k] ? extent[k] : system->size[k] - low[k];
    int64_t count = rater_grid_count(&box);
    for (int64_t i = 0; i < count; i++) {
        int64_t index[RATER_MAX_RANK];
        rater_grid_index(&box, i, index);
        for (int k = 0; k < system->rank; k++)
            index[k] += low[k];
        place[rater_grid_number(system, index)] = (*rank)++;
    }
}

RaterStatus
rater_placement_tiles(RaterPlacement *placement, const RaterGrid *system, int64_t n_physical,
                      const int64_t tile[])
{
    RaterGrid boxes = { .rank = system->rank };
    int64_t n_virtual = rater_grid_count(system);
    for (int k = 0; k < system->rank; k++) {
        if (tile[k] < 1)
            return RATER_ERROR_SIZE;
        boxes.size[k] = (system->size[k] - 1) / tile[k] + 1;
    }
    int64_t *place = start_table(placement, n_virtual, n_physical);
    if (place == NULL)
        return RATER_ERROR_MEMORY;
    int64_t rank = 0;
    int64_t count = rater_grid_count(&boxes);
    for (int64_t i = 0; i < count; i++) {
        int64_t low[RATER_MAX_RANK];
        rater_grid_index(&boxes, i, low);
        for (int k = 0; k < system->rank; k++)
            low[k] *= tile[k];
        number_box(system, low, tile, &rank, place);
    }
    for (int64_t v = 0; v < n_virtual; v++)
        place[v] = place_of_rank(place[v], n_virtual, n_physical);
    return RATER_OK;
}

/* Hilbert's curve in a square of side 2^k: the cell that is d-th on it (d2xy; x is the first
 * coordinate). */
static void
curve_cell(int64_t side, int64_t d, int64_t *x, int64_t *y)
{
    *x = *y = 0;
    for (int64_t s = 1; s < side; s *= 2) {
        int64_t right = d / 2 & 1;
        int64_t up = (d ^ right) & 1;
        if (up == 0) { /* turn the quadrant */
            int64_t swap = *x;
            *x = right != 0 ? s - 1 - *y : *y;
            *y = right != 0 ? s - 1 - swap : swap;
        }
        *x += s * right;
        *y += s * up;
        d /= 4;
    }
}

/* How many cells of the curve from the d-th on, a cell outside of the grid, are outside as
 * well: the largest square of the curve that begins there and has none inside. */
static int64_t
cells_outside(const RaterGrid *grid, int64_t d, int64_t x, int64_t y)
{
    int64_t side = 1;
    while (d % (4 * side * side) == 0) {
        int64_t low_x = x - x % (2 * side);
        int64_t low_y = y - y % (2 * side);
        if (low_x < grid->size[0] && low_y < grid->size[1])
            break;
        side *= 2;
    }
    return side * side;
}

/* Goes on along the curve to its next cell inside the grid: its row-major number. */
static int64_t
next_cell(const RaterGrid *grid, int64_t *d)
{
    int64_t side = 1;
    int64_t x, y;
    while (side < grid->size[0] || side < grid->size[1])
        side *= 2;
    for (;;) {
        curve_cell(side, *d, &x, &y);
        if (x < grid->size[0] && y < grid->size[1])
            break;
        *d += cells_outside(grid, *d, x, y);
    }
    (*d)++;
    return x * grid->size[1] + y;
}

RaterStatus
rater_placement_hilbert(RaterPlacement *placement, const RaterGrid *system,
                        const RaterTopology *topology)
{
    int64_t n_virtual = rater_grid_count(system);
    int64_t n_physical = rater_topology_count(topology);
    RaterGrid physical = rater_topology_grid(topology);
    bool curved = physical.rank == 2 && topology->cores == 1 && n_virtual <= n_physical;
    if (system->rank != 2 && !curved) {
        *placement = rater_placement_identity(n_virtual, n_physical);
        return RATER_OK;
    }
    int64_t *place = start_table(placement, n_virtual, n_physical);
    if (place == NULL)
        return RATER_ERROR_MEMORY;
    int64_t here = 0;
    int64_t there = 0;
    for (int64_t rank = 0; rank < n_virtual; rank++) {
        int64_t v = system->rank == 2 ? next_cell(system, &here) : rank;
        place[v] =
            curved ? next_cell(&physical, &there) : place_of_rank(rank, n_virtual, n_physical);
    }
    return RATER_OK;
}

uint64_t
rater_random_bits(uint64_t seed, uint64_t i)
{
    uint64_t x = seed + (i + 1) * 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

double
rater_random_slowness(uint64_t seed, double low, int64_t u)
{
    double share = (double)((rater_random_bits(seed, (uint64_t)u) >> 11) + 1) / 0x1p53;
    return low + (1 - low) * share;
}

RaterStatus
rater_placement_random(RaterPlacement *placement, int64_t n_virtual, int64_t n_physical,
                       uint64_t seed)
{
    if (n_virtual > n_physical) {
        *placement = rater_placement_identity(n_virtual, n_physical);
        return RATER_OK;
    }
    RaterPlacement made;
    int64_t *place = start_table(&made, n_physical, n_physical);
    if (place == NULL)
        return RATER_ERROR_MEMORY;
    made.n_virtual = n_virtual; /* the rest of the permutation is not looked at */
    for (int64_t i = 0; i < n_physical; i++)
        place[i] = i;
    for (int64_t i = n_physical - 1; i >= 1; i--) {
        uint64_t x = rater_random_bits(seed, (uint64_t)(n_physical - 1 - i));
        int64_t other = (int64_t)(((unsigned __int128)x * (uint64_t)(i + 1)) >> 64);
        int64_t swap = place[i];
        place[i] = place[other];
        place[other] = swap;
    }
    *placement = made;
    return RATER_OK;
}

/* A ring of n folded flat: neighbours on the ring are at most 2 apart. */
static int64_t
fold(int64_t i, int64_t n)
{
    return i <= (n - 1) / 2 ? 2 * i : 2 * (n - i) - 1;
}

RaterStatus
rater_placement_torus_to_mesh(RaterPlacement *placement, const RaterGrid *system,
                              int64_t n_physical)
{
    int64_t n_virtual = rater_grid_count(system);
    if (n_virtual != n_physical)
        return RATER_ERROR_SIZE;
    int64_t *place = start_table(placement, n_virtual, n_physical);
    if (place == NULL)
        return RATER_ERROR_MEMORY;
    for (int64_t v = 0; v < n_virtual; v++) {
        int64_t index[RATER_MAX_RANK];
        rater_grid_index(system, v, index);
        for (int k = 0; k < system->rank; k++)
            index[k] = fold(index[k], system->size[k]);
        place[v] = rater_grid_number(system, index);
    }
    return RATER_OK;
}

RaterStatus
rater_placement_ring_to_line(RaterPlacement *placement, int64_t n_virtual, int64_t n_physical)
{
    RaterGrid ring = { .rank = 1, .size = { n_virtual } };
    return rater_placement_torus_to_mesh(placement, &ring, n_physical);
}

void
rater_placement_clear(RaterPlacement *placement)
{
    free(placement->place);
    *placement = (RaterPlacement){ 0 };
}
