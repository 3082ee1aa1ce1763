/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What a simulation accumulates: the tree of intervals and, for each interval, entries of time.
 *
 * A call adds to the innermost interval only, and to as few sums as it can: what all processors
 * of a system do alike is one sum of the system, a loop's body is one sum of its mapping, and
 * only what depends on the clocks (waits, overlap) has sums for each class of the partition
 * that the clocks had.  Nothing is refined while the simulation runs; analysis/ joins the
 * partitions and rolls the tree up once at the end.
 */
#pragma once

#include "src/base/types.h"
#include "src/sim/objects/loop-map.h"
#include "src/sim/objects/system.h"

/* The site of what stands nowhere in the source. */
#define SIM_NO_SITE G_MAXUINT32

typedef enum {
    SIM_TALLY_BASE,       /* of: SimSystem;    sums: SimBaseSum */
    SIM_TALLY_SHARED_CPU, /* of: SimShare;     sums: 1 */
    SIM_TALLY_SHARED_SYS, /* of: SimShare;     sums: 1 */
    SIM_TALLY_OPERATION,  /* of: SimPartition; sums: n_operation_sums a class; and
                           * one kind for each Operation from here on */
    SIM_N_TALLY_KINDS = SIM_TALLY_OPERATION + N_OPERATIONS,
} SimTallyKind;

/* Of the first two the part that is the start and the exit of the process. */
enum { SIM_BASE_CPU, SIM_BASE_SYS, SIM_BASE_PROCESS, SIM_N_BASE_SUMS };
/* A run of which only the times are wanted has no others: n_operation_sums of the tally. */
enum { SIM_TIME, SIM_SYNCH, SIM_VARIATION, SIM_OVERLAP, SIM_N_OPERATION_SUMS };

/* Sums of one kind in an interval. */
typedef struct _SimTallyEntry SimTallyEntry;
struct _SimTallyEntry {
    SimTallyEntry *next; /* of the same interval */
    guint interval;      /* what it is found by: these three */
    SimTallyKind kind;
    gconstpointer of;
    SimSum sums[];
};

typedef struct {
    guint parent;                                /* index; G_MAXUINT for the root */
    guint first_child, last_child, next_sibling; /* G_MAXUINT: none */
    IntervalType type;
    guint level;
    guint32 site; /* file and line: trace_program_site() */
    guint8 has_expression;
    guint8 has_io; /* an input/output function was called in it */
    gint64 expression;
    guint64 count; /* times entered */
    SimSum io;     /* seconds of processor 0 of the root, its speed already applied */
    guint64 n_operations[N_OPERATIONS];
    guint64 begin_line;     /* trace line of the last begin, for messages */
    SimTallyEntry *entries; /* list, the last made first */
    /* The one used last of each kind: most calls hit it. */
    SimTallyEntry *recent[SIM_N_TALLY_KINDS];
} SimInterval;

typedef struct {
    GPtrArray *intervals;   /* owned SimInterval; the first is the root */
    guint current;          /* interval */
    guint n_operation_sums; /* of SIM_TIME, SIM_SYNCH, ... are kept of operations for a class */
    GHashTable *children;   /* set of SimInterval by parent, type, site, expression */
    GHashTable *entries; /* owned set of SimTallyEntry by interval, kind and what they are of */
} SimTally;

/* With the root interval, whose site (G_MAXUINT32: none) is set when it is known. times_only:
 * of operations SIM_TIME alone is kept. */
SimTally *sim_tally_new(gboolean times_only);
void sim_tally_free(SimTally *tally);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SimTally, sim_tally_free)

SimInterval *sim_tally_interval(SimTally *tally, guint i);

/* The interval behind interval i in pre-order, which begins with the root; G_MAXUINT behind the
 * last. */
guint sim_tally_next(SimTally *tally, guint i);

/* Enters the child of the current interval with these properties, made when it is new. */
void sim_tally_enter(SimTally *tally, IntervalType type, guint32 site, gboolean has_expression,
                     gint64 expression);

/* Makes the parent of the current interval current; not for the root. */
void sim_tally_leave(SimTally *tally);

/* The current interval's entry of this kind for `of`; made with n_sums zero sums when it is
 * new. */
SimSum *sim_tally_sums(SimTally *tally, SimTallyKind kind, gconstpointer of, guint n_sums);
