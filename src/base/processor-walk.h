/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Goes through sets of processors in order: the boxes of one, or the processors of many. Memory
 * grows with the coordinates of their products, not with what is met.
 */
#pragma once

#include "src/base/processor-set.h"

typedef struct _ProcessorBoxWalk ProcessorBoxWalk;
typedef struct _ProcessorWalk ProcessorWalk;

/* The boxes of a set by rising least number of a processor. */
ProcessorBoxWalk *processor_box_walk_new(const ProcessorSet *set);
void processor_box_walk_free(ProcessorBoxWalk *walk);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ProcessorBoxWalk, processor_box_walk_free)

/* Appends boxes as "0-1,0-3 5,7", a range for each of the grid's dimensions, until `out` has
 * `most` bytes or some more. FALSE when there was none left. A blank stands before each box but
 * the walk's first. */
gboolean processor_box_walk_text(ProcessorBoxWalk *walk, gsize most, GString *out);

/* The number of boxes of a set. */
guint64 processor_set_n_boxes(const ProcessorSet *set);

/* Appends the first `most` boxes of a set as text; returns how many there are besides. */
guint64 processor_set_append_text(const ProcessorSet *set, guint64 most, GString *out);

/* The processors of `n` disjoint sets by rising number. */
ProcessorWalk *processor_walk_new(guint n, ProcessorSet *const sets[]);
void processor_walk_free(ProcessorWalk *walk);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ProcessorWalk, processor_walk_free)

/* The next processor's number and its set (an index into those given). FALSE at the end. */
gboolean processor_walk_next(ProcessorWalk *walk, gint64 *number, guint *which);
