/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/exchange/exchange.h"

#include <stdlib.h>
#include <string.h>

#include "rater/exchange/journey.h"
#include "rater/topology/number-table.h"

/* What messages do to a link. */
typedef struct {
    int64_t bytes, messages;
    RaterAtto busy;
} Load;

/* The set, and what is found out about it. */
typedef struct {
    const RaterFabric *fabric;
    RaterParcel *parcel; /* between physical processors, in the order of the virtual ones */
    size_t n;
    RaterAtto none, latency[2]; /* [1] inside of nodes */
    int64_t bytes, hops, most_hops;
    RaterAtto links, passages; /* of messages, of packets; no int64_t needs to hold them */
    int64_t busiest;           /* most messages that a processor sends or receives */
    int64_t *turn;             /* [n]: how many its sender sends before */
    RaterNumberTable link;     /* the memory port of u as u, link l as processors + l */
    Load *load;                /* [link.room] */
    size_t n_loads;
    int32_t *route; /* of the simulation */
} Set;

int
rater_parcel_compare(const void *first, const void *second)
{
    const RaterParcel *a = first;
    const RaterParcel *b = second;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return a->to < b->to ? -1 : a->to > b->to;
}

static bool
is_sorted(const Set *set)
{
    for (size_t i = 1; i < set->n; i++)
        if (rater_parcel_compare(&set->parcel[i - 1], &set->parcel[i]) > 0)
            return false;
    return true;
}

/* One message a pair, by (p, q), then between physical processors. */
static RaterStatus
collect(Set *set, const RaterPlacement *placement, size_t n, const RaterParcel parcels[])
{
    if (n > SIZE_MAX / sizeof *parcels - 1)
        return RATER_ERROR_MEMORY;
    set->parcel = malloc((n + 1) * sizeof *parcels);
    if (set->parcel == NULL)
        return RATER_ERROR_MEMORY;
    for (size_t i = 0; i < n; i++) {
        const RaterParcel *parcel = &parcels[i];
        if (parcel->from < 0 || parcel->from >= placement->n_virtual || parcel->to < 0 ||
            parcel->to >= placement->n_virtual)
            return RATER_ERROR_SIZE;
        if (parcel->from != parcel->to && parcel->bytes > 0)
            set->parcel[set->n++] = *parcel;
    }
    if (!is_sorted(set))
        qsort(set->parcel, set->n, sizeof *set->parcel, rater_parcel_compare);
    size_t kept = 0;
    for (size_t i = 0; i < set->n; i++) {
        RaterParcel *last = kept > 0 ? &set->parcel[kept - 1] : NULL;
        if (__builtin_add_overflow(set->bytes, set->parcel[i].bytes, &set->bytes))
            return RATER_ERROR_OVERFLOW;
        if (last != NULL && rater_parcel_compare(last, &set->parcel[i]) == 0)
            last->bytes += set->parcel[i].bytes;
        else
            set->parcel[kept++] = set->parcel[i];
    }
    set->n = kept;
    for (size_t i = 0; i < set->n; i++) {
        set->parcel[i].from = rater_placement_of(placement, set->parcel[i].from);
        set->parcel[i].to = rater_placement_of(placement, set->parcel[i].to);
    }
    return RATER_OK;
}

/* What each message is by itself. */
static RaterStatus
measure(Set *set)
{
    for (size_t i = 0; i < set->n; i++) {
        const RaterParcel *parcel = &set->parcel[i];
        RaterMessage message;
        RaterStatus status =
            rater_message(set->fabric, parcel->from, parcel->to, parcel->bytes, &message);
        if (status != RATER_OK)
            return status;
        RaterAtto alone = message.latency + message.occupation;
        int64_t links = message.inside ? 1 : message.hops;
        if (alone > set->none)
            set->none = alone;
        if (message.latency > set->latency[message.inside])
            set->latency[message.inside] = message.latency;
        if (message.hops > set->most_hops)
            set->most_hops = message.hops;
        set->hops += message.hops;
        set->links += links;
        set->passages += (RaterAtto)links * message.packets;
    }
    return RATER_OK;
}

