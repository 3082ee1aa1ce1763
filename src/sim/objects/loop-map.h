/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Mapped loops and how processors share their iterations: what is equal is computed once.
 */
#pragma once

#include "rater/transfer/section.h"
#include "src/sim/core/sim.h"
#include "src/sim/objects/array.h"

typedef struct _SimLoopMaps SimLoopMaps;

/* most: how many loops are remembered whether they may come again or not; 0: as many as take
 * some megabytes. */
SimLoopMaps *sim_loop_maps_new(guint most);
void sim_loop_maps_free(SimLoopMaps *maps);

/* The loop of `call` (mappl_) of this rank on the pattern, remembered by the call's text and
 * the pattern's place: a reference, to be given back with sim_loop_map_unref(). NULL with an
 * error. */
SimLoopMap *sim_loop_map_get(Simulator *sim, const SimCall *call, int rank,
                             const SimTemplate *template, const SimArray *array,
                             GError **error);

/* The elements of a section of an array as the iterations of a loop over them, likewise. */
SimLoopMap *sim_loop_map_get_section(Simulator *sim, const SimCall *call, const SimArray *array,
                                     const RaterSection *section, GError **error);

/* How the current system shares the loop's iterations, as long as there are references to the
 * loop; NULL with an error. */
const SimShare *sim_loop_map_share(Simulator *sim, const SimCall *call, SimLoopMap *map,
                                   GError **error);
