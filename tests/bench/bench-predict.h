/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The jobs that sections have in common: reading, predicting, writing, running programs.
 */
#pragma once

#include "src/analysis/predict/predict.h"
#include "tests/bench/bench-group.h"

/* A row's job: all calls of the stream of a trace. */
BenchJob *bench_add_scan(BenchGroup *group, const char *path, const char *what);

/* trace_read(). */
BenchJob *bench_add_graph(BenchGroup *group, const char *path, const char *what);

/* predict() on a graph that outlives the group; params is taken over, options are those of the
 * program when NULL. */
BenchJob *bench_add_predict(BenchGroup *group, const TraceProgram *program, Params *params,
                            const PredictOptions *options, const char *format, ...)
    G_GNUC_PRINTF(5, 6);

/* Reading, predict() or (stream) predict_stream(), and the report (by the suffix of `report`).
 */
BenchJob *bench_add_whole(BenchGroup *group, const char *path, Params *params, gboolean stream,
                          const char *report, const char *what);

/* A report of a prediction that outlives the group. */
BenchJob *bench_add_report(BenchGroup *group, const Prediction *prediction, const char *report,
                           const char *what);

/* Another program; argv is copied. */
BenchJob *bench_add_process(BenchGroup *group, const char *const *argv, const char *what);

/* Reads, predicts and writes once, as bench_add_whole() does each time. NULL on failure. */
Prediction *bench_predict_whole(const char *path, const Params *params, gboolean stream,
                                const char *report, GError **error);
