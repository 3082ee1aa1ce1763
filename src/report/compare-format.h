/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the page and the text of a comparison say in the same words.
 */
#pragma once

#include "src/report/compare.h"

/* Rows of the list of what changed most. */
#define COMPARE_N_CHANGES 10

/* "better" when the second is less (seconds lost or spent), "worse", "same". */
const char *compare_format_class(double first, double second);

/* "+12.3 %", "-0.5 %", "25.2 times", "=", or "new". Into `out`, which is emptied. */
const char *compare_format_change(double first, double second, GString *out);

/* "+0.0012", "-3e-05", "0". */
const char *compare_format_difference(double difference, GString *out);

/* "B takes 12.3 % less time than A", "B takes 25.2 times as long as A". */
const char *compare_format_verdict(const Comparison *comparison, GString *out);

/* "PAR 3", and "2nd of its kind" is " (2)"; of a line "PAR" when it has several;
 * "heat2d.fdv:31". */
const char *compare_format_name(const Comparison *comparison, const CompareRow *row,
                                GString *out);
const char *compare_format_line(const Comparison *comparison, const CompareLine *line,
                                GString *out);
const char *compare_format_place(const Comparison *comparison, const CompareRow *row,
                                 GString *out);
