/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What every prediction must fulfil, whatever was predicted, and its values by processor.
 */
#pragma once

#include "src/analysis/predict/predict.h"
#include "tests/sim/trace-text.h"

/* Characteristics of processor `number` (row-major in the root) in interval i (from 0); NULL
 * when it takes no part. */
const Characteristics *prediction_check_values(const Prediction *p, guint i, gint64 number);

/* CHECKs the CPU_time of each processor in the program, in microseconds. */
void prediction_check_user(const Prediction *p, const double cpu[]);

/* Index of the interval of this type at this line, -1 when there is none. */
int prediction_check_interval(const Prediction *p, IntervalType type, gint64 line);

/* CHECKs the identities of docs/semantics.md: parts and wholes, sums and maxima, children
 * within parents, classes that are disjoint and ordered. `name` is for messages. */
void prediction_check_identities(const Prediction *p, const char *name);

/* CHECKs that two predictions have the same intervals, and the same values for each processor
 * to `rel` of the interval's Execution_time; 0: bit-equal. */
void prediction_check_same(const Prediction *p, const Prediction *q, double rel,
                           const char *name);

/* Predicts the trace for the parameter file `params` in classes, by processor and while
 * reading, CHECKs all and that they agree. NULL (after a failed check) when one fails. */
Prediction *prediction_check_text(const TraceText *trace, const char *params,
                                  gboolean keep_going);

/* The message with which the prediction fails; owned by the caller. NULL (after a failed check)
 * when it does not. */
char *prediction_check_error(const TraceText *trace, const char *params);

/* How many warnings contain both texts (NULL: any). */
guint prediction_check_warnings(const Prediction *p, const char *text, const char *other);
