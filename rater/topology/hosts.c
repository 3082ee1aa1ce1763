/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/topology/hosts.h"

#include <stdlib.h>

typedef struct {
    int64_t place, member;
} Resident;

static int
compare_residents(const void *a, const void *b)
{
    const Resident *x = a;
    const Resident *y = b;
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return (x->member > y->member) - (x->member < y->member);
}

/* Fills the tables, which have room, from all in order. */
static void
fill(RaterHosts *hosts, const Resident residents[], int64_t n_virtual)
{
    for (int64_t i = 0; i < n_virtual; i++) {
        if (i == 0 || residents[i].place != residents[i - 1].place) {
            hosts->place[hosts->n] = residents[i].place;
            hosts->first[hosts->n++] = i;
        }
        hosts->member[i] = residents[i].member;
        hosts->host[residents[i].member] = hosts->n - 1;
    }
    hosts->first[hosts->n] = n_virtual;
}

RaterStatus
rater_hosts_init(RaterHosts *hosts, const RaterPlacement *placement)
{
    const int64_t n = placement->n_virtual;
    if (n < 1 || (uint64_t)n > SIZE_MAX / sizeof(Resident) - 1)
        return RATER_ERROR_MEMORY;
    const size_t size = (size_t)n;
    Resident *residents = malloc(size * sizeof *residents);
    RaterHosts made = { .place = malloc(size * sizeof(int64_t)),
                        .first = malloc((size + 1) * sizeof(int64_t)),
                        .member = malloc(size * sizeof(int64_t)),
                        .host = malloc(size * sizeof(int64_t)) };
    const bool room = residents != NULL && made.place != NULL && made.first != NULL &&
                      made.member != NULL && made.host != NULL;
    if (room) {
        for (int64_t v = 0; v < n; v++)
            residents[v] = (Resident){ rater_placement_of(placement, v), v };
        if (placement->place != NULL) /* blocks are in order */
            qsort(residents, size, sizeof *residents, compare_residents);
        fill(&made, residents, n);
        *hosts = made;
    } else {
        rater_hosts_clear(&made);
    }
    free(residents);
    return room ? RATER_OK : RATER_ERROR_MEMORY;
}

void
rater_hosts_clear(RaterHosts *hosts)
{
    free(hosts->place);
    free(hosts->first);
    free(hosts->member);
    free(hosts->host);
    *hosts = (RaterHosts){ 0 };
}
