/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Interned mappings of arrays and loops: what is equal is computed once.
 */
#pragma once

#include "rater/rater-section.h"
#include "src/sim/sim-array.h"
#include "src/sim/sim.h"

typedef struct _SimMappings SimMappings;
typedef struct _SimLoopMaps SimLoopMaps;

SimMappings *sim_mappings_new(void);
void sim_mappings_free(SimMappings *mappings);

SimLoopMaps *sim_loop_maps_new(void);
void sim_loop_maps_free(SimLoopMaps *maps);

/* Interns: equal mappings on the same system are one pointer. */
const SimMapping *sim_mapping_intern(Simulator *sim, const RaterMapping *mapping,
                                     const SimSystem *system);

/* The loop of `call` (mappl_) of this rank on the pattern, remembered by the call's text and
 * the pattern's place. NULL with an error. */
const SimLoopMap *sim_loop_map_get(Simulator *sim, const SimCall *call, int rank,
                                   const SimTemplate *template, const SimArray *array,
                                   GError **error);

/* The elements of a section of an array as the iterations of a loop over them. NULL with an
 * error. */
const SimLoopMap *sim_section_map_get(Simulator *sim, const SimCall *call,
                                      const SimArray *array, const RaterSection *section,
                                      GError **error);

/* How the current system shares the loop's iterations; NULL with an error. */
const SimShare *sim_loop_share(Simulator *sim, const SimCall *call, const SimLoopMap *map,
                               GError **error);
