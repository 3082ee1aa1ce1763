/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A model of equal tasks on a pool of processors, fitted to the log of one run: tasks take T_t,
 * a worker needs T_i between two of them, and worker j, from 0, starts at S_0 + j*T_a.  From
 * the report on the BBN TC2000 (docs/references.md).
 *
 * Times are in the unit of the log. What there is none of is NAN.
 */
#pragma once

#include "src/pool/log.h"

typedef struct {
    gboolean robust; /* medians in place of means */
    double slope;    /* T_a of the paper's line; NAN: fitted through the origin */
} TaskFitOptions;

/* Mean, or median, its standard error, and half of its interval of 95 %. Workers are clusters, as
 * tasks of one are alike. */
typedef struct {
    double value, error, half;
} TaskEstimate;

typedef struct {
    gint64 tasks, processors;      /* of the log */
    guint effective, formal;       /* workers of several tasks, of one */
    double finish;                 /* of the last task */
    double tasks_deviation;        /* of the tasks per worker */
    TaskEstimate time, interval;   /* T_t; T_i, 0 when there are no intervals */
    TaskEstimate slope, start;     /* T_a, S_0 */
    double covariance;             /* of both */
    double origin_slope;           /* T_a of the line through the origin */
    double paper_slope;            /* that, or what the options say */
    double *starts, *finishes;     /* first starts and last finishes, sorted; `processors` each */
    double *residuals;             /* of the starts from the line */
} TaskFit;

TaskFit *task_fit_new(const TaskLog *log, const TaskFitOptions *options);
void task_fit_free(TaskFit *fit);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TaskFit, task_fit_free)

/* What tells by more than a tenth another story with medians than with means: "T_t", "T_i" or
 * "T_a", and both values; NULL: nothing. */
const char *task_fit_outliers(const TaskLog *log, double *plain, double *robust);

/* Mean time of a worker's tasks, and of the intervals between them (NAN: it has one task). */
double task_fit_mean_time(const TaskLog *log, guint worker);
double task_fit_mean_interval(const TaskLog *log, guint worker);
