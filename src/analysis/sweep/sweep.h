/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A sweep: many configurations predicted over one reading of a trace.
 *
 * It is a list of rows (sweep/row.h) that know nothing of each other, and the call graph is
 * only read. So rows can be dealt out to threads (sweep/run.h), kept in files and merged again
 * (src/report/value/sweep-read.h).
 */
#pragma once

#include "src/analysis/sweep/row.h"

/* What a best configuration is (sweep/best.h). */
typedef enum { SWEEP_TIME, SWEEP_EFFICIENCY, SWEEP_COST } SweepObjective;

/* The trace that all rows are about; owned strings. */
typedef struct {
    char *file;
    char *program; /* or NULL */
    guint64 n_calls, bytes, lines;
    gboolean complete;
    gint64 rts_version, exit_code;
} SweepTrace;

/* How the best topology of one machine was looked for (sweep/search.h). */
typedef struct {
    guint first, n_rows; /* the rows that were tried: rows[first .. first + n_rows - 1] */
    gint64 most;         /* processors */
    int rank;
    gboolean exhaustive; /* every grid was tried or cannot be the best */
    /* No grid of at most `most` processors has a better value of the objective (seconds, or
     * processor-seconds for SWEEP_COST). NAN: nothing is known. */
    double bound;
} SweepSearch;

/* How the predicted time of one configuration changes with one parameter. */
typedef struct {
    int parameter; /* index in params_rows() */
    double value;  /* in the units of Params (seconds) */
    double
        values[2]; /* less and plus a tenth; the value itself where that is out of its range */
    double times[2]; /* predicted times, seconds; NAN: it cannot be predicted */
} SweepSensitivity;

typedef struct {
    SweepTrace trace;
    SweepObjective objective;
    double floor;        /* SWEEP_EFFICIENCY: least efficiency wanted */
    GPtrArray *rows;     /* of SweepRow, in the order asked for */
    GPtrArray *warnings; /* strings, each once, in the order in which the rows meet them */
    GHashTable *warning_index; /* of each string, plus 1; borrows them */
    GPtrArray *versions;  /* of the program, of what was read from files; each once, strings */
    gboolean interrupted; /* it ended before everything was done */
    GArray *searches;     /* of SweepSearch */
    GArray *sensitivity;  /* of SweepSensitivity, for the best row */
} Sweep;

Sweep *sweep_new(void);
void sweep_free(Sweep *sweep);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Sweep, sweep_free)

/* The row of an index. */
SweepRow *sweep_row(const Sweep *sweep, guint i);

/* How many rows have this status. */
guint sweep_count(const Sweep *sweep, SweepStatus status);

/* Whether any row has POP factors. */
gboolean sweep_has_pop(const Sweep *sweep);

/* Adds a warning to a row, and to sweep->warnings when it is new. */
void sweep_add_warning(Sweep *sweep, SweepRow *row, const char *warning);
