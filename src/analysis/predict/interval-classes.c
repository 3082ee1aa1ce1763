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
        *ideal;       /* Execution_time on an ideal network by interval of the tally, or NULL */
    GHashTable *sets; /* a partition and the groups of its classes (GBytes) -> GPtrArray of the
                         set of each group: mostly many intervals have the same */
} Builder;

static const SimSum zero;

static double
value(SimSum s)
{
    /* rounding may leave a hair below zero of a difference that is none */
    return MAX(0.0, sim_sum_value(s));
}

/* Characteristics of a processor that depend on itself alone; idle and imbalance come later. */
static void
own_characteristics(const RollupNode *node, guint c, Characteristics *out)
{
    const RollupValues *v = &node->values[c];
    *out = (Characteristics){
        .cpu_time = value(v->cpu),
        .sys_time = value(v->sys),
        .io_time = value(v->io),
        .insuff_parallelism_usr = value(v->insuff_usr),
        .insuff_parallelism_sys = value(v->insuff_sys),
    };
    SimSum total = v->cpu, all[SIM_N_OPERATION_SUMS] = { zero };
    for (guint o = 0; o < N_OPERATIONS; o++) {
        const SimSum *sums = v->operations[o];
        if (!node->met[o])
            continue;
        out->operations[o] =
            (OperationTimes){ value(sums[SIM_TIME]), value(sums[SIM_SYNCH]),
                              value(sums[SIM_VARIATION]), value(sums[SIM_OVERLAP]) };
        for (guint i = 0; i < SIM_N_OPERATION_SUMS; i++)
            sim_sum_add_sum(&all[i], sums[i]);
    }
    sim_sum_add_sum(&total, v->sys);
    sim_sum_add_sum(&total, v->io);
    sim_sum_add_sum(&total, all[SIM_TIME]);
    out->execution_time = value(total);
    out->communication = value(all[SIM_TIME]);
    out->synchronization = value(all[SIM_SYNCH]);
    out->time_variation = value(all[SIM_VARIATION]);
    out->overlap = value(all[SIM_OVERLAP]);
    out->insuff_parallelism = out->insuff_parallelism_usr + out->insuff_parallelism_sys;
    out->productive_cpu_time = MAX(0.0, out->cpu_time - out->insuff_parallelism_usr);
    out->productive_sys_time = MAX(0.0, out->sys_time - out->insuff_parallelism_sys);
    out->productive_time = out->productive_cpu_time + out->productive_sys_time + out->io_time;
}

/* The characteristics of a node's classes; zeros where nobody takes part. Free with g_free().
 */
static Characteristics *
node_characteristics(const RollupNode *node)
{
    const guint n = node->partition->n_classes;
    Characteristics *values = g_new0(Characteristics, n);
    double execution = 0, computing = 0;

    for (guint c = 0; c < n; c++) {
        if (!node->values[c].member)
            continue;
        own_characteristics(node, c, &values[c]);
        execution = MAX(execution, values[c].execution_time);
        computing = MAX(computing, values[c].cpu_time + values[c].sys_time);
    }
    for (guint c = 0; c < n; c++) {
        Characteristics *v = &values[c];
        if (!node->values[c].member)
            continue;
        v->idle = execution - v->execution_time;
        v->load_imbalance = MAX(0.0, computing - (v->cpu_time + v->sys_time));
        v->lost_time = v->insuff_parallelism + v->communication + v->idle;
    }
    return values;
}

static guint
values_hash(gconstpointer values)
{
    return hash_memory(values, sizeof(Characteristics));
}

static gboolean
values_equal(gconstpointer a, gconstpointer b)
{
    return memcmp(a, b, sizeof(Characteristics)) == 0;
}

/* Makes the interval's classes, without their sets: one of each different values of classes of
 * the partition; group[c] is which, G_MAXUINT where nobody takes part. */
