/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <stdlib.h>

#include "src/sim/objects/system-private.h"

void
sim_system_free(gpointer system)
{
    SimSystem *s = system;
    g_free(s->numbers);
    g_free(s->inside);
    g_free(s);
}

SimSystems *
sim_systems_new(const RaterGrid *root, const RaterGrid *traced, gboolean flat)
{
    SimSystems *systems = g_new0(SimSystems, 1);
    gint64 count = rater_grid_count(root);
    systems->flat = flat;
    systems->root = *root;
    systems->lattice =
        flat ? sim_lattice_new(1, &count) : sim_lattice_new((guint)root->rank, root->size);
    systems->all = g_ptr_array_new_with_free_func(sim_system_free);
    systems->known =
        g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);

    SimSystem *s = g_new0(SimSystem, 1);
    s->grid = *root;
    s->traced = *traced;
    s->count = count;
    s->is_box = TRUE;
    s->is_linear = TRUE;
    s->partition = sim_lattice_coarsest(systems->lattice);
    g_ptr_array_add(systems->all, s);
    return systems;
}

void
sim_systems_free(SimSystems *systems)
{
    if (systems == NULL)
        return;
    g_hash_table_unref(systems->known);
    g_ptr_array_unref(systems->all);
    sim_lattice_free(systems->lattice);
    g_free(systems);
}

SimLattice *
sim_systems_lattice(SimSystems *systems)
{
    return systems->lattice;
}

const SimSystem *
sim_systems_root(const SimSystems *systems)
{
    return g_ptr_array_index(systems->all, 0);
}

gint64
sim_system_number(const SimSystems *systems, const SimSystem *system, gint64 n)
{
    if (system->is_linear)
        return system->first + n;
    if (system->numbers != NULL)
        return system->numbers[n];
    int64_t index[RATER_MAX_RANK];
    rater_grid_index(&system->grid, n, index);
    for (int g = 0; g < system->grid.rank; g++)
        index[g] += system->lo[g];
    return rater_grid_number(&systems->root, index);
}

/* The system is a box of the lattice's axes: the keys of each dimension are those of an axis.
 */
static const SimPartition *
map_product(SimSystems *systems, const SimSystem *system, const SimRuns runs[], gint64 **index)
{
    const SimAxis *axes[RATER_MAX_RANK];
    guint rank = (guint)system->grid.rank;
    for (guint g = 0; g < rank; g++) {
        g_auto(SimRuns) whole;
        sim_runs_init(&whole);
        sim_runs_add(&whole, system->lo[g], SIM_KEY_OUTSIDE);
        for (guint i = 0; i < runs[g].ends->len; i++)
            sim_runs_add(&whole, system->lo[g] + g_array_index(runs[g].ends, gint64, i),
                         g_array_index(runs[g].keys, guint64, i));
        sim_runs_add(&whole, systems->root.size[g], SIM_KEY_OUTSIDE);
        axes[g] = sim_lattice_axis(systems->lattice, g, &whole);
    }
    const SimPartition *p = sim_lattice_partition(systems->lattice, axes);
    if (p == NULL)
        return NULL;
    gint64 *at = g_new(gint64, (gsize)p->n_classes * rank);
    for (guint c = 0; c < p->n_classes; c++) {
        gint64 *mine = at + (gsize)c * rank;
        gboolean inside = TRUE;
        sim_partition_class_first(p, c, mine);
        for (guint g = 0; g < rank; g++) {
            mine[g] -= system->lo[g];
            inside = inside && mine[g] >= 0 && mine[g] < system->grid.size[g];
        }
        if (!inside)
            mine[0] = -1;
    }
    *index = at;
    return p;
}

