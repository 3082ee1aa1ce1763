/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Nothing is done for what all processors do alike. Once they differ, each class of the clocks
 * has a cell for each interval since; what is spent in the present one is what the clocks have
 * gone on since its mark, and goes into the cells when another interval begins.
 */
#include "src/sim/watch/waits.h"

#include <string.h>

#include "src/sim/core/sim.h"

#define NONE G_MAXUINT

/* Cells that are held; with more, what was before counts no longer. */
#define MOST_CELLS (1 << 22)

/* Clocks that differ by less, beside how far they are from 0, are equal but for rounding. */
#define ROUNDING 1e-12

/* Base times that the clocks get with the next flush. */
typedef struct {
    guint interval;
    double t;
} Pending;

struct _SimWaits {
    SimWatcher base;
    GArray *seconds;   /* of SimSum by interval: the result */
    guint present;     /* interval that what is spent belongs to; NONE: all are alike */
    guint n_classes;   /* of the clocks */
    SimSum *mark;      /* by class */
    GArray *intervals; /* of guint, by column */
    GArray *column_of; /* of guint by interval: its column + 1, 0: it has none */
    GArray *spent;     /* of double: a column behind the other, by class */
    GArray *pending;   /* of Pending */
    gboolean flushed;  /* they have got them */
};

static void
waits_free(SimWatcher *watcher)
{
    SimWaits *w = (SimWaits *)watcher;
    g_array_unref(w->seconds);
    g_array_unref(w->intervals);
    g_array_unref(w->column_of);
    g_array_unref(w->spent);
    g_array_unref(w->pending);
    g_free(w->mark);
    g_free(w);
}

static const SimSum *
clocks(const SimWaits *w)
{
    return w->base.sim->clock.value;
}

static double *
cell(const SimWaits *w, guint column, guint c)
{
    return &g_array_index(w->spent, double, (gsize)column *w->n_classes + c);
}

static void
clear_columns(SimWaits *w)
{
    for (guint k = 0; k < w->intervals->len; k++)
        g_array_index(w->column_of, guint, g_array_index(w->intervals, guint, k)) = 0;
    g_array_set_size(w->intervals, 0);
    g_array_set_size(w->spent, 0);
}

static void
set_marks(SimWaits *w)
{
    w->mark = g_renew(SimSum, w->mark, w->n_classes);
    memcpy(w->mark, clocks(w), w->n_classes * sizeof *w->mark);
}

/* The column of an interval, made when it is new. */
static guint
column_get(SimWaits *w, guint interval)
{
    if (w->column_of->len <= interval)
        g_array_set_size(w->column_of, interval + 1);
    guint *column = &g_array_index(w->column_of, guint, interval);
    if (*column == 0) {
        if (w->spent->len + w->n_classes > MOST_CELLS)
            clear_columns(w);
        g_array_append_val(w->intervals, interval);
        g_array_set_size(w->spent, w->spent->len + w->n_classes);
        *column = w->intervals->len;
    }
    return *column - 1;
}

/* What was spent in the present interval goes into its column. */
static void
close_present(SimWaits *w)
{
    const guint column = column_get(w, w->present);
    for (guint c = 0; c < w->n_classes; c++)
        *cell(w, column, c) += sim_sum_difference(clocks(w)[c], w->mark[c]);
    set_marks(w);
}

/* From here on processors spend in the current interval what others may not. */
static void
touch(SimWaits *w)
{
    const guint interval = w->base.sim->tally->current;
    if (interval == w->present)
        return;
    if (w->present == NONE)
        set_marks(w);
    else
        close_present(w);
    w->present = interval;
}

/* --- the clocks -----------------------------------------------------------------------------
 */

static void
waits_begin(SimWatcher *watcher, const SimPartition *base)
{
    ((SimWaits *)watcher)->n_classes = base->n_classes;
}

static void
waits_settle(SimWatcher *watcher, const SimPartition *partition)
{
    ((SimWaits *)watcher)->n_classes = partition->n_classes;
}

static void
waits_refine(SimWatcher *watcher, const SimPartition *partition, const guint of_old[])
{
    SimWaits *w = (SimWaits *)watcher;
    const guint n_old = w->n_classes, n = partition->n_classes;
    if (w->present == NONE) {
        w->n_classes = n;
        return;
    }
    if ((gsize)w->intervals->len * n > MOST_CELLS)
        clear_columns(w);
    g_autoptr(GArray) old = g_steal_pointer(&w->spent);
    g_autofree SimSum *mark = g_steal_pointer(&w->mark);
    w->spent = g_array_new(FALSE, TRUE, sizeof(double));
    g_array_set_size(w->spent, w->intervals->len * n);
    w->mark = g_new(SimSum, n);
    w->n_classes = n;
    for (guint c = 0; c < n; c++)
        w->mark[c] = mark[of_old[c]];
    for (guint k = 0; k < w->intervals->len; k++)
        for (guint c = 0; c < n; c++)
            *cell(w, k, c) = g_array_index(old, double, (gsize)k *n_old + of_old[c]);
}

/* Base times tell processors apart that have different speeds, or different numbers of virtual
 * ones, or are not those of a task. */
static void
waits_spend(SimWatcher *watcher, G_GNUC_UNUSED guint what, double t)
{
    SimWaits *w = (SimWaits *)watcher;
    const Simulator *sim = watcher->sim;
    const Pending one = { sim->tally->current, t };
    if (w->flushed)
        g_array_set_size(w->pending, 0);
    w->flushed = FALSE;
    if (!(t > 0) || (sim->clock.one_speed && sim->system == sim->systems->root &&
                     sim->system->load == NULL))
        return;
    touch(w);
    g_array_append_val(w->pending, one);
}

