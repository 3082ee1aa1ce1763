/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Classes of a partition as a set of processors.
 */
#pragma once

#include "src/base/processor-set.h"
#include "src/lattice/partition.h"

/* The union of n classes of `partition`, whose lattice has the dimensions of `grid` (the root)
 * as axes, or one axis of its processor numbers. `grid` must outlive the set; the partition
 * need not. */
ProcessorSet *sim_partition_set(const SimPartition *partition, guint n, const guint classes[],
                                const RaterGrid *grid);
