/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Parallel loops.
 */
#pragma once

#include "src/sim/core/sim.h"

/* How the current system shares the loop's iterations; NULL with an error. */
const SimShare *sim_loop_share(Simulator *sim, const SimCall *call, SimLoopMap *map,
                               GError **error);
