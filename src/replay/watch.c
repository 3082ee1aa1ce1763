/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/replay/watch.h"

static void
watch_free(SimWatcher *watcher)
{
    g_free(watcher);
}

static void
watch_call(SimWatcher *watcher, G_GNUC_UNUSED guint32 site)
{
    ReplayWatch *watch = (ReplayWatch *)watcher;
    watch->waited = 0;
    watch->partition = NULL;
    watch->communicates = FALSE;
}

static void
note_wait(ReplayWatch *watch, const SimView *view, guint c, double wait)
{
    if (!(wait > watch->waited))
        return;
    watch->waited = wait;
    watch->partition = view->partition;
    watch->which = c;
}

static void
note_waits(SimWatcher *watcher, const SimView *view, SimSum until)
{
    for (guint c = 0; sim_view_next(view, &c); c++)
        note_wait((ReplayWatch *)watcher, view, c, sim_sum_difference(until, view->value[c]));
}

static void
watch_synchronise(SimWatcher *watcher, const SimView *view, G_GNUC_UNUSED Operation operation,
                  SimSum last)
{
    note_waits(watcher, view, last);
}

static void
watch_wait(SimWatcher *watcher, const SimView *view, G_GNUC_UNUSED Operation operation,
           const SimAsync *async)
{
    note_waits(watcher, view, async->completion);
}

static void
watch_communicate(SimWatcher *watcher, G_GNUC_UNUSED const SimView *view,
                  G_GNUC_UNUSED Operation operation, G_GNUC_UNUSED double cost)
{
    ((ReplayWatch *)watcher)->communicates = TRUE;
}

static void
watch_pipeline(SimWatcher *watcher, const SimPipelineRun *run)
{
    for (gint64 p = 0; p < run->n; p++)
        if (run->class_of[p] != SIM_NO_CLASS)
            note_wait((ReplayWatch *)watcher, run->view, run->class_of[p],
                      run->times[p].waiting);
}

static const SimWatcherClass watch_class = {
    .free = watch_free,
    .call = watch_call,
    .synchronise = watch_synchronise,
    .communicate = watch_communicate,
    .wait = watch_wait,
    .pipeline = watch_pipeline,
};

ReplayWatch *
replay_watch_new(void)
{
    ReplayWatch *watch = g_new0(ReplayWatch, 1);
    watch->base.class = &watch_class;
    return watch;
}
