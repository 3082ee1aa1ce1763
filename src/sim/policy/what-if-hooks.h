/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the handlers of calls say to, and ask of, policy/what-if.h and watch/causes.h.  Only for
 * a Simulator whose what_if is not NULL; every caller tests that.
 */
#pragma once

#include "rater/pipeline/pipeline.h"
#include "src/sim/core/sim.h"
#include "src/sim/policy/what-if.h"

typedef struct _SimWhatIfState SimWhatIfState;

SimWhatIfState *sim_what_if_state_new(Simulator *sim, const SimWhatIf *what_if,
                                      gboolean causes);
void sim_what_if_state_free(SimWhatIfState *state);

/* What was collected, or NULL. */
SimCauses *sim_what_if_causes(SimWhatIfState *state);

/* A call begins; times and costs are those of its site, or of what `focus` says instead. */
void sim_what_if_begin(Simulator *sim, const SimCall *call);
void sim_what_if_focus(Simulator *sim, guint32 site);

/* The program ends at this site of the trace, SIM_NO_SITE when that is not known. */
void sim_what_if_exit(Simulator *sim, guint32 site);

/* User or system time that all processors spend: how much of it. */
double sim_what_if_base(Simulator *sim, guint what, double t);

/* Input/output: how much of it. */
double sim_what_if_io(Simulator *sim, double t);

/* biof_: what follows belongs to its site. */
void sim_what_if_bracket(Simulator *sim);

/* The body of a parallel loop, or copying (SIM_TALLY_SHARED_SYS): how much of it; TRUE when it
 * was accounted here. */
gboolean sim_what_if_shared(Simulator *sim, SimTallyKind kind, const SimShare *share,
                            double *t);

/* What each processor of a pipeline computes, by its number (number[], by class of view->of,
 * -1: it has no iterations). */
void sim_what_if_pipeline_work(Simulator *sim, const SimShare *share, double t, SimView *view,
                               const gint64 number[], double work[]);

/* A pipelined loop: its number of portions (0: the best one), *skip: it is to be an ordinary
 * loop; what the processor waited that waited longest. */
void sim_what_if_pipeline(Simulator *sim, double *portions, gboolean *skip);
void sim_what_if_pipeline_waited(Simulator *sim, double portions,
                                 const RaterPipelineTimes times[], gsize n);

/* All processors of the system meet: what was put off is waited for now. */
gboolean sim_what_if_meet(Simulator *sim, const SimCall *call, GError **error);

/* An operation of `group` is set going, or is done at once, for `cost`. */
void sim_what_if_start(Simulator *sim, Operation group, SimAsync *async, double cost);
void sim_what_if_communicate(Simulator *sim, Operation group, double cost);

/* A wait: TRUE when it is put off. `view`: the clocks before it. */
gboolean sim_what_if_wait(Simulator *sim, Operation group, const SimAsync *async,
                          const SimView *view);

/* runam_ and stopam_, when sim->system is the task's. */
gboolean sim_what_if_task(Simulator *sim, const SimCall *call, gboolean begins, GError **error);
