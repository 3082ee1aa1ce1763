/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What a simulation accumulates: the tree of intervals and, for each interval, records of time.
 *
 * A call adds to the innermost interval only, and to as few sums as it can: what all processors
 * of a system do alike is one sum of the system, a loop's body is one sum of its mapping, and
 * only what hangs on the clocks (waits, overlap) has sums for each class of the partition that
 * the clocks had.  Nothing is refined while the simulation runs; analysis/ joins the partitions
 * and rolls the tree up once at the end.
 */
#pragma once

#include "src/base/types.h"
#include "src/sim/core/system.h"
#include "src/sim/objects/share.h"

typedef enum {
    SIM_RECORD_BASE,       /* of: SimSystem;    sums: SimBaseSum */
    SIM_RECORD_SHARED_CPU, /* of: SimShare;     sums: 1 */
    SIM_RECORD_SHARED_SYS, /* of: SimShare;     sums: 1 */
    SIM_RECORD_FOLDED,     /* of: SimPartition; sums: SimFoldedSum a class */
    SIM_RECORD_OPERATION,  /* of: SimPartition; sums: sim_ledger_n_operation_sums() a class; and
                            * one kind for each Operation from here on */
    SIM_N_RECORDS = SIM_RECORD_OPERATION + N_OPERATIONS,
} SimRecordKind;

enum { SIM_BASE_CPU, SIM_BASE_SYS, SIM_N_BASE_SUMS };
enum { SIM_FOLDED_CPU, SIM_FOLDED_INSUFF, SIM_N_FOLDED_SUMS };
/* A run of which only the times are wanted has no others: sim_ledger_n_operation_sums(). */
enum { SIM_TIME, SIM_SYNCH, SIM_VARIATION, SIM_OVERLAP, SIM_N_OPERATION_SUMS };

typedef struct _SimRecord SimRecord;
struct _SimRecord {
    SimRecord *next; /* of the same interval */
    gconstpointer of;
    guint interval; /* what it is found by, with the kind and `of` */
    guint16 kind;   /* SimRecordKind */
    guint16 offset; /* where it lies: see core/ledger.c */
    SimSum sums[];
};

typedef struct {
    guint parent;                                /* index; G_MAXUINT for the root */
    guint first_child, last_child, next_sibling; /* G_MAXUINT: none */
    IntervalType type;
    guint level;
    guint32 site; /* file and line: trace_reader_site() */
    guint8 has_expression;
    guint8 has_io; /* an input/output function was called in it */
    gint64 expression;
    guint64 count;     /* times entered */
    guint next_in_row; /* what it is found by: see core/ledger.c */
    guint n_records;
    SimSum io; /* seconds of processor 0 of the root, its speed already applied */
    guint64 n_operations[N_OPERATIONS];
    guint64 begin_line; /* trace line of the last begin, for messages */
    SimRecord *records;
} SimInterval;

typedef struct _SimLedger SimLedger;

/* With the root interval, whose site (G_MAXUINT32: none) is set when it is known. times_only:
 * of operations SIM_TIME alone is kept. */
SimLedger *sim_ledger_new(gboolean times_only);
void sim_ledger_free(SimLedger *ledger);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SimLedger, sim_ledger_free)

guint sim_ledger_n_intervals(const SimLedger *ledger);
SimInterval *sim_ledger_interval(SimLedger *ledger, guint i);

/* The interval behind interval i in pre-order, which begins with the root; G_MAXUINT behind the
 * last. */
guint sim_ledger_next(SimLedger *ledger, guint i);

/* How many of SIM_TIME, SIM_SYNCH, ... records of this kind, which is of operations, have for
 * each class. */
guint sim_ledger_n_operation_sums(const SimLedger *ledger, SimRecordKind kind);

/* The current interval; 0 is the root. */
guint sim_ledger_current(const SimLedger *ledger);

/* Enters the child of the current interval with these properties, made when it is new; sites
 * that name the same file and line must be the same number. */
void sim_ledger_enter(SimLedger *ledger, IntervalType type, guint32 site,
                      gboolean has_expression, gint64 expression);

/* Makes the parent of the current interval current; not for the root. */
void sim_ledger_leave(SimLedger *ledger);

/* The current interval's record of this kind for `of`; made with n_sums zero sums when it is
 * new. */
SimSum *sim_ledger_sums(SimLedger *ledger, SimRecordKind kind, gconstpointer of, guint n_sums);

/* Says that nothing will be entered or added any more: what finding took is forgotten. */
void sim_ledger_close(SimLedger *ledger);

/* Frees the records of an interval of a closed ledger; its other values stay. */
void sim_ledger_drop_records(SimLedger *ledger, guint i);

/* Frees all intervals of a closed ledger; it has none then. */
void sim_ledger_clear(SimLedger *ledger);
