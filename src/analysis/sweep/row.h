/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * One configuration of a sweep: a Params, which params_to_text() and params_parse() carry
 * anywhere, and, once it was predicted, a few numbers.
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

/* What is lost, in the order of Operation between the first and the last. */
typedef enum {
    SWEEP_INSUFFICIENT,  /* parallelism */
    SWEEP_COMMUNICATION, /* first of N_OPERATIONS groups */
    SWEEP_IDLE = SWEEP_COMMUNICATION + N_OPERATIONS,
    SWEEP_N_LOSSES,
} SweepLoss;

/* "insufficient", "io", .., "idle": the name in JSON and style sheets; the same for people. */
const char *sweep_loss_name(SweepLoss loss);
const char *sweep_loss_label(SweepLoss loss);

/* Of the whole program; seconds. */
typedef struct {
    double execution_time;
    double serial_time;     /* the sum of all times: the program on one processor */
    double total_time;      /* of all processors together: the cost */
    double productive_time; /* total_time = productive_time + losses */
    double efficiency;      /* productive_time / total_time */
    double losses[SWEEP_N_LOSSES];
    gboolean has_pop; /* the run on an ideal network was made too */
    PopFactors pop;   /* has_pop */
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
