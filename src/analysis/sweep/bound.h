/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A time that no topology can be faster than, known before any simulation: Amdahl's law for a
 * trace.
 *
 * Where no task runs, what is accounted by base (docs/semantics.md) is done by every
 * processor.
 * Everything else (loop bodies, input/output, local copies) is done at least once by some
 * processor. So all processors together take p * every + rest seconds at least, and the slowest
 * of them a p-th of that.
 */
#pragma once

#include "src/params/params.h"
#include "src/trace/program/program.h"

typedef struct {
    double every; /* seconds that every processor of speed 1 spends; 0 for traces with tasks */
    double rest;  /* seconds that some processor spends */
    double fastest, slowest; /* speeds */
} SweepBound;

/* The topology of `params` does not matter. */
void sweep_bound_init(SweepBound *bound, const TraceProgram *program, const Params *params);

/* No grid of p processors is predicted to be faster. Seconds, less a hair for rounding. */
double sweep_bound_time(const SweepBound *bound, gint64 p);

/* No grid of p processors is more efficient. */
double sweep_bound_efficiency(const SweepBound *bound, gint64 p);
