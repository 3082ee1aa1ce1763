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

#include "rater/rater-loop.h"

typedef struct {
    guint n; /* bytes that follow */
    guint8 bytes[];
} SimPacked;

/* Free with g_free(). */
SimPacked *sim_packed_new_loop(const RaterLoop *loop);
SimPacked *sim_packed_new_align(const RaterAlign *align);
SimPacked *sim_packed_new_dist(const RaterDist *dist);

/* What was packed: a loop, an alignment, a distribution. */
void sim_packed_get_loop(const SimPacked *packed, RaterLoop *loop);
void sim_packed_get_align(const SimPacked *packed, RaterAlign *align);
void sim_packed_get_dist(const SimPacked *packed, RaterDist *dist);

/* For sets of SimPacked. */
guint sim_packed_hash(gconstpointer packed);
gboolean sim_packed_equal(gconstpointer a, gconstpointer b);
