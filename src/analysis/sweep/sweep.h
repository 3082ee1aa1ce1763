/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A sweep: many configurations predicted over one reading of a trace.
 *
 * It is a list of rows that know nothing of each other, and the call graph is only read. A row
 * is a Params, which params_to_text() and params_parse() carry anywhere, and, once it was
 * predicted, a few numbers. So rows can be dealt out to threads (sweep/run.h), kept in files
 * and merged again (src/report/sweep/read.h).
 */
#pragma once

#include "src/analysis/predict/prediction.h"

typedef enum {
    SWEEP_NOT_RUN, /* the sweep ended before */
    SWEEP_DONE,
    SWEEP_FAILED, /* it cannot be predicted: `reason` */
} SweepStatus;

/* "not run", "done", "failed": the name in JSON and CSV. */
const char *sweep_status_name(SweepStatus status);

/* What is lost, in the order of Operation between the first and the last (as
 * report/view/losses.h names them). */
typedef enum {
    SWEEP_INSUFFICIENT,  /* parallelism */
    SWEEP_COMMUNICATION, /* first of N_OPERATIONS groups */
    SWEEP_IDLE = SWEEP_COMMUNICATION + N_OPERATIONS,
    SWEEP_N_LOSSES,
} SweepLoss;

/* Of the whole program; seconds. */
typedef struct {
    double execution_time;
    double serial_time;     /* the sum of all times: the program on one processor */
    double total_time;      /* of all processors together: the cost */
    double productive_time; /* total_time = productive_time + losses */
    double efficiency;      /* productive_time / total_time */
    double losses[SWEEP_N_LOSSES];
    double
        start_exit; /* of the process, of total_time; what of it is insufficient parallelism */
    double start_exit_repeated;
    double efficiency_without_start; /* of what is left */
    gboolean has_pop;                /* the run on an ideal network was made too */
    PopFactors pop;                  /* has_pop */
} SweepResult;

typedef struct {
    char *params_file; /* as named on the command line; owned */
    Params *params;    /* the machine and its topology; owned */
    guint machine;     /* number among the machines asked for, from 1; 0: not known */
    SweepStatus status;
    char *reason;       /* SWEEP_FAILED: the message; owned */
    SweepResult result; /* SWEEP_DONE */
    GArray *warnings;   /* of guint: indices of Sweep.warnings, each once; owned */
    char *report;       /* file of its own report, or NULL; owned */
    guint place;        /* in the whole sweep, from 1, when this is a part; else 0 */
} SweepRow;

/* Takes over `params`. */
SweepRow *sweep_row_new(const char *params_file, Params *params);
void sweep_row_free(SweepRow *row);

/* Number of processors. */
gint64 sweep_row_processors(const SweepRow *row);

/* serial / predicted time, 1 when both are 0. */
double sweep_row_speedup(const SweepRow *row);

/* A loss as a share of total_time, 0 of nothing. */
double sweep_row_share(const SweepRow *row, SweepLoss loss);

/* The loss that is largest. */
SweepLoss sweep_row_largest_loss(const SweepRow *row);

/* Whether most of that is start and exit of the process, which all processors repeat. */
gboolean sweep_row_is_start(const SweepRow *row);

/* What a best configuration is (sweep/best.h). */
typedef enum { SWEEP_TIME, SWEEP_EFFICIENCY, SWEEP_COST } SweepObjective;

/* The trace that all rows are about; owned strings. */
typedef struct {
    char *file;
    char *program; /* or NULL */
    guint64 n_calls, bytes, lines;
    gboolean complete;
    gint64 rts_version, exit_code;
    RaterGrid extents; /* of what it distributes (topology_extents()) */
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
    int parameter; /* index in params_rows */
    double value;  /* in the units of Params (seconds) */
    double
        values[2]; /* less and plus a tenth; the value itself where that is out of its range */
    double times[2]; /* predicted times, seconds; NAN: it cannot be predicted */
} SweepSensitivity;

/* Which part of a whole the rows are (sweep/part.h). */
typedef struct {
    guint parts;     /* how many there are; 0: this is no part */
    guint number;    /* from 1; 0: several, which were read to be joined */
    guint size;      /* rows of the whole */
    char *whole;     /* a digest of the configurations of the whole; owned */
    GHashTable *all; /* the numbers that were read; owned, or NULL */
} SweepPart;

typedef struct {
    SweepTrace trace;
    SweepPart part;
    SweepObjective objective;
    double floor;        /* SWEEP_EFFICIENCY: least efficiency wanted */
    GPtrArray *rows;     /* of SweepRow, in the order asked for */
    GPtrArray *warnings; /* strings, each once, in the order in which the rows meet them */
    GHashTable *warning_index; /* of each string, plus 1; borrows them */
    GPtrArray *versions;  /* of the program, of what was read from files; each once, strings */
    gboolean left_out;    /* grids beyond the extents were not tried */
    gboolean interrupted; /* it ended before everything was done */
    GArray *searches;     /* of SweepSearch */
    GArray *sensitivity;  /* of SweepSensitivity, for the best row */
} Sweep;

Sweep *sweep_new(void);
void sweep_free(Sweep *sweep);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Sweep, sweep_free)

/* The row of an index. */
SweepRow *sweep_row(const Sweep *sweep, guint i);

/* Whether a row has more processors along a dimension than the distributed arrays have
 * elements: some have none. */
gboolean sweep_is_beyond(const Sweep *sweep, guint i);

/* How many rows have this status. */
guint sweep_count(const Sweep *sweep, SweepStatus status);

/* Adds a warning to a row, and to sweep->warnings when it is new. */
void sweep_add_warning(Sweep *sweep, SweepRow *row, const char *warning);

/* Predicts rows first .. first + n - 1. FALSE: it was interrupted. */
typedef gboolean (*SweepBatch)(Sweep *sweep, guint first, guint n, gpointer data);
