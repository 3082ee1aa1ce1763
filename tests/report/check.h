/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Checks of text and reals, beside those of tap.h.
 */
#pragma once

#include "tests/tap.h"

/* Bit-equal: a report's numbers read back the same. */
#define CHECK_SAME(actual, expected)                                                           \
    check_same((actual), (expected), #actual, __FILE__, __LINE__)
void check_same(double actual, double expected, const char *expr, const char *file,
                unsigned line);

#define CHECK_TEXT(actual, expected)                                                           \
    check_text((actual), (expected), #actual, __FILE__, __LINE__)
void check_text(const char *actual, const char *expected, const char *expr, const char *file,
                unsigned line);

/* `text` (not) containing `part`. */
#define CHECK_HAS(text, part)   check_part((text), (part), 1, #text, __FILE__, __LINE__)
#define CHECK_LACKS(text, part) check_part((text), (part), 0, #text, __FILE__, __LINE__)
void check_part(const char *text, const char *part, int wanted, const char *expr,
                const char *file, unsigned line);

/* A file of the source tree: $SRCDIR/name; free with g_free(). */
char *check_source_path(const char *name);

/* Compares with the file tests/report/NAME; writes it instead when UPDATE_GOLDEN is set. */
#define CHECK_GOLDEN(actual, name) check_golden((actual), (name), __FILE__, __LINE__)
void check_golden(const char *actual, const char *name, const char *file, unsigned line);
