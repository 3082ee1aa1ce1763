/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Where templates and arrays are. Equal mappings are one pointer, and so are equal arrays of
 * bytes that are kept as long as the simulation.
 */
#pragma once

#include "rater/geometry/mapping.h"
#include "src/sim/objects/system.h"

/* A placed template or array. */
typedef struct {
    guint id;
    guint spread; /* bit g: an axis lies on grid dimension g of the system */
    const SimSystem *system;
    gint64 elements; /* of the whole template or array */
    RaterMapping map;
} SimMapping;

typedef struct _SimMappings SimMappings;

SimMappings *sim_mappings_new(void);
void sim_mappings_free(SimMappings *mappings);

/* The number of elements must fit gint64. */
const SimMapping *sim_mapping_intern(SimMappings *mappings, const RaterMapping *mapping,
                                     const SimSystem *system);

/* `size` bytes: prefix sums of weights, the edges of an array. Padding counts. */
gconstpointer sim_mappings_keep(SimMappings *mappings, gconstpointer bytes, gsize size);

/* Bit g for each grid dimension on which an axis lies. */
guint sim_mapping_spread(const RaterGrid *grid, const RaterPlace place[]);
