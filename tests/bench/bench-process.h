/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Other programs, and this one once more, where a process of its own is what is to be measured.
 */
#pragma once

#include <glib.h>

/* Runs a program (found in PATH) to its end and drops what it writes to standard output. A
 * status other than 0 is an error. argv is NULL-terminated. */
gboolean bench_process_run(const char *const *argv, GError **error);

/* The same with standard output in *output; free with g_free(). */
gboolean bench_process_output(const char *const *argv, char **output, GError **error);

/* Most memory that this process has had resident since it began, bytes; 0 when the system does
 * not tell. */
guint64 bench_process_peak(void);

/* Load average of the last minute, -1 when the system does not tell. */
double bench_process_load(void);
