/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/replay/profile.h"

#include <math.h>

#include "src/base/number.h"
#include "src/replay/look.h"
#include "src/replay/private.h"

/* Activities beyond so many bytes go to a temporary file. */
#define MEMORY ((gsize)64 << 20)

void
replay_profile_free(ReplayProfile *profile)
{
    if (profile == NULL)
        return;
    for (guint c = 0; c < profile->n_columns; c++)
        processor_set_unref(profile->columns[c]);
    g_free(profile->columns);
    g_free(profile->computing);
    g_free(profile);
}

/* What the run did up to where the session stands; *simulator has the partitions of it. */
static Timeline *
record(const ReplaySession *session, Simulator **simulator, GError **error)
{
    g_autoptr(Timeline) timeline =
        timeline_new(rater_grid_count(replay_grid(session)), MEMORY);
    SimView view;
    *simulator = replay_simulator_at(session, session->position,
                                     (SimulatorOptions){ .timeline = timeline }, error);
    if (*simulator == NULL)
        return NULL;
    /* base times that still wait get to the clocks, and so to the timeline */
    sim_clock_view(simulator_clock(*simulator), simulator_systems(*simulator)->root, NULL,
                   &view);
    return timeline_ok(timeline, error) ? g_steal_pointer(&timeline) : NULL;
}

static void
add_column(GPtrArray *columns, const ProcessorSet *one, const ProcessorSet *set)
{
    ProcessorSet *both =
        set != NULL ? processor_set_common(one, set) : processor_set_ref(one);
    if (processor_set_count(both) > 0 && columns->len < REPLAY_PROFILE_COLUMNS)
        g_ptr_array_add(columns, both);
    else
        processor_set_unref(both);
}

/* Processors one by one if they are few, else the classes of MAIN. */
static gboolean
choose_columns(ReplaySession *session, const ProcessorSet *set, guint n_axes,
               ReplayProfile *profile, GError **error)
{
    const RaterGrid *grid = replay_grid(session);
    const gint64 all = rater_grid_count(grid);
    const gint64 n = set != NULL ? processor_set_count(set) : all;
    g_autoptr(GPtrArray) columns = g_ptr_array_new();
    const Prediction *so_far = replay_so_far(session, error);
    if (so_far == NULL)
        return FALSE;
    if (n <= REPLAY_PROFILE_COLUMNS) {
        gint64 at = set != NULL && n > 0 ? processor_set_least(set) : 0;
        for (; columns->len < n; at++)
            if (set == NULL || processor_set_has(set, at))
                g_ptr_array_add(columns, processor_set_range(grid, n_axes, at, at));
    } else {
        for (guint c = 0; c < so_far->intervals[0].n_classes; c++)
            add_column(columns, so_far->intervals[0].classes[c].set, set);
    }
    profile->n_columns = columns->len;
    profile->columns = (ProcessorSet **)g_ptr_array_steal(columns, NULL);
    return TRUE;
}

/* Spreads an activity of a column over the rows. */
static void
add_activity(ReplayProfile *profile, guint column, double start, double end)
{
    const double last = profile->n_rows - 1;
    const guint from = (guint)MIN(start / profile->step, last);
    const guint to = (guint)MIN(end / profile->step, last);
    for (guint row = from; row <= to; row++) {
        const double begin = row * profile->step;
        const double lo = row == from ? start : begin;
        const double hi = row == to ? end : begin + profile->step;
        profile->computing[(gsize)row * profile->n_columns + column] += MAX(0.0, hi - lo);
    }
}

static void
add_activities(ReplayProfile *profile, const Timeline *timeline)
{
    g_autofree gint64 *least = g_new(gint64, profile->n_columns);
    for (guint c = 0; c < profile->n_columns; c++)
        least[c] = processor_set_least(profile->columns[c]);
    for (guint64 i = 0; i < timeline_n_activities(timeline); i++) {
        const TimelineActivity *activity = timeline_activity(timeline, i);
        if (activity->kind != TIMELINE_CPU && activity->kind != TIMELINE_SYS)
            continue;
        const TimelineGroup *group = timeline_group_get(timeline, activity->group);
        for (guint c = 0; c < profile->n_columns; c++)
            if (timeline_group_has(group, least[c]))
                add_activity(profile, c, activity->start, activity->end);
    }
}

ReplayProfile *
replay_profile_new(ReplaySession *session, double step, const ProcessorSet *set, GError **error)
{
    g_autoptr(ReplayProfile) profile = g_new0(ReplayProfile, 1);
    g_autoptr(Simulator) simulator = NULL;
    profile->step = step;
    profile->elapsed = replay_elapsed(session);
    const double rows = step > 0 ? ceil(profile->elapsed / step) : INFINITY;
    if (!(rows <= REPLAY_PROFILE_ROWS)) {
        char least[REPORT_NUMBER_SIZE];
        g_set_error(error, REPLAY_ERROR, REPLAY_ERROR_COMMAND,
                    "more than %d rows; a step of %s s makes fewer", REPLAY_PROFILE_ROWS,
                    report_number_rounded(profile->elapsed / 40, least));
        return NULL;
    }
    profile->n_rows = MAX((guint)rows, 1);
    g_autoptr(Timeline) timeline = record(session, &simulator, error);
    if (timeline == NULL ||
        !choose_columns(session, set, sim_lattice_n_axes(simulator_systems(simulator)->lattice),
                        profile, error))
        return NULL;
    profile->computing = g_new0(double, (gsize)profile->n_rows *profile->n_columns);
    add_activities(profile, timeline);
    return g_steal_pointer(&profile);
}
