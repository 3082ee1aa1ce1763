/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Bytes between ordered pairs of processors, one by one: the form for transfers between
 * different systems, for copies that no axes describe, and for whoever needs each message.
 * Processors are named by their numbers in the root system; a system's grid comes with an array
 * of the root number of each of its processors in row-major order (NULL: its own numbers are
 * meant).
 *
 * Results do not depend on the order in which bytes were added.
 */
#pragma once

#include "rater/shadow/shadow.h"
#include "rater/transfer/transfer.h"

/* Most pairs that are held. */
#define RATER_PAIRS_MAX (INT64_C(14) << 20)

typedef RaterParcel RaterPair; /* from != to, bytes > 0 */

typedef struct RaterPairs RaterPairs;

/* The distance of two processors by their root numbers, >= 0; 0 only when they are the same. In
 * the current system if it has both, else in the root system (docs/semantics.md,
 * "What messages cost"): the caller knows both. */
typedef int64_t (*RaterDistance)(int64_t p, int64_t q, const void *context);

/* An empty set, NULL without memory; owned by the caller. */
RaterPairs *rater_pairs_new(void);
void rater_pairs_free(RaterPairs *pairs);

/* Adds bytes >= 0 from p to q, both >= 0; nothing when p = q or bytes = 0.
 * RATER_ERROR_OVERFLOW (a pair has more than int64_t bytes), _MEMORY (no memory, or more than
 * RATER_PAIRS_MAX pairs). Here and in the functions that add below: what was added before an
 * error stays. */
RaterStatus rater_pairs_add(RaterPairs *pairs, int64_t p, int64_t q, int64_t bytes);

int64_t rater_pairs_count(const RaterPairs *pairs);

/* Writes all pairs, by `from`, then `to`; room for rater_pairs_count(). */
void rater_pairs_list(const RaterPairs *pairs, RaterPair list[]);

/* What the cost of a network needs to know of them. */
void rater_pairs_traffic(const RaterPairs *pairs, RaterDistance distance, const void *context,
                         RaterTraffic *traffic);

/* A RaterDistance between the processors of the RaterGrid `grid` by their numbers. */
int64_t rater_pairs_grid_distance(int64_t p, int64_t q, const void *grid);

/* Adds a transfer between two systems. The holder that sends is the one at the least distance,
 * among these the one with the least root number; nothing is sent to a processor that holds the
 * elements. Costs the pairs, and where several processors hold the same the holders for each
 * target. RATER_ERROR_MEMORY also when that is more than 2^26 steps. */
RaterStatus rater_transfer_pairs(const RaterTransfer *transfer, const int64_t source_number[],
                                 const int64_t target_number[], RaterDistance distance,
                                 const void *context, RaterPairs *pairs);

/* Adds a copy as rater_transfer_init_copy() describes it, of sections that need not conform: in
 * runs of elements that have the same holders at both ends. Errors as there and above;
 * RATER_ERROR_MEMORY also for more than 10^7 runs. */
RaterStatus rater_transfer_runs(const RaterMapping *from, const RaterSection *source,
                                const int64_t source_number[], const RaterMapping *to,
                                const RaterSection *target, const int64_t target_number[],
                                int64_t element_bytes, RaterDistance distance,
                                const void *context, RaterPairs *pairs);

/* Adds a shadow exchange (shadow/shadow.h), all arrays on one grid. RATER_ERROR_RANK, _SIZE,
 * _WIDTH as there, and the errors of rater_pairs_add(); RATER_ERROR_MEMORY also when the arrays
 * have more than 2^26 blocks and edges to go through. */
RaterStatus rater_shadow_pairs(const RaterShadow shadows[], int n, const int64_t number[],
                               RaterPairs *pairs);
