/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Replays a call graph against a processor system (simulation.md).  The call graph is only read, so
 * any number of simulators may run over it at the same time in different threads.
 */
#pragma once

#include "src/params/params.h"
#include "src/sim/sim-clock.h"
#include "src/sim/sim-ledger.h"
#include "src/trace/call-graph.h"

#define SIMULATOR_ERROR (simulator_error_quark())
GQuark simulator_error_quark(void);

typedef enum {
    SIMULATOR_ERROR_CALL,   /* a call that cannot be simulated: parameter, reference, rank, size */
    SIMULATOR_ERROR_MEMORY, /* the configuration would not fit in memory */
} SimulatorErrorCode;

typedef struct {
    /* Every processor a class of its own, shares enumerated one by one: the oracle of the tests. */
    gboolean per_processor;
    /* A call in error is accounted by base and listed among the warnings. */
    gboolean keep_going;
    /* Communication costs nothing, whatever the parameters say (serialisation efficiency). */
    gboolean ideal_network;
} SimulatorOptions;

typedef struct _Simulator Simulator;

/* Both must outlive the simulator. NULL with SIMULATOR_ERROR_MEMORY when the processor system is too
 * large for what is asked. */
Simulator *simulator_new(const CallGraph *graph, const Params *params,
                         const SimulatorOptions *options, GError **error);
void simulator_free(Simulator *simulator);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Simulator, simulator_free)

/* Simulates all calls. On failure "FILE:LINE: error: CALL: ..." */
gboolean simulator_run(Simulator *simulator, GError **error);

/* Results, valid until the simulator is freed. */
SimLedger *simulator_ledger(Simulator *simulator);
SimSystems *simulator_systems(Simulator *simulator);
SimClock *simulator_clock(Simulator *simulator);

/* The largest clock of all processors. */
double simulator_time(Simulator *simulator);

/* Warnings of the simulation ("FILE:LINE: warning: ..."), in the order they came up; owned strings. */
const GPtrArray *simulator_warnings(const Simulator *simulator);
