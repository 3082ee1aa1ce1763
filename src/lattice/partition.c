/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/lattice/partition.h"

#include <string.h>

#include "src/lattice/label-table.h"

/* More classes than this are refused: clocks, sums and results of one take some 500 bytes, so
 * that these take 8 GB. */
#define MAX_CLASSES (1u << 24)

/* Refinement of two partitions of one axis. */
typedef struct {
    const SimAxis *axis;
    guint *of_a; /* for each label of `axis` the label of a */
    guint *of_b;
} AxisJoin;

/* Classes of joins whose maps are remembered, 8 bytes each, what a join takes besides, and
 * joins that are kept whatever their size: those in use, which are two of a view of the clocks
 * and one of their speeds. An elimination of 4,400 rows on 1,024 processors kept 36 MB of maps
 * that were used in one step each; 10,000 distinct distributions kept 4 MB of them in each of
 * the two simulations, and less of them is not slower. Eight joins of 300,000 classes instead
 * of four were 30 MB more. */
#define MOST_JOIN_CLASSES (1u << 17)
#define JOIN_CLASSES      16
#define LEAST_JOINS       4

/* A remembered join. */
typedef struct {
    SimJoin join;
    gint64 key;
    GList link; /* of SimLattice.used */
} Memory;

struct _SimLattice {
    guint n_axes;
    gint64 size[RATER_MAX_RANK];
    GPtrArray *axes;           /* owned SimAxis, by id */
    GPtrArray *partitions;     /* owned SimPartition, by id */
    GHashTable *axis_set;      /* SimAxis by content */
    GHashTable *partition_set; /* SimPartition by content */
    GHashTable *axis_joins;    /* gint64 (id of a, id of b) -> AxisJoin */
    GHashTable *joins;         /* gint64 (id of a, id of b) -> Memory (owned), its key inside */
    GQueue used;               /* of Memory, the last used at the end; links inside of them */
    guint64 join_classes;      /* of all of them */
};

