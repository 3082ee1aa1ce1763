/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Cost of communication on a network (docs/semantics.md, "What messages cost",
 * "Reductions").  Seconds out; start and byte times are exact
 * integers of 10^-18 s so that the pipelining search does not hang on rounding.
 */
#pragma once

#include "rater/geometry/grid.h"

typedef enum {
    RATER_NETWORK_BUS,
    RATER_NETWORK_TRANSPUTER,
    RATER_NETWORK_IDEAL
} RaterNetworkKind;

typedef __int128 RaterAtto; /* 10^-18 seconds */

typedef struct {
    RaterNetworkKind kind;
    RaterAtto start_time; /* TS >= 0, at most 10^21 */
    RaterAtto byte_time;  /* TB >= 0, at most 10^21 */
    double scale;         /* multiplies every communication time */
    int64_t channels;     /* >= 1; messages that a bus carries at once */
} RaterNetwork;

/* What is known of a set of transfers (bytes from p to q for every ordered pair p != q, all >
 * 0). */
typedef struct {
    double messages;  /* number of pairs with transfer > 0 (exact up to 2^53) */
    double bytes;     /* their sum */
    int64_t distance; /* largest distance among them, 0: none */
    int64_t largest;  /* largest transfer at that distance, bytes */
} RaterTraffic;

/* Cost of the transfers in seconds. n_processors: N of the current system. */
double rater_network_transfers(const RaterNetwork *network, const RaterTraffic *traffic,
                               int64_t n_processors);

/* Pipelined message of `bytes` over `distance` links (transputer): the integer search of the
 * design. Exposed for the tests. *piece (may be NULL) is the piece size found. Where times
 * leave 126 bits (beyond 10^19 s), it is floor(S0) without the search, in long double. */
double rater_network_pipeline(const RaterNetwork *network, int64_t distance, int64_t bytes,
                              int64_t *piece);

/* Reduction of `bytes` over the dimensions of `grid` with spread[g] != 0 (dimensions of one
 * coordinate do not count); n_processors as above. No such dimension: 0. */
double rater_network_reduction(const RaterNetwork *network, const RaterGrid *grid,
                               const bool spread[], int64_t n_processors, double bytes);

/* Broadcast of `bytes` from the first processor of `grid` to all. */
double rater_network_broadcast(const RaterNetwork *network, const RaterGrid *grid,
                               double bytes);

/* One message between neighbours: TS + TB * bytes, scaled, never divided by the channels
 * (pipelined loops); 0 on an ideal network. */
double rater_network_message(const RaterNetwork *network, double bytes);
