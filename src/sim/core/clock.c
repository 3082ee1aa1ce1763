/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/core/clock.h"

#include <string.h>

#include "src/sim/core/watcher.h"

/* The partition of processors by speed, on the flat lattice that speeds ask for. */
static const SimPartition *
speed_partition(SimClock *clock, const GArray *speeds)
{
    SimLattice *lattice = clock->systems->lattice;
    const gint64 count = rater_grid_count(&clock->systems->grid);
    g_auto(SimRuns) runs = { NULL };
    gint64 at = 0;
    for (guint i = 0; i < speeds->len && at < count; i++) {
        const ParamsSpeed *s = &g_array_index(speeds, ParamsSpeed, i);
        guint64 key;
        memcpy(&key, &s->speed, sizeof key);
        at = s->count < count - at ? at + s->count : count;
        sim_runs_add(&runs, at, key);
    }
    sim_runs_add(&runs, count, 0); /* params_check() saw to it that none are left */
    const SimAxis *axis = sim_lattice_axis(lattice, 0, &runs);
    const SimPartition *p = sim_lattice_partition(lattice, &axis);

    clock->base_speed = g_new(double, p->n_classes);
    at = 0;
    for (guint i = 0, r = 0; i < speeds->len && at < count; i++) {
        const ParamsSpeed *s = &g_array_index(speeds, ParamsSpeed, i);
        while (axis->end[r] <= at)
            r++;
        clock->base_speed[axis->label[r]] = s->speed;
        at = s->count < count - at ? at + s->count : count;
    }
    return p;
}

/* Replaces the base by every processor alone, keeping the speeds. */
static gboolean
base_refine(SimClock *clock, const SimPartition *finest)
{
    if (finest == NULL)
        return FALSE;
    g_autoptr(SimJoin) join = sim_lattice_join(clock->systems->lattice, finest, clock->base);
    if (join == NULL)
        return FALSE;
    double *speed = g_new(double, finest->n_classes);
    for (guint c = 0; c < finest->n_classes; c++)
        speed[join->of_a[c]] = clock->base_speed[join->of_b[c]];
    g_free(clock->base_speed);
    clock->base_speed = speed;
    clock->base = finest;
    return TRUE;
}

gboolean
sim_clock_one_speed(const GArray *speeds)
{
    for (guint i = 1; i < speeds->len; i++) {
        if (g_array_index(speeds, ParamsSpeed, i).speed !=
            g_array_index(speeds, ParamsSpeed, 0).speed)
            return FALSE;
    }
    return TRUE;
}

gboolean
sim_clock_init(SimClock *clock, SimSystems *systems, const GArray *speeds, gboolean finest,
               const SimWatchers *watchers)
{
    *clock = (SimClock){ .systems = systems,
                         .watchers = watchers,
                         .one_speed = sim_clock_one_speed(speeds) };
    if (clock->one_speed) {
        clock->base = sim_lattice_first_alone(systems->lattice, 0);
        clock->base_speed = g_new(double, 1);
        clock->base_speed[0] =
            speeds->len > 0 ? g_array_index(speeds, ParamsSpeed, 0).speed : 1.0;
    } else {
        clock->base = speed_partition(clock, speeds);
    }
    if (finest && !base_refine(clock, sim_lattice_first_alone(systems->lattice, G_MAXINT64))) {
        g_clear_pointer(&clock->base_speed, g_free);
        return FALSE;
    }
    clock->first = sim_systems_io_class(systems, clock->base);
    clock->partition = clock->base;
    clock->value = g_new0(SimSum, clock->base->n_classes);
    return TRUE;
}

void
sim_clock_clear(SimClock *clock)
{
    g_clear_pointer(&clock->value, g_free);
    g_clear_pointer(&clock->base_speed, g_free);
    g_clear_pointer(&clock->speeds, sim_join_unref);
    g_clear_pointer(&clock->asked, sim_join_unref);
    g_clear_pointer(&clock->within, sim_join_unref);
}

double
sim_clock_first_speed(const SimClock *clock)
{
    return clock->base_speed[clock->first];
}

static void
clock_set_partition(SimClock *clock, const SimPartition *partition)
{
    clock->partition = partition;
    g_clear_pointer(&clock->speeds, sim_join_unref);
}

double
sim_clock_speed(SimClock *clock, guint c)
{
    if (clock->one_speed)
        return clock->base_speed[0];
    if (clock->speeds == NULL)
        clock->speeds =
            sim_lattice_join(clock->systems->lattice, clock->partition, clock->base);
    return clock->base_speed[clock->speeds->of_b[c]];
}

/* Makes the clocks at least as fine as `partition`; *with gets a reference to the join of their
 * partition with it. */
static gboolean
clock_refine(SimClock *clock, const SimPartition *partition, SimJoin **with)
{
    SimLattice *lattice = clock->systems->lattice;
    SimJoin *join = sim_lattice_join(lattice, clock->partition, partition);
    g_clear_pointer(with, sim_join_unref);
    if (join != NULL && join->partition != clock->partition) {
        SimSum *value = g_new(SimSum, join->partition->n_classes);
        for (guint c = 0; c < join->partition->n_classes; c++)
            value[c] = clock->value[join->of_a[c]];
        g_free(clock->value);
        clock->value = value;
        clock_set_partition(clock, join->partition);
        SIM_TELL(clock->watchers, refine, join->partition, join->of_a);
        sim_join_unref(join);
        join = sim_lattice_join(lattice, clock->partition, partition);
    }
    *with = join;
    return join != NULL;
}

