/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/lattice/partition.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/hash.h"
#include "src/base/types.h"

/* More classes than this are refused: clocks, sums and results of one take some 500 bytes, so
 * that these take 8 GB. */
#define MAX_CLASSES (1u << 24)

/* Classes of joins that are remembered, of 8 bytes each, and what a join takes besides. Most
 * are asked for again within few calls; an elimination asks for those of a row never again. */
#define MOST_JOIN_CLASSES (1u << 17)
#define JOIN_CLASSES      16

struct _SimLattice {
    guint n_axes;
    gint64 size[RATER_MAX_RANK];
    GPtrArray *axes;           /* owned SimAxis, by id */
    GPtrArray *partitions;     /* owned SimPartition, by id */
    GHashTable *axis_set;      /* SimAxis by content */
    GHashTable *partition_set; /* SimPartition by content */
    GHashTable *axis_joins;    /* gint64 (id of a, id of b) -> SimAxis */
    GHashTable *joins;         /* gint64 (id of a, id of b) -> SimJoin (reference) */
    guint64 join_classes;      /* of all of them */
};

void
sim_runs_clear(SimRuns *runs)
{
    g_clear_pointer(&runs->list, g_array_unref);
}

void
sim_runs_add(SimRuns *runs, gint64 end, guint64 key)
{
    const SimRun run = { end, key };
    if (runs->list == NULL)
        runs->list = g_array_new(FALSE, FALSE, sizeof run);
    const guint n = runs->list->len;
    SimRun *last = n > 0 ? &g_array_index(runs->list, SimRun, n - 1) : NULL;
    if (end <= (last != NULL ? last->end : 0))
        return;
    if (last != NULL && last->key == key)
        last->end = end;
    else
        g_array_append_val(runs->list, run);
}

guint *
sim_runs_labels(const SimRuns *runs, guint *n)
{
    const guint n_runs = runs->list->len;
    const SimRun *run = sim_runs_at(runs, 0);
    guint size = 4;
    while (size < 2 * n_runs)
        size *= 2;
    g_autofree guint *first = g_new0(guint, size); /* run + 1 that a key came with; 0: free */
    guint *label = g_new(guint, n_runs);
    *n = 0;
    for (guint i = 0; i < n_runs; i++) {
        guint at = hash_pair(&run[i].key) & (size - 1);
        while (first[at] != 0 && run[first[at] - 1].key != run[i].key)
            at = (at + 1) & (size - 1);
        label[i] = first[at] != 0 ? label[first[at] - 1] : (*n)++;
        if (first[at] == 0)
            first[at] = i + 1;
    }
    return label;
}

static guint
axis_hash(gconstpointer v)
{
    const SimAxis *a = v;
    guint64 h = hash_mix((guint64)a->size, a->n_runs);
    for (guint i = 0; i < a->n_runs; i++)
        h = hash_mix(h, (guint64)a->end[i] << 20 ^ a->label[i]);
    return hash_end(h);
}

static gboolean
axis_equal(gconstpointer va, gconstpointer vb)
{
    const SimAxis *a = va, *b = vb;
    return a->size == b->size && a->n_runs == b->n_runs &&
           memcmp(a->end, b->end, a->n_runs * sizeof *a->end) == 0 &&
           memcmp(a->label, b->label, a->n_runs * sizeof *a->label) == 0;
}

static guint
partition_hash(gconstpointer v)
{
    const SimPartition *p = v;
    guint64 h = p->n_axes;
    for (guint i = 0; i < p->n_axes; i++)
        h = hash_mix(h, p->axis[i]->id);
    return hash_end(h);
}

static gboolean
partition_equal(gconstpointer va, gconstpointer vb)
{
    const SimPartition *a = va, *b = vb;
    return a->n_axes == b->n_axes && memcmp(a->axis, b->axis, a->n_axes * sizeof *a->axis) == 0;
}

static void
axis_free(gpointer v)
{
    SimAxis *a = v;
    g_free((gpointer)a->end);
    g_free((gpointer)a->label);
    g_free((gpointer)a->label_size);
    g_free((gpointer)a->label_first);
    g_free(a);
}

static void
partition_free(gpointer v)
{
    SimPartition *p = v;
    g_free(p->axis);
    g_free(p);
}

static void
join_clear(gpointer v)
{
    SimJoin *join = v;
    g_free(join->of_a);
    g_free(join->of_b);
}

void
sim_join_unref(SimJoin *join)
{
    g_rc_box_release_full(join, join_clear);
}

static void
join_release(gpointer join)
{
    sim_join_unref(join);
}

