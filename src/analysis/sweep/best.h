/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Which configuration of a sweep to use: the knee, the fewest processors whose value is within
 * SWEEP_NEARLY of the least one; and why no more. Values are those of the objective:
 *
 *   SWEEP_TIME        the least predicted time
 *   SWEEP_EFFICIENCY  the least predicted time among those whose efficiency is at least `floor`
 *   SWEEP_COST        the fewest processor-seconds
 *
 * Values that differ by less than 1e-9 of themselves are equal (rounding may tell a grid from
 * its mirror image); of equal ones the fewest processors are best, then the first. With
 * SWEEP_COST, which more processors never make less for nothing, the least value is the knee.
 */
#pragma once

#include "src/analysis/sweep/machine.h"

#define SWEEP_NOTHING (-1)

/* Relative difference of what is nearly as good. */
#define SWEEP_NEARLY 0.05

/* "time", "efficiency", "cost"; FALSE when `name` is none of them. */
const char *sweep_objective_name(SweepObjective objective);
gboolean sweep_objective_find(const char *name, SweepObjective *objective);

/* What is to be small: seconds, or processor-seconds. */
double sweep_value(const Sweep *sweep, const SweepRow *row);

/* Orders rows (of guint, data: Sweep) with the best first: those that are eligible by their
 * value, of equal ones fewer processors first, then the others. A GCompareDataFunc. */
gint sweep_compare_rows(gconstpointer a, gconstpointer b, gpointer sweep);

/* Whether `value` is less than `other` by more than rounding. */
gboolean sweep_is_less(double value, double other);

/* The row with the least value of rows first .. first + n - 1, SWEEP_NOTHING when none is
 * eligible. */
gint sweep_best_of(const Sweep *sweep, guint first, guint n);

/* The knee of the minimum among rows first .. first + n - 1, all of its machine. */
guint sweep_knee_of(const Sweep *sweep, guint first, guint n, guint minimum);

/* What to tell the user; rows are indices or SWEEP_NOTHING. */
typedef struct {
    gint best;       /* the one to use: the knee, on the machine of the minimum */
    gint minimum;    /* the least value of all; best itself when it is the only one so near */
    gint nearest;    /* when no row reaches the floor: the most efficient one */
    SweepLoss limit; /* of the best: its largest loss */
    gint more; /* with more processors of the same machine than the minimum: of those that are
                * faster but miss the floor the most efficient one, else the best one */
    gboolean grows;  /* some loss takes more there than in the minimum */
    SweepLoss grown; /* the loss that grows most */
    gboolean shares; /* `more` is faster but misses the floor: by shares of the processor time.
                      * Otherwise by seconds of each processor, SWEEP_COST: of all processors */
    double before, after;   /* what it takes in the minimum, and there */
    gboolean larger_failed; /* the same machine with more processors: tried, but cannot run */
} SweepAdvice;

void sweep_advise(const Sweep *sweep, const SweepMachines *machines, SweepAdvice *advice);
