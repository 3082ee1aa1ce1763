/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Decimal numbers exactly as a parameter file writes them.  Nothing here
 * depends on the locale.
 */
#pragma once

#include <glib.h>

#include "rater/network/network.h"

/* Most significant digits: so many survive the way through a double and back. */
#define PARAMS_DECIMAL_DIGITS 15

/* Bytes of [text, end) that form a number: sign, digits with or without a point,
 * exponent; 0 when there is none. */
gsize params_decimal_span(const char *text, const char *end);

/* Reads `len` bytes for which params_decimal_span() is `len`: the nearest double, 0 only when all
 * digits are. Different numbers within 10^-300 .. 10^300 are different doubles, in the same
 * order. Zeros at either end are not significant. FALSE, `out` untouched: more than
 * PARAMS_DECIMAL_DIGITS significant digits. */
gboolean params_decimal_parse(const char *text, gsize len, double *out);

/* The number of at most PARAMS_DECIMAL_DIGITS digits that `value` is nearest to, times 10^shift;
 * what is then below 1 is cut off. value >= 0; the result is below 10^38. */
RaterAtto params_decimal_scaled(double value, int shift);

/* Writes value / 10^digits, exactly; value >= 0, digits > 0. */
void params_decimal_append(GString *out, RaterAtto value, int digits);

/* Writes a double that params_decimal_parse() read. */
void params_decimal_append_double(GString *out, double value);

/* Times in units of 10^-18 s have so many digits behind the point of microseconds, and seconds
 * so many. */
#define PARAMS_ATTO_MICROSECONDS 12
#define PARAMS_ATTO_SECONDS      18
