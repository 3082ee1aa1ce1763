/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Reading a trace and predicting, with what -v and the progress bar tell about it.
 */
#pragma once

#include "src/analysis/explain/explanation.h"
#include "src/analysis/predict/predict.h"
#include "src/cli/progress.h"
#include "src/trace/program/program.h"

/* Steps of the bar that the two functions take together. */
#define CLI_TRACE_STEPS 2

/* trace_read() */
TraceProgram *cli_trace_read(const Cli *cli, CliProgress *progress, const char *path,
                             GError **error);

/* The same of `size` bytes in memory, what is in a file; `name` stands for it. */
TraceProgram *cli_trace_read_bytes(const Cli *cli, const char *name, const char *bytes,
                                   gsize size, GError **error);

/* predict() */
Prediction *cli_trace_predict(const Cli *cli, CliProgress *progress,
                              const TraceProgram *program, const Params *params,
                              const PredictOptions *options, GError **error);

/* Steps of the bar that the next one takes with `how`, else the above. */
#define CLI_EXPLAIN_STEPS 3

/* Both at once for one configuration. A long trace in a file is simulated while it is read, so
 * that memory does not grow with its length; others are read first, and the run on the ideal
 * network then takes a second core. `how`: tells also why the program is slow, unless the trace
 * is long and `long_too` is FALSE; NULL: it does not. *explanation stays as it is then. */
Prediction *cli_trace_run(const Cli *cli, CliProgress *progress, const char *path,
                          const Params *params, const PredictOptions *options,
                          const ExplainOptions *how, gboolean long_too,
                          Explanation **explanation, GError **error);
