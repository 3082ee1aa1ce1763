/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/geometry/blocks.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static int64_t
weight_total(const RaterBlocks *blocks)
{
    return blocks->prefix != NULL ? blocks->prefix[blocks->parts] : blocks->parts;
}

/* Whether a unit of weight has a whole number of elements (unit_size()), because
 * it was given or because n / W(P) is below its least value. */
static bool
has_whole_unit(const RaterBlocks *blocks)
{
    return blocks->fixed > 0 || blocks->n < (__int128)blocks->multiple * weight_total(blocks);
}

static int64_t
unit_size(const RaterBlocks *blocks)
{
    return blocks->fixed > 0 ? blocks->fixed : blocks->multiple;
}

/* First element of coordinate c; n for c = parts. Never falls with c. */
static int64_t
lower_bound(const RaterBlocks *blocks, int64_t c)
{
    if (c >= blocks->parts)
        return blocks->n;
    int64_t weight = blocks->prefix != NULL ? blocks->prefix[c] : c;
    __int128 bound;
    if (has_whole_unit(blocks)) {
        bound = (__int128)unit_size(blocks) * weight;
    } else {
        bound = rater_floor_div((__int128)blocks->n * weight, weight_total(blocks));
        if (blocks->multiple > 1)
            bound -= bound % blocks->multiple;
    }
    return bound < blocks->n ? (int64_t)bound : blocks->n;
}

static RaterStatus
check_prefix(const int64_t *prefix, int64_t parts)
{
    if (prefix[0] != 0 || prefix[parts] <= 0)
        return RATER_ERROR_WEIGHT;
    for (int64_t c = 0; c < parts; c++)
        if (prefix[c] > prefix[c + 1])
            return RATER_ERROR_WEIGHT;
    return RATER_OK;
}

RaterStatus
rater_blocks_init(RaterBlocks *blocks, int64_t n, int64_t parts, int64_t multiple,
                  int64_t fixed, const int64_t *prefix)
{
    if (n < 1 || parts < 1 || multiple < 1 || fixed < 0)
        return RATER_ERROR_SIZE;
    if (prefix != NULL && check_prefix(prefix, parts) != RATER_OK)
        return RATER_ERROR_WEIGHT;
    *blocks = (RaterBlocks){
        .n = n,
        .parts = parts,
        .multiple = fixed > 0 ? 1 : multiple,
        .fixed = fixed < n ? fixed : n,
        .prefix = prefix,
    };
    return RATER_OK;
}

RaterRange
rater_blocks_range(const RaterBlocks *blocks, int64_t c)
{
    return (RaterRange){ lower_bound(blocks, c), lower_bound(blocks, c + 1) };
}

/* The last c whose lower bound is not above x, solved for equal weights. */
static int64_t
equal_owner(const RaterBlocks *blocks, int64_t x)
{
    __int128 c;
    if (has_whole_unit(blocks)) {
        c = x / unit_size(blocks);
    } else {
        __int128 above = ((__int128)x / blocks->multiple + 1) * blocks->multiple;
        c = (above * blocks->parts - 1) / blocks->n;
    }
    return c < blocks->parts ? (int64_t)c : blocks->parts - 1;
}

