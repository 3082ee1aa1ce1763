/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Writes what a simulation does into a Timeline (docs/semantics.md, "The timeline").
 */
#pragma once

#include "src/sim/core/watcher.h"
#include "src/timeline/timeline.h"

/* Clears the timeline, which must outlive the simulator, whose partitions its groups name. */
SimWatcher *sim_recorder_new(Timeline *timeline);
