/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What costs time, by place of the source: a simulation with SimulatorOptions.causes collects
 * it, so that what is worth simulating again (policy/what-if.h) can be chosen.  Seconds.
 */
#pragma once

#include "src/sim/core/watcher.h"

typedef enum {
    SIM_CAUSE_LOOP,      /* a parallel loop; site: of its crtpl_ */
    SIM_CAUSE_BASE,      /* user time that all processors repeat; site: of the call behind it */
    SIM_CAUSE_OPERATION, /* communication; site: of its start, for a reduction of its loop */
    SIM_CAUSE_PIPELINE,  /* waits inside of a loop with across_; site: of its crtpl_ */
    SIM_CAUSE_IO,        /* input/output; site: of its function or biof_ */
    SIM_CAUSE_TASK,      /* from runam_ to stopam_; site: of runam_ */
} SimCauseKind;

typedef struct {
    SimCauseKind kind;
    Operation operation;     /* of OPERATION; else 0 */
    guint32 site;            /* of the trace, as all below */
    guint32 interval;        /* innermost, in the simulation's tally */
    const SimSystem *system; /* current there the first time; with `share`, of that */

    guint64 count;
    double time; /* of the processor with most: body, repeated time, input/output, or elapsed */
    double imbalance; /* LOOP: time - mean over the current system */
    double repeated;  /* LOOP, BASE: part of `time` that would be saved without copies; BASE:
                       * ticks of the clock not counted */
    double copies;    /* LOOP: least number of processors with the same iterations */
    double cost;      /* OPERATION: of the network */
    double exposed;   /* OPERATION, PIPELINE: waited for by the processor that waits longest */
    double hidden;    /* OPERATION: not waited for by the processor that hides most */
    guint32 start_site; /* OPERATION: call that starts it, and */
    guint32 wait_site;  /* where it is waited for; or SIM_NO_SITE: done at once */
    guint32 begin_site; /* OPERATION: binter_ and einter_ of the interval that consists of it */
    guint32 end_site;   /* alone; or SIM_NO_SITE */
    guint32 section;   /* BASE: site of the first such time since a call that is not ordinary */
    double portions;   /* PIPELINE: as PipeLinePar says, 0: chosen */
    gint64 after;      /* BASE: largest line of a call before, in the same file; 0: none */
    guint32 from_site; /* BASE: the last call before in another file, or SIM_NO_SITE */
    guint64 n_wrapped; /* BASE: times that follow a call at the same or a later line, */
    double wrapped;    /* what they take, */
    gint64 before;     /* and the largest of these lines: the end of a loop's body */
    double stayed;     /* BASE: what stands between two calls of the site's line */
    guint32 region;    /* TASK: site of the first runam_ since the processors met, */
    guint64 region_of; /* the interval of it, */
    const SimSystem *outer; /* and the system outside */
    const SimShare *share;  /* LOOP: the last share that was not even, or NULL */
} SimCause;

/* All of them, in the order in which they were met first. Valid as long as the simulation. */
typedef struct _SimCauses {
    GPtrArray *all; /* owned SimCause */
} SimCauses;

SimWatcher *sim_causes_new(void);

/* What the watcher collects. */
const SimCauses *sim_causes_of(const SimWatcher *watcher);