int64_t
rater_blocks_owner(const RaterBlocks *blocks, int64_t x)
{
    if (blocks->prefix == NULL)
        return equal_owner(blocks, x);
    int64_t low = 0;
    int64_t high = blocks->parts;
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (lower_bound(blocks, middle) <= x)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* For equal weights the elements of each block that is not cut off by the end of the axis,
 * where that is given or n is too small for all coordinates (blocks then begin at c * unit); 0
 * otherwise. */
static int64_t
whole_unit(const RaterBlocks *blocks)
{
    return blocks->prefix == NULL && has_whole_unit(blocks) ? unit_size(blocks) : 0;
}

int64_t
rater_blocks_least(const RaterBlocks *blocks)
{
    if (blocks->prefix != NULL || has_whole_unit(blocks))
        return whole_unit(blocks);
    /* Bounds are multiple * floor(n * c / (multiple * parts)). */
    return (int64_t)(blocks->n / ((__int128)blocks->multiple * blocks->parts)) *
           blocks->multiple;
}

static bool
prefixes_equal(const RaterBlocks *a, const RaterBlocks *b)
{
    if (a->prefix == b->prefix)
        return true;
    if (a->prefix == NULL || b->prefix == NULL)
        return false;
    return memcmp(a->prefix, b->prefix, ((size_t)a->parts + 1) * sizeof *a->prefix) == 0;
}

bool
rater_blocks_equal(const RaterBlocks *a, const RaterBlocks *b)
{
    return a->n == b->n && a->parts == b->parts && a->multiple == b->multiple &&
           a->fixed == b->fixed && prefixes_equal(a, b);
}

/* Whether block c is floor(n * c / parts) .. floor(n * (c + 1) / parts) - 1. */
static bool
is_proportional(const RaterBlocks *blocks)
{
    return blocks->prefix == NULL && blocks->fixed == 0 && blocks->multiple == 1 &&
           blocks->n >= blocks->parts;
}

/* From coordinate coords.lo on. The blocks have n / parts elements, and one more where the
 * remainder of n * c / parts passes `parts`: how far it is from that tells the length of the
 * run by one division, and what the next remainder is. */
static void
set_proportional(RaterBlocksRun *run)
{
    int64_t parts = run->blocks->parts;
    int64_t left = parts - run->coords.lo;
    int64_t rise = run->blocks->n % parts;
    int64_t fall = parts - rise;
    run->size = run->blocks->n / parts;
    int64_t length = left;
    if (run->rest >= fall) {
        run->size++;
        length = run->rest - fall < fall ? 1 : run->rest / fall;
        run->rest -= length * fall;
    } else if (rise > 0) {
        length = fall - run->rest <= rise ? 1 : (fall - run->rest - 1) / rise + 1;
        run->rest += length * rise;
    }
    run->coords.hi = run->coords.lo + (length < left ? length : left);
}

/* Whole blocks of a unit, else one block; those after the end of the axis are all empty. */
static void
set_blocks(RaterBlocksRun *run)
{
    const RaterBlocks *blocks = run->blocks;
    int64_t c = run->coords.lo;
    RaterRange block = rater_blocks_range(blocks, c);
    int64_t whole = run->unit > 0 ? blocks->n / run->unit : 0;
    run->first = block.lo;
    run->size = rater_range_count(block);
    run->coords.hi = c + 1;
    if (block.lo == blocks->n)
        run->coords.hi = blocks->parts;
    else if (c < whole && c < blocks->parts - 1)
        run->coords.hi = whole < blocks->parts - 1 ? whole : blocks->parts - 1;
}

void
rater_blocks_run_first(RaterBlocksRun *run, const RaterBlocks *blocks, int64_t c)
{
    *run = (RaterBlocksRun){ .coords = { c, c }, .blocks = blocks, .unit = whole_unit(blocks) };
    if (!is_proportional(blocks)) {
        set_blocks(run);
        return;
    }
    run->first = rater_blocks_range(blocks, c).lo;
    run->rest = (int64_t)((__int128)blocks->n * c % blocks->parts);
    set_proportional(run);
}

bool
rater_blocks_run_next(RaterBlocksRun *run)
{
    if (run->coords.hi >= run->blocks->parts)
        return false;
    run->first += rater_range_count(run->coords) * run->size;
    run->coords.lo = run->coords.hi;
    if (is_proportional(run->blocks))
        set_proportional(run);
    else
        set_blocks(run);
    return true;
}

/* How many of the indices low, low + stride, ..., high are below x. */
static int64_t
indices_below(const RaterIndexRun *run, int64_t x)
{
    if (x <= run->low)
        return 0;
    int64_t distance = (x <= run->high ? x : run->high + 1) - run->low - 1;
    /* A division is most of the cost of a coordinate, and nearly all loops have stride 1. */
    return (run->stride == 1 ? distance : distance / run->stride) + 1;
}

/* Sets the run that begins at coords.lo, which the blocks stand at or contain. */
static void
set_run(RaterIndexRun *run)
{
    int64_t c = run->coords.lo;
    int64_t size = run->blocks.size;
    int64_t block = run->blocks.first + (c - run->blocks.coords.lo) * size;
    /* A block strictly between the ends is full of indices when these follow each other. */
    if (run->stride == 1 && block >= run->low && c < run->last_coord) {
        run->count = size;
        run->coords.hi =
            run->blocks.coords.hi < run->last_coord ? run->blocks.coords.hi : run->last_coord;
        return;
    }
    run->count = indices_below(run, block + size) - indices_below(run, block);
    run->coords.hi = c + 1;
}

void
rater_index_run_first(RaterIndexRun *run, const RaterBlocks *blocks, int64_t low, int64_t high,
                      int64_t count)
{
    *run = (RaterIndexRun){ .low = low, .high = high };
    run->stride = count > 1 ? (high - low) / (count - 1) : 1;
    run->coords.lo = rater_blocks_owner(blocks, low);
    run->last_coord = rater_blocks_owner(blocks, high);
    rater_blocks_run_first(&run->blocks, blocks, run->coords.lo);
    set_run(run);
}

bool
rater_index_run_next(RaterIndexRun *run)
{
    if (run->coords.hi > run->last_coord)
        return false;
    run->coords.lo = run->coords.hi;
    if (run->coords.lo >= run->blocks.coords.hi)
        rater_blocks_run_next(&run->blocks);
    set_run(run);
    return true;
}

/* The rule of setelw_: loads become weights of blocks.  Decimal loads whose exact sum is the
 * bound must not be parted by rounding. */
#define SLACK (1 + 1e-12)

/* Where the group that begins at load `begin` ends when it takes loads as long as
 * its sum stays within `bound`; at least one load. */
static int64_t
group_end(const double *loads, int64_t n_loads, int64_t begin, double bound)
{
    double sum = loads[begin];
    int64_t end = begin + 1;
    while (end < n_loads && sum + loads[end] <= bound) {
        sum += loads[end];
        end++;
    }
    return end;
}

/* Rounded addition is monotone, so a group that begins later never has a larger
 * sum: first-fit needs the fewest groups, and fewer for a larger bound. */
static bool
fits(const double *loads, int64_t n_loads, int64_t parts, double bound)
{
    int64_t begin = 0;
    for (int64_t c = 0; c < parts && begin < n_loads; c++) {
        if (loads[begin] > bound)
            return false;
        begin = group_end(loads, n_loads, begin, bound);
    }
    return begin >= n_loads;
}

/* Not negative doubles are ordered as their bits are: at most 64 steps find the
 * least bound exactly, whatever the loads. */
static double
least_bound(const double *loads, int64_t n_loads, int64_t parts, double total)
{
    uint64_t low = 0;
    uint64_t high;
    memcpy(&high, &total, sizeof high);
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        double bound;
        memcpy(&bound, &middle, sizeof bound);
        if (fits(loads, n_loads, parts, bound))
            high = middle;
        else
            low = middle + 1;
    }
    double bound;
    memcpy(&bound, &high, sizeof bound);
    return bound;
}

