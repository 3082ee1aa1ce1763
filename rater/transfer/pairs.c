/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/transfer/pairs.h"

#include <stdlib.h>

#define FIRST_SLOTS 16

/* A hash table with linear probing, at most 7/8 full: RATER_PAIRS_MAX pairs need 2^24 slots. */
struct RaterPairs {
    RaterPair *slot; /* free where bytes is 0 */
    size_t n_slots;  /* a power of 2 */
    size_t count;
};

RaterPairs *
rater_pairs_new(void)
{
    RaterPairs *pairs = calloc(1, sizeof *pairs);
    if (pairs == NULL)
        return NULL;
    pairs->n_slots = FIRST_SLOTS;
    pairs->slot = calloc(pairs->n_slots, sizeof *pairs->slot);
    if (pairs->slot == NULL) {
        free(pairs);
        return NULL;
    }
    return pairs;
}

void
rater_pairs_free(RaterPairs *pairs)
{
    if (pairs == NULL)
        return;
    free(pairs->slot);
    free(pairs);
}

/* Goes on from `hash` by one number; neighbouring numbers spread. */
static uint64_t
hash_number(uint64_t hash, int64_t number)
{
    hash = (hash ^ (uint64_t)number ^ 0x9e3779b97f4a7c15u) * 0xd6e8feb86659fd93u;
    return hash ^ (hash >> 32);
}

/* The slot of the pair, or the free one for it. */
static RaterPair *
find_slot(const RaterPairs *pairs, int64_t p, int64_t q)
{
    size_t at = hash_number(hash_number(0, p), q) & (pairs->n_slots - 1);
    while (pairs->slot[at].bytes != 0 && (pairs->slot[at].from != p || pairs->slot[at].to != q))
        at = (at + 1) & (pairs->n_slots - 1);
    return &pairs->slot[at];
}

static RaterStatus
grow(RaterPairs *pairs)
{
    RaterPairs larger = { .n_slots = pairs->n_slots * 2, .count = pairs->count };
    larger.slot = calloc(larger.n_slots, sizeof *larger.slot);
    if (larger.slot == NULL)
        return RATER_ERROR_MEMORY;
    for (size_t i = 0; i < pairs->n_slots; i++)
        if (pairs->slot[i].bytes != 0)
            *find_slot(&larger, pairs->slot[i].from, pairs->slot[i].to) = pairs->slot[i];
    free(pairs->slot);
    *pairs = larger;
    return RATER_OK;
}

RaterStatus
rater_pairs_add(RaterPairs *pairs, int64_t p, int64_t q, int64_t bytes)
{
    if (p == q || bytes == 0)
        return RATER_OK;
    RaterPair *slot = find_slot(pairs, p, q);
    if (slot->bytes != 0) {
        int64_t sum;
        if (__builtin_add_overflow(slot->bytes, bytes, &sum))
            return RATER_ERROR_OVERFLOW;
        slot->bytes = sum;
        return RATER_OK;
    }
    if (pairs->count == RATER_PAIRS_MAX)
        return RATER_ERROR_MEMORY;
    if (pairs->count + 1 > pairs->n_slots / 8 * 7) {
        RaterStatus status = grow(pairs);
        if (status != RATER_OK)
            return status;
        slot = find_slot(pairs, p, q);
    }
    *slot = (RaterPair){ p, q, bytes };
    pairs->count++;
    return RATER_OK;
}

int64_t
rater_pairs_count(const RaterPairs *pairs)
{
    return (int64_t)pairs->count;
}

void
rater_pairs_list(const RaterPairs *pairs, RaterPair list[])
{
    size_t count = 0;
    for (size_t i = 0; i < pairs->n_slots; i++)
        if (pairs->slot[i].bytes != 0)
            list[count++] = pairs->slot[i];
    if (count > 0)
        qsort(list, count, sizeof *list, rater_parcel_compare);
}

void
rater_pairs_traffic(const RaterPairs *pairs, RaterDistance distance, const void *context,
                    RaterTraffic *traffic)
{
    RaterTraffic found = { .messages = (double)pairs->count };
    unsigned __int128 bytes = 0;
    for (size_t i = 0; i < pairs->n_slots; i++) {
        const RaterPair *pair = &pairs->slot[i];
        if (pair->bytes == 0)
            continue;
        bytes += (uint64_t)pair->bytes;
        int64_t length = distance(pair->from, pair->to, context);
        if (length > found.distance)
            found.largest = 0;
        if (length < found.distance)
            continue;
        found.distance = length;
        found.largest = pair->bytes > found.largest ? pair->bytes : found.largest;
    }
    found.bytes = (double)bytes;
    *traffic = found;
}

int64_t
rater_pairs_grid_distance(int64_t p, int64_t q, const void *grid)
{
    return rater_grid_distance(grid, p, q);
}
