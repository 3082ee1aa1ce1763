/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Numbers in the order in which they were met: of links, of processors (internal to
 * rater/network).
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Starts as all 0. */
typedef struct {
    int64_t *number; /* [0, n) as they were met */
    size_t n;
    size_t room;    /* of number; a power of two, or 0 */
    int32_t *place; /* an index into number, -1: empty; hashed, 2 * room, or [span] */
    int64_t span;   /* 0: hashed */
} RaterNumberTable;

/* Starts a table of numbers within 0 .. span - 1, of which about `n` come: not hashed where
 * that is no waste. Then it is cleared in every case. */
void rater_number_start(RaterNumberTable *table, int64_t span, int64_t n);

/* The index of `number`, which is added when it is new; -1: no memory, or 2^30 numbers. */
int32_t rater_number_add(RaterNumberTable *table, int64_t number);

/* Frees what it holds. */
void rater_number_clear(RaterNumberTable *table);
