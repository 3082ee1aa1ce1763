/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/explain/suspects-tasks.h"

/* Classes visited for all systems; more, and systems count as if they shared no processor. */
#define MOST_VISITS ((guint64)1 << 24)

static const SimCause *
task_at(const Suspect *region, guint i)
{
    return g_ptr_array_index(region->causes, i);
}

/* The partition that tells the processors of all tasks apart; NULL: too much to visit. */
static const SimPartition *
join_systems(const Suspect *region, SimLattice *lattice)
{
    g_autoptr(GHashTable) known = g_hash_table_new(NULL, NULL);
    g_autoptr(GPtrArray) partitions = g_ptr_array_new();
    for (guint i = 0; i < region->causes->len; i++) {
        const SimPartition *p = task_at(region, i)->system->partition;
        if (g_hash_table_add(known, (gpointer)p))
            g_ptr_array_add(partitions, (gpointer)p);
    }
    const SimPartition *all = sim_lattice_join_all(
        lattice, partitions->len, (const SimPartition *const *)partitions->pdata);
    return all != NULL && (guint64)all->n_classes * region->causes->len <= MOST_VISITS ? all
                                                                                       : NULL;
}

static gboolean
is_inside(const SimSystem *system, guint c)
{
    return system->inside == NULL || system->inside[c];
}

/* System -> double, the time of all tasks on it. */
static GHashTable *
sums_by_system(const Suspect *region)
{
    GHashTable *sums = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    for (guint i = 0; i < region->causes->len; i++) {
        const SimCause *task = task_at(region, i);
        double *sum = g_hash_table_lookup(sums, task->system);
        if (sum == NULL) {
            sum = g_new0(double, 1);
            g_hash_table_insert(sums, (gpointer)task->system, sum);
        }
        *sum += task->time;
    }
    return sums;
}

/* Adds `sum` to every class of the system, or gets the largest of them. */
static double
visit_classes(const SimSystem *system, const SimPartition *all, double load[], double sum)
{
    g_autofree guint *of = sim_partition_map(all, system->partition);
    double most = 0;
    for (guint c = 0; c < all->n_classes; c++) {
        if (!is_inside(system, of[c]))
            continue;
        load[c] += sum;
        most = MAX(most, load[c]);
    }
    return most;
}

double *
suspects_tasks_loads(const Suspect *region, SimSystems *systems)
{
    double *loads = g_new0(double, region->causes->len);
    const SimPartition *all = join_systems(region, sim_systems_lattice(systems));
    g_autoptr(GHashTable) sums = sums_by_system(region);
    if (all != NULL) {
        g_autofree double *load = g_new0(double, all->n_classes);
        /* in the order of the causes, so that sums are rounded the same way in every run */
        g_autoptr(GHashTable) done = g_hash_table_new(NULL, NULL);
        for (guint i = 0; i < region->causes->len; i++) {
            const SimSystem *system = task_at(region, i)->system;
            if (g_hash_table_add(done, (gpointer)system))
                visit_classes(system, all, load,
                              *(const double *)g_hash_table_lookup(sums, system));
        }
        g_hash_table_remove_all(done);
        for (guint i = 0; i < region->causes->len; i++) {
            const SimSystem *system = task_at(region, i)->system;
            double *sum = g_hash_table_lookup(sums, system);
            if (g_hash_table_add(done, (gpointer)system))
                *sum = visit_classes(system, all, load, 0);
        }
    }
    for (guint i = 0; i < region->causes->len; i++)
        loads[i] = *(const double *)g_hash_table_lookup(sums, task_at(region, i)->system);
    return loads;
}

double
suspects_tasks_mean(const Suspect *region)
{
    double work = 0;
    for (guint i = 0; i < region->causes->len; i++)
        work += task_at(region, i)->time * (double)task_at(region, i)->system->count;
    return work / (double)region->main->outer->count;
}
