/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What JSON and XML have in common: objects, arrays and values with names.  A notation (JSON,
 * XML) fills in a ReportWriterClass; report_tree_write() calls it, so both have the same names
 * in the same order.
 */
#pragma once

#include "src/report/value/report.h"

typedef struct _ReportWriter ReportWriter;

/* `name` is the member's name in an object; in an array it is what one item is called (XML). */
typedef struct {
    void (*begin_object)(ReportWriter *writer, const char *name);
    void (*begin_array)(ReportWriter *writer, const char *name);
    void (*end)(ReportWriter *writer);                                         /* of either */
    void (*literal)(ReportWriter *writer, const char *name, const char *text); /* 1.5, true */
    void (*string)(ReportWriter *writer, const char *name, const char *text);  /* any bytes */
    void (*null)(ReportWriter *writer, const char *name);
    /* A string that comes in pieces without anything to escape, NULL behind the last. */
    void (*begin_pieces)(ReportWriter *writer, const char *name);
    void (*piece)(ReportWriter *writer, const char *text, gsize len);
} ReportWriterClass;

/* First member of a notation's own structure. */
struct _ReportWriter {
    const ReportWriterClass *notation;
};

void report_writer_integer(ReportWriter *writer, const char *name, gint64 value);
void report_writer_natural(ReportWriter *writer, const char *name, guint64 value);
void report_writer_boolean(ReportWriter *writer, const char *name, gboolean value);

/* Null when the value is not finite, which is a mistake of whoever made the prediction: a
 * warning of GLib tells it in tests. */
void report_writer_real(ReportWriter *writer, const char *name, double value);

/* The array "topology" of the grid's sizes. */
void report_writer_topology(ReportWriter *writer, const RaterGrid *grid);

/* Writes the whole report, the root object named "predictor-report". Stops early when `sink`,
 * where the notation writes to, has failed. */
void report_tree_write(const Prediction *prediction, const ReportOptions *options,
                       ReportWriter *writer, const ReportSink *sink);
