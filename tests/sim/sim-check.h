/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Checks of the suites of simulation that show both values.
 */
#pragma once

#include <glib.h>
#include <math.h>
#include <stdio.h>

#include "tests/tap.h"

/* |actual - expected| <= rel * |expected|. */
#define CHECK_REAL(actual, expected, rel)                                                      \
    sim_check_real((actual), (expected), (rel)*fabs((double)(expected)), #actual, __FILE__,    \
                   __LINE__)

/* A time in seconds against one in microseconds that was computed by hand; traces of the suites
 * have whole microseconds, so that a millionth of one is rounding and nothing else. */
#define CHECK_US(actual, microseconds)                                                         \
    sim_check_real((actual)*1e6, (microseconds), 1e-6, #actual, __FILE__, __LINE__)

static inline void
sim_check_real(double actual, double expected, double allowed, const char *expr,
               const char *file, unsigned line)
{
    char message[256];
    g_snprintf(message, sizeof message, "%s is %.17g, expected %.17g", expr, actual, expected);
    CU_assertImplementation(fabs(actual - expected) <= allowed, line, message, file, "",
                            CU_FALSE);
}

/* A message of our own for a condition. */
#define CHECK_THAT(condition, ...) sim_check_that((condition), __FILE__, __LINE__, __VA_ARGS__)

G_GNUC_PRINTF(4, 5)
static inline void
sim_check_that(gboolean condition, const char *file, unsigned line, const char *format, ...)
{
    if (condition) {
        CU_assertImplementation(CU_TRUE, line, "", file, "", CU_FALSE);
        return;
    }
    va_list args;
    va_start(args, format);
    g_autofree char *message = g_strdup_vprintf(format, args);
    va_end(args);
    CU_assertImplementation(CU_FALSE, line, message, file, "", CU_FALSE);
}

/* Random numbers that a failing run can be repeated with. */
static inline GRand *
sim_check_random(guint32 seed)
{
    printf("# seed %u\n", seed);
    return g_rand_new_with_seed(seed);
}

/* From low to high, both included. */
static inline int
sim_check_between(GRand *random, int low, int high)
{
    return g_rand_int_range(random, low, high + 1);
}
