/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/exchange/improve.h"

#include <stdlib.h>
#include <string.h>

/* Neither a sum of so much nor one part of it leaves 128 bits. */
#define MOST_WEIGHT 0x1p100L

/* What a virtual processor sends to a partner, or gets from it. */
typedef struct {
    int64_t partner, bytes;
    bool sends;
} Tie;

typedef struct {
    const RaterTopology *topology;
    int64_t n_virtual;
    int64_t *place;
    Tie *tie;      /* of processor v: [first[v], first[v + 1]) */
    size_t *first; /* [n_virtual + 1] */
} Search;

static int64_t
hops_between(const RaterTopology *topology, int64_t u, int64_t v)
{
    int64_t a = u / topology->cores;
    int64_t b = v / topology->cores;
    return a == b ? 0 : rater_topology_hops(topology, a, b);
}

static bool
is_inside(const RaterPlacement *placement, const RaterParcel *parcel)
{
    return parcel->from >= 0 && parcel->from < placement->n_virtual && parcel->to >= 0 &&
           parcel->to < placement->n_virtual;
}

static bool
counts(const RaterParcel *parcel)
{
    return parcel->from != parcel->to && parcel->bytes > 0;
}

RaterStatus
rater_placement_weight(const RaterTopology *topology, const RaterPlacement *placement, size_t n,
                       const RaterParcel parcels[], RaterAtto *weight)
{
    RaterAtto sum = 0;
    for (size_t i = 0; i < n; i++) {
        if (!is_inside(placement, &parcels[i]))
            return RATER_ERROR_SIZE;
        if (counts(&parcels[i]))
            sum += (RaterAtto)parcels[i].bytes *
                   hops_between(topology, rater_placement_of(placement, parcels[i].from),
                                rater_placement_of(placement, parcels[i].to));
        if ((long double)sum > MOST_WEIGHT)
            return RATER_ERROR_OVERFLOW;
    }
    *weight = sum;
    return RATER_OK;
}

static RaterStatus
collect_ties(Search *search, size_t n, const RaterParcel parcels[])
{
    search->first = calloc((size_t)search->n_virtual + 2, sizeof *search->first);
    search->tie = malloc((2 * n + 1) * sizeof *search->tie);
    if (search->first == NULL || search->tie == NULL)
        return RATER_ERROR_MEMORY;
    /* first[v + 2] counts, then first[v + 1] is where the next tie of v goes */
    size_t *next = search->first + 1;
    for (size_t i = 0; i < n; i++)
        if (counts(&parcels[i])) {
            next[parcels[i].from + 1]++;
            next[parcels[i].to + 1]++;
        }
    for (int64_t v = 1; v <= search->n_virtual; v++)
        next[v] += next[v - 1];
    for (size_t i = 0; i < n; i++)
        if (counts(&parcels[i])) {
            const RaterParcel *parcel = &parcels[i];
            search->tie[next[parcel->from]++] = (Tie){ parcel->to, parcel->bytes, true };
            search->tie[next[parcel->to]++] = (Tie){ parcel->from, parcel->bytes, false };
        }
    return RATER_OK;
}

/* What v adds to the weight from place u; `other` is counted elsewhere. */
static RaterAtto
weight_of(const Search *search, int64_t v, int64_t u, int64_t other)
{
    RaterAtto sum = 0;
    for (size_t i = search->first[v]; i < search->first[v + 1]; i++) {
        const Tie *tie = &search->tie[i];
        int64_t place = search->place[tie->partner];
        if (tie->partner == other)
            continue;
        sum += (RaterAtto)tie->bytes * (tie->sends ? hops_between(search->topology, u, place)
                                                   : hops_between(search->topology, place, u));
    }
    return sum;
}

/* What v and w send to each other, from places u and x. */
static RaterAtto
weight_between(const Search *search, int64_t v, int64_t w, int64_t u, int64_t x)
{
    RaterAtto sum = 0;
    for (size_t i = search->first[v]; i < search->first[v + 1]; i++) {
        const Tie *tie = &search->tie[i];
        if (tie->partner == w)
            sum += (RaterAtto)tie->bytes * (tie->sends ? hops_between(search->topology, u, x)
                                                       : hops_between(search->topology, x, u));
    }
    return sum;
}

static bool
swap_if_better(const Search *search, int64_t v, int64_t w)
{
    int64_t u = search->place[v];
    int64_t x = search->place[w];
    if (u == x)
        return false;
    RaterAtto before = weight_of(search, v, u, w) + weight_of(search, w, x, v) +
                       weight_between(search, v, w, u, x);
    RaterAtto after = weight_of(search, v, x, w) + weight_of(search, w, u, v) +
                      weight_between(search, v, w, x, u);
    if (after >= before)
        return false;
    search->place[v] = x;
    search->place[w] = u;
    return true;
}

static void
search_swaps(const Search *search)
{
    for (int pass = 0; pass < RATER_IMPROVE_PASSES; pass++) {
        bool changed = false;
        for (int64_t v = 0; v < search->n_virtual; v++)
            for (int64_t w = v + 1; w < search->n_virtual; w++)
                changed |= swap_if_better(search, v, w);
        if (!changed)
            return;
    }
}

RaterStatus
rater_placement_improve(RaterPlacement *placement, const RaterTopology *topology, size_t n,
                        const RaterParcel parcels[])
{
    Search search = { .topology = topology, .n_virtual = placement->n_virtual };
    RaterAtto weight;
    RaterStatus status = rater_placement_weight(topology, placement, n, parcels, &weight);
    /* V^2 times 2n / V partners */
    if (status != RATER_OK || placement->n_virtual > RATER_IMPROVE_PROCESSORS ||
        (RaterAtto)placement->n_virtual * 2 * (RaterAtto)n > RATER_IMPROVE_WORK)
        return status;
    search.place = malloc((size_t)placement->n_virtual * sizeof *search.place);
    status = search.place != NULL ? collect_ties(&search, n, parcels) : RATER_ERROR_MEMORY;
    if (status == RATER_OK) {
        for (int64_t v = 0; v < placement->n_virtual; v++)
            search.place[v] = rater_placement_of(placement, v);
        search_swaps(&search);
        free(placement->place);
        placement->place = search.place;
        search.place = NULL;
    }
    free(search.place);
    free(search.first);
    free(search.tie);
    return status;
}
