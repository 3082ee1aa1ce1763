/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What roll-ups ask for again and again: intervals of a program mostly have the same
 * partitions.
 */
#pragma once

#include "src/lattice/partition.h"

typedef struct _RollupMaps RollupMaps;

RollupMaps *rollup_maps_new(SimLattice *lattice);
void rollup_maps_free(RollupMaps *maps);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(RollupMaps, rollup_maps_free)

/* sim_lattice_join_all() of an array of SimPartition, which is sorted and rid of duplicates. */
const SimPartition *rollup_maps_join(RollupMaps *maps, GPtrArray *partitions);

/* sim_partition_map(), valid until the next call. */
const guint *rollup_maps_get(RollupMaps *maps, const SimPartition *fine,
                             const SimPartition *coarse);
