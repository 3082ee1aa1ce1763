/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Predictions made by hand, for tests of reports.  All are freed with prediction_free().
 */
#pragma once

#include "src/report/value/report.h"
#include "tests/sim/processors.h"

/* 2x2 processors, MAIN with four nested intervals, two classes of processors; round numbers
 * that add up as those of a simulation do. */
Prediction *builder_sample(void);

/* The same with names and messages that hold markup, quotes, line ends, escape sequences and
 * bytes that are not UTF-8. */
Prediction *builder_hostile(void);

/* The name of a file in it, as the trace gives it, with U+FFFD for what is not UTF-8 or not fit
 * for XML, and as it is shown to people. */
#define BUILDER_HOSTILE_FILE "a\"b,<script>alert(1)</script>\n\033[31m&amp;\xff\xc3(';--.fdv"
#define BUILDER_HOSTILE_UTF8                                                                   \
    "a\"b,<script>alert(1)</script>\n\033[31m&amp;\xef\xbf\xbd\xef\xbf\xbd(';--.fdv"
#define BUILDER_HOSTILE_XML                                                                    \
    "a\"b,<script>alert(1)</script>\n\xef\xbf\xbd[31m&amp;\xef\xbf\xbd\xef\xbf\xbd(';--.fdv"
#define BUILDER_HOSTILE_SHOWN                                                                  \
    "a\"b,<script>alert(1)</script>\\x0a\\x1b[31m&amp;\\xff\\xc3(';--.fdv"

/* `n` intervals, each nested in a random earlier one of the current branch, over a grid of 3x4
 * processors in random classes, values with all their bits. The same for the same seed. */
Prediction *builder_random(guint32 seed, guint n);

/* `n` intervals over a grid of 1024x1024 processors in nine classes (corners, edges, inside).
 */
Prediction *builder_large(guint n);

/* Disjoint boxes as a set; release with processor_set_unref(). */
ProcessorSet *builder_set(const RaterGrid *grid, guint n, const ProcessorBox boxes[]);

/* A chain of `n` intervals, each nested in the one before. */
Prediction *builder_deep(guint n);

/* The report as text of `len` bytes, NUL-terminated; free with g_free(). NULL with `error` set
 * when the format failed. `options` may be NULL: everything is shown. */
char *builder_render(const Prediction *prediction, const ReportOptions *options,
                     const char *format, gsize *len, GError **error);
