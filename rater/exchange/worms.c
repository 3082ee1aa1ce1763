/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Worms under congestion (wormhole switching), each a whole packet of f flits.
 *
 * The first packet of a message asks for its first link tp after the message is ready, the
 * others tp after the one before has left that link.  A link serves its queue strictly by
 * (asked, message, packet): the first one is granted the link at a when fewer than `virtual
 * channels` worms hold it and its transmitter is free, which then is busy until a + H + (f-1)
 * t.  The header asks for the next link at a + H.  With grants a[1] .. a[h], link j is left at
 *
 *     max over m of a[j+m] + H + (f-1 - m B) t,     0 <= m <= min((f-2)/B, h-j)
 *
 * (m buffers hold m B flits), and the worm is delivered at a[h] + H + (f-1) t.  With links from
 * 0 and v[i] = a[i] - i B t that is H + (f-1) t + j B t + max of v[j] .. v[j+reach]: a sliding
 * maximum, known when the last of these is granted, and never less than that of the link
 * before.
 *
 * Rounds are those of packets.c.  When nothing is left to happen and worms wait, of those that
 * hold a link the one with the least (asked, message, packet) leaves all its links now, keeps
 * its place and goes on from there: a deadlock is broken.
 */
#include "rater/exchange/journey.h"

#include <stdlib.h>

/* What an event of Network.coming is; `what` is a worm, or the link that falls free. */
typedef enum { ASKS = 1, LEAVES, FALLS_FREE } EventType;

/* A grant that can still be the largest v[]. */
typedef struct {
    int64_t hop;
    RaterAtto value;
} Grant;

typedef struct {
    int64_t order; /* (message, packet); -1: not in use */
    int32_t hop;   /* the link of its route that it asks for */
    int32_t held;  /* the first link that it holds, hop: none */
    int32_t known; /* of the links from here on it is not known when they are left */
    bool waiting;
    Grant *grant; /* [h], of them [first, end) count: hops rise, values fall */
    int32_t first, end;
} Worm;

typedef struct {
    RaterEventHeap waiting; /* time: asked; what: worm */
    RaterAtto free_at;      /* of the transmitter */
    int64_t holders;
    bool concerned, woken;
} Link;

typedef struct {
    RaterJourney *journey;
    RaterEventHeap coming;
    RaterEventHeap stuck; /* worms that hold a link and wait, or did; time: asked */
    RaterAtto last;       /* the latest time at which a transmitter falls free */
    Link *link;
    int32_t *concerned;
    size_t n_concerned;
    Worm *worm;
    size_t n_worms, room;
    int32_t *unused; /* [room]: worms that have gone */
    size_t n_unused;
    bool failed;
} Network;

static RaterTraveller *
message_of(const Network *network, const Worm *worm)
{
    return &network->journey->traveller[rater_order_message(worm->order)];
}

static int32_t
link_number(const Network *network, const Worm *worm, int32_t hop)
{
    return network->journey->link[message_of(network, worm)->route + (size_t)hop];
}

static void
concern(Network *network, int32_t link)
{
    if (!network->link[link].concerned) {
        network->link[link].concerned = true;
        network->concerned[network->n_concerned++] = link;
    }
}

static bool
more_room(Network *network)
{
    size_t room = network->room == 0 ? 64 : 2 * network->room;
    Worm *worm = realloc(network->worm, room * sizeof *worm);
    if (worm == NULL)
        return false;
    network->worm = worm;
    int32_t *unused = realloc(network->unused, room * sizeof *unused);
    if (unused == NULL)
        return false;
    network->unused = unused;
    network->room = room;
    return true;
}

