/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Times by line of the source: a second tally in which a line is what an interval is in the
 * first.  Lines are children of the root, which has no time of its own; number of operations
 * and levels mean nothing in it.
 */
#pragma once

#include "src/sim/core/watcher.h"

SimWatcher *sim_lines_new(void);

/* The tally of lines. */
SimTally *sim_lines_tally(SimWatcher *watcher);
