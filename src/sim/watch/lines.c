/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/watch/lines.h"

#include "src/sim/core/sim.h"

typedef struct {
    SimWatcher base;
    SimTally *tally;
} Lines;

static void
lines_free(SimWatcher *watcher)
{
    sim_tally_free(((Lines *)watcher)->tally);
    g_free(watcher);
}

static void
lines_call(SimWatcher *watcher, guint32 site)
{
    SimTally *tally = ((Lines *)watcher)->tally;
    if (tally->current != 0)
        sim_tally_leave(tally);
    sim_tally_enter(tally, INTERVAL_USER, site, FALSE, 0);
}

static void
lines_spend(SimWatcher *watcher, guint what, double t)
{
    SimSum *sums = sim_tally_sums(((Lines *)watcher)->tally, SIM_TALLY_BASE,
                                  watcher->sim->system, SIM_N_BASE_SUMS);
    sim_sum_add(&sums[what], t);
}

static void
lines_io(SimWatcher *watcher, G_GNUC_UNUSED const SimView *view, double t)
{
    SimTally *tally = ((Lines *)watcher)->tally;
    SimInterval *line = sim_tally_interval(tally, tally->current);
    line->has_io = TRUE;
    sim_sum_add(&line->io, t);
}

static void
lines_share(SimWatcher *watcher, G_GNUC_UNUSED const SimView *view, SimTallyKind kind,
            const SimShare *share, double t)
{
    sim_sum_add(sim_tally_sums(((Lines *)watcher)->tally, kind, share, 1), t);
}

/* Adds t to sum `i` of class c of the view. */
static void
add_operation(SimWatcher *watcher, const SimView *view, Operation operation, guint c, guint i,
              double t)
{
    SimSum *sums =
        sim_tally_sums(((Lines *)watcher)->tally, SIM_TALLY_OPERATION + operation,
                       view->partition, view->partition->n_classes * SIM_N_OPERATION_SUMS);
    sim_sum_add(&sums[c * SIM_N_OPERATION_SUMS + i], t);
}

/* Adds to sum `i` what each processor has to wait for this clock. */
static void
add_waits(SimWatcher *watcher, const SimView *view, Operation operation, guint i, SimSum until)
{
    for (guint c = 0; sim_view_next(view, &c); c++) {
        double wait = sim_sum_difference(until, view->value[c]);
        if (wait > 0)
            add_operation(watcher, view, operation, c, i, wait);
    }
}

static void
lines_synchronise(SimWatcher *watcher, const SimView *view, Operation operation, SimSum last)
{
    add_waits(watcher, view, operation, SIM_SYNCH, last);
}

static void
lines_communicate(SimWatcher *watcher, const SimView *view, Operation operation, double cost)
{
    for (guint c = 0; sim_view_next(view, &c); c++)
        add_operation(watcher, view, operation, c, SIM_TIME, cost);
}

static void
lines_wait(SimWatcher *watcher, const SimView *view, Operation operation, const SimAsync *async)
{
    add_waits(watcher, view, operation, SIM_TIME, async->completion);
}

static void
lines_pipeline(SimWatcher *watcher, const SimPipelineRun *run)
{
    lines_share(watcher, run->view, SIM_TALLY_SHARED_CPU, run->share, run->t);
    for (gint64 p = 0; p < run->n; p++) {
        if (run->class_of[p] != SIM_NO_CLASS)
            add_operation(watcher, run->view, OPERATION_SHADOW, run->class_of[p], SIM_TIME,
                          run->times[p].waiting + run->times[p].receiving);
    }
}

static const SimWatcherClass lines_class = {
    .free = lines_free,
    .call = lines_call,
    .spend = lines_spend,
    .io = lines_io,
    .share = lines_share,
    .synchronise = lines_synchronise,
    .communicate = lines_communicate,
    .wait = lines_wait,
    .pipeline = lines_pipeline,
};

SimWatcher *
sim_lines_new(void)
{
    Lines *lines = g_new0(Lines, 1);
    lines->base.class = &lines_class;
    lines->tally = sim_tally_new(FALSE);
    return &lines->base;
}

SimTally *
sim_lines_tally(SimWatcher *watcher)
{
    return ((Lines *)watcher)->tally;
}
