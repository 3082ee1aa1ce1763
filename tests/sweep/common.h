/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the suites of sweeps share: samples, machines, grids, sweeps made by hand.
 */
#pragma once

#include "src/analysis/sweep/machine.h"
#include "src/analysis/sweep/run.h"
#include "src/analysis/sweep/topology.h"
#include "src/trace/program/program.h"
#include "tests/report/check.h"

/* Names of all traces of samples/, sorted; free with g_ptr_array_unref(). */
GPtrArray *common_samples(void);

/* The call graph of a sample, which must be sound. */
TraceProgram *common_read(const char *name);

/* Parameters from text, which must be sound: "type = network; start time = 75;" */
Params *common_params(const char *text);

/* A grid from "4x2". */
RaterGrid common_grid(const char *text);

/* "6x1 3x2 2x3 1x6"; free with g_free(). */
char *common_grids_text(const GArray *grids);

/* The topologies of all rows in the same way, a row's machine before each when there are
 * several: "1:4x2"; free with g_free(). */
char *common_rows_text(const Sweep *sweep);

/* A done row: execution time, and productive time of all processors; the rest is lost in
 * `loss`. */
SweepRow *common_add_row(Sweep *sweep, const char *topology, double time, double productive,
                         SweepLoss loss);

/* Predicts all rows of a sweep. */
void common_run(Sweep *sweep, const TraceProgram *program, guint n_threads);
