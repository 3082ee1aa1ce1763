/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Holds predictions against each other and against the pages' invariants.  Each function
 * returns NULL or a text (free with g_free()) of the first difference; times may differ by
 * `rel` of the interval's total time.
 */
#pragma once

#include "src/analysis/predict/prediction.h"
#include "tests/sim/naive.h"

char *naive_compare(const Prediction *prediction, const NaiveResult *naive, double rel);

/* Two predictions of the same program. */
char *naive_compare_predictions(const Prediction *a, const Prediction *b, double rel);

/* What docs/semantics.md says of every prediction: Execution_time = CPU + SYS + IO +
 * Communication, Total_time = Productive_time + Lost_time, groups add up, the clock is MAIN's
 * execution time.
 */
char *naive_check_invariants(const Prediction *prediction);

/* The POP factors of each interval against those made of the naive simulations: this one, on a
 * network without cost, and on one processor, of this speed. */
char *naive_compare_pop(const Prediction *prediction, const NaiveResult *naive,
                        const NaiveResult *ideal, const NaiveResult *single, double speed,
                        double rel);
