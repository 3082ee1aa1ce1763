/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A better mapping than a given one for what virtual processors send to each other: fewer bytes
 * times hops (docs/networks.md, "Mappings", best).
 */
#pragma once

#include "rater/exchange/exchange.h"

/* Most virtual processors, passes, and V^2 times the mean number of partners of one. */
#define RATER_IMPROVE_PROCESSORS 4096
#define RATER_IMPROVE_PASSES     20
#define RATER_IMPROVE_WORK       ((int64_t)1 << 26)

/* sum of bytes * hops; messages inside of a node have none.  RATER_ERROR_SIZE: a processor
 * outside; _OVERFLOW: a sum of more than 2^100. */
RaterStatus rater_placement_weight(const RaterTopology *topology,
                                   const RaterPlacement *placement, size_t n,
                                   const RaterParcel parcels[], RaterAtto *weight);

/* For v < w, in order, swaps the places of v and w when the weight falls, until a pass changes
 * nothing and at most RATER_IMPROVE_PASSES times.  Larger sets stay as they are.  Errors as
 * above, and RATER_ERROR_MEMORY; `placement` is untouched then. */
RaterStatus rater_placement_improve(RaterPlacement *placement, const RaterTopology *topology,
                                    size_t n, const RaterParcel parcels[]);
