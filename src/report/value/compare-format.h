/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the page and the text of a comparison say in the same words.
 */
#pragma once

#include "src/report/value/compare.h"

/* Rows of the list of what changed most. */
#define COMPARE_N_CHANGES 10

/* "better" when the second is less (seconds lost or spent), "worse", "same". */
const char *compare_format_class(double first, double second);

/* "+12.3 %", "-0.5 %", "25.2 times", "=", or "new". Into `out`, which is emptied. */
const char *compare_format_change(double first, double second, GString *out);

/* "+0.0012", "-3e-05", "=". */
const char *compare_format_difference(double first, double second, GString *out);

/* "only in A", "only in B", NULL: it is in both. How many there are in each. */
const char *compare_format_missing(guint n_first, guint n_second);

/* "B takes 12.3 % less time than A: 0.0877 s instead of 0.1 s", "B takes 25.2 times as long as
 * A: ...". */
const char *compare_format_verdict(const Comparison *comparison, GString *out);

/* "PAR 3", and "2nd of its kind" is " (2)"; of a line "PAR" when it has several;
 * "heat2d.fdv:31", "heat2d.fdv:31 (B: 33)", "old.fdv:31 (B: new.fdv:33)"; the
 * file is not told again when both are that of the main program. */
const char *compare_format_name(const Comparison *comparison, const CompareRow *row,
                                GString *out);
const char *compare_format_line(const Comparison *comparison, const CompareLine *line,
                                GString *out);
const char *compare_format_place(const Comparison *comparison, const CompareRow *row,
                                 GString *out);
