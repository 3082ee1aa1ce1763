/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/rater/geometry.h"

#include "tests/tap.h"

#include <stddef.h>
#include <string.h>

void
geometry_random_grid(RaterGrid *grid, Random *random, int rank, int64_t most)
{
    int64_t size[GEOMETRY_RANK];
    for (int g = 0; g < rank; g++)
        size[g] = random_between(random, 1, most);
    CHECK_INT(rater_grid_init(grid, rank, size), RATER_OK);
}

/* A template axis (1-based) that no dimension before g has; 0 if there is none left. */
static int64_t
random_unused(const Geometry *geometry, Random *random, int g)
{
    int64_t first = random_between(random, 0, geometry->rank - 1);
    for (int64_t k = 0; k < geometry->rank; k++) {
        int64_t axis = (first + k) % geometry->rank + 1;
        bool used = false;
        for (int h = 0; h < g; h++)
            used = used || geometry->dim[h].axis == axis;
        if (!used)
            return axis;
    }
    return 0;
}

/* What distr_ says of dimension g. */
static void
random_dim(Geometry *geometry, Random *random, int g)
{
    RaterDistDim *dim = &geometry->dim[g];
    *dim = (RaterDistDim){ .axis = random_unused(geometry, random, g) };
    if (random_one_in(random, 12))
        dim->axis = 0;
    if (random_one_in(random, 4))
        dim->fixed = random_between(random, 0, 6);
    if (!random_one_in(random, 3))
        return;
    int64_t *prefix = geometry->prefix[g];
    prefix[0] = 0;
    for (int64_t c = 0; c < geometry->grid.size[g]; c++)
        prefix[c + 1] = prefix[c] + random_between(random, 0, 3);
    dim->prefix = prefix[geometry->grid.size[g]] > 0 ? prefix : NULL;
}

void
geometry_random_dist(Geometry *geometry, Random *random, const RaterGrid *grid, int64_t size)
{
    memset(geometry, 0, sizeof *geometry);
    geometry->grid = *grid;
    int least = random_one_in(random, 3) ? 1 : grid->rank;
    geometry->rank = (int)random_between(random, least, GEOMETRY_RANK);
    for (int t = 0; t < geometry->rank; t++) {
        geometry->size[t] = random_between(random, 1, size);
        geometry->multiple[t] = random_one_in(random, 4) ? random_between(random, 1, 5) : 1;
    }
    geometry->n_dims = (int)random_between(random, 1, grid->rank);
    if (!random_one_in(random, 4))
        geometry->n_dims = grid->rank;
    for (int g = 0; g < geometry->n_dims; g++)
        random_dim(geometry, random, g);
    CHECK_INT(rater_dist_init(&geometry->dist, grid, geometry->rank, geometry->size,
                              geometry->n_dims, geometry->dim, geometry->multiple),
              RATER_OK);
}

/* A rule by which most of `domain` has a place in `pattern`, as a rule. */
static RaterAlignRule
random_axis_rule(Random *random, int axis, RaterRange domain, RaterRange pattern)
{
    static const int64_t coeffs[] = { 1, 1, 1, 1, -1, -1, 2, -2, 3 };
    int64_t a = coeffs[random_between(random, 0, 8)];
    int64_t edge = a > 0 ? pattern.lo - a * domain.lo : pattern.hi - 1 - a * domain.lo;
    return (RaterAlignRule){ axis + 1, a, edge + random_between(random, -2, 3) };
}

