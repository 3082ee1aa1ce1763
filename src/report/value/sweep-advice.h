/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The answer of a sweep in words, the same in every format.
 */
#pragma once

#include "src/report/value/sweep-format.h"

/* "Use 6x4 (24 processors): 0.012 s, ... More processors do not pay: ...". Free with g_free().
 */
char *sweep_advice_text(const SweepView *view);

/* "Use 6x4 (24 processors)": what the text begins with, "" when there is no answer. Free with
 * g_free(). */
char *sweep_advice_headline(const SweepView *view);

/* What was searched, and how sure the answer is; free with g_free(). */
char *sweep_advice_search(const SweepView *view, const SweepSearch *search);

/* What tells a row's machine from others: "start time = 75, type = ideal", the parameter file
 * first if there are several; "" when all rows have the same machine. Free with g_free(). */
char *sweep_advice_machine(const SweepView *view, guint row);

/* "x.par" and "75 microseconds": the words above for one parameter; free with g_free(). */
char *sweep_advice_value(const Params *params, guint parameter);

/* "least predicted time", ... */
const char *sweep_advice_objective(const Sweep *sweep);
