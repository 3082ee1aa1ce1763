/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The messages of a set of transfers on their way (internal to rater/network): exchange.c makes
 * them, packets.c and worms.c move those between nodes.
 */
#pragma once

#include "rater/exchange/event-heap.h"
#include "rater/exchange/exchange.h"

typedef struct {
    int64_t from, to; /* physical */
    int64_t bytes;
    RaterMessage cost;
    RaterAtto ready;   /* when its sender has come to it */
    RaterAtto arrival; /* when its last packet is there */
    size_t route;      /* where its links begin in RaterJourney.link */
} RaterTraveller;

/* A journey is known to be short enough: the numbers of messages, packets and links fit
 * int32_t. */
typedef struct {
    const RaterFabric *fabric;
    RaterTraveller *traveller; /* by (p, q) */
    size_t n;
    int32_t *link; /* routes of those between nodes, links numbered from 0 */
    size_t n_links;
    int64_t deadlocks;
    int64_t passed, passages; /* of packets over links: until now, and all */
} RaterJourney;

/* Passages between two times that the watch is told: some hundredths of a second. */
#define RATER_JOURNEY_PAUSE ((int64_t)1 << 16)

/* One more passage. */
static inline void
rater_journey_pass(RaterJourney *journey)
{
    const RaterWatch *watch = journey->fabric->watch;
    if (++journey->passed % RATER_JOURNEY_PAUSE == 0 && watch != NULL)
        watch->tell(watch->data, journey->passed, journey->passages);
}

/* What tells packets apart that arrive at a time: (message, packet). */
static inline int64_t
rater_packet_order(size_t message, int64_t packet)
{
    return (int64_t)message << 32 | packet;
}

static inline size_t
rater_order_message(int64_t order)
{
    return (size_t)(order >> 32);
}

static inline int64_t
rater_order_packet(int64_t order)
{
    return order & 0xffffffff;
}

/* Set the arrivals of the messages between nodes. */
RaterStatus rater_journey_packets(RaterJourney *journey);
RaterStatus rater_journey_worms(RaterJourney *journey);

/* Sets the arrivals of those inside of nodes, after all others: when the last receiver is
 * through (receive.c). */
RaterStatus rater_journey_receive(RaterJourney *journey, RaterAtto *completion);
