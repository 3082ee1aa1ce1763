/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Reports of the configurations of a sweep (--reports), which are written while it is under
 * way.
 */
#pragma once

#include "src/analysis/sweep/run.h"
#include "src/cli/cli.h"
#include "src/cli/input.h"

/* Set what comes first; the rest is sweep_reports_init()'s. */
typedef struct {
    const char *folder, *template_dir; /* NULL: no reports, the built-in templates */
    gboolean numbered; /* there are several machines: names begin with the row's */
    CliInputs inputs;  /* none is overwritten */
    GRWLock writing;   /* read by threads that write a report; written by who wants no more */
    pthread_mutex_t lock; /* of `failure` */
    GError *failure;      /* the first report that could not be written */
} SweepReports;

void sweep_reports_init(SweepReports *reports);
void sweep_reports_clear(SweepReports *reports);

/* Before the first one: makes the folder. FALSE: it cannot be made, errno says why. */
gboolean sweep_reports_begin(SweepReports *reports);

/* A SweepVisit: in any thread. */
char *sweep_reports_write(const Prediction *prediction, const SweepRow *row, gpointer reports);

/* As of SweepRunOptions: the file `report` is there, and is the one of the row. */
gboolean sweep_reports_have(const SweepReports *reports, const SweepRow *row,
                            const char *report);

/* No more reports are begun, those being written become whole. */
void sweep_reports_stop(SweepReports *reports);

/* What the command ends with after a failure of REPORT_ERROR. */
CliStatus sweep_reports_status(const GError *failure);
