/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What transfers cost that happen at once on a line, ring, mesh or torus of the sizes of the
 * grid, dimension by dimension (rater/exchange/separable.h).
 */
#pragma once

#include "rater/transfer/transfer.h"

/* What rater_separable() gives, of n transfers, all ends on the grid of all processors.
 * RATER_ERROR_RANK: the network is none such; _OVERFLOW; _MEMORY: also where the messages have to
 * be walked, as when what one dimension sends is needed along another. */
RaterStatus rater_transfer_exchange(const RaterNetwork *network,
                                    const RaterTransfer transfers[], int n,
                                    RaterExchange *exchange);
