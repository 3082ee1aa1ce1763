/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The POP factors by name, for sweeps.
 */
#pragma once

#include "src/report/value/report.h"

/* A double in a structure, with its name in JSON, XML and CSV. */
typedef struct {
    const char *name;
    gsize offset;
} ReportField;

/* Rows of PopFactors. */
const ReportField *report_fields_pop(guint *n);

/* The member of `structure` that `field` tells. */
double report_field_value(gconstpointer structure, const ReportField *field);
