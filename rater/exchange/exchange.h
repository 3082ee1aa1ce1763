/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What a set of transfers costs that begin together (docs/networks.md, "A set of transfers"),
 * with messages numbered by their virtual processors (p, q):
 *
 *     none     max (A + O)
 *     load     max (none + G, A_out + C_out, A_in + C_in): the largest A and the largest C,
 * each for itself, between nodes and inside of them; C is the sum of O on a link events
 * completion of the last message in a simulation (packets.c, worms.c)
 *
 * G = g * (most messages that a physical processor sends or receives - 1).
 */
#pragma once

#include <stddef.h>

#include "rater/topology/message.h"
#include "rater/topology/placement.h"

/* Most links that are passed: by messages where they are counted, by packets where these are
 * simulated.  More is RATER_ERROR_LINKS, RATER_ERROR_PASSAGES. */
#define RATER_EXCHANGE_COUNTED  ((int64_t)1 << 26)
#define RATER_EXCHANGE_PASSAGES ((int64_t)10000000)

typedef enum {
    RATER_CONGESTION_NONE,
    RATER_CONGESTION_LOAD,
    RATER_CONGESTION_EVENTS,
} RaterCongestion;

/* Between virtual processors; several of one pair add up, those to oneself or of no bytes do
 * not count. */
typedef struct {
    int64_t from, to, bytes;
} RaterParcel;

/* By `from`, then `to`, for qsort(). */
int rater_parcel_compare(const void *first, const void *second);

/* A link that is used; -1 - u is the memory port of physical processor u. */
typedef struct {
    int64_t link, bytes, messages;
    double busy; /* seconds that messages occupy it, scaled */
} RaterLinkUse;

typedef struct {
    double seconds; /* scaled; no message: 0 */
    double none;    /* what it is without congestion */
    int64_t messages, bytes;
    int64_t hops, most_hops; /* sum and maximum over the messages */
    int64_t deadlocks;       /* of events */
    /* By number, the memory ports first; owned.  Without congestion nobody looks at links. */
    RaterLinkUse *use;
    size_t n_uses;
} RaterExchange;

/* RATER_ERROR_SIZE: a processor outside; _OVERFLOW: times or bytes too large; _MEMORY;
 * _LINKS, _PASSAGES: too many, of which none is begun with. `exchange` is untouched on failure.
 */
RaterStatus rater_exchange(const RaterFabric *fabric, const RaterPlacement *placement,
                           RaterCongestion congestion, size_t n, const RaterParcel parcels[],
                           RaterExchange *exchange);

/* Adds `times` >= 0 exchanges that happen one after another. RATER_ERROR_OVERFLOW, _MEMORY:
 * `sum` has to be cleared then, too. */
RaterStatus rater_exchange_add(RaterExchange *sum, const RaterExchange *part, int64_t times);

/* Frees what it holds. */
void rater_exchange_clear(RaterExchange *exchange);
