/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Interned mappings of arrays, and what they are made of: what is equal is kept once.
 */
#pragma once

#include "src/sim/core/sim.h"
#include "src/sim/objects/array.h"

typedef struct _SimMappings SimMappings;

SimMappings *sim_mappings_new(void);
void sim_mappings_free(SimMappings *mappings);

/* `n` numbers, kept once and as long as the simulation: sizes of arrays, prefix sums of
 * weights. */
const int64_t *sim_mapping_intern_numbers(Simulator *sim, const int64_t numbers[], guint n);

/* An alignment, or the edges of an array of this rank, likewise. */
const SimPacked *sim_mapping_intern_align(Simulator *sim, const RaterAlign *align);
const SimPacked *sim_mapping_intern_shadow(Simulator *sim, int rank, const RaterShadow *shadow);

/* Interns: equal mappings on the same system are one pointer. */
const SimMapping *sim_mapping_intern(Simulator *sim, const RaterMapping *mapping,
                                     const SimSystem *system);

/* Bit g for each grid dimension on which an axis lies. */
guint sim_mapping_spread(const RaterGrid *grid, const RaterPlace place[]);
