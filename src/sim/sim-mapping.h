/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Interned mappings of arrays and loops: what is equal is computed once.
 */
#pragma once

#include "src/sim/sim.h"

typedef struct _SimMappings SimMappings;
typedef struct _SimLoopMaps SimLoopMaps;

SimMappings *sim_mappings_new(void);
void sim_mappings_free(SimMappings *mappings);

SimLoopMaps *sim_loop_maps_new(void);
void sim_loop_maps_free(SimLoopMaps *maps);

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

/* The processor system that the program of the trace believed to have: VPSSize, else 1 for
 * every dimension of the topology. */
RaterGrid sim_traced_grid(const TraceInfo *info, const RaterGrid *topology);

/* Notes that the current system's processors take part in the current interval. */
void sim_enter_system(Simulator *sim);

/* What is known only at the end: unknown calls, starts never waited for, open intervals. */
void sim_finish_warnings(Simulator *sim);