static void
group_classes(const RollupNode *node, Interval *interval, guint *group)
{
    const guint n = node->partition->n_classes;
    g_autofree Characteristics *values = node_characteristics(node);
    g_autoptr(GHashTable) known = g_hash_table_new(values_hash, values_equal);

    interval->classes = g_new0(ProcessorClass, n);
    for (guint c = 0; c < n; c++) {
        gpointer which = NULL;
        group[c] = G_MAXUINT;
        if (!node->values[c].member)
            continue;
        if (!g_hash_table_lookup_extended(known, &values[c], NULL, &which)) {
            which = GUINT_TO_POINTER(interval->n_classes);
            g_hash_table_insert(known, &values[c], which);
            interval->classes[interval->n_classes++].values = values[c];
        }
        group[c] = GPOINTER_TO_UINT(which);
    }
    interval->classes = g_renew(ProcessorClass, interval->classes, interval->n_classes);
}

/* The sets of the groups of classes. */
static GPtrArray *
sets_new(const Builder *b, const SimPartition *partition, const guint *group)
{
    GPtrArray *sets = g_ptr_array_new_with_free_func((GDestroyNotify)processor_set_unref);
    g_autoptr(GPtrArray) members =
        g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);

    for (guint c = 0; c < partition->n_classes; c++) {
        if (group[c] == G_MAXUINT)
            continue;
        if (group[c] == members->len) /* they are numbered as they come */
            g_ptr_array_add(members, g_array_new(FALSE, FALSE, sizeof(guint)));
        g_array_append_val((GArray *)g_ptr_array_index(members, group[c]), c);
    }
    for (guint i = 0; i < members->len; i++) {
        const GArray *of = g_ptr_array_index(members, i);
        g_ptr_array_add(sets, sim_partition_set(partition, of->len,
                                                (const guint *)(gpointer)of->data, b->grid));
    }
    return sets;
}

static const GPtrArray *
find_sets(const Builder *b, const SimPartition *partition, const guint *group)
{
    const gsize len = partition->n_classes * sizeof *group;
    guint8 *key = g_malloc(sizeof partition->id + len);

    memcpy(key, &partition->id, sizeof partition->id);
    memcpy(key + sizeof partition->id, group, len);
    g_autoptr(GBytes) bytes = g_bytes_new_take(key, sizeof partition->id + len);
    GPtrArray *sets = g_hash_table_lookup(b->sets, bytes);
    if (sets == NULL) {
        sets = sets_new(b, partition, group);
        g_hash_table_insert(b->sets, g_steal_pointer(&bytes), sets);
    }
    return sets;
}

/* Unites classes of the partition with bit-equal values. They come in the order of their least
 * processors: labels are numbered by their first coordinates, and classes by their labels. */
static void
make_classes(const Builder *b, const RollupNode *node, Interval *interval)
{
    g_autofree guint *group = g_new(guint, node->partition->n_classes);
    group_classes(node, interval, group);
    const GPtrArray *sets = find_sets(b, node->partition, group);
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

static void
visit_real(guint i, const RollupNode *node, gpointer data)
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
}

/* Of the run on an ideal network only the execution times are wanted. */
static void
visit_ideal(guint i, const RollupNode *node, gpointer data)
{
    double *execution = data;
    for (guint c = 0; c < node->partition->n_classes; c++) {
        const RollupValues *v = &node->values[c];
        if (!v->member)
            continue;
        SimSum total = v->cpu;
        sim_sum_add_sum(&total, v->sys);
        sim_sum_add_sum(&total, v->io);
        for (guint o = 0; o < N_OPERATIONS; o++)
            sim_sum_add_sum(&total, v->operations[o][SIM_TIME]);
        execution[i] = MAX(execution[i], value(total));
    }
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
        .sets =
            g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref,
                                  (GDestroyNotify)g_ptr_array_unref),
    };
    gboolean ok = rollup_run(simulator, visit_real, &b, error);
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
