/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Heat maps of a sweep: the predicted time over two of its axes, everything else as in the best
 * configuration (the first one when there is none).
 *
 * Axes are the parameter file, each varied parameter, the topology; and for grids of two
 * dimensions their two sizes.
 */
#include <math.h>
#include <string.h>

#include "src/report/sweep/advice.h"

/* Most lines and columns. */
#define MOST_LINES 48

/* Longest over shortest time from which the colours are on a logarithmic scale. */
#define DECADE 10

typedef struct {
    const SweepView *view;
    SweepHeat *heat;
    const SweepRow *reference; /* gives what stays as it is */
    GArray *rows;              /* of guint: those that belong */
} Draft;

/* Whether a row agrees with the reference on all axes but the two of the map. */
static gboolean
belongs(const Draft *draft, const SweepRow *row)
{
    const SweepMachines *machines = draft->view->machines;
    const GArray *axes = draft->view->axes;
    const int *own = draft->heat->axis;
    const RaterGrid *grid = &row->params->topology;

    for (guint i = 0; i < axes->len; i++) {
        const int axis = g_array_index(axes, int, i);
        g_autofree char *value = sweep_axis_value(machines, row, axis);
        g_autofree char *wanted = sweep_axis_value(machines, draft->reference, axis);
        if (axis != own[0] && axis != own[1] && strcmp(value, wanted) != 0)
            return FALSE;
    }
    if (own[0] == SWEEP_HEAT_FIRST_SIZE)
        return grid->rank == 2;
    return own[1] == PARAMS_TOPOLOGY || !machines->varies[PARAMS_TOPOLOGY] ||
           rater_grid_equal(grid, &draft->reference->params->topology);
}

static const SweepRow *
row_of(const Draft *draft, guint i)
{
    return sweep_row(draft->view->sweep, g_array_index(draft->rows, guint, i));
}

/* What a row has on an axis of the map; free with g_free(). */
static char *
value_of(const Draft *draft, const SweepRow *row, guint k)
{
    const int axis = draft->heat->axis[k];

    if (axis > SWEEP_HEAT_FIRST_SIZE)
        return sweep_axis_value(draft->view->machines, row, axis);
    return g_strdup_printf("%" G_GINT64_FORMAT, (gint64)row->params->topology.size[k]);
}

static gint
compare_sizes(gconstpointer a, gconstpointer b)
{
    const double x = g_ascii_strtod(*(char *const *)a, NULL);
    const double y = g_ascii_strtod(*(char *const *)b, NULL);

    return ORDER(x, y);
}

/* The values of an axis in the order of the rows, sizes by size. */
static void
collect_values(Draft *draft, guint k)
{
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    GPtrArray *values = g_ptr_array_new_with_free_func(g_free);

    for (guint i = 0; i < draft->rows->len; i++) {
        g_autofree char *text = value_of(draft, row_of(draft, i), k);
        if (g_hash_table_contains(known, text))
            continue;
        g_hash_table_add(known, text);
        g_ptr_array_add(values, g_steal_pointer(&text));
    }
    if (draft->heat->axis[k] <= SWEEP_HEAT_FIRST_SIZE)
        g_ptr_array_sort(values, compare_sizes);
    draft->heat->values[k] = values;
    draft->heat->shown[k] = MIN(values->len, MOST_LINES);
}

/* Where a time is on the scale of the colours. */
static double
on_scale(const SweepHeat *heat, double time)
{
    return heat->log ? log(time) : time;
}

/* The length of the scale; of logarithms that are the same it is 0. */
static double
scale_length(const SweepHeat *heat)
{
    return heat->longest > heat->shortest
               ? on_scale(heat, heat->longest) - on_scale(heat, heat->shortest)
               : 0;
}

static guint
level_of(const SweepHeat *heat, double time)
{
    const double length = scale_length(heat);

    if (time <= heat->shortest || length <= 0)
        return 0;
    const double part = (on_scale(heat, time) - on_scale(heat, heat->shortest)) / length;
    return (guint)CLAMP(floor(part * SWEEP_HEAT_LEVELS), 0, SWEEP_HEAT_LEVELS - 1);
}

