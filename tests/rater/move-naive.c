/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/rater/move-naive.h"

#include "rater/transfer/flow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <CUnit/CUnit.h>

/* A geometry that the code under test refuses is a defect of this file. */
static void
require(RaterStatus status)
{
    if (status == RATER_OK)
        return;
    fprintf(stderr, "cannot make a geometry: %s\n", rater_status_text(status));
    abort();
}

int64_t
move_pairs_get(const RaterPairs *pairs, int64_t p, int64_t q)
{
    const size_t n = (size_t)rater_pairs_count(pairs);
    RaterPair *list = calloc(n + 1, sizeof *list);
    int64_t bytes = 0;
    rater_pairs_list(pairs, list);
    for (size_t i = 0; i < n; i++)
        bytes += list[i].from == p && list[i].to == q ? list[i].bytes : 0;
    free(list);
    return bytes;
}

void
move_random_grid(Random *random, RaterGrid *grid, int64_t most)
{
    int64_t size[4];
    int rank = (int)random_between(random, 1, 4);
    for (int g = 0; g < rank; g++) {
        size[g] = random_between(random, most > 1 && !random_one_in(random, 5) ? 2 : 1,
                                 most < 6 ? most : 6);
        most /= size[g];
    }
    require(rater_grid_init(grid, rank, size));
}

int
move_random_sizes(Random *random, int64_t size[])
{
    int rank = (int)random_between(random, 1, 4);
    int64_t most = MOVE_ELEMENTS;
    for (int x = 0; x < rank; x++) {
        size[x] = random_between(random, 1, most < 11 ? most : 11);
        most /= size[x];
    }
    return rank;
}

static void
random_weights(Random *random, int64_t prefix[], int64_t parts)
{
    prefix[0] = 0;
    for (int64_t c = 0; c < parts; c++)
        prefix[c + 1] = prefix[c] + random_between(random, 0, 4);
    if (prefix[parts] == 0)
        prefix[parts] = 1;
}

/* An axis of 0 .. n - 1 that is not used yet, which it then is; -1 if there is none. */
static int
take_unused(Random *random, bool used[], int n)
{
    int first = (int)random_between(random, 0, n - 1);
    for (int k = 0; k < n; k++) {
        int axis = (first + k) % n;
        if (!used[axis]) {
            used[axis] = true;
            return axis;
        }
    }
    return -1;
}

void
move_random_dist(Random *random, MovePlaced *placed, const RaterGrid *grid,
                 const RaterDist *like)
{
    int64_t size[RATER_MAX_RANK];
    int64_t multiple[RATER_MAX_RANK];
    int least = random_one_in(random, 3) ? 1 : grid->rank;
    int rank = like != NULL ? like->rank : (int)random_between(random, least, 4);
    for (int t = 0; t < rank; t++) {
        size[t] = like != NULL               ? like->size[t]
                  : random_one_in(random, 6) ? random_between(random, 1, 5)
                                             : random_between(random, 8, 24);
        multiple[t] = random_one_in(random, 5) ? random_between(random, 2, 3) : 1;
    }
    RaterDistDim dims[RATER_MAX_RANK] = { 0 };
    bool used[RATER_MAX_RANK] = { false };
    for (int g = 0; g < grid->rank; g++) {
        int axis = random_one_in(random, 8) ? -1 : take_unused(random, used, rank);
        if (axis < 0)
            continue;
        dims[g].axis = axis + 1;
        if (random_one_in(random, 6))
            dims[g].fixed = random_between(random, 1, 5);
        if (random_one_in(random, 4)) {
            random_weights(random, placed->prefix[g], grid->size[g]);
            dims[g].prefix = placed->prefix[g];
        }
    }
    require(rater_dist_init(&placed->dist, grid, rank, size, grid->rank, dims, multiple));
}

/* A rule by which an axis with these elements begins near one end of the pattern axis. */
static RaterAlignRule
random_axis_rule(Random *random, int axis, RaterRange elements, int64_t pattern_size)
{
    static const int64_t coeffs[] = { 1, 1, 1, 1, -1, -1, 2, -2, 3 };
    int64_t a = coeffs[random_between(random, 0, 8)];
    int64_t b = -a * elements.lo + random_between(random, -2, 4);
    if (a < 0)
        b += pattern_size - 3;
    return (RaterAlignRule){ axis + 1, a, b };
}

