/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A set of processors: the disjoint union of a few products of coordinates, a list of spans for
 * each axis. The axes are the dimensions of the root grid, or one axis of its row-major
 * numbers. Memory grows with the coordinates: where blocks of two sizes alternate a set has
 * boxes by the hundred thousand, but they are one product of few spans.
 */
#pragma once

#include <glib.h>

#include "rater/geometry/grid.h"

/* Coordinates of an axis, both ends included. */
typedef struct {
    gint64 lo, hi;
} ProcessorSpan;

/* A box of root grid indices: lo[g] <= index <= hi[g] for each dimension. */
typedef struct {
    gint64 lo[RATER_MAX_RANK];
    gint64 hi[RATER_MAX_RANK];
} ProcessorBox;

/* Immutable, with a count of references. */
typedef struct {
    const RaterGrid *grid; /* the root; outlives the set */
    guint n_axes;          /* the grid's rank, or 1: an axis of numbers */
    guint n_products;
    const guint *end; /* n_products x n_axes: where the spans of an axis of a product end */
    const ProcessorSpan *spans; /* of an axis of a product rising, as long as possible */
} ProcessorSet;

/* A set of products whose spans stand in `spans` (of ProcessorSpan), axis by axis of each;
 * `ends` (of guint) has where those of each axis end. Products are disjoint, each not empty,
 * and are united where that makes one. Both arrays stay the caller's. */
ProcessorSet *processor_set_new(const RaterGrid *grid, guint n_axes, const GArray *spans,
                                const GArray *ends);

/* The same processors as products of one span an axis, for sets on an axis of numbers: boxes
 * that touch along a dimension and agree in all others are one. */
ProcessorSet *processor_set_of_boxes(const ProcessorSet *set);

ProcessorSet *processor_set_ref(const ProcessorSet *set);
void processor_set_unref(ProcessorSet *set);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ProcessorSet, processor_set_unref)

/* How many processors there are. */
gint64 processor_set_count(const ProcessorSet *set);

/* The processors with row-major numbers lo..hi, both included, as a set with n_axes axes. */
ProcessorSet *processor_set_range(const RaterGrid *grid, guint n_axes, gint64 lo, gint64 hi);

/* Those in both sets, which have the same grid and axes; may be empty. */
ProcessorSet *processor_set_common(const ProcessorSet *a, const ProcessorSet *b);

/* The least number in it, which is not empty. */
gint64 processor_set_least(const ProcessorSet *set);

/* Whether the processor with this row-major number is in it. */
gboolean processor_set_has(const ProcessorSet *set, gint64 number);

/* The spans of an axis of a product; *n: how many. */
static inline const ProcessorSpan *
processor_set_spans(const ProcessorSet *set, guint product, guint axis, guint *n)
{
    const guint i = product * set->n_axes + axis, from = i > 0 ? set->end[i - 1] : 0;

    *n = set->end[i] - from;
    return set->spans + from;
}

/* The number of the processor at these coordinates of the set's axes. */
static inline gint64
processor_set_number(const ProcessorSet *set, const gint64 at[])
{
    return set->n_axes == 1 ? at[0] : rater_grid_number(set->grid, at);
}
