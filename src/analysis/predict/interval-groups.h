/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Bit-equal characteristics found among those of many classes of processors, of which none is
 * kept but packed: a million classes were 300 MB of characteristics.
 */
#pragma once

#include "src/analysis/predict/prediction.h"

typedef struct _IntervalGroups IntervalGroups;

IntervalGroups *interval_groups_new(void);
void interval_groups_free(IntervalGroups *groups);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(IntervalGroups, interval_groups_free)

/* Forgets all groups, for the next interval. */
void interval_groups_clear(IntervalGroups *groups);

/* The number of the group with these values, from 0 in the order in which they came. */
guint interval_groups_add(IntervalGroups *groups, const Characteristics *values);

guint interval_groups_count(const IntervalGroups *groups);

/* Values of a group. */
void interval_groups_get(const IntervalGroups *groups, guint group, Characteristics *out);

/* Gives the interval's classes, as many as there are groups, the values of these, which may be
 * forgotten then. */
void interval_groups_place(IntervalGroups *groups, Interval *interval);
