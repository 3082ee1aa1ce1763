/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Walks the coordinates at which several transfers on one grid move something (internal to
 * rater-transfer).
 *
 * A pair of processors is two coordinates a dimension, the sender's and the getter's: slots.
 * Slot h is the getter's coordinate along dimension h, slot rank + g the sender's along g; in
 * the diagonal form, for the pairs of a processor with itself, both are slot g. Slots that a
 * transfer links (transfer/flow.h) form parts, and no factor depends on slots of two parts:
 * whatever is summed or maximised over all pairs is found part by part.
 */
#pragma once

#include "rater/transfer/flow.h"

#define RATER_JOIN_MAX_SLOTS (2 * RATER_MAX_RANK)

/* Most transfers in one join. */
#define RATER_JOIN_MAX_FLOWS 64

typedef struct {
    const RaterGrid *grid;
    const RaterTransferFlow *flows; /* n of them, borrowed */
    int n;
    bool diagonal;
    int n_parts;
    /* Slots in the order in which they are gone through; part i has those from start[i] on. */
    int order[RATER_JOIN_MAX_SLOTS];
    int start[RATER_JOIN_MAX_SLOTS + 1];
    int position[RATER_JOIN_MAX_SLOTS];  /* of each slot in `order` */
    int64_t value[RATER_JOIN_MAX_SLOTS]; /* coordinate of each slot while walking */
    int64_t *product;                    /* of the factors before each position: rows of n */
    int64_t *work;                       /* left (shadow/sums.h) */
} RaterTransferJoin;

/* `work` is counted down by the walks. Free the join in every case. RATER_ERROR_MEMORY. */
RaterStatus rater_transfer_join_init(RaterTransferJoin *join, const RaterGrid *grid,
                                     const RaterTransferFlow flows[], int n, bool diagonal,
                                     int64_t *work);
void rater_transfer_join_free(RaterTransferJoin *join);

/* One combination of coordinates of a part (in join->value), with the product of the factors of
 * each flow, 0: it moves nothing; it stands for `copies` combinations with the same factors,
 * none farther apart than those that are visited with copies = 1. */
typedef RaterStatus (*RaterTransferVisit)(void *context, const RaterTransferJoin *join,
                                          const int64_t product[], int64_t copies);

/* Visits all combinations of part `part` at which at least one flow is alive, once each. The
 * first error of `visit` ends the walk; RATER_ERROR_MEMORY: no work left. */
RaterStatus rater_transfer_join_walk(RaterTransferJoin *join, int part,
                                     RaterTransferVisit visit, void *context);
