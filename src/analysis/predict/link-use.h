/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What messages do on a network of nodes and links, and what that costs (docs/networks.md,
 * "Results").
 */
#pragma once

#include "src/sim/simulator.h"

/* Most links that are named. */
#define LINK_USE_HOTTEST 20

/* Of an interval with those in it. */
typedef struct {
    double messages, bytes, hops; /* hops: the sum of all */
    gint64 most_hops, deadlocks;
    double congestion; /* seconds: execution time - that without congestion */
    /* POP's transfer efficiency without congestion, and what congestion leaves of it: their
     * product is PopFactors.transfer_efficiency. */
    double transfer_efficiency, congestion_efficiency;
} MessageUse;

typedef struct {
    SimLinkLoad load;
    char *name; /* owned: "0>1" */
    char *file; /* owned: where it is filled most, "": nowhere in the source */
    gint64 line;
} HotLink;

/* Links that are alike: of a dimension, a direction, a level. */
typedef struct {
    RaterLinkSet set;
    char *name;                  /* owned: "dimension 1, up" */
    double busy_mean, busy_most; /* seconds */
} LinkSetUse;

typedef struct {
    ParamsMachine *machine; /* owned */
    MessageUse *intervals;  /* by Interval.id - 1 */
    GArray *loads;          /* of SimLinkLoad, by link: all that are used, if complete */
    gboolean complete;
    double busy_mean, busy_most; /* seconds, of all links of the network but memory ports */
    LinkSetUse sets[RATER_TOPOLOGY_SETS]; /* those with links; none on large networks */
    guint n_sets;
    HotLink hottest[LINK_USE_HOTTEST];
    guint n_hottest; /* by falling time */
} LinkUse;

/* Of a simulation with SimulatorOptions.links that has run; `intervals` are to be filled. */
LinkUse *link_use_new(Simulator *simulator, const TraceProgram *program, guint n_intervals);
void link_use_free(LinkUse *use);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LinkUse, link_use_free)
