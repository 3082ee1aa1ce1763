/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What messages meet at their receivers.
 *
 * Inside of a node: a memory port, which takes the waiting message with the least (ready,
 * message), is busy for o = L * core byte time; then the message is there.
 *
 * Then, wherever they come from: a receiver is through with a message at max(arrival, previous
 * + message gap), by (arrival, message).
 */
#include "rater/exchange/journey.h"

#include <stdlib.h>

typedef struct {
    int64_t to;
    RaterAtto time;
    size_t message;
} Visit;

static int
compare_visits(const void *first, const void *second)
{
    const Visit *a = first;
    const Visit *b = second;
    if (a->to != b->to)
        return a->to < b->to ? -1 : 1;
    if (a->time != b->time)
        return a->time < b->time ? -1 : 1;
    return a->message < b->message ? -1 : a->message > b->message;
}

/* Each port by itself, in the order in which it is asked. */
static void
pass_ports(RaterJourney *journey, Visit visit[])
{
    size_t n = 0;
    for (size_t i = 0; i < journey->n; i++)
        if (journey->traveller[i].cost.inside)
            visit[n++] = (Visit){ journey->traveller[i].to, journey->traveller[i].ready, i };
    qsort(visit, n, sizeof *visit, compare_visits);
    RaterAtto free_at = 0;
    for (size_t i = 0; i < n; i++) {
        RaterTraveller *message = &journey->traveller[visit[i].message];
        bool same = i > 0 && visit[i].to == visit[i - 1].to;
        RaterAtto begin = same && free_at > message->ready ? free_at : message->ready;
        message->arrival = free_at = begin + message->cost.occupation;
    }
}

/* When the last receiver is through. */
static RaterAtto
pass_receivers(const RaterJourney *journey, Visit visit[])
{
    RaterAtto gap = journey->fabric->message_gap;
    RaterAtto through = 0;
    RaterAtto last = 0;
    for (size_t i = 0; i < journey->n; i++)
        visit[i] = (Visit){ journey->traveller[i].to, journey->traveller[i].arrival, i };
    qsort(visit, journey->n, sizeof *visit, compare_visits);
    for (size_t i = 0; i < journey->n; i++) {
        bool same = i > 0 && visit[i].to == visit[i - 1].to;
        through = same && through + gap > visit[i].time ? through + gap : visit[i].time;
        last = through > last ? through : last;
    }
    return last;
}

RaterStatus
rater_journey_receive(RaterJourney *journey, RaterAtto *completion)
{
    Visit *visit = malloc((journey->n + 1) * sizeof *visit);
    if (visit == NULL)
        return RATER_ERROR_MEMORY;
    pass_ports(journey, visit);
    *completion = pass_receivers(journey, visit);
    free(visit);
    return RATER_OK;
}
