/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What a shadow exchange costs on a line, ring, mesh or torus of the sizes of the grid,
 * dimension by dimension (rater/exchange/separable.h).
 */
#pragma once

#include "rater/exchange/separable.h"
#include "rater/shadow/shadow.h"

/* What rater_separable() gives, of n arrays, all on one grid.  coordinate[k][c] is the
 * physical coordinate of c of dimension k; NULL: its own.  Errors of rater_shadow_traffic() and
 * of rater_separable(): RATER_ERROR_RANK where the network is none such, RATER_ERROR_MEMORY
 * where the messages have to be walked. */
RaterStatus rater_shadow_exchange(const RaterFabric *fabric, RaterCongestion congestion,
                                  const int64_t *const coordinate[],
                                  const RaterShadow shadows[], int n, RaterExchange *exchange);