/* Which message of its sender each is, or of its receiver; notes the busiest of them. */
static RaterStatus
take_turns(Set *set, bool receivers, int64_t turn[])
{
    RaterNumberTable table;
    rater_number_start(&table, rater_topology_count(&set->fabric->topology), (int64_t)set->n);
    int64_t *count = calloc(set->n + 1, sizeof *count);
    RaterStatus status = count != NULL ? RATER_OK : RATER_ERROR_MEMORY;
    for (size_t i = 0; i < set->n && status == RATER_OK; i++) {
        const RaterParcel *parcel = &set->parcel[i];
        int32_t at = rater_number_add(&table, receivers ? parcel->to : parcel->from);
        if (at < 0) {
            status = RATER_ERROR_MEMORY;
            break;
        }
        turn[i] = count[at]++;
        if (count[at] > set->busiest)
            set->busiest = count[at];
    }
    free(count);
    rater_number_clear(&table);
    return status;
}

/* The load of a link, of which this is the index in set->link; -1: no memory. */
static int32_t
find_load(Set *set, int64_t link)
{
    int32_t at = rater_number_add(&set->link, link);
    if (at >= 0 && set->n_loads < set->link.room) {
        Load *load = realloc(set->load, set->link.room * sizeof *load);
        if (load == NULL)
            return -1;
        memset(load + set->n_loads, 0, (set->link.room - set->n_loads) * sizeof *load);
        set->load = load;
        set->n_loads = set->link.room;
    }
    return at;
}

/* A message and the links that it uses; numbers[] gets their indices unless it is NULL. */
static RaterStatus
add_load(Set *set, const RaterParcel *parcel, int64_t links[], int32_t numbers[])
{
    int64_t cores = set->fabric->topology.cores;
    int64_t n = 1;
    RaterMessage message;
    (void)rater_message(set->fabric, parcel->from, parcel->to, parcel->bytes, &message);
    int64_t ports = rater_topology_count(&set->fabric->topology);
    links[0] = parcel->to;
    if (!message.inside) {
        n = message.hops;
        rater_topology_route(&set->fabric->topology, parcel->from / cores, parcel->to / cores,
                             links);
    }
    for (int64_t i = 0; i < n; i++) {
        int32_t at = find_load(set, message.inside ? links[i] : ports + links[i]);
        if (at < 0)
            return RATER_ERROR_MEMORY;
        set->load[at].bytes += parcel->bytes;
        set->load[at].messages++;
        set->load[at].busy += message.occupation;
        if (numbers != NULL)
            numbers[i] = at;
    }
    return RATER_OK;
}

/* All links that are used; with `simulated` the routes too. */
static RaterStatus
load_links(Set *set, bool simulated)
{
    const RaterTopology *topology = &set->fabric->topology;
    int64_t *links = malloc(((size_t)set->most_hops + 1) * sizeof *links);
    RaterStatus status = links != NULL ? RATER_OK : RATER_ERROR_MEMORY;
    size_t at = 0;
    if (simulated) {
        set->route = malloc(((size_t)set->links + 1) * sizeof *set->route);
        if (set->route == NULL)
            status = RATER_ERROR_MEMORY;
    }
    rater_number_start(&set->link, rater_topology_count(topology) + topology->link_span,
                       (int64_t)set->links);
    for (size_t i = 0; i < set->n && status == RATER_OK; i++) {
        const RaterParcel *parcel = &set->parcel[i];
        status = add_load(set, parcel, links, simulated ? set->route + at : NULL);
        int64_t a = parcel->from / topology->cores;
        int64_t b = parcel->to / topology->cores;
        at += a == b ? 1 : (size_t)rater_topology_hops(topology, a, b);
    }
    free(links);
    return status;
}

