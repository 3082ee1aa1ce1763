/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/exchange/separable-front.h"

#include <stdlib.h>
#include <string.h>

#define MOST_ROWS    4096
#define MOST_CHOICES 65536

static bool
nowhere_below(const int64_t a[], const int64_t b[], int n)
{
    for (int i = 0; i < n; i++)
        if (a[i] < b[i])
            return false;
    return true;
}

RaterStatus
rater_front_add(RaterFront *front, const int64_t row[])
{
    size_t width = (size_t)front->width;
    size_t kept = 0;
    for (size_t i = 0; i < front->n; i++)
        if (nowhere_below(front->row + i * width, row, front->width))
            return RATER_OK;
    for (size_t i = 0; i < front->n; i++)
        if (!nowhere_below(row, front->row + i * width, front->width))
            memmove(front->row + kept++ * width, front->row + i * width, width * sizeof *row);
    front->n = kept;
    if (kept == front->room) {
        size_t room = kept > 0 ? 2 * kept : 4;
        int64_t *grown =
            room > MOST_ROWS ? NULL : realloc(front->row, room * width * sizeof *grown);
        if (grown == NULL)
            return RATER_ERROR_MEMORY;
        front->row = grown;
        front->room = room;
    }
    memcpy(front->row + kept * width, row, width * sizeof *row);
    front->n++;
    return RATER_OK;
}

RaterStatus
rater_front_multiply(RaterFront *front, const RaterFront *other, bool sums)
{
    size_t width = (size_t)front->width;
    RaterFront product = { .width = front->width };
    RaterStatus status = RATER_OK;
    int64_t *row = malloc(width * sizeof *row);
    if (row == NULL)
        return RATER_ERROR_MEMORY;
    for (size_t i = 0; i < front->n; i++)
        for (size_t j = 0; j < other->n && status == RATER_OK; j++) {
            const int64_t *a = front->row + i * width;
            const int64_t *b = other->row + j * width;
            for (size_t k = 0; k < width; k++)
                row[k] = sums && k == 0 ? a[k] + b[k] : a[k] * b[k];
            status = rater_front_add(&product, row);
        }
    free(row);
    free(front->row);
    *front = product;
    return status;
}

void
rater_front_clear(RaterFront *front)
{
    free(front->row);
    *front = (RaterFront){ .width = front->width };
}

RaterStatus
rater_profiles_add(RaterProfiles *profiles, uint32_t own, size_t n,
                   const RaterMaskCount count[])
{
    for (size_t i = 0; i < profiles->n; i++) {
        const struct RaterProfile *there = &profiles->profile[i];
        bool same = there->own == own && there->n == n;
        for (size_t j = 0; j < n && same; j++)
            same = there->count[j].mask == count[j].mask &&
                   there->count[j].count == count[j].count;
        if (same)
            return RATER_OK;
    }
    if (profiles->n == profiles->room) {
        size_t room = profiles->room == 0 ? 4 : 2 * profiles->room;
        struct RaterProfile *grown =
            room > MOST_ROWS ? NULL : realloc(profiles->profile, room * sizeof *grown);
        if (grown == NULL)
            return RATER_ERROR_MEMORY;
        profiles->profile = grown;
        profiles->room = room;
    }
    RaterMaskCount *copy = malloc((n + 1) * sizeof *copy);
    if (copy == NULL)
        return RATER_ERROR_MEMORY;
    memcpy(copy, count, n * sizeof *copy);
    profiles->profile[profiles->n++] = (struct RaterProfile){ own, n, copy };
    return RATER_OK;
}

void
rater_profiles_clear(RaterProfiles *profiles)
{
    for (size_t i = 0; i < profiles->n; i++)
        free(profiles->profile[i].count);
    free(profiles->profile);
    *profiles = (RaterProfiles){ 0 };
}

/* A choice under way: the profiles of the dimensions from k on. */
typedef struct {
    const RaterProfiles *profiles;
    int n_dims;
    const struct RaterProfile *chosen[RATER_MAX_RANK];
    size_t steps; /* left */
} Choice;

/* Combinations of the counts from dimension k on that have streams in common with `mask`. */
static int64_t
combine(Choice *choice, int k, uint32_t mask)
{
    if (k == choice->n_dims)
        return 1;
    int64_t sum = 0;
    for (size_t i = 0; i < choice->chosen[k]->n && choice->steps > 0; i++) {
        uint32_t common = mask & choice->chosen[k]->count[i].mask;
        choice->steps--;
        if (common != 0)
            sum += choice->chosen[k]->count[i].count * combine(choice, k + 1, common);
    }
    return sum;
}

/* All choices for the dimensions from k on; `own` of those before. */
static void
choose(Choice *choice, int k, uint32_t own, bool others, int64_t *most)
{
    if (k == choice->n_dims) {
        int64_t sum = combine(choice, 0, UINT32_MAX) - (others && own != 0 ? 1 : 0);
        *most = sum > *most ? sum : *most;
        return;
    }
    for (size_t i = 0; i < choice->profiles[k].n && choice->steps > 0; i++) {
        choice->chosen[k] = &choice->profiles[k].profile[i];
        choose(choice, k + 1, own & choice->chosen[k]->own, others, most);
    }
}

RaterStatus
rater_profiles_most(const RaterProfiles profiles[], int n_dims, bool others, int64_t *most)
{
    Choice choice = { .profiles = profiles,
                      .n_dims = n_dims,
                      .steps = (size_t)MOST_CHOICES * 64 };
    *most = 0;
    choose(&choice, 0, UINT32_MAX, others, most);
    return choice.steps > 0 ? RATER_OK : RATER_ERROR_MEMORY;
}
