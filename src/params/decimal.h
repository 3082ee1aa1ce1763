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

/* (negative ? -1 : 1) * digits * 10^exponent; digits has no zeros at its end, 0 is { 0, 0 }. */
typedef struct {
    gboolean negative;
    gint64 digits; /* below 10^PARAMS_DECIMAL_DIGITS */
    gint64 exponent;
} ParamsDecimal;

/* Bytes of [text, end) that form a number: sign, digits with or without a point,
 * exponent; 0 when there is none. */
gsize params_decimal_span(const char *text, const char *end);

/* Reads `len` bytes for which params_decimal_span() is `len`. Zeros at either end are not
 * significant. FALSE, `out` untouched: more than PARAMS_DECIMAL_DIGITS significant digits. */
gboolean params_decimal_parse(const char *text, gsize len, ParamsDecimal *out);

/* The double nearest to number * 10^shift. Different numbers within 10^-300 .. 10^300 are
 * different doubles, in the same order. */
double params_decimal_to_double(const ParamsDecimal *number, int shift);

/* Microseconds in units of 10^-18 s: number is 0 or within 10^-9 .. 10^9 and its exponent is
 * at least -12. */
RaterAtto params_decimal_to_atto(const ParamsDecimal *number);

/* The time of at most PARAMS_DECIMAL_DIGITS digits that is nearest to `seconds` (0 .. 1000),
 * in units of 10^-18 s. */
RaterAtto params_decimal_seconds_to_atto(double seconds);

/* Writes `time` >= 0 in microseconds, exactly. */
void params_decimal_append_atto(GString *out, RaterAtto time);

/* Writes a double that params_decimal_to_double() made. */
void params_decimal_append_double(GString *out, double value);
