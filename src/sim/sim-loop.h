/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Parallel loops, and where their iterations are.
 */
#pragma once

#include "src/sim/sim-object.h"
#include "src/sim/sim-packed.h"

/* A mapped loop, interned: where its iterations are. */
typedef struct {
    guint id;
    guint spread; /* bit g: an axis of the loop lies on grid dimension g of the system */
    const SimSystem *system;
    SimPacked *loop; /* owned RaterLoop */
} SimLoopMap;

typedef struct _SimShadowGroup SimShadowGroup;

typedef struct {
    SimObject base;
    int rank;
    guint32 site;          /* of its crtpl_ */
    const SimLoopMap *map; /* NULL: not mapped */
    GPtrArray *last;       /* shadow groups (owned references) to wait for at endpl_: imlast_ */
    SimShadowGroup
        *across;     /* owned: new group of an across_ whose body has not come, or NULL */
    double portions; /* PipeLinePar of it, 0: to be chosen */
} SimLoop;