/* For each coordinate of a dimension the label of its run. */
static guint32 *
coordinate_labels(const SimRuns *runs, gint64 size, guint64 *n)
{
    g_autofree guint32 *of_run = sim_runs_labels(runs, n);
    guint32 *label = g_new(guint32, size);
    gint64 at = 0;
    for (guint i = 0; i < runs->ends->len; i++) {
        for (; at < g_array_index(runs->ends, gint64, i); at++)
            label[at] = of_run[i];
    }
    return label;
}

typedef struct {
    gint64 number; /* in the root */
    gint64 n;      /* in the system */
} Member;

static int
compare_members(gconstpointer a, gconstpointer b)
{
    gint64 x = ((const Member *)a)->number, y = ((const Member *)b)->number;
    return (x > y) - (x < y);
}

/* The processors of a system by their root numbers; free with g_free(). */
static Member *
members_by_number(const SimSystems *systems, const SimSystem *system)
{
    Member *member = g_new(Member, system->count);
    for (gint64 n = 0; n < system->count; n++)
        member[n] = (Member){ sim_system_number(systems, system, n), n };
    qsort(member, (size_t)system->count, sizeof *member, compare_members);
    return member;
}

/* Runs over the root numbers: the combination of its dimensions' labels for each processor. */
static void
flat_runs(const SimSystems *systems, const SimSystem *system, const SimRuns runs[],
          const Member *member, SimRuns *whole)
{
    guint rank = (guint)system->grid.rank;
    guint32 *label[RATER_MAX_RANK];
    guint64 n_labels[RATER_MAX_RANK];
    int64_t at[RATER_MAX_RANK];
    for (guint g = 0; g < rank; g++)
        label[g] = coordinate_labels(&runs[g], system->grid.size[g], &n_labels[g]);
    for (gint64 i = 0; i < system->count; i++) {
        guint64 key =
            0; /* below the number of processors, since labels are at most coordinates */
        rater_grid_index(&system->grid, member[i].n, at);
        for (guint g = 0; g < rank; g++)
            key = key * n_labels[g] + label[g][at[g]];
        sim_runs_add(whole, member[i].number, SIM_KEY_OUTSIDE);
        sim_runs_add(whole, member[i].number + 1, key);
    }
    sim_runs_add(whole, rater_grid_count(&systems->root), SIM_KEY_OUTSIDE);
    for (guint g = 0; g < rank; g++)
        g_free(label[g]);
}

/* The lattice is flat: goes through the processors of the system by root number. */
static const SimPartition *
map_flat(SimSystems *systems, const SimSystem *system, const SimRuns runs[], gint64 **index)
{
    guint rank = (guint)system->grid.rank;
    if (system->count > SIM_MOST_LISTED)
        return NULL;
    g_autofree Member *member = members_by_number(systems, system);
    g_auto(SimRuns) whole;
    sim_runs_init(&whole);
    flat_runs(systems, system, runs, member, &whole);
    const SimAxis *axis = sim_lattice_axis(systems->lattice, 0, &whole);
    const SimPartition *p = sim_lattice_partition(systems->lattice, &axis);
    if (p == NULL)
        return NULL;
    gint64 *found = g_new0(gint64, (gsize)p->n_classes * rank);
    for (guint c = 0; c < p->n_classes; c++) {
        Member key = { axis->label_first[c], 0 };
        const Member *m =
            bsearch(&key, member, (size_t)system->count, sizeof key, compare_members);
        if (m == NULL)
            found[(gsize)c * rank] = -1;
        else
            rater_grid_index(&system->grid, m->n, found + (gsize)c * rank);
    }
    *index = found;
    return p;
}

const SimPartition *
sim_system_map(SimSystems *systems, const SimSystem *system, const SimRuns runs[],
               gint64 **index)
{
    if (system->is_box && !systems->flat)
        return map_product(systems, system, runs, index);
    if (sim_lattice_n_axes(systems->lattice) != 1)
        return NULL; /* only a flat lattice can hold it */
    if (system->is_linear)
        return sim_system_map_range_grid(systems, system, runs, index);
    return map_flat(systems, system, runs, index);
}
