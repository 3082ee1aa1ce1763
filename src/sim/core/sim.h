/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Inside of a running simulation: the state that the handlers of calls share.  Only src/sim/
 * includes this; simulator.h is what others see.
 */
#pragma once

#include "src/sim/core/clock.h"
#include "src/sim/core/simulator.h"
#include "src/sim/core/tally.h"
#include "src/sim/objects/object.h"
#include "src/sim/watch/lines.h"
#include "src/sim/watch/recorder.h"

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

/* One pair (abstract machine, processor system) of the stack. */
typedef struct {
    const SimSystem *system;
    SimMachine *machine; /* owned reference */
} SimFrame;

struct _SimWhatIfState;

struct _Simulator {
    const TraceProgram *program; /* its calls may come one by one */
    const Params *params;
    RaterNetwork network;
    SimulatorOptions options;

    SimSystems *systems;
    SimClock clock;
    SimTally *tally;
    SimTally *lines;         /* NULL: not asked for */
    SimRecorder *recorder;   /* NULL: no timeline */
    GArray *stack;           /* of SimFrame; the last is current, the first the root */
    const SimSystem *system; /* of the last frame */

    struct _SimWhatIfState *what_if; /* policy/what-if-hooks.h; NULL: not asked for */

    gboolean in_io;       /* between the returns of biof_ and eiof_ */
    GPtrArray *objects;   /* SimObject (owned reference) or NULL by reference number */
    GArray *site_of;      /* of guint32: the first site with the same file and line */
    GHashTable *sites;    /* "LINE FILE" -> that site */
    SimSum serial;        /* all times: the program on one processor */
    SimLoop *last_mapped; /* owned reference: the loop mapped last, or NULL */
    SimMappings *mappings;
    SimLoopMaps *loop_maps;
    GHashTable *traffic; /* GBytes (what moves) -> RaterTraffic: calls/move.h */

    GArray *n_unknown;   /* of guint64, by record: calls for the one warning a name */
    GPtrArray *warnings; /* owned strings */
    guint64 n_warned[SIM_N_WARNINGS];
    gboolean named_later[RT_N_CALLS];
};

/* One call on its way through the simulation; times after overhead and power, before speed. */
typedef struct {
    const TraceCall *at;
    const TraceRecord *record; /* of the call line */
    const TraceRecord *ret;    /* of the return line */
    double t_call, t_return;   /* seconds */
    gboolean call_done;        /* set by a handler that accounted t_call itself */
    gboolean return_done;      /* likewise t_return */
} SimCall;