/* A worm for packet `order`, which asks for its first link at `time`. */
static void
add_worm(Network *network, int64_t order, RaterAtto time)
{
    if (network->n_unused == 0) {
        if (network->n_worms == network->room && !more_room(network)) {
            network->failed = true;
            return;
        }
        network->unused[network->n_unused++] = (int32_t)network->n_worms++;
        network->worm[network->unused[0]] = (Worm){ .order = -1 };
    }
    int32_t index = network->unused[--network->n_unused];
    Worm *worm = &network->worm[index];
    *worm = (Worm){ .order = order };
    worm->grant = malloc((size_t)message_of(network, worm)->cost.hops * sizeof *worm->grant);
    if (worm->grant == NULL)
        network->failed = true;
    rater_event_push(&network->coming,
                     (RaterEvent){ .time = time, .what = index, .hop = ASKS });
}

static void
remove_worm(Network *network, int32_t index)
{
    Worm *worm = &network->worm[index];
    free(worm->grant);
    *worm = (Worm){ .order = -1 };
    network->unused[network->n_unused++] = index;
}

static void
ask(Network *network, int32_t index, RaterAtto now)
{
    Worm *worm = &network->worm[index];
    int32_t number = link_number(network, worm, worm->hop);
    Link *link = &network->link[number];
    RaterEvent request = { .time = now, .order = worm->order, .what = index, .hop = worm->hop };
    worm->waiting = true;
    rater_event_push(&link->waiting, request);
    network->failed |= link->waiting.failed;
    /* Where a link holds the whole worm it is left whatever happens further on. */
    if (worm->held < worm->hop && message_of(network, worm)->cost.reach > 0)
        rater_event_push(&network->stuck, request);
    concern(network, number);
}

/* The worm leaves the first link that it holds; its successor follows when that is the first of
 * the route. */
static void
leave(Network *network, int32_t index, RaterAtto now)
{
    Worm *worm = &network->worm[index];
    const RaterTraveller *message = message_of(network, worm);
    int32_t number = link_number(network, worm, worm->held);
    int64_t order = worm->order;
    bool first = worm->held++ == 0;
    network->link[number].holders--;
    concern(network, number);
    if (worm->held == message->cost.hops)
        remove_worm(network, index);
    if (first && rater_order_packet(order) + 1 < message->cost.packets)
        add_worm(network, order + 1, now + network->journey->fabric->packet_start_time);
}

/* A link that was granted: what is now known of when links are left. */
static void
note_grant(Network *network, int32_t index, RaterAtto now)
{
    Worm *worm = &network->worm[index];
    const RaterMessage *cost = &message_of(network, worm)->cost;
    /* A reach of 0 asks for no B t, which could be beyond bounds. */
    RaterAtto slack =
        cost->reach > 0 ? network->journey->fabric->flit_buffer * cost->flit_time : 0;
    RaterAtto value = now - worm->hop * slack;
    RaterAtto passage = cost->header_time + cost->flits * cost->flit_time;
    while (worm->end > worm->first && worm->grant[worm->end - 1].value <= value)
        worm->end--;
    worm->grant[worm->end++] = (Grant){ worm->hop, value };
    bool last = worm->hop + 1 == cost->hops;
    while (worm->known <= worm->hop && (last || worm->known + cost->reach <= worm->hop)) {
        while (worm->grant[worm->first].hop < worm->known)
            worm->first++;
        RaterAtto most = worm->grant[worm->first].value;
        rater_event_push(&network->coming,
                         (RaterEvent){ .time = passage + worm->known * slack + most,
                                       .what = index,
                                       .hop = LEAVES });
        worm->known++;
    }
}

static void
grant(Network *network, Link *link, int32_t index, RaterAtto now)
{
    Worm *worm = &network->worm[index];
    RaterTraveller *message = message_of(network, worm);
    RaterAtto passage =
        message->cost.header_time + message->cost.flits * message->cost.flit_time;
    rater_journey_pass(network->journey);
    worm->waiting = false;
    link->holders++;
    link->free_at = now + passage;
    if (link->free_at > network->last)
        network->last = link->free_at;
    note_grant(network, index, now);
    if (++worm->hop < message->cost.hops)
        rater_event_push(&network->coming,
                         (RaterEvent){ .time = now + message->cost.header_time,
                                       .what = index,
                                       .hop = ASKS });
    else if (now + passage > message->arrival)
        message->arrival = now + passage;
}

