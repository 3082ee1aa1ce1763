/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Processors that are alike in an interval: where they are, and their characteristics.
 */
#pragma once

#include "rater/geometry/grid.h"
#include "src/analysis/predict/characteristics.h"
#include "src/lattice/partition.h"

/* A box of root grid indices: lo[g] <= index <= hi[g] for each dimension. */
typedef struct {
    gint64 lo[RATER_MAX_RANK];
    gint64 hi[RATER_MAX_RANK];
} ProcessorBox;

/* Processors with bit-equal values in an interval. */
typedef struct _ProcessorClass ProcessorClass;
struct _ProcessorClass {
    /* of ProcessorBox: disjoint, ordered by their least processor number. NULL where they are
     * made when asked for: use processor_class_boxes(). */
    GArray *boxes;
    const SimPartition
        *partition; /* of which the class is these n_members; Prediction.keep owns it */
    guint *members; /* some of the interval's */
    guint n_members;
    gint64 count; /* processors */
    gint64 least; /* least processor number (row-major in the root grid) */
    /* Characteristics of each of the processors, for processor_class_values(): bit f of `own`
     * is set when the f-th double of the structure differs from that of `like` (NULL: +0), and
     * `packed`, a part of Interval.packed, has those one after the other. Half of the doubles
     * are 0, and classes of an interval differ in a third of the others. */
    guint64 own;
    const double *packed;
    const ProcessorClass *like; /* the interval's first class, or NULL for itself */
};

/* The characteristics of each processor of a class; of many classes one field is had for less:
 * the double at `offset` of Characteristics. */
void processor_class_values(const ProcessorClass *one, Characteristics *out);
double processor_class_value(const ProcessorClass *one, gsize offset);

/* The boxes of a class, made now unless it holds them; release with g_array_unref(). */
GArray *processor_class_boxes(const ProcessorClass *one, const RaterGrid *grid);

/* The first `most` of them at most; *n gets how many there are. Costs what these few cost. */
GArray *processor_class_first_boxes(const ProcessorClass *one, const RaterGrid *grid,
                                    guint most, guint64 *n);

/* One after the other, as processor-box-walk.h says; the class and the grid must outlive it. */
struct _ProcessorBoxWalk *processor_class_walk(const ProcessorClass *one,
                                               const RaterGrid *grid);

/* Appends a class's processors as "0-1,0-3 5,7": boxes separated by blanks, a range for each of
 * the grid's dimensions separated by commas. */
void processor_class_format(const ProcessorClass *one, const RaterGrid *grid, GString *out);
