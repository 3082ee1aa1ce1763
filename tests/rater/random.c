/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/rater/random.h"

#include <inttypes.h>
#include <stdio.h>

Random
random_start(uint64_t seed)
{
    printf("# seed %" PRIu64 "\n", seed);
    return (Random){ seed };
}

uint64_t
random_bits(Random *random)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

int64_t
random_between(Random *random, int64_t low, int64_t high)
{
    return low + (int64_t)(random_bits(random) % ((uint64_t)(high - low) + 1));
}

bool
random_one_in(Random *random, int64_t n)
{
    return random_between(random, 1, n) == 1;
}
