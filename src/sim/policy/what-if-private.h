/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Inside of policy/what-if-hooks.h.
 */
#pragma once

#include "src/sim/policy/what-if-hooks.h"

/* An operation whose wait was put off. */
typedef struct {
    SimAsync async;
    Operation group;
} Deferred;

/* A task that is running. */
typedef struct {
    SimCause *cause; /* or NULL */
    SimSum start;
    double scale; /* of the task around it */
    guint depth;  /* of the stack of systems while it runs */
} RunningTask;

struct _SimWhatIfState {
    const SimWhatIf *spec; /* or NULL: only collects */
    SimCauses *causes;     /* owned, or NULL: only simulates */
    RaterNetwork network;  /* as it is */
    SimWhatIfFlags now;    /* of `site` */
    guint32 site;          /* of the call, or of what it belongs to */
    guint32 bracket;       /* site of the biof_ that is open */
    RtGroup group;         /* of the call */
    guint32 last_site;     /* of the call before */
    guint last_call;       /* its RtCallId */
    guint32 section;       /* site of the first user time since a call that is not ordinary */
    guint32 from_site;     /* of the call before when it is in another file, or NO_SITE */
    gint64 after;          /* its line when it is in the same file, or 0 */
    gboolean wraps;        /* it is not above this one: a loop's next turn */
    gboolean stays;        /* it is another call of the same line */
    double scale;          /* of computing, by the tasks that run */
    GArray *deferred;      /* of Deferred */
    GArray *tasks;         /* of RunningTask */
    guint32 region;        /* site of the first runam_ since the processors met, or NO_SITE */
    gboolean begun;        /* the first call is past */
    gboolean last_turn;    /* of a loop: a dopl_ that says so */
};

/* What is collected for this key, in the current interval and system; NULL: nothing is. */
SimCause *sim_what_if_cause(Simulator *sim, SimCauseKind kind, Operation operation,
                            guint32 site);

/* Seconds that the first processor takes for t. */
double sim_what_if_seconds(const Simulator *sim, double t);

/* Whether the call copies what needs not be copied: its own time is that of copying. */
gboolean sim_what_if_is_left_out(const SimWhatIfState *state);

/* Waits now for what was put off. */
gboolean sim_what_if_wait_deferred(Simulator *sim, const SimCall *call, GError **error);
