/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/value/metrics-tree.h"

const Metric *
metrics_tree_plots(guint *n)
{
    static const Metric plots[] = { METRIC_CPU,      METRIC_WAIT,  METRIC_WAIT_CPU,
                                    METRIC_MESSAGES, METRIC_BYTES, METRIC_CALLS };

    *n = G_N_ELEMENTS(plots);
    return plots;
}