static RaterStatus
sum_loads(const double *loads, int64_t n_loads, double *total)
{
    double sum = 0;
    for (int64_t i = 0; i < n_loads; i++) {
        if (!isfinite(loads[i]) || loads[i] < 0)
            return RATER_ERROR_WEIGHT;
        sum += loads[i];
    }
    *total = sum;
    return isfinite(sum) ? RATER_OK : RATER_ERROR_OVERFLOW;
}

RaterStatus
rater_blocks_weigh(const double *loads, int64_t n_loads, int64_t parts, int64_t *prefix)
{
    if (parts < 1)
        return RATER_ERROR_SIZE;
    double total = 0;
    RaterStatus status = sum_loads(loads, n_loads, &total);
    if (status != RATER_OK)
        return status;
    /* No sum of counts is above n_loads * parts. */
    if (n_loads > 0 && parts > INT64_MAX / n_loads)
        return RATER_ERROR_OVERFLOW;

    prefix[0] = 0;
    if (n_loads < parts) {
        for (int64_t c = 0; c < parts; c++)
            prefix[c + 1] = c + 1;
        return RATER_OK;
    }
    double bound = least_bound(loads, n_loads, parts, total) * SLACK;
    int64_t begin = 0;
    int64_t count = 0;
    for (int64_t c = 0; c < parts; c++) {
        if (begin < n_loads) {
            int64_t end = group_end(loads, n_loads, begin, bound);
            count = end - begin;
            begin = end;
        }
        prefix[c + 1] = prefix[c] + count;
    }
    return RATER_OK;
}
