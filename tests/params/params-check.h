/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Checks that several suites of this folder share.
 */
#pragma once

#include "src/params/params.h"
#include "tests/tap.h"

/* Equal texts; the report shows both. */
#define CHECK_TEXT(actual, expected)                                                           \
    params_check_text((actual), (expected), #actual, __FILE__, __LINE__)
void params_check_text(const char *actual, const char *expected, const char *expr,
                       const char *file, unsigned line);

/* The very same double; the report shows both. */
#define CHECK_SAME(actual, expected)                                                           \
    params_check_same((actual), (expected), #actual, __FILE__, __LINE__)
void params_check_same(double actual, double expected, const char *expr, const char *file,
                       unsigned line);

/* The very same times; the report shows both. */
#define CHECK_ATTO(actual, expected)                                                           \
    params_check_atto((actual), (expected), #actual, __FILE__, __LINE__)
void params_check_atto(RaterAtto actual, RaterAtto expected, const char *expr, const char *file,
                       unsigned line);

/* All fields of two sets are the same. */
#define CHECK_EQUAL(a, b) params_check_equal((a), (b), __FILE__, __LINE__)
void params_check_equal(const Params *a, const Params *b, const char *file, unsigned line);

/* Reads `text` as file "f"; a failure is reported, and gives the defaults. Never NULL; free
 * with params_free(). */
#define READ(text) params_check_read((text), __FILE__, __LINE__)
Params *params_check_read(const char *text, const char *file, unsigned line);

/* `path` within the source tree; free with g_free(). */
char *params_check_source(const char *path);
