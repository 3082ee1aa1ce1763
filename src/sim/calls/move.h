/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Data that move between processors: which of the forms of rater/ applies, and remembered
 * results.
 */
#pragma once

#include "rater/transfer/pairs.h"
#include "rater/transfer/transfer.h"
#include "src/sim/core/sim.h"

/* What a remembered result stands for: no two callers share keys. */
typedef enum {
    SIM_MOVE_SHADOW,
    SIM_MOVE_REDISTRIBUTION,
    SIM_MOVE_COPY,
    SIM_MOVE_REMOTE,
    SIM_MOVE_REDUCTION,
    SIM_MOVE_BROADCAST,
} SimMoveKind;

/* How to find out what moves. */
typedef struct {
    gconstpointer what;
    /* Adds the messages of each pair of processors. */
    RaterStatus (*find)(const Simulator *sim, gconstpointer what, RaterPairs *pairs);
    /* Finds all without looking at each pair; NULL: only pairs will do. */
    RaterStatus (*sum)(const Simulator *sim, gconstpointer what, RaterTraffic *traffic);
    /* Costs all of them by dimension; NULL likewise. RATER_ERROR_RANK, _MEMORY: only pairs. */
    RaterStatus (*exchange)(const Simulator *sim, gconstpointer what, RaterExchange *exchange);
} SimMovement;

/* One array's transfer between two systems. */
typedef struct {
    RaterTransfer transfer;
    const SimSystem *source, *target;
} SimMove;

/* Where results are remembered: simulator.c. */
GHashTable *sim_moves_new(void);

/* The beginning of a key of gint64, to which is added what tells the movement from all others
 * of its kind on the same current system. */
GArray *sim_move_key(const Simulator *sim, SimMoveKind kind);

/* What moves, found once for a key; of the traffic at least what the network's costs depend on,
 * and all of it for a timeline. */
gboolean sim_movement_traffic(Simulator *sim, const GArray *key, const SimMovement *movement,
                              RaterTraffic *traffic);

/* The transfers of all moves at once, summed a pair. */
gboolean sim_moves_traffic(Simulator *sim, const GArray *key, const SimMove moves[], guint n,
                           RaterTraffic *traffic);

/* Whether traffic inside of the system needs no look at each pair: distances in its own grid
 * are those that count. */
gboolean sim_move_sums(const Simulator *sim, const SimSystem *system);

/* What a reduction over the dimensions with spread[g] of a system costs, or a broadcast to it
 * (spread NULL). *exchange is valid until the next call. */
gboolean sim_collective(Simulator *sim, const SimSystem *system, const bool spread[],
                        double bytes, const RaterExchange **exchange);

/* Root numbers of a system's processors in row-major order; free with g_free(). NULL when they
 * are too many. */
int64_t *sim_move_numbers(const Simulator *sim, const SimSystem *system);

/* Distance of two processors of the root, for rater/: `data` is the simulator. In the current
 * system where it has both, else in the root. */
int64_t sim_move_distance(int64_t p, int64_t q, const void *data);
