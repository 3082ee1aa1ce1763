/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * How the predicted time of a configuration changes with the parameters of its machine: each
 * real one (times, power, scale) a tenth less and a tenth more, the others as they are.
 */
#pragma once

#include "src/analysis/sweep/sweep.h"

/* Fills sweep->sensitivity for row number `best`; the changed configurations, rows of a sweep
 * of their own, are predicted by `batch`. A parameter that is 0 stays 0, and one that a tenth
 * takes out of its range stays as it is. FALSE: the batch was interrupted. */
gboolean sweep_sensitivity(Sweep *sweep, guint best, SweepBatch batch, gpointer data);
