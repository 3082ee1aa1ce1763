/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What is known before the first and after the last call.
 */
#pragma once

#include "src/sim/core/sim.h"

/* The processor system that the program of the trace believed to have: VPSSize, else 1 for
 * every dimension of the topology. */
RaterGrid sim_traced_grid(const TraceInfo *info, const RaterGrid *topology);

/* What is known only at the end: unknown calls, starts never waited for, open intervals. */
void sim_finish_warnings(Simulator *sim);