SimLattice *
sim_lattice_new(guint n_axes, const gint64 sizes[])
{
    g_return_val_if_fail(n_axes >= 1 && n_axes <= RATER_MAX_RANK, NULL);
    SimLattice *l = g_new0(SimLattice, 1);
    l->n_axes = n_axes;
    memcpy(l->size, sizes, n_axes * sizeof *sizes);
    l->axes = g_ptr_array_new_with_free_func(axis_free);
    l->partitions = g_ptr_array_new_with_free_func(partition_free);
    l->axis_set = g_hash_table_new(axis_hash, axis_equal);
    l->partition_set = g_hash_table_new(partition_hash, partition_equal);
    l->axis_joins = g_hash_table_new_full(hash_pair, g_int64_equal, g_free, NULL);
    l->joins = g_hash_table_new_full(hash_pair, g_int64_equal, g_free, join_release);
    return l;
}

void
sim_lattice_free(SimLattice *lattice)
{
    if (lattice == NULL)
        return;
    g_hash_table_unref(lattice->joins);
    g_hash_table_unref(lattice->axis_joins);
    g_hash_table_unref(lattice->partition_set);
    g_hash_table_unref(lattice->axis_set);
    g_ptr_array_unref(lattice->partitions);
    g_ptr_array_unref(lattice->axes);
    g_free(lattice);
}

guint
sim_lattice_n_axes(const SimLattice *lattice)
{
    return lattice->n_axes;
}

/* With runs and labels; lattice_intern_axis() fills in the rest. */
static SimAxis *
axis_new(gint64 size, const SimRuns *runs)
{
    SimAxis *axis = g_new0(SimAxis, 1);
    axis->size = size;
    axis->n_runs = runs->list->len;
    axis->label = sim_runs_labels(runs, &axis->n_labels);
    gint64 *end = g_new(gint64, axis->n_runs);
    for (guint i = 0; i < axis->n_runs; i++)
        end[i] = sim_runs_at(runs, i)->end;
    axis->end = end;
    return axis;
}

/* Takes over `axis`. */
static const SimAxis *
lattice_intern_axis(SimLattice *lattice, SimAxis *axis)
{
    SimAxis *known = g_hash_table_lookup(lattice->axis_set, axis);
    if (known != NULL) {
        axis_free(axis);
        return known;
    }
    gint64 *size = g_new0(gint64, axis->n_labels);
    gint64 *first = g_new0(gint64, axis->n_labels);
    gint64 at = 0;
    for (guint i = 0; i < axis->n_runs; i++) {
        if (size[axis->label[i]] == 0)
            first[axis->label[i]] = at;
        size[axis->label[i]] += axis->end[i] - at;
        at = axis->end[i];
    }
    axis->label_size = size;
    axis->label_first = first;
    axis->id = lattice->axes->len;
    g_ptr_array_add(lattice->axes, axis);
    g_hash_table_add(lattice->axis_set, axis);
    return axis;
}

const SimAxis *
sim_lattice_axis(SimLattice *lattice, guint axis, const SimRuns *runs)
{
    const gint64 size = lattice->size[axis];
    g_return_val_if_fail(runs->list != NULL, NULL);
    g_return_val_if_fail(sim_runs_at(runs, runs->list->len - 1)->end == size, NULL);

    return lattice_intern_axis(lattice, axis_new(size, runs));
}

/* The first `n_alone` coordinates one by one, and the rest alike. */
static const SimAxis *
first_coordinates(SimLattice *lattice, guint axis, gint64 n_alone)
{
    g_auto(SimRuns) runs = { NULL };
    for (gint64 c = 0; c < MIN(n_alone, lattice->size[axis]); c++)
        sim_runs_add(&runs, c + 1, (guint64)c);
    sim_runs_add(&runs, lattice->size[axis], G_MAXUINT64);
    return sim_lattice_axis(lattice, axis, &runs);
}

const SimPartition *
sim_lattice_partition(SimLattice *lattice, const SimAxis *const axes[])
{
    guint64 n_classes = 1;
    for (guint i = 0; i < lattice->n_axes; i++) {
        n_classes *= axes[i]->n_labels;
        if (n_classes > MAX_CLASSES)
            return NULL;
    }
    SimPartition key = { .n_axes = lattice->n_axes, .axis = (const SimAxis **)axes };
    SimPartition *known = g_hash_table_lookup(lattice->partition_set, &key);
    if (known != NULL)
        return known;
    SimPartition *p = g_new0(SimPartition, 1);
    p->id = lattice->partitions->len;
    p->n_axes = lattice->n_axes;
    p->n_classes = (guint)n_classes;
    p->axis = g_memdup2(axes, lattice->n_axes * sizeof *axes);
    g_ptr_array_add(lattice->partitions, p);
    g_hash_table_add(lattice->partition_set, p);
    return p;
}

