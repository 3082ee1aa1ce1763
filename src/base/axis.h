/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The axis of a chart: where a value is, and where its ticks are.
 */
#pragma once

#include "src/base/number.h"

typedef struct {
    gboolean log;    /* lo > 0 */
    double lo, hi;   /* values at the ends, lo < hi */
    double from, to; /* coordinates of lo and hi */
} Axis;

typedef struct {
    double at;
    char label[REPORT_NUMBER_SIZE];
} AxisTick;

/* An axis over the values lo..hi with some room at both ends. */
Axis axis_new(gboolean log, double lo, double hi, double from, double to);

/* The coordinate of a value; what lies beyond an end (0 on a logarithmic axis) is at that end.
 */
double axis_at(const Axis *axis, double value);

/* Values for at most `most` ticks, ascending: double; free with g_array_unref(). On a
 * logarithmic axis powers of ten and, while there is room, 2 and 5 times them; else multiples
 * of 1, 2 or 5 times one. */
GArray *axis_ticks(const Axis *axis, guint most);
