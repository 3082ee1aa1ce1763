/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Cost of communication on a network (docs/semantics.md, "What messages cost", "Reductions").
 * Seconds out; start and byte times are exact integers of 10^-18 s so that no search depends on
 * rounding.  Each kind of network is a file here; nobody else tells kinds apart.
 */
#pragma once

#include "rater/network/links.h"

/* The names of all kinds, as a parameter file has them, and what each is. */
#define RATER_NETWORK_NAMES "network, ethernet, transputer, ideal"
#define RATER_NETWORK_HELP                                                                     \
    "a bus that all share (network; ethernet is the same), a grid of direct links "            \
    "(transputer), or at no cost (ideal)"

typedef struct RaterNetworkKind RaterNetworkKind; /* rater/network/kind.h */

typedef struct {
    const RaterNetworkKind *kind;
    RaterAtto start_time; /* TS >= 0, at most 10^21 */
    RaterAtto byte_time;  /* TB >= 0, at most 10^21 */
    double scale;         /* multiplies every communication time */
    /* What single kinds add (rater/network/parameters.def). */
    int64_t channels; /* >= 1; messages that a bus carries at once */
    RaterLinks links;
    unsigned without; /* RaterNetworkParts that were left out */
} RaterNetwork;

/* What is known of a set of transfers (bytes from p to q for every ordered pair p != q, all >
 * 0). */
typedef struct {
    double messages;  /* number of pairs with transfer > 0 (exact up to 2^53) */
    double bytes;     /* their sum */
    int64_t distance; /* largest distance among them, 0: none */
    int64_t largest;  /* largest transfer at that distance, bytes */
    const RaterExchange *exchange; /* what they cost, borrowed; NULL: nothing */
} RaterTraffic;

/* What is wanted of a RaterTraffic; the rest of it is 0. */
typedef enum {
    RATER_TRAFFIC_NONE = 0,
    RATER_TRAFFIC_SUMS = 1, /* messages and bytes */
    RATER_TRAFFIC_PEAK = 2, /* distance and largest */
    RATER_TRAFFIC_ALL = 3,
    RATER_TRAFFIC_EXCHANGE = 4, /* exchange: rater_network_exchange(), or by dimension */
} RaterTrafficParts;

/* The kind of this name (lower case), NULL: there is none. */
const RaterNetworkKind *rater_network_find(const char *name);

/* The one of nodes and links, whose names are those of topologies. */
extern const RaterNetworkKind rater_network_links;

/* The name of its kind, of several the first. */
const char *rater_network_name(const RaterNetwork *network);

/* What the cost of transfers depends on; NONE: communication is for nothing. */
RaterTrafficParts rater_network_wants(const RaterNetwork *network);

/* Whether the dimensions of a processor system may change places: costs stay the same. */
bool rater_network_is_symmetric(const RaterNetwork *network);

/* The same network without parts of its costs. */
typedef enum {
    RATER_NETWORK_STARTS = 1,     /* starts of messages and packets, and gaps between them */
    RATER_NETWORK_BYTES = 2,      /* what bytes cost */
    RATER_NETWORK_COSTS = 4,      /* everything */
    RATER_NETWORK_CONGESTION = 8, /* what messages cost each other on links */
} RaterNetworkPart;
RaterNetwork rater_network_without(const RaterNetwork *network, unsigned parts);

/* Whether costs of transfers between all processors, a grid of these sizes, can be told
 * dimension by dimension: rater_shadow_exchange(), rater_transfer_exchange(). */
bool rater_network_is_by_dimension(const RaterNetwork *network, const RaterGrid *grid);

/* What transfers cost that are told one by one, between processors of the root system; of a
 * network that wants it. Errors: of rater_exchange(). */
RaterStatus rater_network_exchange(const RaterNetwork *network, size_t n,
                                   const RaterParcel parcels[], RaterExchange *exchange);

/* Cost of the transfers in seconds. n_processors: N of the current system. */
double rater_network_transfers(const RaterNetwork *network, const RaterTraffic *traffic,
                               int64_t n_processors);

/* The processors of a collective operation. */
typedef struct {
    const RaterGrid *grid;
    const int64_t *number; /* in the root system; NULL: the grid's own, or nobody asks */
    int64_t n_processors;  /* as above */
} RaterTeam;

/* Reduction of `bytes` over the dimensions of the team's grid with spread[g] != 0 (dimensions
 * of one coordinate do not count). No such dimension: 0. What messages do is only told by
 * networks that want an exchange. Clear it; errors: of rater_exchange(). */
RaterStatus rater_network_reduction(const RaterNetwork *network, const RaterTeam *team,
                                    const bool spread[], double bytes, RaterExchange *exchange);

/* The same for a broadcast of `bytes` from the first processor to all. */
RaterStatus rater_network_broadcast(const RaterNetwork *network, const RaterTeam *team,
                                    double bytes, RaterExchange *exchange);

/* One message from p to q of the root system, or to a neighbour where nobody asks, which
 * nothing else disturbs: what it costs, and what of that its bytes do. Linear in `bytes`, which
 * are not whole for a portion of a pipelined loop. INFINITY: beyond bounds. */
double rater_network_message(const RaterNetwork *network, int64_t p, int64_t q, double bytes);
double rater_network_message_bytes(const RaterNetwork *network, int64_t p, int64_t q,
                                   double bytes);

/* Whether how far a message goes counts for the next. */
bool rater_network_has_distance(const RaterNetwork *network);

/* One message of `bytes` over `distance` >= 1 links, which nothing else disturbs. */
double rater_network_message_over(const RaterNetwork *network, int64_t distance, int64_t bytes);
