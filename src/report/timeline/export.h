/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Timelines for the viewers that people have: Chrome's trace events and Perfetto's own format,
 * which Perfetto opens, Pajé, which ViTE and pajeng open, and Paraver's traces.  What does not
 * fit into the budget is joined by windows of time (items.c), so that the whole run stays in
 * sight.
 */
#pragma once

#include "src/analysis/predict/prediction.h"
#include "src/timeline/timeline.h"

/* Rows by class that are shown at most. */
#define TIMELINE_MOST_LANES 1024

typedef struct {
    double from, to; /* seconds: what is outside is left out; INFINITY is allowed */
    guint64 budget;  /* bytes that the file has at most, but for its names and definitions */
    /* Rows: these processors (of gint64, ascending, no two alike, all in the system); NULL: one
     * for all processors that the timeline never tells apart. */
    const GArray *processors;
} TimelineExportOptions;

/* Whether the suffix of `path` is one that can be written; else FALSE with
 * REPORT_ERROR_FORMAT. */
gboolean timeline_export_check(const char *path, GError **error);

/* The files that are written beside `path`, which can be written; NULL-terminated, free with
 * g_strfreev(). */
char **timeline_export_siblings(const char *path);

/* What ran. The interval of an activity is number ids[interval] - 1 of `intervals`. */
typedef struct {
    const char *program, *machine; /* machine: the file of its parameters, "" without */
    gint64 processors;
    const RaterGrid *topology;
    double execution_time;
    const Interval *intervals;
    guint n_intervals;
    const guint *ids;
} TimelineRun;

/* Of a prediction with a timeline (PredictOptions.timeline). */
TimelineRun timeline_run_of(const Prediction *prediction);

/* Writes the timeline of `run` to `path`, and what belongs beside it, each whole or not at all,
 * `path` the last.
 * *left gets a sentence that tells what is not there in full, NULL: all is; free with g_free().
 * FALSE with REPORT_ERROR_WRITE or _FORMAT. */
gboolean timeline_export_file(const TimelineRun *run, const Timeline *timeline,
                              const TimelineExportOptions *options, const char *path,
                              char **left, GError **error);
