/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * CSV of a tree of values.  Columns are the fields of an object in their order; those of
 * objects and maps in it are named by their path, operations.io.count.  Arrays have no column.
 * Fields are quoted as in RFC 4180; rows end with a line feed.  What is not known is an empty
 * field.
 */
#pragma once

#include "src/report/value/report.h"
#include "src/report/value/value.h"

typedef struct {
    ReportSink *sink;
    gboolean begun; /* the row has a field already */
} CsvRow;

/* The columns of the fields of `node` before `end` (NULL: before those of pages only), and a
 * row of them. What is absent in `node` has no column where it is a map. */
void csv_names(CsvRow *row, const ValueNode *node, const char *end);
void csv_values(CsvRow *row, const ValueNode *node, const char *end);

/* Single fields. Any bytes; NULL: empty. */
void csv_text(CsvRow *row, const char *text);
void csv_value(CsvRow *row, const Value *value);

void csv_end_row(CsvRow *row);
