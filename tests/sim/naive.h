/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A second implementation of docs/semantics.md for the tests: processor by processor,
 * element by element, pair by pair.  It shares the trace reader and the parameters with the
 * program and nothing else; what it lacks in speed it has in being plain.
 */
#pragma once

#include "src/analysis/predict/prediction.h"
#include "src/params/params.h"
#include "src/trace/program/program.h"

typedef struct {
    IntervalType type;
    const char *file; /* of the trace reader */
    gint64 line;
    gboolean has_expression;
    gint64 expression;
    guint parent; /* index, G_MAXUINT for the root */
    guint64 count;
    guint64 n_operations[N_OPERATIONS];
    gboolean *member;        /* of each processor: does it take part */
    Characteristics *values; /* of each processor; 0 where it does not take part */
    Characteristics total;   /* sums; execution_time: the largest */
    gint64 processors;
    double total_time, efficiency, efficiency_without_start;
} NaiveInterval;

typedef struct {
    guint n_intervals;
    NaiveInterval *intervals; /* in pre-order, children in the order of their first entry */
    int n_processors;
    double execution_time; /* largest clock */
} NaiveResult;

/* Seconds on the target before a call, or inside of it: each TIME counts for itself. */
long double naive_seconds(const TraceProgram *program, const Params *params,
                          const TraceCall *call, gboolean inside);

/* At most NAIVE_MAX_PROCESSORS processors. NULL with an error of G_FILE_ERROR when the trace
 * asks for something that is not valid. `ideal`: communication costs nothing. */
#define NAIVE_MAX_PROCESSORS 64
NaiveResult *naive_run(const TraceProgram *program, const Params *params, gboolean ideal,
                       GError **error);
void naive_result_free(NaiveResult *result);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NaiveResult, naive_result_free)
