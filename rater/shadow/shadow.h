/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Transfers of a shadow exchange (docs/semantics.md, "Shadow edges").
 */
#pragma once

#include "rater/geometry/mapping.h"
#include "rater/network/network.h"

/* Bits of ShdSignArray. */
enum {
    RATER_SHADOW_NONE = 1,
    RATER_SHADOW_LOW = 2,
    RATER_SHADOW_HIGH = 4,
    RATER_SHADOW_ANY = 7
};

/* The edges of one array that a group exchanges. */
typedef struct {
    const RaterMapping *mapping;
    int64_t element_bytes;
    int64_t low[RATER_MAX_RANK]; /* widths of each array axis, >= 0 */
    int64_t high[RATER_MAX_RANK];
    int sign[RATER_MAX_RANK]; /* RATER_SHADOW_* bits of each array axis */
    int max_axes;             /* most axes of a corner: 0 or 1 faces only (FullShdSign 0),
                               * FullShdSign 1 or MaxShdCount: up to the rank */
    /* incsh_/incshd_: what of each axis is meant; everything after rater_shadow_whole().
     * Across an axis of the set of an exchange: these layers of the edges (0 is the lowest of
     * each edge), and only of blocks that have elements of `part`. On the other axes: the
     * elements of `part`. */
    RaterRange part[RATER_MAX_RANK];
    RaterRange low_layers[RATER_MAX_RANK];
    RaterRange high_layers[RATER_MAX_RANK];
} RaterShadow;

/* Fills part, low_layers and high_layers with "everything". */
void rater_shadow_whole(RaterShadow *shadow);

/* Sums the transfers of n arrays a pair (one message a pair), all on one grid. Cost grows with
 * the runs of unequal blocks of each dimension, never with their product. Errors:
 * RATER_ERROR_RANK (another grid), _SIZE (an element without bytes), _WIDTH, _OVERFLOW (more
 * bytes than int64_t in a message), _MEMORY (also where it would take more than seconds). */
RaterStatus rater_shadow_traffic(const RaterShadow shadows[], int n, RaterTraffic *traffic);
