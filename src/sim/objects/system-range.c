/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Systems that are a range of the root's processor numbers, in a lattice with one axis: mapped
 * by runs, whatever their size.
 */
#include "src/sim/objects/system-private.h"

/* The partition of runs over the root's numbers; *at (free with g_free) gets the number in the
 * system of a processor of each class, -1 outside. */
static const SimPartition *
map_numbers(SimSystems *systems, const SimSystem *system, SimRuns *whole, gint64 **at)
{
    sim_runs_add(whole, rater_grid_count(&systems->root), SIM_KEY_OUTSIDE);
    const SimAxis *axis = sim_lattice_axis(systems->lattice, 0, whole);
    const SimPartition *p = sim_lattice_partition(systems->lattice, &axis);
    if (p == NULL)
        return NULL;
    *at = g_new(gint64, p->n_classes);
    for (guint c = 0; c < p->n_classes; c++) {
        const gint64 n = axis->label_first[c] - system->first;
        (*at)[c] = n >= 0 && n < system->count ? n : -1;
    }
    return p;
}

const SimPartition *
sim_system_map_range(SimSystems *systems, const SimSystem *system, const SimRuns *runs,
                     gint64 **index)
{
    g_auto(SimRuns) whole;
    sim_runs_init(&whole);
    sim_runs_add(&whole, system->first, SIM_KEY_OUTSIDE);
    for (guint i = 0; i < runs->ends->len; i++)
        sim_runs_add(&whole, system->first + g_array_index(runs->ends, gint64, i),
                     g_array_index(runs->keys, guint64, i));
    return map_numbers(systems, system, &whole, index);
}

/* The combinations of the dimensions' keys, in the order of the numbers. */
typedef struct {
    const SimSystem *system;
    const SimRuns *runs;
    guint32 *label[RATER_MAX_RANK];   /* of each run; owned */
    guint64 n_labels[RATER_MAX_RANK]; /* at most the coordinates: keys are below 2^31 */
    gint64 block[RATER_MAX_RANK];     /* processors of one coordinate */
    int last;                         /* behind this dimension nothing is told apart */
    gint64 at;                        /* the numbers below are done */
    SimRuns *whole;
} Walk;

/* The depth of the recursion is the rank. */
static void
walk_dimension(Walk *walk, int g, guint64 key)
{
    const SimRuns *runs = &walk->runs[g];
    gint64 c = 0;
    for (guint i = 0; i < runs->ends->len; i++) {
        const gint64 end = g_array_index(runs->ends, gint64, i);
        const guint64 mine = key * walk->n_labels[g] + walk->label[g][i];
        if (g == walk->last) {
            walk->at += (end - c) * walk->block[g];
            sim_runs_add(walk->whole, walk->system->first + walk->at, mine);
            c = end;
        }
        for (; c < end; c++)
            walk_dimension(walk, g + 1, mine);
    }
}

/* FALSE: there are too many runs. */
static gboolean
walk_init(Walk *walk)
{
    const RaterGrid *grid = &walk->system->grid;
    gint64 block = 1, outer = 1;
    for (int g = grid->rank - 1; g >= 0; g--) {
        walk->block[g] = block;
        block *= grid->size[g];
    }
    walk->last = grid->rank - 1;
    while (walk->last > 0 && walk->runs[walk->last].ends->len == 1)
        walk->last--;
    for (int g = 0; g < walk->last; g++)
        outer *= grid->size[g];
    if (outer > SIM_MOST_LISTED / walk->runs[walk->last].ends->len)
        return FALSE;
    for (int g = 0; g <= walk->last; g++)
        walk->label[g] = sim_runs_labels(&walk->runs[g], &walk->n_labels[g]);
    return TRUE;
}

const SimPartition *
sim_system_map_range_grid(SimSystems *systems, const SimSystem *system, const SimRuns runs[],
                          gint64 **index)
{
    const guint rank = (guint)system->grid.rank;
    g_autofree gint64 *at = NULL;
    g_auto(SimRuns) whole;
    sim_runs_init(&whole);
    sim_runs_add(&whole, system->first, SIM_KEY_OUTSIDE);
    Walk walk = { .system = system, .runs = runs, .whole = &whole };
    if (!walk_init(&walk))
        return NULL;
    walk_dimension(&walk, 0, 0);
    for (int g = 0; g <= walk.last; g++)
        g_free(walk.label[g]);
    const SimPartition *p = map_numbers(systems, system, &whole, &at);
    if (p == NULL)
        return NULL;
    *index = g_new0(gint64, (gsize)p->n_classes * rank);
    for (guint c = 0; c < p->n_classes; c++) {
        gint64 *mine = *index + (gsize)c * rank;
        if (at[c] < 0)
            mine[0] = -1;
        else
            rater_grid_index(&system->grid, at[c], mine);
    }
    return p;
}