/* Rules for a pattern of `rank` axes; each of the n_axes is used at most once. */
static void
random_rules(Random *random, RaterAlignRule rules[], int rank, const int64_t pattern_size[],
             int n_axes, const RaterRange elements[])
{
    bool used[RATER_MAX_RANK] = { false };
    for (int t = 0; t < rank; t++) {
        rules[t] = (RaterAlignRule){ .axis = -1 };
        if (random_one_in(random, 10))
            rules[t] = (RaterAlignRule){ 0, 0, random_between(random, 0, pattern_size[t] - 1) };
        else if (random_one_in(random, 100))
            rules[t] = (RaterAlignRule){ 0, 0, pattern_size[t] };
        if (rules[t].axis == 0 || random_one_in(random, 8))
            continue;
        int axis = take_unused(random, used, n_axes);
        if (axis >= 0)
            rules[t] = random_axis_rule(random, axis, elements[axis], pattern_size[t]);
    }
}

static void
ranges_of_sizes(RaterRange ranges[], int rank, const int64_t size[])
{
    for (int x = 0; x < rank; x++)
        ranges[x] = (RaterRange){ 0, size[x] };
}

void
move_random_align(Random *random, MovePlaced *placed, int rank, const int64_t size[])
{
    const RaterDist *dist = &placed->dist;
    RaterAlignRule rules[RATER_MAX_RANK];
    RaterRange elements[RATER_MAX_RANK], pattern_elements[RATER_MAX_RANK];
    ranges_of_sizes(elements, rank, size);
    if (!random_one_in(random, 3)) {
        random_rules(random, rules, dist->rank, dist->size, rank, elements);
        require(rater_align_array(&placed->align, rank, size, dist->rank, dist->size, NULL,
                                  dist->rank, rules));
        move_make_mapping(placed);
        return;
    }
    int64_t pattern_size[RATER_MAX_RANK];
    RaterAlign pattern;
    int pattern_rank = (int)random_between(random, 1, 3);
    for (int y = 0; y < pattern_rank; y++)
        pattern_size[y] = random_between(random, 5, 16);
    ranges_of_sizes(pattern_elements, pattern_rank, pattern_size);
    random_rules(random, rules, dist->rank, dist->size, pattern_rank, pattern_elements);
    require(rater_align_array(&pattern, pattern_rank, pattern_size, dist->rank, dist->size,
                              NULL, dist->rank, rules));
    random_rules(random, rules, pattern_rank, pattern_size, rank, elements);
    require(
        rater_align_array(&placed->align, rank, size, 0, NULL, &pattern, pattern_rank, rules));
    move_make_mapping(placed);
}

void
move_make_mapping(MovePlaced *placed)
{
    require(rater_mapping_init(&placed->mapping, &placed->align, &placed->dist));
}

void
move_random_loop(Random *random, MoveLoop *loop, const MovePlaced *placed)
{
    RaterLoopAxis axes[RATER_MAX_RANK];
    RaterRange values[RATER_MAX_RANK];
    int rank = (int)random_between(random, 1, 3);
    for (int l = 0; l < rank; l++) {
        int64_t step = random_between(random, 1, 3) * (random_one_in(random, 3) ? -1 : 1);
        int64_t init = random_between(random, -3, 12);
        int64_t end = init + step * random_between(random, 0, 9);
        axes[l] = (RaterLoopAxis){ init, end, step };
        if (step > 1 && random_one_in(random, 3))
            axes[l].last++;
        values[l] = (RaterRange){ step > 0 ? init : end, (step > 0 ? end : init) + 1 };
    }
    loop->dist = &placed->dist;
    random_rules(random, loop->rule, placed->dist.rank, placed->dist.size, rank, values);
    require(rater_loop_init(&loop->loop, rank, axes, NULL, &placed->dist, placed->dist.rank,
                            loop->rule));
}

/* Whether coordinate c owns template element y, by going through what it owns. */
static bool
owns_naively(const RaterBlocks *blocks, int64_t c, int64_t y)
{
    RaterRange range = rater_blocks_range(blocks, c);
    return y >= range.lo && y < range.hi;
}

/* Whether coordinate c owns any template element of the span. */
static bool
owns_some(const RaterBlocks *blocks, int64_t c, RaterRange span)
{
    for (int64_t y = span.lo; y < span.hi; y++)
        if (owns_naively(blocks, c, y))
            return true;
    return false;
}

