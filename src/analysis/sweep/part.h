/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A sweep in parts, for jobs that know nothing of each other: each predicts a part of the rows,
 * and the parts are joined again.
 */
#pragma once

#include "src/analysis/sweep/sweep.h"

#define SWEEP_PART_ERROR (sweep_part_error_quark())
GQuark sweep_part_error_quark(void);

/* Rows first .. first + n - 1 by number of processors, most first, of equal ones the first
 * first. guint; free with g_array_unref(). */
GArray *sweep_part_order(const Sweep *sweep, guint first, guint n);

/* Leaves part `number` of `parts` (1 <= number <= parts), in the order of the whole, and notes
 * the place of each row in it. Rows are dealt out by size, there and back (1 2 3 3 2 1 1 ..),
 * so that two parts differ by one row at most in their number and by no more than the
 * processors of the largest row in the sum of them. */
void sweep_part_take(Sweep *sweep, guint number, guint parts);

/* Makes a whole of the parts that were read (src/report/sweep/read.h): rows in the order of the
 * whole, others behind them. FALSE with SWEEP_PART_ERROR when some are missing, which it names.
 * Nothing is done to a sweep that has no parts. sweep_merge() comes after it. */
gboolean sweep_part_join(Sweep *sweep, GError **error);
