/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The functions of calls, named by the rows of rt-call.def: sim_call_MAPPL() acts between the
 * accounting of the call's two times.
 */
#pragma once

#include "src/sim/core/account.h"
#include "src/sim/core/lookup.h"

typedef gboolean (*SimHandler)(Simulator *sim);

/* The function of a call. 0 <= id < RT_N_CALLS. */
SimHandler sim_handler(RtCallId id);

#define RT_CALL(id, name, group, does, ...) gboolean sim_call_##does(Simulator *sim);
#include "src/trace/program/rt-call.def"
#undef RT_CALL

/* How the current system shares the loop's iterations; NULL with an error. */
const SimShare *sim_loop_share(Simulator *sim, SimLoopMap *map);

/* The edges of an entry with the distribution of now, which its array has; they borrow
 * `mapping`. */
RaterShadow sim_shadow_entry_get(const SimShadowEntry *entry);

/* What an exchange of the group's edges moves with the distribution of now. */
gboolean sim_shadow_group_traffic(Simulator *sim, const SimShadowGroup *group,
                                  RaterTraffic *traffic);

/* Pushes the current pair of machine and system again: for a runam_ in error, so that its
 * stopam_ finds a match. */
void sim_repeat_frame(Simulator *sim);
