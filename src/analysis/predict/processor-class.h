/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Processors that are alike in an interval: where they are, and their characteristics.
 */
#pragma once

#include "src/analysis/predict/characteristics.h"
#include "src/base/processor-set.h"

/* Processors with bit-equal values in an interval. */
typedef struct _ProcessorClass ProcessorClass;
struct _ProcessorClass {
    ProcessorSet *set; /* a reference */
    gint64 count;      /* its processors */
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