const SimPartition *
sim_lattice_first_alone(SimLattice *lattice, gint64 n_alone)
{
    const SimAxis *axes[RATER_MAX_RANK];
    guint64 n_classes = 1;
    for (guint i = 0; i < lattice->n_axes; i++) {
        n_classes *= (guint64)MIN(n_alone, lattice->size[i]);
        if (n_classes > MAX_CLASSES)
            return NULL;
    }
    for (guint i = 0; i < lattice->n_axes; i++)
        axes[i] = first_coordinates(lattice, i, n_alone);
    return sim_lattice_partition(lattice, axes);
}

static gint64
pair_key(guint a, guint b)
{
    return (gint64)((guint64)a << 32 | b);
}

/* The coarsest common refinement of two axes: each pair of labels that meet becomes a label. */
static SimAxis *
axis_meet(const SimAxis *a, const SimAxis *b)
{
    g_auto(SimRuns) runs = { NULL };
    for (guint i = 0, j = 0; i < a->n_runs && j < b->n_runs;) {
        const gint64 end = MIN(a->end[i], b->end[j]);
        sim_runs_add(&runs, end, (guint64)a->label[i] << 32 | b->label[j]);
        i += a->end[i] == end;
        j += b->end[j] == end;
    }
    return axis_new(a->size, &runs);
}

guint
sim_axis_run(const SimAxis *axis, gint64 coordinate)
{
    guint lo = 0, hi = axis->n_runs - 1;
    while (lo < hi) {
        guint mid = lo + (hi - lo) / 2;
        if (axis->end[mid] > coordinate)
            hi = mid;
        else
            lo = mid + 1;
    }
    return lo;
}

static const SimAxis *
lattice_join_axis(SimLattice *lattice, const SimAxis *a, const SimAxis *b)
{
    gint64 key = pair_key(a->id, b->id);
    const SimAxis *axis = g_hash_table_lookup(lattice->axis_joins, &key);
    if (axis == NULL) {
        axis = lattice_intern_axis(lattice, axis_meet(a, b));
        g_hash_table_insert(lattice->axis_joins, g_memdup2(&key, sizeof key), (gpointer)axis);
    }
    return axis;
}

/* The label of a `coarse` axis at the first coordinate of a label of a finer one. */
static guint
label_at(const SimAxis *fine, guint label, const SimAxis *coarse)
{
    return coarse->label[sim_axis_run(coarse, fine->label_first[label])];
}

/* Classes that differ in the label of the last axis alone follow each other. */
guint *
sim_partition_map(const SimPartition *fine, const SimPartition *coarse)
{
    guint *map = g_new(guint, fine->n_classes);
    guint labels[RATER_MAX_RANK];
    guint last = fine->n_axes - 1, n = fine->axis[last]->n_labels;
    for (guint c = 0; c < fine->n_classes; c += n) {
        guint target = 0;
        sim_partition_class_labels(fine, c, labels);
        for (guint i = 0; i < last; i++)
            target = target * coarse->axis[i]->n_labels +
                     label_at(fine->axis[i], labels[i], coarse->axis[i]);
        target *= coarse->axis[last]->n_labels;
        for (guint l = 0; l < n; l++)
            map[c + l] = target + label_at(fine->axis[last], l, coarse->axis[last]);
    }
    return map;
}

/* Remembers a join; all others are forgotten when there are too many. */
static void
lattice_remember(SimLattice *lattice, gint64 key, SimJoin *join)
{
    const guint64 classes = (guint64)join->partition->n_classes + JOIN_CLASSES;
    if (lattice->join_classes + classes > MOST_JOIN_CLASSES) {
        g_hash_table_remove_all(lattice->joins);
        lattice->join_classes = 0;
    }
    lattice->join_classes += classes;
    g_hash_table_insert(lattice->joins, g_memdup2(&key, sizeof key), g_rc_box_acquire(join));
}

SimJoin *
sim_lattice_join(SimLattice *lattice, const SimPartition *a, const SimPartition *b)
{
    gint64 key = pair_key(a->id, b->id);
    SimJoin *join = g_hash_table_lookup(lattice->joins, &key);
    if (join != NULL)
        return g_rc_box_acquire(join);

    const SimAxis *axes[RATER_MAX_RANK];
    for (guint i = 0; i < lattice->n_axes; i++)
        axes[i] = lattice_join_axis(lattice, a->axis[i], b->axis[i]);
    const SimPartition *p = sim_lattice_partition(lattice, axes);
    if (p == NULL)
        return NULL;
    join = g_rc_box_new(SimJoin);
    *join = (SimJoin){ p, sim_partition_map(p, a), sim_partition_map(p, b) };
    lattice_remember(lattice, key, join);
    return join;
}

static int
compare_axes(gconstpointer va, gconstpointer vb)
{
    const SimAxis *const *a = va, *const *b = vb;
    return ORDER((*a)->id, (*b)->id);
}

/* Writes the different axes among number `axis` of the partitions, without those that tell
 * nothing apart, and returns how many there are. */
