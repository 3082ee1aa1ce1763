/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Goes through the boxes of some classes in order. Where blocks of two sizes alternate a class
 * has them by the hundred thousand, but they are products of few coordinates: memory grows with
 * the coordinates, not with the boxes.
 */
#pragma once

#include "src/analysis/predict/prediction.h"

typedef struct _ProcessorBoxWalk ProcessorBoxWalk;

/* The arguments are those of processor_boxes_new(); `grid` must outlive the walk. */
ProcessorBoxWalk *processor_box_walk_new(const SimPartition *partition, guint n,
                                         const guint classes[], const RaterGrid *grid);

/* Of boxes (of ProcessorBox) that are made already; takes a reference. */
ProcessorBoxWalk *processor_box_walk_new_listed(GArray *boxes, const RaterGrid *grid);

void processor_box_walk_free(ProcessorBoxWalk *walk);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ProcessorBoxWalk, processor_box_walk_free)

/* How many boxes there are from here on. */
guint64 processor_box_walk_left(const ProcessorBoxWalk *walk);

/* The next box. FALSE at the end. */
gboolean processor_box_walk_next(ProcessorBoxWalk *walk, ProcessorBox *box);

/* Appends boxes as processor_class_format() writes them until `out` has `most` bytes or a few
 * more. FALSE when there was none left. A blank stands before each box but the walk's first. */
gboolean processor_box_walk_text(ProcessorBoxWalk *walk, gsize most, GString *out);