static void
choose(Network *network, int32_t number, RaterAtto now)
{
    Link *link = &network->link[number];
    int64_t channels = network->journey->fabric->virtual_channels;
    link->concerned = false;
    if (link->waiting.n > 0 && link->holders < channels && link->free_at <= now)
        grant(network, link, rater_event_pop(&link->waiting).what, now);
    if (link->waiting.n > 0 && link->holders < channels && !link->woken) {
        link->woken = true;
        rater_event_push(
            &network->coming,
            (RaterEvent){ .time = link->free_at, .what = number, .hop = FALLS_FREE });
    }
}

static void
choose_all(Network *network, RaterAtto now)
{
    for (size_t i = 0; i < network->n_concerned; i++)
        choose(network, network->concerned[i], now);
    network->n_concerned = 0;
}

static void
happen(Network *network, const RaterEvent *event)
{
    if (event->hop == ASKS) {
        ask(network, event->what, event->time);
    } else if (event->hop == LEAVES) {
        leave(network, event->what, event->time);
    } else {
        network->link[event->what].woken = false;
        concern(network, event->what);
    }
}

/* All that is known to happen at `now`. */
static void
happen_all(Network *network, RaterAtto now)
{
    while (network->coming.n > 0 && rater_event_first(&network->coming)->time == now) {
        RaterEvent event = rater_event_pop(&network->coming);
        happen(network, &event);
    }
}

/* Nothing is left to happen: one of those that wait and hold a link lets go. False: none does.
 */
static bool
break_deadlock(Network *network, RaterAtto now)
{
    while (network->stuck.n > 0) {
        RaterEvent request = rater_event_pop(&network->stuck);
        Worm *worm = &network->worm[request.what];
        if (worm->order != request.order || !worm->waiting || worm->hop != request.hop)
            continue; /* it was granted since */
        network->journey->deadlocks++;
        while (network->worm[request.what].held < request.hop)
            leave(network, request.what, now);
        worm = &network->worm[request.what]; /* a successor may have moved it */
        worm->known = worm->hop;
        worm->first = worm->end = 0;
        return true;
    }
    return false;
}

static void
run(Network *network)
{
    RaterAtto now = 0;
    do {
        while (network->coming.n > 0 && !network->failed) {
            now = rater_event_first(&network->coming)->time;
            happen_all(network, now);
            choose_all(network, now);
            network->failed |= network->coming.failed || network->stuck.failed;
        }
        if (network->last > now)
            now = network->last;
        if (network->failed || !break_deadlock(network, now))
            return;
        happen_all(network, now); /* a successor that needs no time */
        choose_all(network, now);
    } while (true);
}

static void
begin(Network *network)
{
    const RaterJourney *journey = network->journey;
    for (size_t i = 0; i < journey->n && !network->failed; i++)
        if (!journey->traveller[i].cost.inside)
            add_worm(network, rater_packet_order(i, 0),
                     journey->traveller[i].ready + journey->fabric->packet_start_time);
}

static void
clear(Network *network)
{
    for (size_t i = 0; i < network->n_worms; i++)
        free(network->worm[i].grant);
    for (size_t i = 0; network->link != NULL && i < network->journey->n_links; i++)
        rater_event_clear(&network->link[i].waiting);
    rater_event_clear(&network->coming);
    rater_event_clear(&network->stuck);
    free(network->worm);
    free(network->unused);
    free(network->concerned);
    free(network->link);
}

RaterStatus
rater_journey_worms(RaterJourney *journey)
{
    Network network = { .journey = journey };
    network.link = calloc(journey->n_links + 1, sizeof *network.link);
    network.concerned = malloc((journey->n_links + 1) * sizeof *network.concerned);
    network.failed = network.link == NULL || network.concerned == NULL;
    if (!network.failed) {
        begin(&network);
        run(&network);
    }
    clear(&network);
    return network.failed ? RATER_ERROR_MEMORY : RATER_OK;
}