static guint
axis_hash(gconstpointer v)
{
    const SimAxis *a = v;
    guint64 h = (guint64)a->size * 0x9E3779B97F4A7C15u + a->n_runs;
    for (guint i = 0; i < a->n_runs; i++)
        h = (h ^ ((guint64)a->end[i] << 20 ^ a->label[i])) * 0x9E3779B97F4A7C15u;
    return (guint)(h >> 32);
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
        h = (h ^ p->axis[i]->id) * 0x9E3779B97F4A7C15u;
    return (guint)(h >> 32);
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
axis_join_free(gpointer v)
{
    AxisJoin *j = v;
    g_free(j->of_a);
    g_free(j->of_b);
    g_free(j);
}

static void
join_free(gpointer v)
{
    Memory *memory = v;
    g_free((gpointer)memory->join.of_a);
    g_free((gpointer)memory->join.of_b);
    g_free(memory);
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
    l->axis_joins = g_hash_table_new_full(sim_pair_hash, g_int64_equal, g_free, axis_join_free);
    l->joins = g_hash_table_new_full(sim_pair_hash, g_int64_equal, NULL, join_free);
    g_queue_init(&l->used);
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

gint64
sim_lattice_axis_size(const SimLattice *lattice, guint axis)
{
    return lattice->size[axis];
}

/* Takes over `axis` (arrays end and label set): interns it, fills in the rest. */
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
    guint n = runs->ends->len;
    g_return_val_if_fail(n > 0, NULL);
    g_return_val_if_fail(g_array_index(runs->ends, gint64, n - 1) == lattice->size[axis], NULL);

    g_auto(SimLabelTable) labels;
    sim_label_table_init(&labels, n);
    SimAxis *a = g_new0(SimAxis, 1);
    guint *label = g_new(guint, n);
    for (guint i = 0; i < n; i++)
        label[i] = sim_label_table_get(&labels, g_array_index(runs->keys, guint64, i));
    a->size = lattice->size[axis];
    a->n_runs = n;
    a->n_labels = labels.n;
    a->end = g_memdup2(runs->ends->data, n * sizeof(gint64));
    a->label = label;
    return lattice_intern_axis(lattice, a);
}

const SimAxis *
sim_lattice_coarsest_axis(SimLattice *lattice, guint axis)
{
    g_auto(SimRuns) runs;
    sim_runs_init(&runs);
    sim_runs_add(&runs, lattice->size[axis], 0);
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
sim_lattice_coarsest(SimLattice *lattice)
{
    const SimAxis *axes[RATER_MAX_RANK];
    for (guint i = 0; i < lattice->n_axes; i++)
        axes[i] = sim_lattice_coarsest_axis(lattice, i);
    return sim_lattice_partition(lattice, axes);
}

const SimPartition *
sim_lattice_finest(SimLattice *lattice)
{
    const SimAxis *axes[RATER_MAX_RANK];
    guint64 n_classes = 1;
    for (guint i = 0; i < lattice->n_axes; i++) {
        n_classes *= (guint64)lattice->size[i];
        if (n_classes > MAX_CLASSES)
            return NULL;
    }
    for (guint i = 0; i < lattice->n_axes; i++) {
        g_auto(SimRuns) runs;
        sim_runs_init(&runs);
        for (gint64 c = 0; c < lattice->size[i]; c++)
            sim_runs_add(&runs, c + 1, (guint64)c);
        axes[i] = sim_lattice_axis(lattice, i, &runs);
    }
    return sim_lattice_partition(lattice, axes);
}

const SimPartition *
sim_lattice_first_alone(SimLattice *lattice)
{
    const SimAxis *axes[RATER_MAX_RANK];
    for (guint i = 0; i < lattice->n_axes; i++) {
        g_auto(SimRuns) runs;
        sim_runs_init(&runs);
        sim_runs_add(&runs, 1, 0);
        sim_runs_add(&runs, lattice->size[i], 1);
        axes[i] = sim_lattice_axis(lattice, i, &runs);
    }
    return sim_lattice_partition(lattice, axes);
}

static gint64
pair_key(guint a, guint b)
{
    return (gint64)((guint64)a << 32 | b);
}

static AxisJoin *
axis_join_new(SimLattice *lattice, const SimAxis *a, const SimAxis *b)
{
    guint n_most = a->n_runs + b->n_runs;
    SimAxis *merged = g_new0(SimAxis, 1);
    gint64 *end = g_new(gint64, n_most);
    guint *label = g_new(guint, n_most);
    g_auto(SimLabelTable) labels;
    sim_label_table_init(&labels, n_most);
    g_autoptr(GArray) of_a = g_array_new(FALSE, FALSE, sizeof(guint));
    g_autoptr(GArray) of_b = g_array_new(FALSE, FALSE, sizeof(guint));
    guint n = 0;

    for (guint i = 0, j = 0; i < a->n_runs && j < b->n_runs; n++) {
        guint la = a->label[i], lb = b->label[j];
        label[n] = sim_label_table_get(&labels, (guint64)la << 32 | lb);
        if (label[n] == of_a->len) {
            g_array_append_val(of_a, la);
            g_array_append_val(of_b, lb);
        }
        end[n] = MIN(a->end[i], b->end[j]);
        i += a->end[i] == end[n];
        j += b->end[j] == end[n];
    }
    merged->size = a->size;
    merged->n_runs = n;
    merged->n_labels = of_a->len;
    merged->end = end;
    merged->label = label;

    AxisJoin *join = g_new0(AxisJoin, 1);
    join->axis = lattice_intern_axis(lattice, merged);
    join->of_a = g_memdup2(of_a->data, of_a->len * sizeof(guint));
    join->of_b = g_memdup2(of_b->data, of_b->len * sizeof(guint));
    return join;
}

static const AxisJoin *
lattice_join_axis(SimLattice *lattice, const SimAxis *a, const SimAxis *b)
{
    gint64 key = pair_key(a->id, b->id);
    AxisJoin *join = g_hash_table_lookup(lattice->axis_joins, &key);
    if (join == NULL) {
        join = axis_join_new(lattice, a, b);
        g_hash_table_insert(lattice->axis_joins, g_memdup2(&key, sizeof key), join);
    }
    return join;
}

/* For each class of `fine` the class of `coarse`, given the label maps of the axes. Classes
 * that differ in the label of the last axis alone follow each other. */
static guint *
class_map(const SimPartition *fine, const SimPartition *coarse, guint *const maps[])
{
    guint *map = g_new(guint, fine->n_classes);
    guint labels[RATER_MAX_RANK];
    guint last = fine->n_axes - 1, n = fine->axis[last]->n_labels;
    for (guint c = 0; c < fine->n_classes; c += n) {
        guint target = 0;
        sim_partition_class_labels(fine, c, labels);
        for (guint i = 0; i < last; i++)
            target = target * coarse->axis[i]->n_labels + maps[i][labels[i]];
        target *= coarse->axis[last]->n_labels;
        for (guint l = 0; l < n; l++)
            map[c + l] = target + maps[last][l];
    }
    return map;
}

/* The join of this key becomes the one used last; NULL when none is remembered. */
static const SimJoin *
join_recall(SimLattice *lattice, gint64 key)
{
    Memory *memory = g_hash_table_lookup(lattice->joins, &key);
    if (memory == NULL)
        return NULL;
    if (lattice->used.tail != &memory->link) {
        g_queue_unlink(&lattice->used, &memory->link);
        g_queue_push_tail_link(&lattice->used, &memory->link);
    }
    return &memory->join;
}

/* Remembers a join; those that were not used for longest go when there are too many. */
static const SimJoin *
join_remember(SimLattice *lattice, gint64 key, const SimJoin *join)
{
    Memory *memory = g_new0(Memory, 1);
    memory->join = *join;
    memory->key = key;
    memory->link.data = memory;
    g_hash_table_insert(lattice->joins, &memory->key, memory);
    g_queue_push_tail_link(&lattice->used, &memory->link);
    lattice->join_classes += join->partition->n_classes + JOIN_CLASSES;
    while (lattice->join_classes > MOST_JOIN_CLASSES && lattice->used.length > LEAST_JOINS) {
        Memory *oldest = g_queue_pop_head_link(&lattice->used)->data;
        lattice->join_classes -= oldest->join.partition->n_classes + JOIN_CLASSES;
        g_hash_table_remove(lattice->joins, &oldest->key);
    }
    return &memory->join;
}

const SimJoin *
sim_lattice_join(SimLattice *lattice, const SimPartition *a, const SimPartition *b)
{
    gint64 key = pair_key(a->id, b->id);
    const SimJoin *known = join_recall(lattice, key);
    if (known != NULL)
        return known;

    const SimAxis *axes[RATER_MAX_RANK];
    guint *to_a[RATER_MAX_RANK], *to_b[RATER_MAX_RANK];
    for (guint i = 0; i < lattice->n_axes; i++) {
        const AxisJoin *aj = lattice_join_axis(lattice, a->axis[i], b->axis[i]);
        axes[i] = aj->axis;
        to_a[i] = aj->of_a;
        to_b[i] = aj->of_b;
    }
    const SimPartition *p = sim_lattice_partition(lattice, axes);
    if (p == NULL)
        return NULL;
    const SimJoin made = { p, class_map(p, a, to_a), class_map(p, b, to_b) };
    return join_remember(lattice, key, &made);
}

void
sim_lattice_forget_joins(SimLattice *lattice)
{
    g_queue_init(&lattice->used); /* its links go with the joins */
    lattice->join_classes = 0;
    g_hash_table_remove_all(lattice->joins);
    g_hash_table_remove_all(lattice->axis_joins);
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

/* For each label of `fine` the label of `coarse` at its first coordinate. */
static guint *
label_map(const SimAxis *fine, const SimAxis *coarse)
{
    guint *map = g_new(guint, fine->n_labels);
    for (guint l = 0; l < fine->n_labels; l++)
        map[l] = coarse->label[sim_axis_run(coarse, fine->label_first[l])];
    return map;
}

guint *
sim_partition_map(const SimPartition *fine, const SimPartition *coarse)
{
    guint *maps[RATER_MAX_RANK];
    for (guint i = 0; i < fine->n_axes; i++)
        maps[i] = label_map(fine->axis[i], coarse->axis[i]);
    guint *map = class_map(fine, coarse, maps);
    for (guint i = 0; i < fine->n_axes; i++)
        g_free(maps[i]);
    return map;
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
