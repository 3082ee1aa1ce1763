/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What core/system.c, core/system-part.c and core/system-range.c share.
 */
#pragma once

#include "src/sim/objects/system.h"

/* The key of processors outside of a system. */
#define SIM_KEY_OUTSIDE G_MAXUINT64

struct _SimSystems {
    SimLattice *lattice;
    gboolean flat;
    RaterGrid root;
    GPtrArray *all;    /* owned SimSystem, by id; the first is the root */
    GHashTable *known; /* GBytes (parent, what was asked) -> SimSystem */
    gboolean scaled;
};

void sim_system_free(gpointer system);

/* sim_system_map() of a system that is a range of the numbers of a lattice with one axis, by
 * runs over these numbers; one entry of *index a class. */
const SimPartition *sim_system_map_range(SimSystems *systems, const SimSystem *system,
                                         const SimRuns *runs, gint64 **index);

/* The same by runs over the coordinates of the system's grid, as sim_system_map() takes them.
 */
const SimPartition *sim_system_map_range_grid(SimSystems *systems, const SimSystem *system,
                                              const SimRuns runs[], gint64 **index);
