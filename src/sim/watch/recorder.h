/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Writes what a simulation does into a Timeline (docs/semantics.md, "The timeline").
 *
 * The recorder follows the clocks: for each class of their partition it knows the last event.
 * It is told what is going to happen to the clocks and never changes them, so that a simulation
 * is the same to the last bit with and without it.  Without a timeline the simulator has none:
 * whoever calls these functions tests for NULL.
 */
#pragma once

#include "rater/transfer/pairs.h"
#include "src/sim/core/clock.h"
#include "src/sim/objects/object.h"
#include "src/timeline/timeline.h"

typedef struct _SimRecorder SimRecorder;

/* Clears the timeline. Both outlive the recorder. */
SimRecorder *sim_recorder_new(Timeline *timeline, const SimPartition *base);
void sim_recorder_free(SimRecorder *recorder);

/* What follows is done by a call at site number `site` of the trace, which is that file and
 * line (file NULL: nowhere; then the number is not used). */
void sim_recorder_call(SimRecorder *recorder, guint32 site, const char *file, gint64 line);

/* What follows happens in this interval of the tally. */
void sim_recorder_interval(SimRecorder *recorder, guint32 interval);

/* --- the clocks: called by core/clock.c ------------------------------------------------------
 */

/* of_old: for each class of `partition` that of the one before. */
void sim_recorder_refine(SimRecorder *recorder, const SimPartition *partition,
                         const guint of_old[]);

/* All clocks are those of class 0, and `partition` is that of the clocks from here on. */
void sim_recorder_settle(SimRecorder *recorder, const SimPartition *partition);

/* The base times that wait (sim_recorder_spend) go to class c; then, for all classes, they are
 * gone. Clocks before and after; the class's speed. */
void sim_recorder_flush(SimRecorder *recorder, guint c, SimSum before, SimSum after,
                        double speed);
void sim_recorder_flushed(SimRecorder *recorder);

/* --- accounting ------------------------------------------------------------------------------
 */

/* Base time of the processors whose clocks wait for it: after sim_clock_advance(). Before
 * speed.
 */
void sim_recorder_spend(SimRecorder *recorder, TimelineKind kind, double t);

/* The processors of class c were busy (CPU, SYS or IO) from one clock to the other. */
void sim_recorder_busy(SimRecorder *recorder, TimelineKind kind, guint c, SimSum before,
                       SimSum after);

/* --- operations: called before the clocks of the view change ---------------------------------
 */

/* The processors inside wait until `last`. `all`: they are all that there are. */
void sim_recorder_synchronise(SimRecorder *recorder, const SimView *view, Operation operation,
                              SimSum last, gboolean all);

/* The processors inside are at work for `cost` seconds. */
void sim_recorder_communicate(SimRecorder *recorder, const SimView *view, Operation operation,
                              double cost);

/* The last of the processors inside has come, though nobody waits for it. */
void sim_recorder_arrive(SimRecorder *recorder, const SimView *view, SimSum last);

/* The operation has been started where the processors met or the last of them came (`again`:
 * before a wait for an earlier start). */
void sim_recorder_start(SimRecorder *recorder, SimAsync *async, Operation operation,
                        gboolean again);

/* The processors inside wait for its completion. */
void sim_recorder_wait(SimRecorder *recorder, const SimView *view, Operation operation,
                       const SimAsync *async);

/* --- traffic of the next operation of this call ----------------------------------------------
 */

/* A number of messages whose pairs are of no interest. */
void sim_recorder_messages(SimRecorder *recorder, double bytes, double messages);

/* Of how many messages the pairs are of interest. */
guint sim_recorder_most_pairs(const SimRecorder *recorder);

/* What `key` was found to move when it was first asked; FALSE when it is new. */
gboolean sim_recorder_known(SimRecorder *recorder, GBytes *key);

/* `pairs` may be NULL: not known. Remembered for the key. */
void sim_recorder_traffic(SimRecorder *recorder, GBytes *key, const RaterTraffic *traffic,
                          const RaterPairs *pairs);
