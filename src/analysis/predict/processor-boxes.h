/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Sets of processors as few boxes of root grid indices.
 */
#pragma once

#include "src/analysis/predict/prediction.h"
#include "src/lattice/partition.h"

/* The union of n classes of `partition` as boxes of `grid` (the root), disjoint and ordered by
 * their least processor number. The partition's lattice has the grid's dimensions as axes, or
 * one axis of the processor numbers. Owned by the caller. */
GArray *processor_boxes_new(const SimPartition *partition, guint n, const guint classes[],
                            const RaterGrid *grid);
