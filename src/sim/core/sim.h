/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Inside of a running simulation: the state that the handlers of calls share.  Only src/sim/
 * includes this; src/sim/simulator.h is what others see.
 */
#pragma once

#include "src/params/machine.h"
#include "src/params/params.h"
#include "src/sim/core/clock.h"
#include "src/sim/core/error.h"
#include "src/sim/core/policy.h"
#include "src/sim/core/tally.h"
#include "src/sim/core/watcher.h"
#include "src/sim/objects/loop-map.h"
#include "src/sim/objects/object.h"
#include "src/trace/program/process.h"

/* Warnings of one kind that are printed before the rest is only counted. */
#define SIM_MOST_WARNINGS 20

typedef enum {
    SIM_WARNING_INTERVAL, /* an end that does not match its begin */
    SIM_WARNING_RESTART,  /* a second start without a wait */
    SIM_WARNING_NO_WAIT,  /* a start never waited for */
    SIM_WARNING_RESULT,   /* a copy whose Res is not its number of elements */
    SIM_WARNING_CALL,     /* --keep-going */
    SIM_WARNING_OTHER,
    SIM_N_WARNINGS,
} SimWarning;

typedef struct _SimCauses SimCauses;     /* src/sim/watch/causes.h */
typedef struct _SimPartners SimPartners; /* src/sim/watch/partners.h */
typedef struct _SimWaits SimWaits;       /* src/sim/watch/waits.h */
typedef struct _SimLinks SimLinks;       /* src/sim/watch/links.h */

/* One pair (abstract machine, processor system) of the stack. */
typedef struct {
    const SimSystem *system;
    SimMachine *machine; /* owned reference */
    double scale;        /* of computing in it: policy/what-if.c */
    gboolean is_timed;   /* watch/causes.c knows when it began: not a runam_ in error, */
    SimSum start;        /* the largest clock then, */
    gpointer cause;      /* and the SimCause that it adds to, or NULL */
} SimFrame;

/* One call on its way through the simulation; times after overhead and power, before speed. */
typedef struct {
    const TraceCall *at;
    const TraceRecord *record; /* of the call line */
    const TraceRecord *ret;    /* of the return line */
    double t_call, t_return;   /* seconds */
    gboolean call_done;        /* set by a handler that accounted t_call itself */
    gboolean return_done;      /* likewise t_return */
} SimCall;

struct _Simulator {
    const TraceProgram *program; /* its calls may come one by one */
    const Params *params;
    ParamsMachine *machine; /* owned; what a network of nodes and links borrows, or NULL */
    GArray *speeds;         /* of ParamsSpeed: of the processors in order, empty: all 1 */
    RaterNetwork whole;     /* the network of the parameters, */
    RaterNetwork network;   /* and what a policy leaves of it now */
    gboolean per_processor; /* see SimulatorOptions */
    gboolean watches_links; /* each message counts, whatever could be told by dimension */
    gboolean keep_going;

    SimSystems *systems;
    SimClock clock;
    SimTally *tally;
    SimWatchers watchers;
    const RaterWatch *watch_calls; /* SimulatorOptions */
    SimTally *lines;             /* that a watcher keeps, or NULL, */
    const SimCauses *causes;     /* likewise */
    const SimPartners *partners; /* likewise */
    SimWaits *waits;             /* likewise */
    const SimLinks *links;       /* likewise */
    SimPolicy *policy;           /* owned; NULL: nothing changes */
    GArray *stack;               /* of SimFrame; the last is current, the first the root */
    const SimSystem *system;     /* of the last frame */

    /* What times and costs belong to, for watchers and policy: only kept up when there are any.
     * The site of the call, or of what it is done for; SIM_NO_SITE: of nothing in the source.
     */
    guint32 site;
    guint32 bracket; /* likewise of the biof_ that is open */

    TraceProcess process;
    gboolean of_process[SIM_BASE_PROCESS]; /* whether the call's base times are its */

    SimCall call;  /* that is simulated */
    GError *error; /* why it failed, or NULL */

    gboolean in_io;       /* between the returns of biof_ and eiof_ */
    GPtrArray *objects;   /* SimObject (owned reference) or NULL by reference number */
    SimSum serial;        /* all times: the program on one processor */
    SimLoop *last_mapped; /* owned reference: the loop mapped last, or NULL */
    SimMappings *mappings;
    SimLoopMaps *loop_maps;
    GHashTable *traffic;      /* GBytes (what moves) -> what: calls/move.c */
    RaterExchange collective; /* the last one that is not remembered there */

    GArray *n_unknown;   /* of guint64, by record: calls for the one warning a name */
    GPtrArray *warnings; /* owned strings */
    guint64 n_warned[SIM_N_WARNINGS];
};

/* The frame that is current. */
static inline SimFrame *
sim_frame(const Simulator *sim)
{
    return &g_array_index(sim->stack, SimFrame, sim->stack->len - 1);
}

/* From here on the network costs nothing of these RaterNetworkParts. */
void sim_leave_out(Simulator *sim, unsigned parts);

/* "FILE:LINE: warning: NAME: ..." once for each call up to SIM_MOST_WARNINGS a kind; line 0:
 * "FILE: warning: ...". */
void sim_warn(Simulator *sim, SimWarning kind, guint64 line, const char *format, ...)
    G_GNUC_PRINTF(4, 5);

/* Warns when an operation of `object` (NULL is allowed) was started and not waited for. */
void sim_warn_unwaited(Simulator *sim, gpointer object);

/* Says why the call failed, with "FILE:LINE: error: NAME: ..." and SIMULATOR_ERROR_CALL, unless
 * that was said before; always returns FALSE. */
gboolean sim_fail(Simulator *sim, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* The same for too many classes of processors, with SIMULATOR_ERROR_MEMORY. */
gboolean sim_fail_classes(Simulator *sim);

/* The same for a status of rater/ other than RATER_OK; TRUE when it is RATER_OK. */
gboolean sim_check(Simulator *sim, RaterStatus status);