/* "Held by a contiguous set": coordinates without elements inside of it hold all too. */
static bool
is_between_owners(const RaterBlocks *blocks, int64_t c, RaterRange span)
{
    bool before = false, after = false;
    for (int64_t d = 0; d < blocks->parts; d++) {
        before = before || (d <= c && owns_some(blocks, d, span));
        after = after || (d >= c && owns_some(blocks, d, span));
    }
    return before && after;
}

bool
move_holds(const MovePlaced *placed, const int64_t index[], const int64_t x[])
{
    const RaterAlign *align = &placed->align;
    for (int axis = 0; axis < align->rank; axis++)
        if (x[axis] < align->valid[axis].lo || x[axis] >= align->valid[axis].hi)
            return false;
    for (int g = 0; g < placed->dist.grid.rank; g++) {
        int t = placed->dist.axis[g];
        if (t < 0)
            continue;
        const RaterAlignTerm *term = &align->term[t];
        const RaterBlocks *blocks = &placed->dist.blocks[g];
        bool held = true;
        if (term->kind == RATER_ALIGN_AXIS)
            held = owns_naively(blocks, index[g], term->a * x[term->axis] + term->b);
        else if (term->kind == RATER_ALIGN_CONST)
            held = owns_naively(blocks, index[g], term->b);
        else if (term->kind == RATER_ALIGN_SOME)
            held = is_between_owners(blocks, index[g], term->span);
        if (!held)
            return false;
    }
    return true;
}

bool
move_runs(const MoveLoop *loop, const int64_t index[], int l, int64_t i)
{
    const RaterDist *dist = loop->dist;
    for (int t = 0; t < dist->rank; t++) {
        const RaterAlignRule *rule = &loop->rule[t];
        int64_t y = rule->konst;
        if (rule->axis == -1 || rule->axis - 1 != l)
            continue;
        if (rule->axis > 0)
            y += rule->coeff * i;
        if (y < 0 || y >= dist->size[t])
            return false;
        int g = rater_dist_dim_of_axis(dist, t);
        if (g >= 0 && !owns_naively(&dist->blocks[g], index[g], y))
            return false;
    }
    return true;
}

void
move_need(MoveMatrix *matrix, const MovePlaced *from, const int64_t x[], int64_t q,
          int64_t bytes)
{
    int64_t nearest = -1;
    for (int64_t p = 0; p < rater_grid_count(&matrix->source); p++) {
        int64_t index[RATER_MAX_RANK];
        rater_grid_index(&matrix->source, p, index);
        if (move_holds(from, index, x) &&
            (nearest < 0 || rater_grid_distance(&matrix->source, p, q) <
                                rater_grid_distance(&matrix->source, nearest, q)))
            nearest = p;
    }
    if (nearest >= 0 && nearest != q)
        matrix->bytes[nearest][q] += bytes;
}

void
move_section_index(const RaterSection *section, int64_t k, int64_t x[])
{
    for (int axis = section->rank - 1; axis >= 0; axis--) {
        x[axis] = section->first[axis] + k % section->count[axis] * section->step[axis];
        k /= section->count[axis];
    }
}

void
move_copy(MoveMatrix *matrix, const MovePlaced *from, const RaterSection *source,
          const MovePlaced *to, const RaterSection *target, int64_t holder, int64_t bytes)
{
    for (int64_t k = 0; k < source->total; k++) {
        int64_t x[RATER_MAX_RANK], y[RATER_MAX_RANK], index[RATER_MAX_RANK];
        move_section_index(source, k, x);
        if (to != NULL)
            move_section_index(target, k, y);
        for (int64_t q = 0; q < rater_grid_count(&matrix->target); q++) {
            rater_grid_index(&matrix->target, q, index);
            if (to != NULL ? move_holds(to, index, y) : holder < 0 || holder == q)
                move_need(matrix, from, x, q, bytes);
        }
    }
}

/* Whether the processor at `index` executes any iteration at all. */
static bool
has_iterations(const MoveLoop *loop, const int64_t index[])
{
    for (int l = 0; l < loop->loop.rank; l++) {
        const RaterLoopAxis *axis = &loop->loop.axis[l];
        bool found = false;
        for (int64_t i = axis->init; axis->step > 0 ? i <= axis->last : i >= axis->last;
             i += axis->step)
            found = found || move_runs(loop, index, l, i);
        if (!found)
            return false;
    }
    return move_runs(loop, index, -1, 0);
}

