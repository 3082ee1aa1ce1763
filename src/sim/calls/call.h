/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The handlers of calls, named after the rows of rt-call.def: sim_call_MAPPL() acts between the
 * accounting of the call's two times.  A row of the group ORDINARY has none.
 */
#pragma once

#include "src/sim/core/account.h"
#include "src/sim/core/lookup.h"

typedef gboolean (*SimHandler)(Simulator *sim);

/* The handler of a call, NULL for ordinary ones. 0 <= id < RT_N_CALLS. */
SimHandler sim_handler(RtCallId id);

/* Rows of the group ORDINARY expand to nothing, all others to their handler. */
#define SIM_IF_ORDINARY(...)
#define SIM_IF_INTERVAL(...)  __VA_ARGS__
#define SIM_IF_IO(...)        __VA_ARGS__
#define SIM_IF_SYSTEM(...)    __VA_ARGS__
#define SIM_IF_TEMPLATE(...)  __VA_ARGS__
#define SIM_IF_ARRAY(...)     __VA_ARGS__
#define SIM_IF_COPY(...)      __VA_ARGS__
#define SIM_IF_LOOP(...)      __VA_ARGS__
#define SIM_IF_REDUCTION(...) __VA_ARGS__
#define SIM_IF_SHADOW(...)    __VA_ARGS__
#define SIM_IF_REMOTE(...)    __VA_ARGS__
#define SIM_IF_OBJECT(...)    __VA_ARGS__

#define RT_CALL(id, name, group, ...) SIM_IF_##group(gboolean sim_call_##id(Simulator *sim);)
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
