/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Traces of programs that have much of one thing, written as the run-time system would.
 */
#pragma once

#include <glib.h>

typedef gboolean (*BenchProgram)(const char *path, guint n, GError **error);

/* n intervals by expression, each with a parallel loop, an exchange of shadow edges and a
 * reduction. */
gboolean bench_program_intervals(const char *path, guint n, GError **error);

/* A parallel loop in n intervals, one in the other. */
gboolean bench_program_nested(const char *path, guint n, GError **error);

/* n loops over a matrix, each with other bounds. */
gboolean bench_program_loops(const char *path, guint n, GError **error);

/* n arrays, each created, aligned, used in a loop and deleted. */
gboolean bench_program_arrays(const char *path, guint n, GError **error);

/* n arrays aligned with one template, which is then redistributed. */
gboolean bench_program_alive(const char *path, guint n, GError **error);

/* n redistributions, each by other weights. */
gboolean bench_program_weights(const char *path, guint n, GError **error);

/* Elimination in a matrix of n rows: for each row an interval with a search for the pivot, the
 * pivot's row for all, and a loop over the rows below. */
gboolean bench_program_elimination(const char *path, guint n, GError **error);
