/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Packets under congestion, cut-through or stored and forwarded.
 *
 * All packets of a message are at its first link when the message is ready.  A link that is
 * free at T takes the waiting packet with the least (arrival, message, packet) and is busy
 * until T + o, o = tp + bytes * TB.  The packet is at its next link, or delivered, at T + o +
 * d; cut-through, it is at the next link at T + d already.
 *
 * Time goes on in rounds: all that is known to happen at T happens, then every link that this
 * concerns chooses; what the choices cause at T is another round at T.
 */
#include "rater/exchange/journey.h"

#include <stdlib.h>

typedef struct {
    RaterEventHeap waiting; /* time: arrival; hop: which link of its route this is */
    RaterAtto free_at;
    bool concerned; /* it is in Network.concerned */
    bool woken;     /* there is an event for when it falls free */
} Link;

typedef struct {
    RaterJourney *journey;
    RaterEventHeap coming; /* arrivals of packets; of order -1: link `what` falls free */
    Link *link;
    int32_t *concerned; /* links that choose in this round */
    size_t n_concerned;
} Network;

#define FALLS_FREE (-1)

static void
concern(Network *network, int32_t link)
{
    if (!network->link[link].concerned) {
        network->link[link].concerned = true;
        network->concerned[network->n_concerned++] = link;
    }
}

static int32_t
link_of(const Network *network, const RaterEvent *packet)
{
    const RaterTraveller *message =
        &network->journey->traveller[rater_order_message(packet->order)];
    return network->journey->link[message->route + (size_t)packet->hop];
}

/* o of a packet; the last one has what is left. */
static RaterAtto
transmission(const RaterFabric *fabric, const RaterTraveller *message, int64_t packet)
{
    int64_t bytes = fabric->packet_size > 0 ? fabric->packet_size : message->bytes;
    if (packet == message->cost.packets - 1)
        bytes = message->bytes - packet * bytes;
    return fabric->packet_start_time + bytes * message->cost.byte_time;
}

/* A packet goes over its link at T and on from there. */
static void
send_packet(Network *network, Link *link, RaterEvent packet, RaterAtto now)
{
    const RaterFabric *fabric = network->journey->fabric;
    RaterTraveller *message = &network->journey->traveller[rater_order_message(packet.order)];
    int64_t number = rater_order_packet(packet.order);
    rater_journey_pass(network->journey);
    link->free_at = now + transmission(fabric, message, number);
    if (packet.hop == 0 && number + 1 < message->cost.packets)
        rater_event_push(&link->waiting,
                         (RaterEvent){ .time = packet.time, .order = packet.order + 1 });
    RaterAtto there = link->free_at + fabric->link_delay;
    if (packet.hop + 1 == message->cost.hops) {
        if (there > message->arrival)
            message->arrival = there;
        return;
    }
    if (fabric->switching == RATER_SWITCHING_CUT_THROUGH)
        there = now + fabric->link_delay;
    packet.time = there;
    packet.hop++;
    rater_event_push(&network->coming, packet);
}

static void
choose(Network *network, int32_t number, RaterAtto now)
{
    Link *link = &network->link[number];
    link->concerned = false;
    if (link->waiting.n > 0 && link->free_at <= now)
        send_packet(network, link, rater_event_pop(&link->waiting), now);
    if (link->waiting.n > 0 && !link->woken) {
        link->woken = true;
        rater_event_push(
            &network->coming,
            (RaterEvent){ .time = link->free_at, .order = FALLS_FREE, .what = number });
    }
}

static void
happen(Network *network, const RaterEvent *event)
{
    int32_t number = event->order == FALLS_FREE ? event->what : link_of(network, event);
    Link *link = &network->link[number];
    if (event->order == FALLS_FREE)
        link->woken = false;
    else
        rater_event_push(&link->waiting, *event);
    if (link->waiting.failed)
        network->coming.failed = true;
    concern(network, number);
}

static void
run(Network *network)
{
    while (network->coming.n > 0 && !network->coming.failed) {
        RaterAtto now = rater_event_first(&network->coming)->time;
        while (network->coming.n > 0 && rater_event_first(&network->coming)->time == now) {
            RaterEvent event = rater_event_pop(&network->coming);
            happen(network, &event);
        }
        for (size_t i = 0; i < network->n_concerned; i++)
            choose(network, network->concerned[i], now);
        network->n_concerned = 0;
    }
}

/* The first packet of each message; those behind it come when it goes. */
static void
begin(Network *network)
{
    const RaterJourney *journey = network->journey;
    for (size_t i = 0; i < journey->n; i++)
        if (!journey->traveller[i].cost.inside)
            rater_event_push(&network->coming,
                             (RaterEvent){ .time = journey->traveller[i].ready,
                                           .order = rater_packet_order(i, 0) });
}

RaterStatus
rater_journey_packets(RaterJourney *journey)
{
    Network network = { .journey = journey };
    network.link = calloc(journey->n_links + 1, sizeof *network.link);
    network.concerned = malloc((journey->n_links + 1) * sizeof *network.concerned);
    bool done = network.link != NULL && network.concerned != NULL;
    if (done) {
        begin(&network);
        run(&network);
        done = !network.coming.failed;
    }
    for (size_t i = 0; network.link != NULL && i < journey->n_links; i++)
        rater_event_clear(&network.link[i].waiting);
    rater_event_clear(&network.coming);
    free(network.concerned);
    free(network.link);
    return done ? RATER_OK : RATER_ERROR_MEMORY;
}
