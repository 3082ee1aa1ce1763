/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What tests of exchanges by dimension have in common: networks to try, and what is compared.
 */
#pragma once

#include "rater/exchange/exchange.h"
#include "tests/rater/random.h"

/* A line, ring, mesh or torus of these nodes, with random times and the first `n_switchings`
 * kinds of switching. */
RaterFabric exchange_random_fabric(Random *random, const RaterTopologyKind *kind,
                                   const RaterGrid *nodes, int n_switchings);

/* A mesh or a torus. */
const RaterTopologyKind *exchange_random_kind(Random *random);

/* CHECKs that both are the same but for links. */
void exchange_check_same(const RaterExchange *found, const RaterExchange *expected);
