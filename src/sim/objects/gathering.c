/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/objects/gathering.h"

#include "src/base/hash.h"
#include "src/base/types.h"

/* What host h has of each class, by rising class. */
static void
list_parts(const RaterHosts *hosts, gint64 h, const SimPartition *partition, GArray *classes,
           GArray *parts)
{
    g_array_set_size(classes, 0);
    g_array_set_size(parts, 0);
    for (gint64 i = hosts->first[h]; i < hosts->first[h + 1]; i++) {
        const gint64 class = sim_partition_class_of(partition, hosts->member[i]);
        g_array_append_val(classes, class);
    }
    g_array_sort(classes, compare_int64);
    for (guint i = 0; i < classes->len; i++) {
        const guint class = (guint)g_array_index(classes, gint64, i);
        const SimGathered one = { class, 1 };
        SimGathered *last =
            parts->len > 0 ? &g_array_index(parts, SimGathered, parts->len - 1) : NULL;
        if (last != NULL && last->class == class)
            last->count++;
        else
            g_array_append_val(parts, one);
    }
}

/* Tells hosts of different parts apart, by numbers in the order in which they come, which is
 * that of labels. */
static void
gather(SimGathering *g, const RaterHosts *hosts, const SimPartition *partition, SimRuns *runs)
{
    g_autoptr(GHashTable) known =
        g_hash_table_new_full(hash_bytes, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    g_autoptr(GArray) classes = g_array_new(FALSE, FALSE, sizeof(gint64));
    g_autoptr(GArray) parts = g_array_new(FALSE, FALSE, sizeof(SimGathered));
    g_autoptr(GArray) first = g_array_new(FALSE, FALSE, sizeof(guint));
    for (gint64 h = 0; h < hosts->n; h++) {
        list_parts(hosts, h, partition, classes, parts);
        GBytes *key = g_bytes_new(parts->data, parts->len * sizeof(SimGathered));
        gpointer number;
        if (g_hash_table_lookup_extended(known, key, NULL, &number)) {
            g_bytes_unref(key);
        } else {
            number = GUINT_TO_POINTER(first->len);
            g_hash_table_insert(known, key, number);
            g_array_append_val(first, g->parts->len);
            g_array_append_vals(g->parts, parts->data, parts->len);
        }
        sim_runs_add(runs, h + 1, GPOINTER_TO_UINT(number));
    }
    g_array_append_val(first, g->parts->len);
    g->first = (guint *)(gpointer)g_array_free(g_steal_pointer(&first), FALSE);
}

SimGathering *
sim_gathering_new(SimLattice *lattice, const RaterHosts *hosts, const SimPartition *partition)
{
    g_autoptr(SimGathering) g = g_new0(SimGathering, 1);
    g_auto(SimRuns) runs = { NULL };
    g->parts = g_array_new(FALSE, FALSE, sizeof(SimGathered));
    gather(g, hosts, partition, &runs);
    const SimAxis *axis = sim_lattice_axis(lattice, 0, &runs);
    g->partition = sim_lattice_partition(lattice, &axis);
    return g->partition != NULL ? g_steal_pointer(&g) : NULL;
}

void
sim_gathering_free(SimGathering *gathering)
{
    if (gathering == NULL)
        return;
    g_array_unref(gathering->parts);
    g_free(gathering->first);
    g_free(gathering);
}

double *
sim_gathering_sum(const SimGathering *gathering, const double value[])
{
    double *sum = g_new0(double, gathering->partition->n_classes);
    for (guint c = 0; c < gathering->partition->n_classes; c++) {
        for (guint i = gathering->first[c]; i < gathering->first[c + 1]; i++) {
            const SimGathered *part = &g_array_index(gathering->parts, SimGathered, i);
            sum[c] += part->count * value[part->class];
        }
    }
    return sum;
}
