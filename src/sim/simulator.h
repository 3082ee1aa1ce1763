/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Replays calls against a processor system (docs/semantics.md): one by one as they are read, or
 * a whole call graph, which is only read, so that any number of simulators may run over it at
 * the same time in different threads.
 */
#pragma once

#include "src/params/machine.h"
#include "src/params/params.h"
#include "src/sim/core/clock.h"
#include "src/sim/core/error.h"
#include "src/sim/core/tally.h"
#include "src/sim/core/watcher.h"
#include "src/sim/objects/object.h"
#include "src/sim/policy/what-if.h"
#include "src/sim/watch/causes.h"
#include "src/sim/watch/links.h"
#include "src/sim/watch/partners.h"
#include "src/sim/watch/waits.h"
#include "src/timeline/timeline.h"
#include "src/trace/program/program.h"

typedef struct {
    /* Every processor a class of its own, shares enumerated one by one: the oracle of the
     * tests. */
    gboolean per_processor;
    /* A call in error is accounted by base and listed among the warnings. */
    gboolean keep_going;
    /* Communication costs nothing, whatever the parameters say (serialisation efficiency). */
    gboolean ideal_network;
    /* Of waiting and communication keep only how long they take, by far the most that is
     * counted for an interval: synchronisation, variation and overlap are 0 in its tally. */
    gboolean times_only;
    /* Hold processors by number, not by coordinates: costs more, and is needed for views that
     * are no product of the topology's dimensions. Without it such a psview_ ends the run with
     * SIMULATOR_ERROR_FLAT. */
    gboolean flat;
    /* Keep times by line of the source too: simulator_lines(). */
    gboolean lines;
    /* Collect what messages do on a network of nodes and links: simulator_links(). */
    gboolean links;
    /* Messages do not disturb each other (congestion = none). */
    gboolean no_congestion;
    /* Filled with what the simulation does (or NULL), from its beginning to simulator_finish();
     * must outlive the simulator, whose partitions its groups name. Not together with what_if.
     */
    Timeline *timeline;
    /* Simulate without what this names (or NULL); it must outlive the simulator. Only
     * simulator_time() means something then. */
    const SimWhatIf *what_if;
    /* Collect what costs time: simulator_causes(). */
    gboolean causes;
    /* Told how far a long exchange is (or NULL); must outlive the simulator. */
    const RaterWatch *watch;
    /* Told how many calls simulator_run() has simulated (or NULL); the same. */
    const RaterWatch *watch_calls;
    /* Collect who sends how much to whom: simulator_partners(). */
    gboolean partners;
    /* Collect what processors wait for: simulator_waits(). */
    gboolean waits;
    /* One more that is told what happens (or NULL); the simulator takes it over, also when it
     * is not made. */
    SimWatcher *watcher;
} SimulatorOptions;

/* Both must outlive the simulator; `program` may still be filled meanwhile. NULL with
 * SIMULATOR_ERROR_MEMORY when the processor system is too large for what is asked, _MACHINE
 * when its network cannot be predicted for. */
Simulator *simulator_new(const TraceProgram *program, const Params *params,
                         const SimulatorOptions *options, GError **error);
void simulator_free(Simulator *simulator);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Simulator, simulator_free)

/* Simulates the next call. On failure "FILE:LINE: error: CALL: ..." */
gboolean simulator_call(Simulator *simulator, const TraceCall *call, GError **error);

/* After the last call, when the program is complete. */
gboolean simulator_finish(Simulator *simulator, GError **error);

/* All calls that the program keeps, and the end. */
gboolean simulator_run(Simulator *simulator, GError **error);

/* Simulates all of `program`; flat, if it cannot be done otherwise. NULL with
 * SIMULATOR_ERROR_*.
 */
Simulator *simulator_simulate(const TraceProgram *program, const Params *params,
                              SimulatorOptions options, GError **error);

/* Seconds that tracing added to each TIME. What a trace tells of itself is better than what the
 * file of a machine says of traces in general; the command line knows best. */
double simulator_overhead(const TraceInfo *info, const Params *params);

/* Seconds on the target machine before a call of the trace and inside of it. */
double simulator_time_before(const TraceProgram *program, const Params *params,
                             const TraceCall *call);
double simulator_time_inside(const TraceProgram *program, const Params *params,
                             const TraceCall *call);

/* Results, valid until the simulator is freed. */
SimTally *simulator_tally(Simulator *simulator);
SimTally *simulator_lines(Simulator *simulator); /* watch/lines.h; NULL without `lines` */
const SimCauses *simulator_causes(Simulator *simulator);     /* NULL without `causes` */
const SimPartners *simulator_partners(Simulator *simulator); /* NULL without `partners` */
const SimWaits *simulator_waits(Simulator *simulator); /* NULL without `waits` */
const SimLinks *simulator_links(Simulator *simulator); /* NULL without `links`, and on others */
/* The machine, owned by the caller from now on; the simulator has to be at its end. */
ParamsMachine *simulator_take_machine(Simulator *simulator);
SimSystems *simulator_systems(Simulator *simulator);
SimClock *simulator_clock(Simulator *simulator);

/* As far as it has come: the current processor system; SimObject or NULL by number of the
 * reference (object.h). */
const SimSystem *simulator_system(const Simulator *simulator);
const GPtrArray *simulator_objects(const Simulator *simulator);

/* The largest clock of all processors, which looking does not change; the sum of all times of
 * the trace on the target machine.
 */
double simulator_time(Simulator *simulator);
double simulator_serial_time(const Simulator *simulator);

/* Warnings of the simulation ("FILE:LINE: warning: ..."), in the order they came up; owned
 * strings. */
const GPtrArray *simulator_warnings(const Simulator *simulator);