/* G */
static RaterAtto
gaps(const Set *set)
{
    return set->busiest > 1 ? (set->busiest - 1) * set->fabric->message_gap : 0;
}

/* max (none + G, A_out + C_out, A_in + C_in) */
static RaterAtto
load_time(const Set *set)
{
    int64_t ports = rater_topology_count(&set->fabric->topology);
    RaterAtto most[2] = { 0, 0 };
    for (size_t i = 0; i < set->link.n; i++) {
        bool inside = set->link.number[i] < ports;
        if (set->load[i].busy > most[inside])
            most[inside] = set->load[i].busy;
    }
    RaterAtto time = set->none + gaps(set);
    for (int inside = 0; inside < 2; inside++)
        if (set->latency[inside] + most[inside] > time)
            time = set->latency[inside] + most[inside];
    return time;
}

static RaterStatus
simulate(Set *set, RaterAtto *time, int64_t *deadlocks)
{
    RaterJourney journey = {
        .fabric = set->fabric,
        .n = set->n,
        .link = set->route,
        .n_links = set->link.n,
        .passages = (int64_t)set->passages /* at most RATER_EXCHANGE_PASSAGES */
    };
    journey.traveller = calloc(set->n + 1, sizeof *journey.traveller);
    if (journey.traveller == NULL)
        return RATER_ERROR_MEMORY;
    size_t route = 0;
    for (size_t i = 0; i < set->n; i++) {
        RaterTraveller *message = &journey.traveller[i];
        const RaterParcel *parcel = &set->parcel[i];
        (void)rater_message(set->fabric, parcel->from, parcel->to, parcel->bytes,
                            &message->cost);
        message->to = parcel->to;
        message->bytes = parcel->bytes;
        message->ready = message->cost.start_time + set->turn[i] * set->fabric->message_gap;
        message->route = route;
        route += message->cost.inside ? 1 : (size_t)message->cost.hops;
    }
    RaterStatus status = set->fabric->switching == RATER_SWITCHING_WORMHOLE
                             ? rater_journey_worms(&journey)
                             : rater_journey_packets(&journey);
    if (status == RATER_OK)
        status = rater_journey_receive(&journey, time);
    if (journey.passed >= RATER_JOURNEY_PAUSE && set->fabric->watch != NULL)
        set->fabric->watch->tell(set->fabric->watch->data, journey.passages, journey.passages);
    *deadlocks = journey.deadlocks;
    free(journey.traveller);
    return status;
}

/* Ports are numbered below 0. */
static int
compare_uses(const void *first, const void *second)
{
    int64_t a = ((const RaterLinkUse *)first)->link;
    int64_t b = ((const RaterLinkUse *)second)->link;
    if (a < 0 && b < 0)
        return a > b ? -1 : a < b;
    return a < b ? -1 : a > b;
}

static RaterStatus
list_uses(const Set *set, RaterExchange *exchange)
{
    int64_t ports = rater_topology_count(&set->fabric->topology);
    RaterLinkUse *use = malloc((set->link.n + 1) * sizeof *use);
    if (use == NULL)
        return RATER_ERROR_MEMORY;
    for (size_t i = 0; i < set->link.n; i++) {
        int64_t number = set->link.number[i];
        use[i] = (RaterLinkUse){ .link = number < ports ? -1 - number : number - ports,
                                 .bytes = set->load[i].bytes,
                                 .messages = set->load[i].messages,
                                 .busy = rater_atto_seconds(set->load[i].busy) *
                                         set->fabric->scale };
    }
    qsort(use, set->link.n, sizeof *use, compare_uses);
    exchange->use = use;
    exchange->n_uses = set->link.n;
    return RATER_OK;
}