static guint
different_axes(guint axis, guint n, const SimPartition *const partitions[],
               const SimAxis *axes[])
{
    guint n_all = 0, n_kept = 0;
    for (guint i = 0; i < n; i++) {
        if (partitions[i]->axis[axis]->n_labels > 1)
            axes[n_all++] = partitions[i]->axis[axis];
    }
    if (n_all > 1)
        qsort(axes, n_all, sizeof *axes, compare_axes);
    for (guint i = 0; i < n_all; i++) {
        if (n_kept == 0 || axes[n_kept - 1] != axes[i])
            axes[n_kept++] = axes[i];
    }
    return n_kept;
}

/* Of n >= 1 axes. In halves, so that many small ones do not cost the square of their number. */
static SimAxis *
axes_meet(guint n, const SimAxis *const axes[])
{
    if (n <= 2)
        return axis_meet(axes[0], axes[n - 1]);
    SimAxis *a = axes_meet(n / 2, axes), *b = axes_meet(n - n / 2, axes + n / 2);
    SimAxis *both = axis_meet(a, b);
    axis_free(a);
    axis_free(b);
    return both;
}

const SimPartition *
sim_lattice_join_all(SimLattice *lattice, guint n, const SimPartition *const partitions[])
{
    const SimAxis *joined[RATER_MAX_RANK];
    if (n == 0)
        return sim_lattice_first_alone(lattice, 0);
    g_autofree const SimAxis **axes = g_new(const SimAxis *, n);
    for (guint i = 0; i < lattice->n_axes; i++) {
        const guint n_axes = different_axes(i, n, partitions, axes);
        if (n_axes == 0)
            joined[i] = partitions[0]->axis[i];
        else if (n_axes == 1)
            joined[i] = axes[0];
        else
            joined[i] = lattice_intern_axis(lattice, axes_meet(n_axes, axes));
    }
    return sim_lattice_partition(lattice, joined);
}

guint
sim_partition_class_of(const SimPartition *partition, gint64 number)
{
    guint class = 0, scale = 1;
    for (guint i = partition->n_axes; i-- > 0;) {
        const SimAxis *axis = partition->axis[i];
        class += scale * axis->label[sim_axis_run(axis, number % axis->size)];
        number /= axis->size;
        scale *= axis->n_labels;
    }
    return class;
}

void
sim_partition_class_labels(const SimPartition *partition, guint c, guint labels[])
{
    for (guint i = partition->n_axes; i-- > 0;) {
        guint n = partition->axis[i]->n_labels;
        labels[i] = c % n;
        c /= n;
    }
}

gint64
sim_partition_class_size(const SimPartition *partition, guint c)
{
    guint labels[RATER_MAX_RANK];
    gint64 size = 1;
    sim_partition_class_labels(partition, c, labels);
    for (guint i = 0; i < partition->n_axes; i++)
        size *= partition->axis[i]->label_size[labels[i]];
    return size;
}

void
sim_partition_class_first(const SimPartition *partition, guint c, gint64 coords[])
{
    guint labels[RATER_MAX_RANK];
    sim_partition_class_labels(partition, c, labels);
    for (guint i = 0; i < partition->n_axes; i++)
        coords[i] = partition->axis[i]->label_first[labels[i]];
}

gint64
sim_partition_class_least(const SimPartition *partition, guint c)
{
    gint64 first[RATER_MAX_RANK], least = 0;
    sim_partition_class_first(partition, c, first);
    for (guint i = 0; i < partition->n_axes; i++)
        least = least * partition->axis[i]->size + first[i];
    return least;
}

/* Appends the runs of coordinates with the label, of which no two touch. */
static void
append_label(GArray *spans, const SimAxis *axis, guint label)
{
    gint64 at = axis->label_first[label], left = axis->label_size[label];
    for (guint run = sim_axis_run(axis, at); left > 0; run++) {
        if (axis->label[run] == label) {
            const ProcessorSpan span = { at, axis->end[run] - 1 };
            g_array_append_val(spans, span);
            left -= axis->end[run] - at;
        }
        at = axis->end[run];
    }
}

ProcessorSet *
sim_partition_set(const SimPartition *partition, guint n, const guint classes[],
                  const RaterGrid *grid)
{
    g_autoptr(GArray) spans = g_array_new(FALSE, FALSE, sizeof(ProcessorSpan));
    g_autoptr(GArray) ends = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < n; i++) {
        guint labels[RATER_MAX_RANK];
        sim_partition_class_labels(partition, classes[i], labels);
        for (guint a = 0; a < partition->n_axes; a++) {
            append_label(spans, partition->axis[a], labels[a]);
            g_array_append_val(ends, spans->len);
        }
    }
    return processor_set_new(grid, partition->n_axes, spans, ends);
}
