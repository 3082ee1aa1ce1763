/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Sets of classes of a partition as few products of sets of coordinates, one set an axis.
 */
#pragma once

#include "src/lattice/partition.h"

/* Coordinates of an axis, both ends included. */
typedef struct {
    gint64 lo, hi;
} ProcessorSpan;

typedef struct {
    GArray *spans[RATER_MAX_RANK]; /* of ProcessorSpan: rising, as long as possible */
} ProcessorProduct;

/* The union of n classes of `partition` as ProcessorProducts, disjoint; free with
 * g_ptr_array_unref(). */
GPtrArray *processor_products_new(const SimPartition *partition, guint n,
                                  const guint classes[]);
