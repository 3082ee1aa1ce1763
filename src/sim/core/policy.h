/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Policies: what changes the times of a simulation (src/sim/policy/).  The core asks where a
 * time arises; without a policy the answer costs one test.  Seconds.
 */
#pragma once

#include "src/sim/core/clock.h"
#include "src/sim/core/tally.h"
#include "src/sim/core/watcher.h"
#include "src/sim/objects/object.h"

typedef struct _Simulator Simulator;
typedef struct _SimPolicy SimPolicy;

/* Each may be NULL: nothing changes. */
typedef struct {
    void (*free)(SimPolicy *policy);

    /* Times and costs are from here on those of sim->site. May change sim->network. */
    void (*focus)(SimPolicy *policy);

    /* How much of the base time (SIM_BASE_CPU or _SYS) or input/output is taken. */
    double (*base)(SimPolicy *policy, guint what, double t);
    double (*io)(SimPolicy *policy, double t);

    /* How much of a shared time is taken; TRUE: the clocks have got it already. */
    gboolean (*share)(SimPolicy *policy, SimTallyKind kind, const SimShare *share, double *t);

    /* All processors of the current system meet. */
    gboolean (*meet)(SimPolicy *policy);

    /* TRUE: the wait is put off. */
    gboolean (*wait)(SimPolicy *policy, Operation group, const SimAsync *async);

    /* runam_ or stopam_, while sim->system is the task's. */
    gboolean (*task)(SimPolicy *policy, gboolean begins);

    /* A pipelined loop: into how many portions it is cut (0: the best number), and FALSE when
     * it is an ordinary one. Then what each of its processors computes, run->work, before it is
     * run. */
    gboolean (*pipeline)(SimPolicy *policy, double *portions);
    void (*work)(SimPolicy *policy, const SimPipelineRun *run);
} SimPolicyClass;

/* Beginning of what a policy is. */
struct _SimPolicy {
    const SimPolicyClass *class;
    Simulator *sim; /* set when the simulator gets it */
};

/* Whether the policy has an answer. */
#define SIM_ASKS(policy, question)                                                             \
    (G_UNLIKELY((policy) != NULL) && (policy)->class->question != NULL)
