/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Data that move between processors: which of the forms of rater/ applies, and remembered
 * results.
 */
#pragma once

#include "rater/shadow/shadow.h"
#include "rater/transfer/pairs.h"
#include "rater/transfer/section.h"
#include "src/sim/core/sim.h"
#include "src/sim/objects/object.h"

/* What a remembered result stands for: no two callers share keys. */
typedef enum {
    SIM_MOVE_SHADOW,
    SIM_MOVE_REDISTRIBUTION,
    SIM_MOVE_COPY,
    SIM_MOVE_REMOTE,
} SimMoveKind;

/* One array's transfer between two systems. */
typedef struct {
    RaterTransfer transfer;
    const SimSystem *source, *target;
} SimMove;

/* Whether this set of moves came before, and what it moves then. */
gboolean sim_move_known(Simulator *sim, SimMoveKind kind, const GArray *key,
                        RaterTraffic *traffic);

/* The transfers of all moves at once, summed a pair; of the traffic at least what the network's
 * costs hang on, and all of it for a timeline. `key` (of gint64) tells this set from all
 * others of its kind on the same current system. */
gboolean sim_moves_traffic(Simulator *sim, const SimCall *call, SimMoveKind kind,
                           const GArray *key, const SimMove moves[], guint n,
                           RaterTraffic *traffic, GError **error);

/* Exchanges of shadow edges; systems[i] is that of shadows[i]. */
gboolean sim_shadows_traffic(Simulator *sim, const SimCall *call, const GArray *key,
                             const RaterShadow shadows[], const SimSystem *const systems[],
                             guint n, RaterTraffic *traffic, GError **error);

/* A copy between sections that do not conform. */
gboolean sim_runs_traffic(Simulator *sim, const SimCall *call, const GArray *key,
                          const SimMapping *from, const RaterSection *source,
                          const SimMapping *to, const RaterSection *target,
                          int64_t element_bytes, RaterTraffic *traffic, GError **error);
