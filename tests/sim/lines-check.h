/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What must hold for the times of lines of every prediction that has them.
 */
#pragma once

#include "src/analysis/predict/line-times.h"
#include "src/analysis/predict/prediction.h"

/* CHECKs that the lines add up to MAIN: all its time but the idle one, its CPU and system time,
 * its input/output, its communication and synchronization. */
void lines_check_sums(const Prediction *p, const char *name);

/* CHECKs that two predictions of the same trace have the same lines, values within rel of the
 * total time. */
void lines_check_same(const Prediction *p, const Prediction *q, double rel, const char *name);

/* The line of this number in `file`, NULL: no call stands there. */
const LineTimes *lines_check_find(const Prediction *p, const char *file, gint64 line);
