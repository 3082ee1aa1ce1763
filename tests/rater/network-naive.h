/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Networks with topology once more, written from the formulas alone: links are names, and a
 * simulation looks through everything again and again for what can happen first.  For small
 * cases.
 */
#pragma once

#include "rater/exchange/exchange.h"

#define NAIVE_HOPS 64

typedef struct {
    int n;
    char link[NAIVE_HOPS][80];
} NaiveRoute;

/* What a network was made of. */
typedef struct {
    const char *type;
    RaterTopologyShape shape;
} NaiveShape;

/* The route between nodes. */
NaiveRoute naive_route(const NaiveShape *shape, int64_t a, int64_t b);

typedef struct {
    RaterAtto none, load, events; /* not scaled */
    RaterAtto gaps;               /* G */
    RaterAtto busiest;            /* largest sum of O on a link or port */
    int64_t hops, most_hops, deadlocks;
} NaiveCost;

/* Parcels of distinct pairs, by (p, q); events and deadlocks only if it is `simulated`. */
NaiveCost naive_set_cost(const RaterFabric *fabric, const NaiveShape *shape,
                         const RaterPlacement *placement, int n, const RaterParcel parcels[],
                         bool simulated);

/* Bytes, messages and occupation of a link after the same. */
typedef struct {
    char name[80];
    int64_t bytes, messages;
    RaterAtto busy;
} NaiveUse;
int naive_uses(const RaterFabric *fabric, const NaiveShape *shape,
               const RaterPlacement *placement, int n, const RaterParcel parcels[],
               NaiveUse uses[], int room);

/* The name of a link as links say it themselves. */
void naive_link_name(const RaterTopology *topology, int64_t link, char name[80]);
