/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Many simulations of one call graph without one cause each, side by side: their times.  The
 * same question is simulated once.
 */
#pragma once

#include "src/params/params.h"
#include "src/sim/simulator.h"

typedef struct _WhatIfRuns WhatIfRuns;

/* The program must outlive the runs. n_threads 0: all processors of this machine. `keep_going`:
 * as in SimulatorOptions. */
WhatIfRuns *what_if_runs_new(const TraceProgram *program, guint n_threads, gboolean keep_going);
void what_if_runs_free(WhatIfRuns *runs);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(WhatIfRuns, what_if_runs_free)

/* Asks for the time on the machine `params` (copied) without `what_if` (taken over; NULL: with
 * everything); returns the number of the question. */
guint what_if_runs_add(WhatIfRuns *runs, const Params *params, SimWhatIf *what_if);

/* Simulates what was asked for since the last time. */
void what_if_runs_go(WhatIfRuns *runs);

/* Execution time in seconds; INFINITY when it cannot be simulated so (another grid may be too
 * small for a task, or tell too many processors apart). */
double what_if_runs_time(const WhatIfRuns *runs, guint question);

/* What the question leaves out; owned by the runs, may be NULL. */
const SimWhatIf *what_if_runs_get(const WhatIfRuns *runs, guint question);
