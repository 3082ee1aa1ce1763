/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Where the times of calls go, and what collectives do to the clocks (docs/semantics.md,
 * "How a trace becomes a time", "Collectives in general").
 */
#pragma once

#include "src/sim/core/sim.h"

/* Notes that the current system's processors take part in the current interval. */
void sim_enter_system(Simulator *sim);

/* Times and costs of the call are those of this site from here on. */
void sim_focus(Simulator *sim, guint32 site);

/* Base accounting of user (SIM_BASE_CPU) or system (SIM_BASE_SYS) time: to all processors of
 * the current system, or to input/output inside of a bracket. */
gboolean sim_spend(Simulator *sim, guint what, double t);

/* Input/output: to processor 0 of the root. */
gboolean sim_spend_io(Simulator *sim, double t);

/* biof_: what follows is input/output, and belongs to where the call stands. */
void sim_begin_io(Simulator *sim);

/* A time shared by the processors of the current system (kind: SIM_TALLY_SHARED_CPU or _SYS).
 */
gboolean sim_spend_shared(Simulator *sim, SimTallyKind kind, const SimShare *share, double t);

/* Counts one operation of the group in the current interval. */
void sim_count(Simulator *sim, Operation group);

/* All processors of the current system wait for the last; *now (may be NULL) is its clock.
 * Times go to `group`, or to input/output inside of a bracket. */
gboolean sim_synchronise(Simulator *sim, Operation group, SimSum *now);

/* All processors of the current system spend `cost` in the group. */
gboolean sim_communicate(Simulator *sim, Operation group, double cost);

/* Synchronises, counts the operation, and sets it going for `cost` seconds. */
gboolean sim_start(Simulator *sim, Operation group, SimAsync *async, double cost);

/* The same without synchronising: it starts at the largest clock, and nobody waits for that. */
gboolean sim_start_unsynchronised(Simulator *sim, Operation group, SimAsync *async,
                                  double cost);

/* Waits for it: overlap, waiting and variation. An operation that was not started is an error.
 */
gboolean sim_wait(Simulator *sim, Operation group, SimAsync *async);

/* A task begins (runam_) or ends (stopam_), while sim->system is its system. */
gboolean sim_task(Simulator *sim, gboolean begins);

/* Cost of a set of transfers among the current system, seconds. */
double sim_transfer_cost(const Simulator *sim, const RaterTraffic *traffic);