int
geometry_random_rules(Random *random, RaterAlignRule rules[], int rank,
                      const RaterRange domain[], int pattern_rank, const RaterRange pattern[])
{
    bool used[GEOMETRY_RANK] = { false };
    for (int t = 0; t < pattern_rank; t++) {
        int axis = (int)random_between(random, 0, rank - 1);
        while (axis < rank - 1 && used[axis])
            axis++;
        if (used[axis] || random_one_in(random, 14)) {
            bool outside = random_one_in(random, 12);
            rules[t] = (RaterAlignRule){ -1, 0, 0 };
            if (random_one_in(random, 3))
                rules[t] = (RaterAlignRule){ 0, random_between(random, 0, 2),
                                             random_between(random, pattern[t].lo - outside,
                                                            pattern[t].hi - 1 + outside) };
            continue;
        }
        used[axis] = true;
        rules[t] = random_axis_rule(random, axis, domain[axis], pattern[t]);
    }
    return random_one_in(random, 12) ? (int)random_between(random, 0, pattern_rank)
                                     : pattern_rank;
}

static void
random_array(Geometry *geometry, Random *random, int i, int64_t size)
{
    GeometryArray *array = &geometry->array[i];
    RaterRange pattern[GEOMETRY_RANK];
    int64_t sizes[GEOMETRY_RANK];
    int pattern_rank = i > 0 ? geometry->array[i - 1].rank : geometry->rank;
    for (int t = 0; t < pattern_rank; t++)
        pattern[t] =
            i > 0 ? geometry->array[i - 1].domain[t] : (RaterRange){ 0, geometry->size[t] };
    int least = random_one_in(random, 3) ? 1 : pattern_rank;
    array->rank = (int)random_between(random, least, GEOMETRY_RANK);
    for (int x = 0; x < array->rank; x++) {
        sizes[x] = random_between(random, 1, size);
        array->domain[x] = (RaterRange){ 0, sizes[x] };
    }
    array->n_rules = geometry_random_rules(random, array->rules, array->rank, array->domain,
                                           pattern_rank, pattern);
    RaterStatus status =
        i > 0 ? rater_align_array(&array->align, array->rank, sizes, 0, NULL,
                                  &geometry->array[i - 1].align, array->n_rules, array->rules)
              : rater_align_array(&array->align, array->rank, sizes, geometry->rank,
                                  geometry->size, NULL, array->n_rules, array->rules);
    CHECK_INT(status, RATER_OK);
}

void
geometry_random_arrays(Geometry *geometry, Random *random, int depth, int64_t size)
{
    geometry->depth = depth;
    for (int i = 0; i < depth; i++)
        random_array(geometry, random, i, size);
}

const GeometryArray *
geometry_last(const Geometry *geometry)
{
    return &geometry->array[geometry->depth - 1];
}

/* The elements of each axis of a pattern on which something lies. */
typedef struct {
    bool everywhere[GEOMETRY_RANK]; /* of a template: replicated along the axis */
    bool in[GEOMETRY_RANK][GEOMETRY_SIZE];
} Cells;

static bool
cells_empty(const Cells *cells, int rank)
{
    for (int t = 0; t < rank; t++)
        if (!cells->everywhere[t] && memchr(cells->in[t], true, GEOMETRY_SIZE) == NULL)
            return true;
    return false;
}

static void
set_cell(Cells *cells, int t, int64_t at, int64_t size)
{
    if (at >= 0 && at < size)
        cells->in[t][at] = true;
}

/* Lifts one axis by one step: where `from` (the elements of an array, n of each
 * axis, or x itself) lies on axis t of the pattern, of `size`. */
static void
lift_axis(Cells *to, int t, int64_t size, const RaterAlignRule *rule, const Cells *from,
          const int64_t *x)
{
    if (rule == NULL || rule->axis == -1)
        for (int64_t at = 0; at < size; at++)
            to->in[t][at] = true;
    else if (rule->axis == 0 || rule->coeff == 0)
        set_cell(to, t, rule->konst, size);
    else if (x != NULL)
        set_cell(to, t, rule->coeff * x[rule->axis - 1] + rule->konst, size);
    else
        for (int64_t at = 0; at < GEOMETRY_SIZE; at++)
            if (from->in[rule->axis - 1][at])
                set_cell(to, t, rule->coeff * at + rule->konst, size);
}

