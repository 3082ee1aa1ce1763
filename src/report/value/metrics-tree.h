/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The metrics of metrics.h in JSON and XML: of program, machine, processors and intervals those
 * that table III of IPS marks, and histograms over time.
 */
#pragma once

#include "src/analysis/activity/metrics.h"

/* Processors that are written, and stretches of time of the histograms. */
#define METRICS_TREE_PROCESSORS 64
#define METRICS_TREE_BINS       50

/* What the histograms are of; sets *n. Static. */
const Metric *metrics_tree_plots(guint *n);
