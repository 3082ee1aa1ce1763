/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * One hash for tables of numbers.
 */
#pragma once

#include <stdint.h>

/* Goes on from `hash` (0 at first) by one number; neighbouring numbers spread. */
static inline uint64_t
rater_hash(uint64_t hash, int64_t number)
{
    hash = (hash ^ (uint64_t)number ^ 0x9e3779b97f4a7c15u) * 0xd6e8feb86659fd93u;
    return hash ^ (hash >> 32);
}
