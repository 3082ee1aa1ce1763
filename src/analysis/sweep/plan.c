/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/sweep/plan.h"

#include "src/analysis/sweep/axes.h"
#include "src/analysis/sweep/best.h"
#include "src/analysis/sweep/part.h"
#include "src/analysis/sweep/search.h"
#include "src/analysis/sweep/sensitivity.h"
#include "src/analysis/sweep/topology.h"

typedef struct {
    const TraceProgram *program;
    SweepRunOptions options;
} Job;

Sweep *
sweep_plan_rows(const SweepPlan *plan, const TraceProgram *program, GError **error)
{
    g_autoptr(Sweep) sweep = sweep_new();
    sweep->objective = plan->objective;
    sweep->floor = plan->floor;
    sweep_describe_trace(sweep, program);
    g_autoptr(SimLayout) layout = sim_layout_new(program);
    sweep->trace.extents = topology_extents(layout);
    if (plan->most > 0)
        return g_steal_pointer(&sweep);
    if (!sweep_axes_add_rows(sweep, plan->machines, plan->grids, plan->counts, plan->all_grids,
                             layout, error))
        return NULL;
    if (plan->parts > 0)
        sweep_part_take(sweep, plan->part, plan->parts);
    return g_steal_pointer(&sweep);
}

/* A SweepBatch. */
static gboolean
run_batch(Sweep *sweep, guint first, guint n, gpointer data)
{
    Job *job = data;
    const gboolean done = sweep_run(sweep, first, n, job->program, &job->options);
    job->options.before += n;
    return done;
}

/* Each machine in turn. */
static gboolean
search_all(const SweepPlan *plan, Sweep *sweep, Job *job)
{
    g_autoptr(SimLayout) layout = sim_layout_new(job->program);
    for (guint i = 0; i < plan->machines->len; i++) {
        const SweepSearchOptions options = {
            .machine = g_ptr_array_index(plan->machines, i),
            .layout = layout,
            .most = plan->most,
            .all = SWEEP_SEARCH_ALL,
            .coarse = SWEEP_SEARCH_COARSE,
            .batch = run_batch,
            .data = job,
        };
        if (!sweep_search(sweep, job->program, &options))
            return FALSE;
    }
    return TRUE;
}

void
sweep_plan_predict(const SweepPlan *plan, Sweep *sweep, const TraceProgram *program,
                   const SweepRunOptions *options)
{
    Job job = { program, *options };
    const gboolean done = plan->most > 0 ? search_all(plan, sweep, &job)
                                         : run_batch(sweep, 0, sweep->rows->len, &job);
    if (!done || !plan->sensitivity)
        return;
    g_autoptr(SweepMachines) machines = sweep_machines_new(sweep);
    SweepAdvice advice;
    sweep_advise(sweep, machines, &advice);
    if (advice.best == SWEEP_NOTHING)
        return;
    job.options.visit = NULL; /* they are no rows of the sweep */
    sweep->interrupted |= !sweep_sensitivity(sweep, (guint)advice.best, run_batch, &job);
}
