/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/shadow/sum.h"

#include "rater/shadow/face.h"

#include <stdlib.h>
#include <string.h>

/* Values compared and multiplied in one dimension: a few seconds. */
#define MOST_WORK ((uint64_t)1 << 30)

static __int128 *
values_of(const RaterShadowSum *sum, size_t i)
{
    return sum->value + i * (size_t)sum->n;
}

static uint64_t
hash_group(int axes, const __int128 *value, int n)
{
    uint64_t hash = (uint64_t)axes;
    for (int k = 0; k < n; k++) {
        hash = (hash ^ (value[k] > 0)) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return hash;
}

/* Whether entry i goes on like `entry` with `value`: the same arrays send. */
static bool
same_group(RaterShadowSum *sum, size_t i, const RaterShadowEntry *entry, const __int128 *value)
{
    sum->work++;
    if (sum->entry[i].group != entry->group || sum->entry[i].axes != entry->axes)
        return false;
    const __int128 *own = values_of(sum, i);
    int k = 0;
    while (k < sum->n && (own[k] > 0) == (value[k] > 0))
        k++;
    sum->work += (uint64_t)k;
    return k == sum->n;
}

static bool
none_larger(const __int128 *a, const __int128 *b, int n)
{
    for (int k = 0; k < n; k++)
        if (a[k] > b[k])
            return false;
    return true;
}

static void
drop_entry(RaterShadowSum *sum, size_t i)
{
    size_t last = --sum->count;
    sum->entry[i] = sum->entry[last];
    memmove(values_of(sum, i), values_of(sum, last), (size_t)sum->n * sizeof *sum->value);
}

static RaterStatus
append(RaterShadowSum *sum, const RaterShadowEntry *entry, const __int128 *value)
{
    if (sum->count == sum->room) {
        size_t room = sum->room > 0 ? sum->room * 2 : 16;
        RaterShadowEntry *entries = realloc(sum->entry, room * sizeof *entries);
        if (entries == NULL)
            return RATER_ERROR_MEMORY;
        sum->entry = entries;
        __int128 *values = realloc(sum->value, room * (size_t)sum->n * sizeof *values);
        if (values == NULL)
            return RATER_ERROR_MEMORY;
        sum->value = values;
        sum->room = room;
    }
    sum->entry[sum->count] = *entry;
    memcpy(values_of(sum, sum->count), value, (size_t)sum->n * sizeof *value);
    sum->count++;
    return RATER_OK;
}

/* Adds to the entry of the same group, of which there is at most one. */
static RaterStatus
absorb_sum(RaterShadowSum *sum, const RaterShadowEntry *entry, const __int128 *value)
{
    for (size_t i = 0; i < sum->count; i++) {
        if (!same_group(sum, i, entry, value))
            continue;
        __int128 *own = values_of(sum, i);
        for (int k = 0; k < sum->n; k++)
            if (__builtin_add_overflow(own[k], value[k], &own[k]))
                return RATER_ERROR_OVERFLOW;
        sum->entry[i].pairs += entry->pairs;
        return RATER_OK;
    }
    return append(sum, entry, value);
}

/* Leaves the entry out when one of its group is farther, or as far and as large in
 * every array, and drops the others of the group to which the new one is superior so.
 * What follows multiplies the values of a group alike: what is left out could never
 * have become the largest. */
static RaterStatus
absorb_maximum(RaterShadowSum *sum, const RaterShadowEntry *entry, const __int128 *value)
{
    for (size_t i = 0; i < sum->count;) {
        int64_t farther = sum->entry[i].distance - entry->distance;
        const __int128 *own = values_of(sum, i);
        if (!same_group(sum, i, entry, value))
            i++;
        else if (farther > 0 || (farther == 0 && none_larger(value, own, sum->n)))
            return RATER_OK;
        else if (farther < 0 || none_larger(own, value, sum->n))
            drop_entry(sum, i);
        else
            i++;
    }
    return append(sum, entry, value);
}

/* After the last dimension only the message of all arrays together matters. */
static RaterStatus
collapse(RaterShadowEntry *entry, __int128 *value, int n)
{
    entry->axes = entry->axes > 0;
    for (int k = 1; k < n; k++) {
        if (__builtin_add_overflow(value[0], value[k], &value[0]))
            return RATER_ERROR_OVERFLOW;
        value[k] = 0;
    }
    return RATER_OK;
}

/* The bytes of each array after a step; *sends: some array still sends. */
static RaterStatus
take_step(const RaterShadowSum *from, const RaterShadow shadows[], const __int128 *before,
          const int64_t *row, int axes, __int128 *value, bool *sends)
{
    *sends = false;
    for (int k = 0; k < from->n; k++) {
        value[k] = 0;
        if (before[k] == 0 || row[2 + k] == 0 ||
            axes > rater_shadow_face_most_axes(&shadows[k]))
            continue;
        __int128 factor = row[2 + k];
        if (!from->maxima)
            factor *= row[0];
        if (__builtin_mul_overflow(before[k], factor, &value[k]))
            return RATER_ERROR_OVERFLOW;
        *sends = true;
    }
    return RATER_OK;
}

/* Entry i of `from` with every step, into `to`. `value` is room for n values. */
static RaterStatus
extend_entry(const RaterShadowSum *from, size_t i, const RaterShadow shadows[],
             const RaterShadowSteps *steps, bool last, __int128 *value, RaterShadowSum *to)
{
    for (size_t k = 0; k < steps->count; k++) {
        const int64_t *row = rater_shadow_steps_row(steps, k);
        RaterShadowEntry entry = from->entry[i];
        entry.axes += row[1] != 0;
        entry.distance += row[1] < 0 ? -row[1] : row[1];
        entry.pairs *= row[0];
        bool sends;
        RaterStatus status =
            take_step(from, shadows, values_of(from, i), row, entry.axes, value, &sends);
        if (status == RATER_OK && sends && last)
            status = collapse(&entry, value, from->n);
        entry.group = hash_group(entry.axes, value, from->n);
        if (status == RATER_OK && sends)
            status = from->maxima ? absorb_maximum(to, &entry, value)
                                  : absorb_sum(to, &entry, value);
        to->work += (uint64_t)from->n;
        if (status == RATER_OK && to->work > MOST_WORK)
            status = RATER_ERROR_MEMORY;
        if (status != RATER_OK)
            return status;
    }
    return RATER_OK;
}

RaterStatus
rater_shadow_sum_init(RaterShadowSum *sum, int n, const __int128 bytes[], bool maxima)
{
    *sum = (RaterShadowSum){ .n = n, .maxima = maxima };
    RaterShadowEntry entry = { .pairs = 1 };
    return append(sum, &entry, bytes);
}

void
rater_shadow_sum_free(RaterShadowSum *sum)
{
    free(sum->entry);
    free(sum->value);
    *sum = (RaterShadowSum){ 0 };
}

RaterStatus
rater_shadow_sum_extend(RaterShadowSum *sum, const RaterShadow shadows[],
                        const RaterShadowSteps *steps, bool last)
{
    RaterShadowSum next = { .n = sum->n, .maxima = sum->maxima };
    __int128 *value = calloc((size_t)sum->n, sizeof *value);
    if (value == NULL)
        return RATER_ERROR_MEMORY;
    RaterStatus status = RATER_OK;
    for (size_t i = 0; i < sum->count && status == RATER_OK; i++)
        status = extend_entry(sum, i, shadows, steps, last, value, &next);
    free(value);
    if (status != RATER_OK) {
        rater_shadow_sum_free(&next);
        return status;
    }
    rater_shadow_sum_free(sum);
    *sum = next;
    return RATER_OK;
}
