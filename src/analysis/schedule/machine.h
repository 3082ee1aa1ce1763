/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The processors that a task graph is scheduled on, and how far they are from each other.
 *
 * Pairs of processors that cost the same are a class: class 0 is one processor with itself.
 */
#pragma once

#include "src/params/machine.h"

/* Pairs of more are not kept. */
#define SCHEDULE_MOST_PROCESSORS 4096

/* Names of --links. */
#define SCHEDULE_LINKS "full, bus, star, line, ring, hypercube, mesh, torus"

typedef struct {
    guint n;              /* processors */
    gint64 count;         /* the same */
    const char *topology; /* of SCHEDULE_LINKS, or of the parameter file */
    RaterGrid sizes;      /* of rank 0: they are in no grid */
    double *speeds;       /* [n] */
    double power;         /* times are multiplied by it */
    guint n_classes;
    guint16 *class_of; /* [p * n + q]; NULL: all pairs of two are of class 1 */
    double *hops;      /* [n_classes], ascending */
    double *pairs;     /* [n_classes]: ordered pairs p != q */
    gint64 *example;   /* [2 * n_classes]: a pair of each */
    Params *params;    /* what messages with bytes cost; NULL: they have none */
    ParamsMachine *links; /* the same where it is a network of nodes and links; NULL: it is not */
} ScheduleMachine;

/* Processors of the grid `sizes` (rank 1: in no grid, but that mesh and torus make the most even
 * one of rank 2) with `links`, NULL: full. speeds has one for each, NULL: all are 1. NULL with
 * PARAMS_ERROR: unknown links, too many processors, a hypercube that is none. */
ScheduleMachine *schedule_machine_new(const char *links, const RaterGrid *sizes,
                                      const double speeds[], GError **error);

/* The machine of a parameter file, whose topology counts. speeds: instead of its own, or NULL. */
ScheduleMachine *schedule_machine_of(const Params *params, const double speeds[],
                                     GError **error);
void schedule_machine_free(ScheduleMachine *machine);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ScheduleMachine, schedule_machine_free)

/* The class of a pair. */
static inline guint
schedule_machine_class(const ScheduleMachine *machine, guint p, guint q)
{
    return machine->class_of != NULL ? machine->class_of[(gsize)p * machine->n + q] : p != q;
}

/* Whether messages cost nothing at all. */
gboolean schedule_machine_is_free(const ScheduleMachine *machine);

/* Seconds of a message of `bytes` between two processors of a class other than 0; needs
 * params. */
double schedule_machine_message(const ScheduleMachine *machine, guint class, double bytes);

/* Whether all processors have speed 1. */
gboolean schedule_machine_is_even(const ScheduleMachine *machine);
