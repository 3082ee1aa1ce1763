/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/shadow/sums.h"

#include <stdlib.h>
#include <string.h>

static size_t
entry_size(const RaterSums *sums)
{
    return (size_t)sums->n + RATER_SUM_BYTES;
}

static __int128 *
entry_at(const RaterSums *sums, const RaterSum *sum, size_t i)
{
    return sum->entries + i * entry_size(sums);
}

/* Whether the two go on alike. */
static bool
same_group(RaterSums *sums, const __int128 *one, const __int128 *other)
{
    int end = RATER_SUM_BYTES + sums->n;
    sums->work -= sums->n;
    if (one[RATER_SUM_AXES] != other[RATER_SUM_AXES])
        return false;
    for (int k = RATER_SUM_BYTES; k < end; k++)
        if ((one[k] != 0) != (other[k] != 0))
            return false;
    return true;
}

static bool
none_larger(const __int128 *a, const __int128 *b, int n)
{
    for (int k = RATER_SUM_BYTES; k < RATER_SUM_BYTES + n; k++)
        if (a[k] > b[k])
            return false;
    return true;
}

static RaterStatus
append_entry(const RaterSums *sums, RaterSum *sum, const __int128 entry[])
{
    size_t bytes = entry_size(sums) * sizeof *entry;
    if (sum->count == sum->room) {
        size_t room = sum->room > 0 ? sum->room * 2 : 4;
        __int128 *entries = realloc(sum->entries, room * bytes);
        if (entries == NULL)
            return RATER_ERROR_MEMORY;
        sum->entries = entries;
        sum->room = room;
    }
    memcpy(entry_at(sums, sum, sum->count++), entry, bytes);
    return RATER_OK;
}

/* Adds the entry to the one of its group, of which there is at most one. */
static RaterStatus
absorb_pairs(RaterSums *sums, RaterSum *sum, const __int128 entry[])
{
    int end = RATER_SUM_BYTES + sums->n;
    for (size_t i = 0; i < sum->count; i++) {
        __int128 *own = entry_at(sums, sum, i);
        if (!same_group(sums, own, entry))
            continue;
        for (int k = RATER_SUM_PAIRS; k < end; k++)
            if (__builtin_add_overflow(own[k], entry[k], &own[k]))
                return RATER_ERROR_OVERFLOW;
        return RATER_OK;
    }
    return append_entry(sums, sum, entry);
}

/* Leaves the entry out when one of its group is farther, or as far and as large in every flow,
 * and drops the others of the group to which the new one is superior so. What follows
 * multiplies the bytes of a group alike: what is left out could never become the largest. */
static RaterStatus
absorb_farthest(RaterSums *sums, RaterSum *sum, const __int128 entry[])
{
    for (size_t i = 0; i < sum->count;) {
        __int128 *own = entry_at(sums, sum, i);
        __int128 farther = own[RATER_SUM_DISTANCE] - entry[RATER_SUM_DISTANCE];
        bool same = same_group(sums, own, entry);
        if (same && (farther > 0 || (farther == 0 && none_larger(entry, own, sums->n))))
            return RATER_OK;
        if (same && (farther < 0 || none_larger(own, entry, sums->n)))
            memmove(own, entry_at(sums, sum, --sum->count), entry_size(sums) * sizeof *own);
        else
            i++;
    }
    return append_entry(sums, sum, entry);
}

RaterStatus
rater_sum_add(RaterSums *sums, RaterSum *sum, const __int128 entry[])
{
    if (sums->work < 0)
        return RATER_ERROR_MEMORY;
    return sum->farthest ? absorb_farthest(sums, sum, entry) : absorb_pairs(sums, sum, entry);
}

/* *sends: some flow still does. */
static RaterStatus
multiply_entry(RaterSums *sums, const __int128 one[], const __int128 other[],
               __int128 product[], bool *sends)
{
    *sends = false;
    product[RATER_SUM_AXES] = one[RATER_SUM_AXES] + other[RATER_SUM_AXES];
    product[RATER_SUM_DISTANCE] = one[RATER_SUM_DISTANCE] + other[RATER_SUM_DISTANCE];
    product[RATER_SUM_PAIRS] = one[RATER_SUM_PAIRS] * other[RATER_SUM_PAIRS];
    for (int k = 0; k < sums->n; k++) {
        __int128 *bytes = &product[RATER_SUM_BYTES + k];
        *bytes = 0;
        if (sums->most_axes != NULL && product[RATER_SUM_AXES] > sums->most_axes[k])
            continue;
        if (__builtin_mul_overflow(one[RATER_SUM_BYTES + k], other[RATER_SUM_BYTES + k], bytes))
            return RATER_ERROR_OVERFLOW;
        *sends = *sends || *bytes > 0;
    }
    sums->work -= sums->n;
    return RATER_OK;
}

RaterStatus
rater_sum_multiply(RaterSums *sums, RaterSum *sum, const RaterSum *part)
{
    RaterSum products = { .farthest = sum->farthest };
    __int128 *entry = malloc(entry_size(sums) * sizeof *entry);
    RaterStatus status = entry != NULL ? RATER_OK : RATER_ERROR_MEMORY;
    for (size_t i = 0; i < sum->count; i++)
        for (size_t j = 0; j < part->count && status == RATER_OK; j++) {
            bool sends;
            status = multiply_entry(sums, entry_at(sums, sum, i), entry_at(sums, part, j),
                                    entry, &sends);
            if (status == RATER_OK && sends)
                status = rater_sum_add(sums, &products, entry);
        }
    free(entry);
    free(sum->entries);
    *sum = products;
    return status;
}

/* Bytes of all flows of an entry together. */
static RaterStatus
entry_bytes(const RaterSums *sums, const __int128 entry[], __int128 *bytes)
{
    *bytes = 0;
    for (int k = RATER_SUM_BYTES; k < RATER_SUM_BYTES + sums->n; k++)
        if (__builtin_add_overflow(*bytes, entry[k], bytes))
            return RATER_ERROR_OVERFLOW;
    return RATER_OK;
}

RaterStatus
rater_sum_total(const RaterSums *sums, const RaterSum *sum, __int128 *pairs, __int128 *bytes)
{
    *pairs = *bytes = 0;
    for (size_t i = 0; i < sum->count; i++) {
        const __int128 *entry = entry_at(sums, sum, i);
        __int128 some;
        if (entry[RATER_SUM_AXES] == 0)
            continue;
        if (entry_bytes(sums, entry, &some) != RATER_OK ||
            __builtin_add_overflow(*bytes, some, bytes))
            return RATER_ERROR_OVERFLOW;
        *pairs += entry[RATER_SUM_PAIRS];
    }
    return RATER_OK;
}

RaterStatus
rater_sum_peak(const RaterSums *sums, const RaterSum *sum, __int128 *distance,
               __int128 *largest)
{
    for (size_t i = 0; i < sum->count; i++) {
        const __int128 *entry = entry_at(sums, sum, i);
        __int128 far = entry[RATER_SUM_DISTANCE], bytes;
        if (far <= 0 || far < *distance)
            continue;
        if (entry_bytes(sums, entry, &bytes) != RATER_OK)
            return RATER_ERROR_OVERFLOW;
        *largest = far > *distance || bytes > *largest ? bytes : *largest;
        *distance = far;
    }
    return RATER_OK;
}
