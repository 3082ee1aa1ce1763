/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Explanations made by hand, for tests of reports.
 */
#pragma once

#include "src/analysis/explain/explanation.h"

/* Of a prediction of builder.h with five intervals on 2x2 processors: `n` iterations, each with
 * 1 ms and 0.25 ms for each processor before it of user code in interval 4, a wait for the
 * last, and a reduction of 0.5 ms in interval 5, then 0.25 ms of system time. Two findings, at
 * the lines of these intervals. A path over the last processor. */
Explanation *explain_builder_sample(const Prediction *prediction, guint n);

#define EXPLAIN_BUILDER_CPU(processor) (0.001 + 0.00025 * (double)(processor))
#define EXPLAIN_BUILDER_REDUCTION      0.0005
#define EXPLAIN_BUILDER_SYS            0.00025
#define EXPLAIN_BUILDER_ITERATION      (EXPLAIN_BUILDER_CPU(3) + 0.00075)

/* Nothing but a timeline of `n` processors, numbers without a partition, `n_records` activities
 * of random lengths and kinds in `n_sites` lines. */
Timeline *explain_builder_random(guint32 seed, guint n, guint n_records, guint n_sites);
