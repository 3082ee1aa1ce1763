/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/topology/number-table.h"

#include <stdbool.h>
#include <stdlib.h>

/* Most numbers. */
#define MOST_ROOM ((size_t)1 << 30)

/* Neighbouring numbers spread. */
static size_t
hash(int64_t number)
{
    uint64_t bits = ((uint64_t)number ^ 0x9e3779b97f4a7c15u) * 0xd6e8feb86659fd93u;
    return bits ^ (bits >> 32);
}

/* Where `number` is, or would be. */
static int32_t *
find_place(const RaterNumberTable *table, int64_t number)
{
    if (table->span > 0)
        return &table->place[number];
    size_t mask = 2 * table->room - 1;
    size_t at = hash(number) & mask;
    while (table->place[at] >= 0 && table->number[table->place[at]] != number)
        at = (at + 1) & mask;
    return &table->place[at];
}

static bool
grow(RaterNumberTable *table)
{
    size_t room = table->room == 0 ? 64 : 2 * table->room;
    if (room > MOST_ROOM)
        return false;
    int64_t *number = realloc(table->number, room * sizeof *number);
    if (number == NULL)
        return false;
    table->number = number;
    if (table->span > 0) {
        table->room = room;
        return true;
    }
    int32_t *place = malloc(2 * room * sizeof *place);
    if (place == NULL)
        return false;
    free(table->place);
    table->place = place;
    table->room = room;
    for (size_t i = 0; i < 2 * room; i++)
        place[i] = -1;
    for (size_t i = 0; i < table->n; i++)
        *find_place(table, number[i]) = (int32_t)i;
    return true;
}

void
rater_number_start(RaterNumberTable *table, int64_t span, int64_t n)
{
    *table = (RaterNumberTable){ 0 };
    if (span / 4 > n)
        return;
    table->place = malloc((size_t)span * sizeof *table->place);
    if (table->place == NULL)
        return;
    table->span = span;
    for (int64_t i = 0; i < span; i++)
        table->place[i] = -1;
}

int32_t
rater_number_add(RaterNumberTable *table, int64_t number)
{
    if (table->n == table->room && !grow(table))
        return -1;
    int32_t *place = find_place(table, number);
    if (*place < 0) {
        *place = (int32_t)table->n;
        table->number[table->n++] = number;
    }
    return *place;
}

void
rater_number_clear(RaterNumberTable *table)
{
    free(table->number);
    free(table->place);
    *table = (RaterNumberTable){ 0 };
}
