/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * One prediction: simulates the call graph, and again on an ideal network, and makes
 * characteristics of intervals of what was accumulated.
 */
#pragma once

#include "src/analysis/predict/prediction.h"
#include "src/sim/simulator.h"

typedef struct {
    /* Every processor a class of its own, everything enumerated: the oracle of the tests. */
    gboolean per_processor;
    /* A call in error is accounted by base and listed among the warnings. */
    gboolean keep_going;
    /* Leave out the run on an ideal network: serialisation and transfer efficiency are then
     * those of a network without cost, and ideal_time is the execution time. */
    gboolean no_ideal;
    /* Fill Prediction.lines. */
    gboolean lines;
    /* Fill Interval.waited_for. */
    gboolean waits;
    /* Fill Prediction.links; takes another run, without congestion. */
    gboolean links;
    /* Told how far a long exchange is (or NULL), by one thread at a time. */
    const RaterWatch *watch;
    /* Told how many calls are simulated (or NULL), but of a stream; the same. */
    const RaterWatch *watch_calls;
    /* Filled with what the run did, or NULL. Its groups name partitions that the prediction
     * owns; Prediction.ids tells what its intervals are. */
    Timeline *timeline;
} PredictOptions;

/* `options` may be NULL (all off). Warnings of the trace and of the simulation are in the
 * result, in the order of the trace. NULL with SIMULATOR_ERROR_* and "FILE:LINE: error: ..." on
 * failure. */
Prediction *predict(const TraceProgram *program, const Params *params,
                    const PredictOptions *options, GError **error);

/* The same of the calls of a stream, one by one: the memory needed does not grow
 * with the length of the trace. `flat`: as in SimulatorOptions; without it a trace that needs
 * it fails with SIMULATOR_ERROR_FLAT, and must be read again. */
Prediction *predict_stream(TraceStream stream, const Params *params,
                           const PredictOptions *options, gboolean flat, GError **error);

/* What a simulation has come to so far, which it may go on from as if nobody had asked; without
 * the run on an ideal network. NULL with SIMULATOR_ERROR_MEMORY. */
Prediction *predict_so_far(Simulator *simulator, const TraceProgram *program,
                           const Params *params, GError **error);
