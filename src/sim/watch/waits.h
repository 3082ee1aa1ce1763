/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Whom processors wait for, by interval.  Those that meet wait for the one that comes last. What
 * it has spent in each interval since all processors met last, less what the waiting one has
 * spent there, is what is waited for: a wait is shared by the intervals in which the last one
 * spent more, in proportion to how much more. Whoever has waited for others of a task has come
 * the way of the one that came last there. At the end of the program the processors wait for
 * the one that ends last.
 */
#pragma once

#include "src/sim/core/watcher.h"

typedef struct _SimWaits SimWaits;

SimWatcher *sim_waits_new(void);
SimWaits *sim_waits_of(SimWatcher *watcher);

/* At the end: the clocks are final. */
void sim_waits_end(SimWaits *waits);

/* Seconds of processor time that were waited for an interval of the tally itself, without those
 * nested in it. */
double sim_waits_for(const SimWaits *waits, guint interval);
