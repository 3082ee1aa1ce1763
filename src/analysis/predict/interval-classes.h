/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Characteristics of the intervals of a prediction and of their classes of processors, out of
 * what a simulation accumulated.
 */
#pragma once

#include "src/analysis/predict/prediction.h"
#include "src/sim/simulator.h"

/* Fills in the classes, characteristics and POP factors of all intervals of `prediction`, which
 * has its parameters and numbered intervals. ideal: Execution_time on an ideal network by
 * interval of the tally, or NULL. FALSE with SIMULATOR_ERROR_MEMORY. */
gboolean interval_classes_fill(Prediction *prediction, Simulator *simulator,
                               const double *ideal, GError **error);

/* Only the Execution_time of each interval of the tally, in seconds; free with g_free(). NULL
 * with SIMULATOR_ERROR_MEMORY. */
double *interval_classes_execution(Simulator *simulator, GError **error);
