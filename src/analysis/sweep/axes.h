/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * From the axes of a sweep, as a user writes them, to its rows.  The order is that of an
 * odometer: parameter files change slowest, then each varied parameter in the order given,
 * topologies fastest.
 *
 * Errors are of PARAMS_ERROR, and name what is wrong in the text given.
 */
#pragma once

#include "src/analysis/sweep/sweep.h"
#include "src/analysis/sweep/topology.h"

/* More configurations than anybody looks at. */
#define SWEEP_MOST_ROWS 100000

/* Machines are rows whose topology is still to come. A list of one or more of them, made from a
 * parameter file each; free with g_ptr_array_unref(). */
GPtrArray *sweep_axes_machines(void);

/* Puts a machine behind the others; takes over `params`. */
void sweep_axes_add_machine(GPtrArray *machines, const char *params_file, Params *params);

/* Leaves each machine once, the first of equal ones. */
void sweep_axes_unite_machines(GPtrArray *machines);

/* A NULL-terminated list of "NAME=V,V,..": replaces each machine by one for each combination of
 * values, equal ones once. Commas within braces, brackets and parentheses belong to a value, and
 * the one behind a seed of `vary speed`; no parameter comes twice, and the topology not at all. On failure what comes before in the list is done. */
gboolean sweep_axes_vary(GPtrArray *machines, char *const *texts, GError **error);

/* "1,2,4x2": appends grids (RaterGrid) to `grids`. Blanks separate as commas do. */
gboolean sweep_axes_topologies(GArray *grids, const char *text, GError **error);

/* "4", "1..64", "6,12,16..64": appends numbers (gint64) to `counts`: of a range the powers of
 * two in it, or with `every` all; a single number stands for itself. */
gboolean sweep_axes_processors(GArray *counts, const char *text, gboolean every,
                               GError **error);

/* Appends to sweep->rows, for each machine, the grids and then grids of each number of
 * processors: the most even one in the program's rank, or with `all` every one that leaves no
 * processor without elements (sweep->left_out tells of others); without any of both, the
 * machine's own topology. A grid that a machine has already is not taken again. */
gboolean sweep_axes_add_rows(Sweep *sweep, const GPtrArray *machines, const GArray *grids,
                             const GArray *counts, gboolean all, const SimLayout *layout,
                             GError **error);
