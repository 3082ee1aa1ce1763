/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Small tables and questions about a Prediction that several formats share.
 */
#pragma once

#include "src/report/value/report.h"

/* A double in a structure, with its name in JSON, XML and CSV. */
typedef struct {
    const char *name;
    gsize offset;
} ReportField;

/* Rows of PopFactors, and of OperationTimes. */
const ReportField *report_fields_pop(guint *n);
const ReportField *report_fields_operation(guint *n);

/* The member of `structure` that `field` tells. */
double report_field_value(gconstpointer structure, const ReportField *field);

/* Whether none of the group's times differs from 0. */
gboolean report_fields_are_zero(const OperationTimes *times);

/* Whether --depth lets the interval be shown. The shown ones form a tree with the same root. */
gboolean report_shows(const ReportOptions *options, const Interval *interval);

/* How often faster than on one processor: serial / predicted time, 1 when both are 0. */
double report_speedup(const Prediction *prediction);

/* Appends "4x2". */
void report_append_topology(const RaterGrid *grid, GString *out);

/* The user program's name if known, else the trace's; owned by the prediction. */
const char *report_program(const Prediction *prediction);