static void
waits_flush(SimWatcher *watcher, guint c, G_GNUC_UNUSED SimSum before,
            G_GNUC_UNUSED SimSum after, double speed)
{
    SimWaits *w = (SimWaits *)watcher;
    w->flushed = TRUE;
    for (guint i = 0; i < w->pending->len; i++) {
        const Pending *one = &g_array_index(w->pending, Pending, i);
        *cell(w, column_get(w, one->interval), c) += one->t / speed;
        sim_sum_add(&w->mark[c], one->t / speed);
    }
}

/* --- what tells processors apart ------------------------------------------------------------
 */

static void
waits_io(SimWatcher *watcher, G_GNUC_UNUSED const SimView *view, G_GNUC_UNUSED double t)
{
    touch((SimWaits *)watcher);
}

static void
waits_share(SimWatcher *watcher, G_GNUC_UNUSED const SimView *view,
            G_GNUC_UNUSED SimTallyKind kind, G_GNUC_UNUSED const SimShare *share,
            G_GNUC_UNUSED double t)
{
    touch((SimWaits *)watcher);
}

static void
waits_communicate(SimWatcher *watcher, G_GNUC_UNUSED const SimView *view,
                  G_GNUC_UNUSED Operation operation, G_GNUC_UNUSED double cost)
{
    if (watcher->sim->system != watcher->sim->systems->root)
        touch((SimWaits *)watcher);
}

static void
waits_wait(SimWatcher *watcher, G_GNUC_UNUSED const SimView *view,
           G_GNUC_UNUSED Operation operation, G_GNUC_UNUSED const SimAsync *async)
{
    touch((SimWaits *)watcher);
}

static void
waits_pipeline(SimWatcher *watcher, G_GNUC_UNUSED const SimPipelineRun *run)
{
    touch((SimWaits *)watcher);
}

/* --- waits ----------------------------------------------------------------------------------
 */

static void
add_seconds(SimWaits *w, guint interval, double t)
{
    if (w->seconds->len <= interval)
        g_array_set_size(w->seconds, interval + 1);
    sim_sum_add(&g_array_index(w->seconds, SimSum, interval), t);
}

/* Processors of class c wait t seconds, together, for those of class `last`. */
static void
charge(SimWaits *w, guint c, guint last, double t)
{
    double sum = 0;
    for (guint k = 0; k < w->intervals->len; k++)
        sum += MAX(0.0, *cell(w, k, last) - *cell(w, k, c));
    for (guint k = 0; k < w->intervals->len && sum > 0; k++) {
        const double more = MAX(0.0, *cell(w, k, last) - *cell(w, k, c));
        if (more > 0)
            add_seconds(w, g_array_index(w->intervals, guint, k), t * (more / sum));
    }
    if (!(sum > 0))
        add_seconds(w, w->present, t);
}

/* The first class inside that is the last to come. */
static guint
last_class(const SimView *view, SimSum last)
{
    const double near = ROUNDING * sim_sum_value(last);
    guint c = 0;
    while (sim_view_next(view, &c) && sim_sum_difference(last, view->value[c]) > near)
        c++;
    return c;
}

/* Those of the view wait for the last of them; alike: for all processors, which are alike then.
 */
static void
meet(SimWaits *w, const SimView *view, SimSum last, gboolean all)
{
    if (w->present == NONE)
        return;
    close_present(w);
    const guint l = last_class(view, last);
    for (guint c = 0; sim_view_next(view, &c); c++) {
        const double wait = sim_sum_difference(last, view->value[c]);
        if (!(wait > 0))
            continue;
        charge(w, c, l, wait * (double)sim_partition_class_size(view->partition, c));
        for (guint k = 0; k < w->intervals->len && !all; k++)
            *cell(w, k, c) = *cell(w, k, l);
        w->mark[c] = last;
    }
    if (!all)
        return;
    clear_columns(w);
    w->present = NONE;
}

static void
waits_synchronise(SimWatcher *watcher, const SimView *view, G_GNUC_UNUSED Operation operation,
                  SimSum last)
{
    const Simulator *sim = watcher->sim;
    meet((SimWaits *)watcher, view, last, sim->system == sim->systems->root);
}

void
sim_waits_end(SimWaits *w)
{
    Simulator *sim = w->base.sim;
    SimView view;
    if (sim_clock_view(&sim->clock, sim->systems->root, NULL, &view))
        meet(w, &view, sim_view_max(&view), TRUE);
}

double
sim_waits_for(const SimWaits *w, guint interval)
{
    return interval < w->seconds->len
               ? sim_sum_value(g_array_index(w->seconds, SimSum, interval))
               : 0;
}

static const SimWatcherClass waits_class = {
    .free = waits_free,
    .begin = waits_begin,
    .spend = waits_spend,
    .io = waits_io,
    .share = waits_share,
    .synchronise = waits_synchronise,
    .communicate = waits_communicate,
    .wait = waits_wait,
    .pipeline = waits_pipeline,
    .refine = waits_refine,
    .settle = waits_settle,
    .flush = waits_flush,
};

SimWatcher *
sim_waits_new(void)
{
    SimWaits *w = g_new0(SimWaits, 1);
    w->base.class = &waits_class;
    w->present = NONE;
    w->seconds = g_array_new(FALSE, TRUE, sizeof(SimSum));
    w->intervals = g_array_new(FALSE, FALSE, sizeof(guint));
    w->column_of = g_array_new(FALSE, TRUE, sizeof(guint));
    w->spent = g_array_new(FALSE, TRUE, sizeof(double));
    w->pending = g_array_new(FALSE, FALSE, sizeof(Pending));
    return &w->base;
}

SimWaits *
sim_waits_of(SimWatcher *watcher)
{
    return (SimWaits *)watcher;
}
