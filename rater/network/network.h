/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Cost of communication on a network (docs/semantics.md, "What messages cost", "Reductions").
 * Seconds out; start and byte times are exact integers of 10^-18 s so that no search depends on
 * rounding.  Each kind of network is a file here; nobody else tells kinds apart.
 */
#pragma once

#include "rater/geometry/grid.h"

/* The names of all kinds, as a parameter file has them, and what each is. */
#define RATER_NETWORK_NAMES "network, ethernet, transputer, ideal"
#define RATER_NETWORK_HELP                                                                     \
    "a bus that all share (network; ethernet is the same), a grid of direct links "            \
    "(transputer), or at no cost (ideal)"

typedef struct RaterNetworkKind RaterNetworkKind; /* rater/network/kind.h */

typedef __int128 RaterAtto; /* 10^-18 seconds */

typedef struct {
    const RaterNetworkKind *kind;
    RaterAtto start_time; /* TS >= 0, at most 10^21 */
    RaterAtto byte_time;  /* TB >= 0, at most 10^21 */
    double scale;         /* multiplies every communication time */
    /* What single kinds add (rater/network/parameters.def). */
    int64_t channels; /* >= 1; messages that a bus carries at once */
} RaterNetwork;

/* What is known of a set of transfers (bytes from p to q for every ordered pair p != q, all >
 * 0). */
typedef struct {
    double messages;  /* number of pairs with transfer > 0 (exact up to 2^53) */
    double bytes;     /* their sum */
    int64_t distance; /* largest distance among them, 0: none */
    int64_t largest;  /* largest transfer at that distance, bytes */
} RaterTraffic;

/* What is wanted of a RaterTraffic; the rest of it is 0. */
typedef enum {
    RATER_TRAFFIC_NONE = 0,
    RATER_TRAFFIC_SUMS = 1, /* messages and bytes */
    RATER_TRAFFIC_PEAK = 2, /* distance and largest */
    RATER_TRAFFIC_ALL = 3,
} RaterTrafficParts;

/* The kind of this name (lower case), NULL: there is none. */
const RaterNetworkKind *rater_network_find(const char *name);

/* The name of its kind, of several the first. */
const char *rater_network_name(const RaterNetwork *network);

/* What the cost of transfers depends on; NONE: communication is for nothing. */
RaterTrafficParts rater_network_wants(const RaterNetwork *network);

/* Whether the dimensions of a processor system may change places: costs stay the same. */
bool rater_network_is_symmetric(const RaterNetwork *network);

/* The same network without part of its costs. */
typedef enum {
    RATER_NETWORK_STARTS = 1, /* what a message costs however short it is */
    RATER_NETWORK_BYTES = 2,  /* what its bytes cost */
    RATER_NETWORK_COSTS = 3,  /* everything */
} RaterNetworkPart;
RaterNetwork rater_network_without(const RaterNetwork *network, RaterNetworkPart part);

/* Cost of the transfers in seconds. n_processors: N of the current system. */
double rater_network_transfers(const RaterNetwork *network, const RaterTraffic *traffic,
                               int64_t n_processors);

/* Reduction of `bytes` over the dimensions of `grid` with spread[g] != 0 (dimensions of one
 * coordinate do not count); n_processors as above. No such dimension: 0. */
double rater_network_reduction(const RaterNetwork *network, const RaterGrid *grid,
                               const bool spread[], int64_t n_processors, double bytes);

/* Broadcast of `bytes` from the first processor of `grid` to all. */
double rater_network_broadcast(const RaterNetwork *network, const RaterGrid *grid,
                               double bytes);

/* One message between neighbours, which nothing else disturbs; linear in `bytes`, which are not
 * whole for a portion of a pipelined loop. */
double rater_network_message(const RaterNetwork *network, double bytes);