double
sweep_heat_from(const SweepHeat *heat, guint level)
{
    const double from =
        on_scale(heat, heat->shortest) + scale_length(heat) * level / SWEEP_HEAT_LEVELS;
    return heat->log ? exp(from) : from;
}

/* Among the values that are shown; shown[k] and more: not there. */
static guint
place_of(const Draft *draft, const SweepRow *row, guint k)
{
    g_autofree char *text = value_of(draft, row, k);
    guint place = 0;

    while (place < draft->heat->shown[k] &&
           strcmp(g_ptr_array_index(draft->heat->values[k], place), text) != 0)
        place++;
    return place;
}

/* The last row of a line and column is its cell. */
static void
fill_cells(Draft *draft)
{
    SweepHeat *heat = draft->heat;
    const guint n = heat->shown[0] * heat->shown[1];

    heat->cells = g_new(SweepHeatCell, n);
    for (guint i = 0; i < n; i++)
        heat->cells[i] = (SweepHeatCell){ SWEEP_NOTHING, 0 };
    for (guint i = 0; i < draft->rows->len; i++) {
        const SweepRow *row = row_of(draft, i);
        const guint line = place_of(draft, row, 0), column = place_of(draft, row, 1);
        if (line < heat->shown[0] && column < heat->shown[1])
            heat->cells[line * heat->shown[1] + column] =
                (SweepHeatCell){ (gint)g_array_index(draft->rows, guint, i),
                                 level_of(heat, row->result.execution_time) };
    }
}

static void
collect_rows(Draft *draft)
{
    const Sweep *sweep = draft->view->sweep;
    SweepHeat *heat = draft->heat;

    for (guint i = 0; i < sweep->rows->len; i++) {
        const SweepRow *row = sweep_row(sweep, i);
        const double time = row->result.execution_time;
        if (row->status != SWEEP_DONE || !belongs(draft, row))
            continue;
        g_array_append_val(draft->rows, i);
        if (time > 0) {
            heat->shortest = MIN(heat->shortest, time);
            heat->longest = MAX(heat->longest, time);
        }
    }
    heat->log = heat->longest / DECADE > heat->shortest;
}

static void
clear_heat(gpointer data)
{
    SweepHeat *heat = data;

    g_ptr_array_unref(heat->values[0]);
    g_ptr_array_unref(heat->values[1]);
    g_free(heat->cells);
}

/* A map over two axes, if both have several values. */
static void
add_map(GArray *heats, const SweepView *view, int lines, int columns)
{
    const gint best = view->advice.best;
    g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(guint));
    SweepHeat heat = { .axis = { lines, columns }, .shortest = G_MAXDOUBLE };
    Draft draft = { .view = view,
                    .heat = &heat,
                    .reference = sweep_row(view->sweep, best != SWEEP_NOTHING ? best : 0),
                    .rows = rows };

    collect_rows(&draft);
    collect_values(&draft, 0);
    collect_values(&draft, 1);
    if (heat.shown[0] > 1 && heat.shown[1] > 1) {
        fill_cells(&draft);
        g_array_append_val(heats, heat);
    } else {
        clear_heat(&heat);
    }
}

GArray *
sweep_heats_new(const SweepView *view)
{
    GArray *heats = g_array_new(FALSE, FALSE, sizeof(SweepHeat));
    const gboolean topologies = view->machines->varies[PARAMS_TOPOLOGY];
    const int *axes = (gconstpointer)view->axes->data;

    g_array_set_clear_func(heats, clear_heat);
    if (view->axes->len > 1)
        add_map(heats, view, axes[0], axes[1]);
    if (view->axes->len > 0 && topologies)
        add_map(heats, view, axes[0], PARAMS_TOPOLOGY);
    if (topologies)
        add_map(heats, view, SWEEP_HEAT_FIRST_SIZE, SWEEP_HEAT_SECOND_SIZE);
    return heats;
}
