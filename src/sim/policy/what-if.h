/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Simulating without a cause: what a program would take if a place of its source cost nothing,
 * were balanced, were parallel.  Only the time of the whole run means something then; the
 * tally does not.
 */
#pragma once

#include "src/sim/core/policy.h"

typedef guint64 SimWhatIfFlags;

/* Repeated time is shared: user time by the processors that repeat it; a loop's body by those
 * that execute the same iterations. */
#define SIM_WHAT_IF_PARALLEL  ((SimWhatIfFlags)1)
#define SIM_WHAT_IF_NO_COPIES ((SimWhatIfFlags)64)
/* A loop's body takes each processor of the current system the mean. */
#define SIM_WHAT_IF_BALANCED ((SimWhatIfFlags)2)
/* Input/output takes no time. */
#define SIM_WHAT_IF_NO_IO ((SimWhatIfFlags)4)
/* A loop with across_: no processor waits for another; its edges cost nothing. The exchange of
 * old edges before it is an operation of its own. */
#define SIM_WHAT_IF_NO_PIPELINE ((SimWhatIfFlags)8)
/* A loop with across_: the number of portions is the best one. */
#define SIM_WHAT_IF_BEST_GRAIN ((SimWhatIfFlags)16)
/* A loop with across_: the messages of its pipeline cost no start times. */
#define SIM_WHAT_IF_NO_PIPELINE_START ((SimWhatIfFlags)32)
/* binter_ and einter_ are not called: all that stands between them is left out. */
#define SIM_WHAT_IF_NO_INTERVAL ((SimWhatIfFlags)128)
/* An operation of the group costs nothing; costs no start times; its wait is where the
 * processors meet next (an exchange hidden behind the computing that follows). */
#define SIM_WHAT_IF_NO_COST(operation)    ((SimWhatIfFlags)1 << (8 + (operation)))
#define SIM_WHAT_IF_NO_START(operation)   ((SimWhatIfFlags)1 << (16 + (operation)))
#define SIM_WHAT_IF_OVERLAPPED(operation) ((SimWhatIfFlags)1 << (24 + (operation)))
/* Calls that an operation of the group (REDUCTION, REMOTE or REDISTRIBUTION) is made of are not
 * made. */
#define SIM_WHAT_IF_NO_CALLS(operation) ((SimWhatIfFlags)1 << (32 + (operation)))

typedef struct {
    GArray *flags;   /* of SimWhatIfFlags, by site; missing ones are 0 */
    GArray *factors; /* of double, by id of a system: what computing of tasks on it is
                      * multiplied by; 0 or missing: nothing is said of it */
    double copies;   /* both leave so many processors with the same, >= 1 */
} SimWhatIf;

SimWhatIf *sim_what_if_new(void);
void sim_what_if_free(SimWhatIf *what_if);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SimWhatIf, sim_what_if_free)

/* A simulation without what this names, which must outlive it. */
SimPolicy *sim_what_if_policy_new(const SimWhatIf *what_if);

/* Adds flags at a site as of SimCause.site: of the operation's start, the loop's crtpl_, the
 * call behind the user time, the input/output function or its biof_; and of other calls that an
 * operation is made of. */
void sim_what_if_add(SimWhatIf *what_if, guint32 site, SimWhatIfFlags flags);

/* Computing of tasks on the system with this number takes `factor` times as long. */
void sim_what_if_scale(SimWhatIf *what_if, guint system, double factor);

/* Adds all that `other` (may be NULL) says. */
void sim_what_if_merge(SimWhatIf *what_if, const SimWhatIf *other);

/* Whether both say the same; either may be NULL. */
gboolean sim_what_if_equal(const SimWhatIf *a, const SimWhatIf *b);
