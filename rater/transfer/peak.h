/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The farthest messages of several transfers on one grid (internal to rater-transfer).
 *
 * The distance of a pair is the greatest of the sums of +-(s_g - t_g) over all choices of
 * signs, and for given signs a sum over the parts of a join. The farthest pairs of a transfer
 * are therefore, for the signs that reach the greatest sum, all combinations of what is
 * farthest in each part; the largest message among them is found in the fronts of their
 * products.
 */
#pragma once

#include "rater/transfer/join.h"

/* For the flows of a join (not diagonal) that are in the mask `far`: the largest distance
 * between a sender and a getter, and the most bytes, of all flows of the join together, between
 * two at this distance for one of `far`. 0 and 0 when they move nothing. RATER_ERROR_OVERFLOW
 * (more than int64_t bytes), _MEMORY. */
RaterStatus rater_transfer_peak(RaterTransferJoin *join, uint64_t far, int64_t *distance,
                                int64_t *largest);
