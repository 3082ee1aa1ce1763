/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/sweep/bound.h"

#include "src/base/types.h"
#include "src/sim/simulator.h"

/* What summing up in another order may differ by. */
#define ROUNDING 1e-9

typedef struct {
    const Params *params;
    SimSum every, rest;
    gboolean in_io; /* between the returns of biof_ and eiof_ */
    gboolean tasks;
} Scan;

static void
add(Scan *scan, double seconds, gboolean by_every)
{
    sim_sum_add(by_every ? &scan->every : &scan->rest, seconds);
}

static void
scan_call(Scan *scan, const TraceProgram *program, const TraceCall *call)
{
    const RtCallId id = trace_program_record(program, call->call)->call;
    const RtCall *row = id < RT_N_CALLS ? rt_call_get(id) : NULL;
    const gboolean body = row != NULL && (row->flags & RT_FLAG_BODY_TIME) != 0;
    const gboolean other =
        row != NULL && (row->group == RT_GROUP_IO || row->group == RT_GROUP_COPY);
    add(scan, simulator_time_before(program, scan->params, call), !scan->in_io && !body);
    if (id == RT_CALL_BIOF)
        scan->in_io = TRUE;
    add(scan, simulator_time_inside(program, scan->params, call), !scan->in_io && !other);
    if (id == RT_CALL_EIOF)
        scan->in_io = FALSE;
    scan->tasks |= id == RT_CALL_RUNAM;
}

void
sweep_bound_init(SweepBound *bound, const TraceProgram *program, const Params *params)
{
    const TraceInfo *info = &program->info;
    Scan scan = { .params = params };
    for (gsize i = 0; i < program->n_calls; i++)
        scan_call(&scan, program, &program->calls[i]);
    const TraceCall exit = { .t_call = info->exit_time, .times = info->exit_times };
    if (info->complete)
        add(&scan, simulator_time_before(program, params, &exit), !scan.in_io);
    if (scan.tasks) {
        sim_sum_add_sum(&scan.rest, scan.every);
        scan.every = (SimSum){ 0, 0 };
    }
    *bound = (SweepBound){ .every = sim_sum_value(scan.every),
                           .rest = sim_sum_value(scan.rest),
                           .fastest = 1,
                           .slowest = 1 };
    for (guint i = 0; i < params->speeds->len; i++) {
        const double speed = g_array_index(params->speeds, ParamsSpeed, i).speed;
        bound->fastest = i == 0 ? speed : MAX(bound->fastest, speed);
        bound->slowest = i == 0 ? speed : MIN(bound->slowest, speed);
    }
    if (params->network.links.variation.given)
        bound->slowest *= params->network.links.variation.low;
}

double
sweep_bound_time(const SweepBound *bound, gint64 p)
{
    return (bound->every + bound->rest / (double)p) / bound->fastest * (1 - ROUNDING);
}

double
sweep_bound_efficiency(const SweepBound *bound, gint64 p)
{
    const double total = sweep_bound_time(bound, p) * (double)p;
    return total > 0 ? (bound->every + bound->rest) / bound->slowest / total : 1;
}
