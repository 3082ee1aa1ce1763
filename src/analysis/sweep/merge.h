/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * One sweep of several: rows that were put behind each other, from files or from machines that
 * shared the work.
 */
#pragma once

#include "src/analysis/sweep/sweep.h"

/* Leaves one row of each configuration (parameter file and parameters): the first that was
 * predicted or failed, at the place of the first of all. The rest of an interrupted sweep,
 * predicted later, so takes the places of the rows that were not run. Rows that are left
 * without a result leave the sweep interrupted. Machines are numbered anew. Returns how many
 * rows were left out whose result is not that of the row that stays. */
guint sweep_merge(Sweep *sweep);
