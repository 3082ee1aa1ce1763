/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * From what a simulation collected of places that cost time (watch/causes.h) to suspects:
 * places, or several that are one cause, each with a bound of what it can cost that is cheap to
 * say.
 */
#pragma once

#include "src/sim/simulator.h"

typedef enum {
    SUSPECT_IMBALANCE,  /* of a parallel loop */
    SUSPECT_REPLICATED, /* a parallel loop that several processors do alike */
    SUSPECT_SERIAL,     /* user time that all repeat */
    SUSPECT_OPERATION,  /* communication of one group of operations */
    SUSPECT_PIPELINE,
    SUSPECT_IO,
    SUSPECT_TASK, /* a region of tasks */
} SuspectKind;

typedef struct {
    SuspectKind kind;
    Operation operation;  /* of OPERATION */
    GPtrArray *causes;    /* of SimCause, not owned; in the order of the trace */
    const SimCause *main; /* of them, that with most; its site is the line of the cause */
    double most;          /* what it can cost at most, seconds */
    double *loads;        /* TASK, by cause: the time of all tasks that the busiest of its
                           * processors executes; owned; else NULL */
    gboolean in_loop;     /* done more than once in a sequential loop */
    gboolean inner;       /* OPERATION: done more than once in one turn of such a loop */
} Suspect;

/* All suspects, those that can cost most first; free with g_ptr_array_unref(). `simulator` has
 * collected causes and lives on. */
GPtrArray *suspects_new(Simulator *simulator);

/* How many processors do the same at least in every parallel loop of the whole system: more
 * than 1 when a dimension of the grid has no part in anything. */
double suspects_copies(Simulator *simulator);

/* Whether every parallel loop of the whole system is done by all its processors alike: nothing
 * is distributed, or nothing over a dimension of this grid. FALSE without loops. */
gboolean suspects_share_nothing(Simulator *simulator);

/* The innermost sequential loop that interval i of the tally is, or stands in, or G_MAXUINT.
 */
guint suspects_loop_around(SimTally *tally, guint i);

/* Of OPERATION: it is started by one call of the source and waited for by another. */
gboolean suspect_is_split(const Suspect *suspect);

/* Of TASK: what each processor outside of the region would have, evenly shared. */
double suspect_tasks_mean(const Suspect *region);

/* What to leave out: the whole cost, with SUSPECT_OPERATION. New. */
SimWhatIf *suspect_what_if(const Suspect *suspect, double copies);

/* Of OPERATION and PIPELINE: adds flags at its sites. New. */
SimWhatIf *suspect_flags(const Suspect *suspect, SimWhatIfFlags flags);
