/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/predict/interval-classes.h"

#include <string.h>

#include "src/analysis/predict/rollup.h"
#include "src/base/hash.h"
#include "src/lattice/set.h"

/* What the visits of the roll-up need. */
typedef struct {
    const RaterGrid *grid;
    Prediction *prediction;
    const guint *id_of; /* index in prediction->intervals for each interval of the tally */
    const double
        *ideal; /* Execution_time on an ideal network by interval of the tally, or NULL */
    GArray
        *group; /* scratch, of guint: the class of the report that each of a node's goes into */
    GHashTable *classes; /* scratch: Characteristics -> ProcessorClass */
    GHashTable *sets; /* a partition and the groups of its classes (GBytes) -> GPtrArray of the
                         set of each group: mostly many intervals have the same */
} Builder;

/* Largest values of the processors that take part in an interval. */
typedef struct {
    double execution, computing;
} Largest;

static const SimSum zero;

static double
value(SimSum s)
{
    /* rounding may leave a hair below zero of a difference that is none */
    return MAX(0.0, sim_sum_value(s));
}

/* Characteristics of a processor that hang on itself alone; idle and imbalance come later. */
static void
own_characteristics(const RollupNode *node, guint c, Characteristics *out)
{
    const RollupValues *v = &node->values[c];
    const SimSum io = rollup_node_io(node, c);
    *out = (Characteristics){
        .cpu_time = value(v->cpu),
        .sys_time = value(v->sys),
        .io_time = value(io),
        .insuff_parallelism_usr = value(v->insuff_usr),
        .insuff_parallelism_sys = value(v->insuff_sys),
    };
    SimSum total = v->cpu, communication = zero, synchronization = zero, variation = zero,
           overlap = zero;
    for (guint o = 0; o < N_OPERATIONS; o++) {
        SimSum sums[SIM_N_OPERATION_SUMS];
        if (node->operation[o] == NULL)
            continue;
        for (guint i = 0; i < SIM_N_OPERATION_SUMS; i++)
            sums[i] = rollup_node_operation(node, o, c, i);
        out->operations[o] =
            (OperationTimes){ value(sums[SIM_TIME]), value(sums[SIM_SYNCH]),
                              value(sums[SIM_VARIATION]), value(sums[SIM_OVERLAP]) };
        sim_sum_add_sum(&communication, sums[SIM_TIME]);
        sim_sum_add_sum(&synchronization, sums[SIM_SYNCH]);
        sim_sum_add_sum(&variation, sums[SIM_VARIATION]);
        sim_sum_add_sum(&overlap, sums[SIM_OVERLAP]);
    }
    sim_sum_add_sum(&total, v->sys);
    sim_sum_add_sum(&total, io);
    sim_sum_add_sum(&total, communication);
    out->execution_time = value(total);
    out->communication = value(communication);
    out->synchronization = value(synchronization);
    out->time_variation = value(variation);
    out->overlap = value(overlap);
    out->insuff_parallelism = out->insuff_parallelism_usr + out->insuff_parallelism_sys;
    out->productive_cpu_time = MAX(0.0, out->cpu_time - out->insuff_parallelism_usr);
    out->productive_sys_time = MAX(0.0, out->sys_time - out->insuff_parallelism_sys);
    out->productive_time = out->productive_cpu_time + out->productive_sys_time + out->io_time;
}

/* Of class c, as own_characteristics() has them. */
static Largest
class_largest(const RollupNode *node, guint c)
{
    const RollupValues *v = &node->values[c];
    SimSum total = v->cpu, communication = zero;
    for (guint o = 0; o < N_OPERATIONS; o++) {
        if (node->operation[o] != NULL)
            sim_sum_add_sum(&communication, rollup_node_operation(node, o, c, SIM_TIME));
    }
    sim_sum_add_sum(&total, v->sys);
    sim_sum_add_sum(&total, rollup_node_io(node, c));
    sim_sum_add_sum(&total, communication);
    return (Largest){ value(total), value(v->cpu) + value(v->sys) };
}

static Largest
node_largest(const RollupNode *node)
{
    Largest largest = { 0, 0 };
    for (guint c = 0; c < node->partition->n_classes; c++) {
        if (!node->member[c])
            continue;
        const Largest one = class_largest(node, c);
        largest.execution = MAX(largest.execution, one.execution);
        largest.computing = MAX(largest.computing, one.computing);
    }
    return largest;
}

