/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/transfer/section.h"

#define WHOLE_AXIS (-1)

/* Sets axis x to the indices init, init + step, ... that do not pass last. */
static RaterStatus
set_axis(RaterSection *section, int x, int64_t size, int64_t init, int64_t last, int64_t step)
{
    section->first[x] = init;
    section->step[x] = 1;
    section->count[x] = 1;
    if (init == WHOLE_AXIS) {
        section->first[x] = 0;
        section->count[x] = size;
        return RATER_OK;
    }
    __int128 count = 1;
    if (step != 0) {
        __int128 way = (__int128)last - init;
        count = (way < 0) == (step < 0) || way == 0 ? way / step + 1 : 0;
    }
    if (count > 1)
        section->step[x] = step;
    section->count[x] = count < INT64_MAX ? (int64_t)count : INT64_MAX;
    if (count == 0)
        return RATER_OK;
    __int128 end = init + section->step[x] * (count - 1);
    bool inside = init >= 0 && init < size && end >= 0 && end < size;
    return inside ? RATER_OK : RATER_ERROR_SECTION;
}

/* An empty axis makes the section empty, however large the others are. */
static RaterStatus
set_total(RaterSection *section)
{
    section->total = 1;
    for (int x = 0; x < section->rank; x++)
        if (section->count[x] == 0)
            section->total = 0;
    for (int x = 0; x < section->rank; x++)
        if (__builtin_mul_overflow(section->total, section->count[x], &section->total))
            return RATER_ERROR_OVERFLOW;
    return RATER_OK;
}

RaterStatus
rater_section_init(RaterSection *section, int rank, const int64_t size[], const int64_t init[],
                   const int64_t last[], const int64_t step[])
{
    if (rank < 1 || rank > RATER_MAX_RANK)
        return RATER_ERROR_RANK;
    RaterSection made = { .rank = rank };
    for (int x = 0; x < rank; x++) {
        if (size[x] < 1)
            return RATER_ERROR_SIZE;
        RaterStatus status = set_axis(&made, x, size[x], init[x], last[x], step[x]);
        if (status != RATER_OK)
            return status;
    }
    RaterStatus status = set_total(&made);
    if (status == RATER_OK)
        *section = made;
    return status;
}

RaterStatus
rater_section_init_coords(RaterSection *section, int rank, const int64_t size[],
                          const int64_t coord[])
{
    int64_t init[RATER_MAX_RANK], step[RATER_MAX_RANK];
    if (rank < 1 || rank > RATER_MAX_RANK)
        return RATER_ERROR_RANK;
    for (int x = 0; x < rank; x++) {
        init[x] = coord[x] < 0 ? WHOLE_AXIS : coord[x];
        step[x] = 0;
    }
    return rater_section_init(section, rank, size, init, init, step);
}

/* The first axis from x on that is longer than one element; rank if there is none. */
static int
next_long_axis(const RaterSection *section, int x)
{
    while (x < section->rank && section->count[x] == 1)
        x++;
    return x;
}

bool
rater_section_conforms(const RaterSection *a, const RaterSection *b)
{
    if (a->total == 0 || b->total == 0)
        return a->total == b->total;
    int x = next_long_axis(a, 0);
    int y = next_long_axis(b, 0);
    while (x < a->rank && y < b->rank && a->count[x] == b->count[y]) {
        x = next_long_axis(a, x + 1);
        y = next_long_axis(b, y + 1);
    }
    return x == a->rank && y == b->rank;
}
