/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Random numbers that are the same everywhere (splitmix64).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint64_t state;
} Random;

/* Starts from `seed` and prints it as a TAP comment. */
Random random_start(uint64_t seed);

uint64_t random_bits(Random *random);

/* From low to high, both included; high - low < 2^63. */
int64_t random_between(Random *random, int64_t low, int64_t high);

/* True in one of n cases. */
bool random_one_in(Random *random, int64_t n);