/* Idle, Load_imbalance, Lost_time: differences to the largest of the interval's processors. */
static void
relative_characteristics(Characteristics *v, const Largest *largest)
{
    v->idle = largest->execution - v->execution_time;
    v->load_imbalance = MAX(0.0, largest->computing - (v->cpu_time + v->sys_time));
    v->lost_time = v->insuff_parallelism + v->communication + v->idle;
}

static guint
values_hash(gconstpointer values)
{
    return hash_words(values, sizeof(Characteristics) / sizeof(guint32));
}

static gboolean
values_equal(gconstpointer a, gconstpointer b)
{
    return memcmp(a, b, sizeof(Characteristics)) == 0;
}

/* Makes the interval's classes, without their sets: one of each different values of classes of
 * the partition; group[c] is which, G_MAXUINT where nobody takes part. */
static void
group_classes(const RollupNode *node, GHashTable *known, Interval *interval, guint *group)
{
    const Largest largest = node_largest(node);
    const guint n = node->partition->n_classes;
    interval->classes = g_new(ProcessorClass, n);
    for (guint c = 0; c < n; c++) {
        ProcessorClass *next = &interval->classes[interval->n_classes], *same;
        group[c] = G_MAXUINT;
        if (!node->member[c])
            continue;
        own_characteristics(node, c, &next->values);
        relative_characteristics(&next->values, &largest);
        same = g_hash_table_lookup(known, &next->values);
        if (same == NULL) {
            same = next;
            g_hash_table_insert(known, &same->values, same);
            interval->n_classes++;
        }
        group[c] = (guint)(same - interval->classes);
    }
    g_hash_table_remove_all(known);
    interval->classes = g_renew(ProcessorClass, interval->classes, interval->n_classes);
}

/* The sets of n groups of classes. */
static GPtrArray *
sets_new(const Builder *b, const SimPartition *partition, const guint *group, guint n)
{
    GPtrArray *sets = g_ptr_array_new_with_free_func((GDestroyNotify)processor_set_unref);
    g_autofree guint *end = g_new0(guint, n + 1), *member = g_new(guint, partition->n_classes);

    for (guint c = 0; c < partition->n_classes; c++) {
        if (group[c] != G_MAXUINT)
            end[group[c] + 1]++;
    }
    for (guint i = 0; i < n; i++)
        end[i + 1] += end[i];
    for (guint c = 0; c < partition->n_classes; c++) {
        if (group[c] != G_MAXUINT)
            member[end[group[c]]++] = c;
    }
    for (guint i = 0; i < n; i++) {
        const guint from = i > 0 ? end[i - 1] : 0;
        g_ptr_array_add(sets,
                        sim_partition_set(partition, end[i] - from, member + from, b->grid));
    }
    return sets;
}

static const GPtrArray *
find_sets(const Builder *b, const SimPartition *partition, const guint *group, guint n)
{
    const gsize len = partition->n_classes * sizeof *group;
    guint8 *key = g_malloc(sizeof partition->id + len);

    memcpy(key, &partition->id, sizeof partition->id);
    memcpy(key + sizeof partition->id, group, len);
    g_autoptr(GBytes) bytes = g_bytes_new_take(key, sizeof partition->id + len);
    GPtrArray *sets = g_hash_table_lookup(b->sets, bytes);
    if (sets == NULL) {
        sets = sets_new(b, partition, group, n);
        g_hash_table_insert(b->sets, g_steal_pointer(&bytes), sets);
    }
    return sets;
}

/* Unites classes of the partition with bit-equal values. They come in the order of their least
 * processors: labels are numbered by their first coordinates, and classes by their labels. */
static void
make_classes(const Builder *b, const RollupNode *node, Interval *interval)
{
    g_array_set_size(b->group, node->partition->n_classes);
    guint *group = (guint *)(gpointer)b->group->data;
    group_classes(node, b->classes, interval, group);
    const GPtrArray *sets = find_sets(b, node->partition, group, interval->n_classes);
    for (guint i = 0; i < interval->n_classes; i++) {
        interval->classes[i].set = processor_set_ref(g_ptr_array_index(sets, i));
        interval->classes[i].count = processor_set_count(interval->classes[i].set);
    }
}

static double
ratio(double a, double b)
{
    return b > 0 ? CLAMP(a / b, 0.0, 1.0) : a > 0 ? 0.0 : 1.0;
}

