/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The clocks of all processors: one for each class of a partition that is refined when a call
 * tells processors apart and made coarse again when their clocks agree.  Seconds.
 */
#pragma once

#include "src/base/types.h"
#include "src/params/params.h"
#include "src/sim/objects/system.h"

typedef struct _SimWatchers SimWatchers;

typedef struct {
    SimSystems *systems;
    const SimWatchers *watchers; /* core/watcher.h */
    const SimPartition *base;    /* never coarser: tells processors of different speeds apart */
    double *base_speed;          /* for each class of base */
    gboolean one_speed;          /* base_speed[0] holds for all */
    guint first;                 /* class of base with the processor of input and output */
    const SimPartition *partition;
    SimSum *value;  /* for each class of partition */
    SimSum pending; /* added to all processors of `pending_system`, before speed */
    const SimSystem *pending_system;
    /* Joins of `partition` (references, NULL: none): with the base, as sim_clock_speed() needs
     * it, and with the partition and the system that the last view was asked for. */
    SimJoin *speeds, *asked, *within;
} SimClock;

/* The clocks as the processors of one system see them. */
typedef struct _SimView {
    const SimPartition *partition;
    SimSum *value;          /* clocks; may be changed for classes inside */
    const guint *of;        /* for each class the class of the partition asked for, or NULL */
    const guint *of_system; /* for each class that of the system's partition, or NULL */
    const guint8 *system_inside; /* for each of those; NULL: all classes are inside */
} SimView;

/* Whether the processors of class c belong to the system that the view was made for. */
static inline gboolean
sim_view_inside(const SimView *view, guint c)
{
    return view->system_inside == NULL || view->system_inside[view->of_system[c]];
}

/* Goes on to the first class from *c on that is inside; FALSE: there is none. */
static inline gboolean
sim_view_next(const SimView *view, guint *c)
{
    while (*c < view->partition->n_classes && !sim_view_inside(view, *c))
        ++*c;
    return *c < view->partition->n_classes;
}

/* Whether all processors are equally fast; others are no product of grid dimensions. */
gboolean sim_clock_one_speed(const GArray *speeds);

/* Starts all clocks at 0. `speeds` of the processors in order, of ParamsSpeed, empty: all 1.
 * `finest`: every processor a class of its own, for good. FALSE when there are more classes
 * than can be held. */
gboolean sim_clock_init(SimClock *clock, SimSystems *systems, const GArray *speeds,
                        gboolean finest, const SimWatchers *watchers);
void sim_clock_clear(SimClock *clock);

/* All processors of `system` spend t (their speeds are applied). Costs a constant. */
void sim_clock_advance(SimClock *clock, const SimSystem *system, double t);

/* Clocks told apart by `system` (which class is inside) and, when not NULL, by `partition`. The
 * view is valid until the next call for this clock. FALSE when there are more classes than can
 * be held. */
gboolean sim_clock_view(SimClock *clock, const SimSystem *system, const SimPartition *partition,
                        SimView *view);

/* A clock that shows the same and that nobody watches: what looks at it changes nothing of
 * `clock`. Clear it with sim_clock_clear(). */
SimClock sim_clock_copy(const SimClock *clock);

/* The largest clock of all processors, with what waits to be added; nothing is changed. 0 when
 * there are more classes than can be held. */
SimSum sim_clock_last(const SimClock *clock);

/* The largest clock of the system's processors. */
SimSum sim_view_max(const SimView *view);

/* a - b without the error that subtracting large sums makes. */
double sim_sum_difference(SimSum a, SimSum b);

/* Forgets differences that are none: call after the clocks of all processors were set equal. */
void sim_clock_settle(SimClock *clock);

/* Speed of the processors of class c of the present partition. */
double sim_clock_speed(SimClock *clock, guint c);

/* Speed of the processor of input and output, which has number 0 of the root. */
double sim_clock_first_speed(const SimClock *clock);
