/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The words of a sweep: the answer, what was searched, what tells machines apart; the same in
 * every format.
 */
#pragma once

#include "src/report/sweep/view.h"

/* "Use 6x4 (24 processors): 0.012 s, ... More processors do not pay: ...". Free with g_free().
 */
char *sweep_advice_text(const SweepView *view);

/* "Use 6x4 (24 processors)": what the text begins with, "" when there is no answer. Free with
 * g_free(). */
char *sweep_advice_headline(const SweepView *view);

/* What was searched, and how sure the answer is; free with g_free(). */
char *sweep_advice_search(const SweepView *view, const SweepSearch *search);

/* An axis of SweepView.axes: a parameter by its number, or the parameter file. */
enum { SWEEP_AXIS_FILE = -1 };
const char *sweep_axis_name(int axis);

/* The value of a row, "75"; free with g_free(). */
char *sweep_axis_value(const SweepMachines *machines, const SweepRow *row, int axis);

/* What tells a row's machine from others: "start time = 75, type = ideal", the parameter file
 * first if there are several; "" when all rows have the same machine. Free with g_free(). */
char *sweep_advice_machine(const SweepView *view, guint row);

/* "x.par" and "75 microseconds": the words above for one parameter; free with g_free(). */
char *sweep_advice_value(const Params *params, guint parameter);

/* What a changed parameter (0 less, 1 more) does to the time of the best: "+1.2 %", "cannot
 * run", "out of range"; free with g_free(). */
char *sweep_advice_change(const SweepView *view, const SweepSensitivity *one, gint64 at);
