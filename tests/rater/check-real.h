/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Comparison of floating-point numbers for the suites of rater/.
 */
#pragma once

#include "tests/tap.h"

#include <math.h>
#include <stdio.h>

/* |actual - expected| <= rel * |expected|; the report shows both values. */
#define CHECK_REAL(actual, expected, rel)                                                      \
    check_real((actual), (expected), (rel), #actual, __FILE__, __LINE__)

static inline void
check_real(double actual, double expected, double rel, const char *expr, const char *file,
           unsigned line)
{
    char message[256];
    snprintf(message, sizeof message, "%s is %.17g, expected %.17g", expr, actual, expected);
    CU_assertImplementation(fabs(actual - expected) <= rel * fabs(expected), line, message,
                            file, "", CU_FALSE);
}
