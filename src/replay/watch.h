/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the last call did to the processors: who waited longest for others, whether they
 * communicated.
 */
#pragma once

#include "src/sim/core/watcher.h"

typedef struct {
    SimWatcher base;
    double waited;                 /* longest wait for others or for a completion, seconds */
    const SimPartition *partition; /* the processors that did: class `which` of it; NULL: none */
    guint which;
    gboolean communicates; /* some spent time in communication other than that */
} ReplayWatch;

/* To be given to a simulator (SimulatorOptions.watcher). */
ReplayWatch *replay_watch_new(void);
