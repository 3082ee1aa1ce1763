/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Mapped loops, and how processors share the time of their iterations. What is equal is
 * computed once and kept as long as the simulation.
 */
#pragma once

#include "rater/geometry/loop.h"
#include "src/sim/objects/mapping.h"

/* How a time is shared by the processors of a system. */
typedef struct _SimShare SimShare;
struct _SimShare {
    const SimSystem *system;
    SimShare *next;  /* of the same loop in another system */
    gboolean nobody; /* no processor of the system takes part: base accounting */
    /* For each class of the root's processors the part of the time that each of them takes,
     * 0..1.
     */
    const SimPartition *extent;
    double *part;
    /* The same of those that are simulated, where hosts have the sum of what is theirs. */
    const SimPartition *partition;
    double *share;
    double all_copies; /* K, processors that do the same part (>= 1), where all have one */
    double *copies;    /* else NULL; for each class its K, of hosts the harmonic mean */
};

/* K of class c. */
static inline double
sim_share_copies(const SimShare *share, guint c)
{
    return share->copies != NULL ? share->copies[c] : share->all_copies;
}

/* Where the iterations of a loop are: equal loops on one system are one pointer. */
typedef struct {
    guint id;
    guint spread; /* bit g: an axis of the loop lies on grid dimension g of the system */
    const SimSystem *system;
    GBytes *loop;     /* of a RaterLoop what its rank and grid use */
    SimShare *shares; /* owned list, one for each system that it was asked for */
} SimLoopMap;

typedef struct _SimLoopMaps SimLoopMaps;

SimLoopMaps *sim_loop_maps_new(void);
void sim_loop_maps_free(SimLoopMaps *maps);

/* What a loop comes from: the text of a call and the place of its pattern. */
typedef struct {
    guint32 record;  /* text of the call */
    guint32 mapping; /* id of the pattern's SimMapping */
    guint32 rank;    /* of the loop */
} SimLoopOrigin;

/* The loop that was added for this origin, or NULL. */
SimLoopMap *sim_loop_maps_find(const SimLoopMaps *maps, const SimLoopOrigin *origin);

SimLoopMap *sim_loop_maps_add(SimLoopMaps *maps, const SimLoopOrigin *origin,
                              const RaterLoop *loop, const SimSystem *system);

void sim_loop_map_get(const SimLoopMap *map, RaterLoop *loop);

/* How the processors of `current` share the loop's iterations, once in several systems;
 * one_by_one: by looking at each of them. NULL when there are too many classes. */
const SimShare *sim_loop_map_share(SimLoopMap *map, SimSystems *systems,
                                   const SimSystem *current, gboolean one_by_one);