/* With congestion: the links, and the time. */
static RaterStatus
congest(Set *set, bool simulated, RaterAtto *time, RaterExchange *exchange)
{
    if (simulated && set->passages > RATER_EXCHANGE_PASSAGES)
        return RATER_ERROR_PASSAGES;
    if (set->links > RATER_EXCHANGE_COUNTED)
        return RATER_ERROR_LINKS;
    set->turn = malloc((set->n + 1) * sizeof *set->turn);
    if (set->turn == NULL)
        return RATER_ERROR_MEMORY;
    RaterStatus status = take_turns(set, true, set->turn);
    if (status == RATER_OK)
        status = take_turns(set, false, set->turn);
    if (status == RATER_OK)
        status = load_links(set, simulated);
    if (status == RATER_OK && simulated)
        status = simulate(set, time, &exchange->deadlocks);
    else if (status == RATER_OK)
        *time = load_time(set);
    if (status == RATER_OK)
        status = list_uses(set, exchange);
    return status;
}

static void
clear_set(Set *set)
{
    free(set->parcel);
    free(set->turn);
    free(set->load);
    free(set->route);
    rater_number_clear(&set->link);
}

RaterStatus
rater_exchange(const RaterFabric *fabric, const RaterPlacement *placement,
               RaterCongestion congestion, size_t n, const RaterParcel parcels[],
               RaterExchange *exchange)
{
    Set set = { .fabric = fabric };
    RaterExchange made = { 0 };
    RaterStatus status = collect(&set, placement, n, parcels);
    if (status == RATER_OK)
        status = measure(&set);
    RaterAtto time = set.none;
    if (status == RATER_OK && congestion != RATER_CONGESTION_NONE)
        status = congest(&set, congestion == RATER_CONGESTION_EVENTS, &time, &made);
    if (status == RATER_OK) {
        made.seconds = rater_atto_seconds(time) * fabric->scale;
        made.none = rater_atto_seconds(set.none) * fabric->scale;
        made.messages = (int64_t)set.n;
        made.bytes = set.bytes;
        made.hops = set.hops;
        made.most_hops = set.most_hops;
        *exchange = made;
    }
    clear_set(&set);
    return status;
}

/* Both lists in one, links by number; frees `own`. */
static RaterLinkUse *
merge_uses(RaterLinkUse *own, size_t n_own, const RaterExchange *part, int64_t times,
           size_t *n_uses)
{
    RaterLinkUse *use = malloc((n_own + part->n_uses + 1) * sizeof *use);
    size_t i = 0, j = 0, n = 0;
    while (use != NULL && (i < n_own || j < part->n_uses)) {
        int order = j == part->n_uses ? -1
                    : i == n_own      ? 1
                                      : compare_uses(&own[i], &part->use[j]);
        use[n] = order <= 0 ? own[i++] : (RaterLinkUse){ .link = part->use[j].link };
        if (order >= 0) {
            use[n].bytes += times * part->use[j].bytes;
            use[n].messages += times * part->use[j].messages;
            use[n].busy += (double)times * part->use[j].busy;
            j++;
        }
        n++;
    }
    free(own);
    *n_uses = n;
    return use;
}

RaterStatus
rater_exchange_add(RaterExchange *sum, const RaterExchange *part, int64_t times)
{
    int64_t bytes;
    if (__builtin_mul_overflow(part->bytes, times, &bytes) ||
        __builtin_add_overflow(sum->bytes, bytes, &bytes))
        return RATER_ERROR_OVERFLOW;
    if (part->n_uses > 0) {
        sum->use = merge_uses(sum->use, sum->n_uses, part, times, &sum->n_uses);
        if (sum->use == NULL)
            return RATER_ERROR_MEMORY;
    }
    sum->seconds += (double)times * part->seconds;
    sum->none += (double)times * part->none;
    sum->messages += times * part->messages;
    sum->bytes = bytes;
    sum->hops += times * part->hops;
    sum->deadlocks += times * part->deadlocks;
    if (part->most_hops > sum->most_hops)
        sum->most_hops = part->most_hops;
    return RATER_OK;
}

void
rater_exchange_clear(RaterExchange *exchange)
{
    free(exchange->use);
    *exchange = (RaterExchange){ 0 };
}
