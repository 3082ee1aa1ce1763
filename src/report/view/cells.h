/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The processors of intervals whose classes a page has no room for: the grid in cells, some
 * hundreds at any size, each with the means of its processors.
 */
#pragma once

#include "src/report/value/report.h"

/* Cell `b` of a dimension of size n in m cells has the indices i with i * m / n == b. */
typedef struct {
    RaterGrid grid;  /* of cells */
    GPtrArray *rows; /* by interval: GArray of ProcessorClass, of cells with the same means; or
                        NULL: not made */
} ReportCells;

/* `wanted`: const Interval *, what is more important first; `columns`: of guint, which values
 * are averaged. Cells become larger until all rows fit, down to a limit below which the last
 * intervals get none. */
ReportCells *report_cells_new(const Prediction *prediction, const GPtrArray *wanted,
                              const GArray *columns);
void report_cells_free(ReportCells *cells);

/* What a class has in a column: those of characteristic_rows(), then communication by group. */
double *report_cells_value(Characteristics *values, guint column);