/* Sums over processors; execution time is the maximum. */
static void
sum_classes(Interval *interval)
{
    unsigned n_rows;
    const CharacteristicRow *rows = characteristic_rows(&n_rows);
    Characteristics *sum = &interval->values;
    double execution = 0, useful = 0, most_useful = 0;
    for (guint i = 0; i < interval->n_classes; i++) {
        const ProcessorClass *one = &interval->classes[i];
        const Characteristics *v = &one->values;
        double n = (double)one->count;
        double mine = MAX(0.0, v->execution_time - v->communication);
        for (unsigned r = 0; r < n_rows; r++)
            *(double *)((char *)sum + rows[r].offset) += n * characteristic_value(v, &rows[r]);
        for (guint o = 0; o < N_OPERATIONS; o++) {
            sum->operations[o].communication += n * v->operations[o].communication;
            sum->operations[o].synchronization += n * v->operations[o].synchronization;
            sum->operations[o].variation += n * v->operations[o].variation;
            sum->operations[o].overlap += n * v->operations[o].overlap;
        }
        execution = MAX(execution, v->execution_time);
        useful += n * mine;
        most_useful = MAX(most_useful, mine);
        interval->processors += one->count;
    }
    sum->execution_time = execution;
    interval->total_time = execution * (double)interval->processors;
    interval->efficiency = interval->total_time > 0
                               ? sum->productive_time / interval->total_time
                               : (sum->productive_time > 0 ? 0.0 : 1.0);
    double mean = interval->processors > 0 ? useful / (double)interval->processors : 0;
    interval->pop.load_balance = ratio(mean, most_useful);
    interval->pop.communication_efficiency = ratio(most_useful, execution);
    interval->pop.parallel_efficiency = ratio(mean, execution);
    interval->pop.serialisation_efficiency =
        most_useful; /* divided when the ideal run is known */
}

static gboolean
visit_real(guint i, const RollupNode *node, gpointer data, G_GNUC_UNUSED GError **error)
{
    Builder *b = data;
    Interval *interval = &b->prediction->intervals[b->id_of[i]];
    make_classes(b, node, interval);
    sum_classes(interval);
    for (guint o = 0; o < N_OPERATIONS; o++)
        interval->n_operations[o] = node->n_operations[o];

    double most_useful = interval->pop.serialisation_efficiency;
    double runtime = interval->values.execution_time;
    double ideal = b->ideal != NULL ? b->ideal[i] : runtime;
    interval->pop.serialisation_efficiency = ratio(most_useful, ideal);
    interval->pop.transfer_efficiency = ratio(ideal, runtime);
    return TRUE;
}

/* Of the run on an ideal network only the execution times are wanted. */
static gboolean
visit_ideal(guint i, const RollupNode *node, gpointer data, G_GNUC_UNUSED GError **error)
{
    double *execution = data;
    for (guint c = 0; c < node->partition->n_classes; c++) {
        const RollupValues *v = &node->values[c];
        if (!node->member[c])
            continue;
        SimSum total = v->cpu;
        sim_sum_add_sum(&total, v->sys);
        sim_sum_add_sum(&total, rollup_node_io(node, c));
        for (guint o = 0; o < N_OPERATIONS; o++)
            sim_sum_add_sum(&total, rollup_node_operation(node, o, c, SIM_TIME));
        execution[i] = MAX(execution[i], value(total));
    }
    return TRUE;
}

gboolean
interval_classes_fill(Prediction *prediction, Simulator *simulator, const guint *id_of,
                      const double *ideal, GError **error)
{
    Builder b = {
        .grid = &prediction->params->topology,
        .prediction = prediction,
        .id_of = id_of,
        .ideal = ideal,
        .group = g_array_new(FALSE, FALSE, sizeof(guint)),
        .classes = g_hash_table_new(values_hash, values_equal),
        .sets =
            g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref,
                                  (GDestroyNotify)g_ptr_array_unref),
    };
    gboolean ok = rollup_run(simulator, visit_real, &b, error);
    g_array_unref(b.group);
    g_hash_table_unref(b.classes);
    g_hash_table_unref(b.sets);
    return ok;
}

double *
interval_classes_execution(Simulator *simulator, GError **error)
{
    g_autofree double *execution =
        g_new0(double, sim_tally_n_intervals(simulator_tally(simulator)));
    return rollup_run(simulator, visit_ideal, execution, error) ? g_steal_pointer(&execution)
                                                                : NULL;
}
