/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Goes through the processors of an interval by rising number (row-major in the root grid)
 * though they are kept as classes of boxes. Memory grows with the boxes, not with the
 * processors.
 */
#pragma once

#include "src/analysis/predict/prediction.h"

typedef struct _ProcessorWalk ProcessorWalk;

/* `interval` and `grid` must outlive the walk. */
ProcessorWalk *processor_walk_new(const Interval *interval, const RaterGrid *grid);
void processor_walk_free(ProcessorWalk *walk);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ProcessorWalk, processor_walk_free)

/* The next processor's number and its class (an index into the interval's classes). FALSE at
 * the end. */
gboolean processor_walk_next(ProcessorWalk *walk, gint64 *number, guint *which);
