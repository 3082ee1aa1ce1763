/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What a shadow exchange costs on a line, ring, mesh or torus of the sizes of the grid,
 * dimension by dimension (rater/exchange/separable.h).
 */
#pragma once

#include "rater/network/network.h"
#include "rater/shadow/shadow.h"

/* What rater_separable() gives, of n arrays, all on the grid of all processors.  Errors of
 * rater_shadow_traffic() and of rater_separable(): RATER_ERROR_RANK where the network is none
 * such, RATER_ERROR_MEMORY where the messages have to be walked. */
RaterStatus rater_shadow_exchange(const RaterNetwork *network, const RaterShadow shadows[],
                                  int n, RaterExchange *exchange);