/* From the element x on the last of `depth` arrays down to the template. */
static bool
template_cells(const Geometry *geometry, int depth, int n_rules, const RaterAlignRule rules[],
               const int64_t x[], Cells *cells)
{
    Cells from = { 0 };
    for (int level = depth; level >= 0; level--) {
        int rank = level > 0 ? geometry->array[level - 1].rank : geometry->rank;
        memset(cells, 0, sizeof *cells);
        for (int t = 0; t < rank; t++) {
            const RaterAlignRule *rule = t < n_rules ? &rules[t] : NULL;
            int64_t size =
                level > 0 ? geometry->array[level - 1].domain[t].hi : geometry->size[t];
            lift_axis(cells, t, size, rule, &from, level == depth ? x : NULL);
            cells->everywhere[t] = level == 0 && (rule == NULL || rule->axis == -1);
        }
        if (cells_empty(cells, rank))
            return false;
        from = *cells;
        if (level > 0) {
            n_rules = geometry->array[level - 1].n_rules;
            rules = geometry->array[level - 1].rules;
        }
    }
    return true;
}

bool
geometry_holders(const Geometry *geometry, int depth, int n_rules, const RaterAlignRule rules[],
                 const int64_t x[], bool held[GEOMETRY_RANK][16])
{
    Cells cells;
    memset(held, 0, GEOMETRY_RANK * sizeof held[0]);
    if (!template_cells(geometry, depth, n_rules, rules, x, &cells))
        return false;
    for (int g = 0; g < geometry->grid.rank; g++) {
        int t = g < geometry->n_dims ? (int)geometry->dim[g].axis - 1 : -1;
        for (int64_t c = 0; c < geometry->grid.size[g]; c++) {
            held[g][c] = t < 0 || cells.everywhere[t];
            RaterRange block = { 0, 0 };
            if (!held[g][c])
                block = rater_blocks_range(&geometry->dist.blocks[g], c);
            for (int64_t at = block.lo; at < block.hi; at++)
                held[g][c] = held[g][c] || cells.in[t][at];
        }
    }
    return true;
}

RaterStatus
geometry_replicate(RaterMapping *mapping, int rank, const int64_t size[], const RaterGrid *grid)
{
    if (rank < 1 || rank > RATER_MAX_RANK)
        return RATER_ERROR_RANK;
    RaterMapping made = { .grid = *grid, .rank = rank };
    for (int x = 0; x < rank; x++) {
        if (size[x] < 1)
            return RATER_ERROR_SIZE;
        made.size[x] = size[x];
        made.valid[x] = (RaterRange){ 0, size[x] };
        made.dim[x] = -1;
    }
    for (int g = 0; g < grid->rank; g++)
        made.place[g].kind = RATER_PLACE_ALL;
    *mapping = made;
    return RATER_OK;
}

bool
geometry_local(const RaterMapping *mapping, const int64_t index[], RaterRange block[])
{
    bool holds = true;
    for (int x = 0; x < mapping->rank; x++) {
        int g = mapping->dim[x];
        block[x] = g >= 0 ? rater_place_local(&mapping->place[g], index[g]) : mapping->valid[x];
        holds = holds && !rater_range_is_empty(block[x]);
    }
    for (int g = 0; g < mapping->grid.rank; g++)
        if (mapping->place[g].kind == RATER_PLACE_SOME)
            holds = holds && rater_place_holds(&mapping->place[g], index[g]);
    return holds;
}

RaterDist
geometry_plane(int first)
{
    RaterGrid grid;
    RaterDist dist = { 0 };
    RaterDistDim dims[] = { { .axis = first }, { .axis = 2 } };
    CHECK_INT(rater_grid_init(&grid, 2, (int64_t[]){ 2, 4 }), RATER_OK);
    CHECK_INT(rater_dist_init(&dist, &grid, 2, (int64_t[]){ 20, 20 }, 2, dims, NULL), RATER_OK);
    return dist;
}
