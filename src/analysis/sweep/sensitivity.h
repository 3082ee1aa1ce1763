/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * How the predicted time of a configuration changes with the parameters of its machine: each
 * real one (times, power, scale) a tenth less and a tenth more, the others as they are.
 */
#pragma once

#include "src/analysis/sweep/sweep.h"

/* The changed configurations as rows of a sweep of their own, to be predicted. A parameter that
 * is 0 stays 0, and one that a tenth takes out of its range stays as it is: they have no rows.
 */
Sweep *sweep_sensitivity_rows(const SweepRow *row);

/* Fills sweep->sensitivity from the rows that were made for `row`, one of its rows. */
void sweep_sensitivity_collect(Sweep *sweep, const SweepRow *row, const Sweep *changed);
