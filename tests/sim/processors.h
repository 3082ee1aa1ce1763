/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Sets of processors asked the slow way.
 */
#pragma once

#include "src/base/processor-walk.h"

static inline gboolean
processors_product_has(const ProcessorSet *set, guint product, const gint64 at[])
{
    for (guint axis = 0; axis < set->n_axes; axis++) {
        guint n, i = 0;
        const ProcessorSpan *spans = processor_set_spans(set, product, axis, &n);
        while (i < n && spans[i].hi < at[axis])
            i++;
        if (i == n || spans[i].lo > at[axis])
            return FALSE;
    }
    return TRUE;
}

static inline gboolean
processors_have(const ProcessorSet *set, gint64 number)
{
    gint64 at[RATER_MAX_RANK] = { number };

    if (set->n_axes > 1)
        rater_grid_index(set->grid, number, at);
    for (guint p = 0; p < set->n_products; p++) {
        if (processors_product_has(set, p, at))
            return TRUE;
    }
    return FALSE;
}

/* The least number of one. */
static inline gint64
processors_least(ProcessorSet *set)
{
    g_autoptr(ProcessorWalk) walk = processor_walk_new(1, &set);
    gint64 number = -1;
    guint which;

    processor_walk_next(walk, &number, &which);
    return number;
}