/* Whether a processor with iterations needs index x of an array axis by this rule. */
static bool
needs_index(const MoveLoop *loop, const int64_t index[], const RaterAlignRule *rule, int64_t x)
{
    if (rule->axis == -1)
        return true;
    if (rule->axis == 0 || rule->coeff == 0)
        return x == rule->konst;
    int l = (int)rule->axis - 1;
    const RaterLoopAxis *axis = &loop->loop.axis[l];
    for (int64_t i = axis->init; axis->step > 0 ? i <= axis->last : i >= axis->last;
         i += axis->step)
        if (move_runs(loop, index, l, i) && rule->coeff * i + rule->konst == x)
            return true;
    return false;
}

bool
move_remote_needs(const MoveLoop *loop, const RaterGrid *grid, int64_t q, int n_rules,
                  const RaterAlignRule rules[], const int64_t x[])
{
    int64_t index[RATER_MAX_RANK];
    rater_grid_index(grid, q, index);
    bool needed = has_iterations(loop, index);
    for (int axis = 0; axis < n_rules && needed; axis++)
        needed = needs_index(loop, index, &rules[axis], x[axis]);
    return needed;
}

void
move_remote(MoveMatrix *matrix, const MovePlaced *from, const MoveLoop *loop, int n_rules,
            const RaterAlignRule rules[], int64_t bytes)
{
    int64_t whole[RATER_MAX_RANK];
    RaterSection all;
    memset(whole, -1, sizeof whole);
    require(rater_section_init_coords(&all, from->align.rank, from->align.size, whole));
    for (int64_t k = 0; k < all.total; k++) {
        int64_t x[RATER_MAX_RANK];
        move_section_index(&all, k, x);
        for (int64_t q = 0; q < rater_grid_count(&matrix->target); q++)
            if (move_remote_needs(loop, &matrix->target, q, n_rules, rules, x))
                move_need(matrix, from, x, q, bytes);
    }
}

void
move_traffic(const MoveMatrix *matrix, RaterTraffic *traffic)
{
    *traffic = (RaterTraffic){ 0 };
    for (int64_t p = 0; p < MOVE_PROCESSORS; p++)
        for (int64_t q = 0; q < MOVE_PROCESSORS; q++) {
            int64_t bytes = matrix->bytes[p][q];
            if (bytes == 0)
                continue;
            int64_t distance = rater_grid_distance(&matrix->source, p, q);
            traffic->messages += 1;
            traffic->bytes += (double)bytes;
            if (distance > traffic->distance)
                traffic->largest = 0;
            if (distance >= traffic->distance) {
                traffic->distance = distance;
                traffic->largest = bytes > traffic->largest ? bytes : traffic->largest;
            }
        }
}

void
move_check(const RaterTraffic *actual, const RaterTraffic *expected, const char *what,
           int number)
{
    char message[256];
    bool same = actual->messages == expected->messages && actual->bytes == expected->bytes &&
                actual->distance == expected->distance && actual->largest == expected->largest;
    snprintf(
        message, sizeof message,
        "%s %d: messages %g (expected %g), bytes %g (%g), distance %lld (%lld), largest %lld "
        "(%lld)",
        what, number, actual->messages, expected->messages, actual->bytes, expected->bytes,
        (long long)actual->distance, (long long)expected->distance, (long long)actual->largest,
        (long long)expected->largest);
    CU_assertImplementation(same, __LINE__, message, __FILE__, "", CU_FALSE);
}

int64_t
move_bytes(const RaterTransfer *transfer, const int64_t p[], const int64_t q[])
{
    RaterTransferFlow flow;
    bool same = true;
    rater_transfer_flow_init(&flow, transfer);
    int64_t bytes = flow.weight;
    for (int h = 0; h < transfer->target.rank && bytes > 0; h++) {
        same = same && p[h] == q[h];
        bytes *= rater_transfer_flow_target_factor(&flow, h, q[h]);
    }
    for (int g = 0; g < transfer->source.rank && bytes > 0; g++) {
        int h = flow.parent[g];
        bytes *= rater_transfer_flow_source_factor(&flow, g, p[g], h >= 0 ? q[h] : 0);
    }
    return same ? 0 : bytes;
}
