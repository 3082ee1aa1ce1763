/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Parallel loops, and where their iterations are.
 */
#pragma once

#include "src/sim/objects/object.h"
#include "src/sim/objects/packed.h"
#include "src/sim/objects/share.h"

/* A mapped loop, interned: where its iterations are. */
typedef struct {
    guint id;
    guint n_refs;
    guint spread;        /* bit g: an axis of the loop lies on grid dimension g of the system */
    gboolean remembered; /* for others */
    const SimSystem *system;
    SimPacked *loop;  /* owned RaterLoop */
    SimShare *folded; /* owned list of shares that go with it */
} SimLoopMap;

SimLoopMap *sim_loop_map_ref(SimLoopMap *map);
void sim_loop_map_unref(SimLoopMap *map); /* NULL is allowed */

/* Frees shares of a loop that is not remembered; they are found again when asked for. */
void sim_loop_map_forget_shares(SimLoopMap *map);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SimLoopMap, sim_loop_map_unref)

typedef struct _SimShadowGroup SimShadowGroup;

typedef struct {
    SimObject base;
    int rank;
    guint32 site;    /* of its crtpl_ */
    SimLoopMap *map; /* owned reference; NULL: not mapped */
    GPtrArray *last; /* shadow groups (owned references) to wait for at endpl_: imlast_ */
    SimShadowGroup
        *across;     /* owned: new group of an across_ whose body has not come, or NULL */
    double portions; /* PipeLinePar of it, 0: to be chosen */
} SimLoop;