/* Whether what waits to be added to the system's processors is the same for all. */
static gboolean
clock_is_alike(const SimClock *clock, const SimSystem *system)
{
    return clock->one_speed && system->load == NULL;
}

/* What waits to be added, where that is so. */
static SimSum
clock_pending(const SimClock *clock)
{
    SimSum add = clock->pending;
    if (clock->base_speed[0] != 1.0) {
        add.sum /= clock->base_speed[0];
        add.rest /= clock->base_speed[0];
    }
    return add;
}

static gboolean
clock_flush(SimClock *clock)
{
    const SimSystem *system = clock->pending_system;
    if (system == NULL)
        return TRUE;
    g_autoptr(SimJoin) with = NULL;
    if (system->inside != NULL && !clock_refine(clock, system->partition, &with))
        return FALSE;
    clock->pending_system = NULL;
    const gboolean alike = clock_is_alike(clock, system);
    if (alike)
        clock->pending = clock_pending(clock);
    for (guint c = 0; c < clock->partition->n_classes; c++) {
        if (with != NULL && !system->inside[with->of_b[c]])
            continue;
        SimSum add = clock->pending, before = clock->value[c];
        double speed = clock->base_speed[0];
        if (!alike) {
            const double load = system->load != NULL ? system->load[with->of_b[c]] : 1;
            speed = sim_clock_speed(clock, c);
            add.sum = add.sum * load / speed;
            add.rest = add.rest * load / speed;
            speed /= load;
        }
        sim_sum_add_sum(&clock->value[c], add);
        SIM_TELL(clock->watchers, flush, c, before, clock->value[c], speed);
    }
    clock->pending = (SimSum){ 0, 0 };
    return TRUE;
}

void
sim_clock_advance(SimClock *clock, const SimSystem *system, double t)
{
    if (clock->pending_system != system) {
        /* A partition that cannot be held is found, and reported, by the next view. */
        if (!clock_flush(clock))
            return;
        clock->pending_system = system;
    }
    sim_sum_add(&clock->pending, t);
}

gboolean
sim_clock_view(SimClock *clock, const SimSystem *system, const SimPartition *partition,
               SimView *view)
{
    if (!clock_flush(clock))
        return FALSE;
    if (partition != NULL && !clock_refine(clock, partition, &clock->asked))
        return FALSE;
    *view = (SimView){ NULL, NULL, NULL, NULL, NULL };
    if (system->inside != NULL) {
        if (!clock_refine(clock, system->partition, &clock->within))
            return FALSE;
        if (partition != NULL && !clock_refine(clock, partition, &clock->asked))
            return FALSE;
        view->system_inside = system->inside;
        view->of_system = clock->within->of_b;
    }
    view->partition = clock->partition;
    view->value = clock->value;
    view->of = partition != NULL ? clock->asked->of_b : NULL;
    return TRUE;
}

double
sim_sum_difference(SimSum a, SimSum b)
{
    return (a.sum - b.sum) + (a.rest - b.rest);
}

SimSum
sim_view_max(const SimView *view)
{
    SimSum max = { 0, 0 };
    gboolean any = FALSE;
    for (guint c = 0; sim_view_next(view, &c); c++) {
        if (!any || sim_sum_difference(view->value[c], max) > 0)
            max = view->value[c];
        any = TRUE;
    }
    return max;
}

SimClock
sim_clock_copy(const SimClock *clock)
{
    static const SimWatchers nobody = { 0 };
    SimClock copy = *clock;
    copy.watchers = &nobody;
    copy.base_speed = g_memdup2(clock->base_speed, clock->base->n_classes * sizeof(double));
    copy.value = g_memdup2(clock->value, clock->partition->n_classes * sizeof(SimSum));
    copy.speeds = copy.asked = copy.within = NULL;
    return copy;
}

SimSum
sim_clock_last(const SimClock *clock)
{
    const SimSystem *system = clock->pending_system;
    if (system == NULL || (system->inside == NULL && clock->one_speed)) {
        const SimSum add = clock_pending(clock);
        SimSum last = { 0, 0 };
        for (guint c = 0; c < clock->partition->n_classes; c++) {
            SimSum one = clock->value[c];
            sim_sum_add_sum(&one, add);
            if (c == 0 || sim_sum_difference(one, last) > 0)
                last = one;
        }
        return last;
    }
    SimClock copy = sim_clock_copy(clock);
    SimView view;
    const gboolean held = sim_clock_view(&copy, clock->systems->root, NULL, &view);
    const SimSum last = held ? sim_view_max(&view) : (SimSum){ 0, 0 };
    sim_clock_clear(&copy);
    return last;
}

void
sim_clock_settle(SimClock *clock)
{
    if (clock->partition == clock->base)
        return;
    SimSum common = clock->value[0];
    for (guint c = 0; c < clock->base->n_classes; c++)
        clock->value[c] = common;
    clock_set_partition(clock, clock->base);
    SIM_TELL(clock->watchers, settle, clock->base);
}
