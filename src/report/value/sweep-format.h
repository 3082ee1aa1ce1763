/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What a sweep is written as: each format is a function over a Sweep, in one table.
 */
#pragma once

#include "src/analysis/sweep/best.h"
#include "src/report/value/sink.h"

typedef struct {
    const char *template_dir; /* as in ReportOptions */
    const char *folder; /* where the file will be: links to reports start there; NULL: here */
    gboolean colour;    /* table: terminal colours */
} SweepOptions;

/* A sweep with what several formats want to know of it. */
typedef struct {
    const Sweep *sweep;
    const SweepOptions *options;
    SweepMachines *machines; /* owned */
    SweepAdvice advice;
} SweepView;

/* Both arguments must outlive it. */
SweepView *sweep_view_new(const Sweep *sweep, const SweepOptions *options);
void sweep_view_free(SweepView *view);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SweepView, sweep_view_free)

typedef struct {
    const char *name;   /* of --format: "html", "json", "csv", "txt" */
    const char *suffix; /* of -o, with the dot */
    ReportFill write;   /* of a SweepView */
} SweepFormat;

/* By name or by the suffix of `path`; NULL with REPORT_ERROR_FORMAT set when there is none. */
const SweepFormat *sweep_format_by_name(const char *name, GError **error);
const SweepFormat *sweep_format_by_path(const char *path, GError **error);

/* The functions of the table, a file each. */
gboolean sweep_html_write(gpointer view, ReportSink *sink, GError **error);
gboolean sweep_json_write(gpointer view, ReportSink *sink, GError **error);
gboolean sweep_csv_write(gpointer view, ReportSink *sink, GError **error);
gboolean sweep_table_write(gpointer view, ReportSink *sink, GError **error);
