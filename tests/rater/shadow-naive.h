/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Transfers of a shadow exchange by going through all processors, all directions
 * and all layers one by one.
 */
#pragma once

#include "rater/shadow/shadow.h"

/* At most this many processors. */
#define SHADOW_NAIVE_PROCESSORS 400

/* Bytes from p to q in transfer[p * P + q], summed over the arrays. */
void shadow_naive_transfers(const RaterShadow shadows[], int n, int64_t transfer[]);

/* What is known of such a matrix. */
RaterTraffic shadow_naive_traffic(const RaterGrid *grid, const int64_t transfer[]);
