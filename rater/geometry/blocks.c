/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/geometry/blocks.h"

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

int64_t
rater_blocks_used(const RaterBlocks *blocks)
{
    return rater_blocks_owner(blocks, blocks->n - 1) + 1;
}

int64_t
rater_blocks_unit(const RaterBlocks *blocks)
{
    return blocks->prefix == NULL && has_whole_unit(blocks) ? unit_size(blocks) : 0;
}

int64_t
rater_blocks_least(const RaterBlocks *blocks)
{
    if (blocks->prefix != NULL || has_whole_unit(blocks))
        return rater_blocks_unit(blocks);
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
