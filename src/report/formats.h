/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Formats, in one table: what each is called, and the function that writes a Report, a
 * SweepView, a ComparisonOutput, a MachineReport, a ScheduleView or a
 * GrainsView so.
 */
#pragma once

#include "src/report/value/report.h"

/* What can be written. */
typedef enum {
    REPORT_OF_RUN,
    REPORT_OF_SWEEP,
    REPORT_OF_COMPARISON,
    REPORT_OF_MACHINE,
    REPORT_OF_SCHEDULE,
    REPORT_OF_GRAINS,
    REPORT_OF_TASKS,
    REPORT_N_SUBJECTS
} ReportSubject;

typedef struct {
    const char *name; /* of --format, and behind the last point of a file's name */
    ReportFill write[REPORT_N_SUBJECTS]; /* NULL: the subject has no such format */
} ReportFormat;

/* By name or, where that is NULL, by the suffix of `path`; NULL with REPORT_ERROR_FORMAT set
 * when there is none. */
const ReportFormat *report_format_find(ReportSubject subject, const char *name,
                                       const char *path, GError **error);
