/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Values of rater/ kept in few bytes. These have room for RATER_MAX_RANK dimensions, two or
 * three of which are mostly used: 100,000 distinct loops were 2.4 kB each, 480 MB of a
 * prediction's 690 MB, and are about 100 bytes.
 *
 * Packed bytes of two values are the same when the values are, and when they are not they
 * differ; weights count by their address. The values borrow weights as those did that were
 * packed.
 */
#pragma once

#include <glib.h>

#include "rater/geometry/loop.h"
#include "rater/shadow/shadow.h"

typedef struct {
    guint n; /* bytes that follow */
    guint8 bytes[];
} SimPacked;

/* Free with g_free(). rank: of the array; its mapping is not kept. */
SimPacked *sim_packed_new_loop(const RaterLoop *loop);
SimPacked *sim_packed_new_mapping(const RaterMapping *mapping);
SimPacked *sim_packed_new_align(const RaterAlign *align);
SimPacked *sim_packed_new_shadow(int rank, const RaterShadow *shadow);

/* What was packed: a loop, a mapping, an alignment, the edges of an array (without its
 * mapping). */
void sim_packed_get_loop(const SimPacked *packed, RaterLoop *loop);
void sim_packed_get_mapping(const SimPacked *packed, RaterMapping *mapping);
void sim_packed_get_align(const SimPacked *packed, RaterAlign *align);
void sim_packed_get_shadow(const SimPacked *packed, RaterShadow *shadow);

/* Adds a word to a hash. */
static inline guint64
sim_packed_mix(guint64 hash, guint64 word)
{
    return (hash ^ word) * 0x9E3779B97F4A7C15u;
}

/* For sets of SimPacked. */
guint sim_packed_hash(gconstpointer packed);
gboolean sim_packed_equal(gconstpointer a, gconstpointer b);
