/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A second reader of traces, as simple as can be and without anything of the first but its
 * table of calls: all lines in memory, regular expressions, times as whole numbers of 10
 * nanoseconds.
 */
#pragma once

#include <glib.h>

/* What trace_check_dump() gives for the same text. Every TIME must have 8 digits after the
 * point, and the text no control characters but blanks and newlines. */
char *trace_naive_dump(const char *text, gsize size);
