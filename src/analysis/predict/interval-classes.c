/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/predict/interval-classes.h"

#include <string.h>

#include "src/base/hash.h"
#include "src/lattice/partition.h"

/* What is left of a time when nothing is, as a share of it: rounding. */
#define NEGLIGIBLE 1e-12

/* What is summed up of each processor of a class. */
enum {
    CPU,
    SYS,
    INSUFF_USR,
    INSUFF_SYS,
    PROCESS, /* its start and exit, and what of that is insufficient parallelism */
    PROCESS_INSUFF,
    IO,         /* of the processor that does it, which is alone in its class then */
    OPERATIONS, /* SIM_N_OPERATION_SUMS for each group of them */
    N_SUMS = OPERATIONS + N_OPERATIONS * SIM_N_OPERATION_SUMS,
};

typedef struct {
    SimSum sums[N_SUMS];
    gboolean member; /* takes part in the interval */
} ClassSums;

/* An interval with what is nested in it. */
typedef struct {
    const SimPartition *partition;
    ClassSums *classes; /* of the partition */
    SimSum serial;      /* seconds on one processor of speed 1 */
    guint64 n_operations[N_OPERATIONS];
} Node;

typedef struct {
    SimTally *tally;
    const SimSystems *systems;
    SimLattice *lattice;
    const SimClock *clock;
    const SimPartition **partitions; /* by interval */
    Node **nodes; /* by interval; those begun and not yet added to their parents */
} Rollup;

/* Called for each interval, children before parents. */
typedef void (*Visit)(guint interval, const Node *node, gpointer data);

static void
node_free(Node *node)
{
    if (node != NULL)
        g_free(node->classes);
    g_free(node);
}

static const SimPartition *
entry_partition(const SimTallyEntry *entry)
{
    switch (entry->kind) {
    case SIM_TALLY_BASE:
        return ((const SimSystem *)entry->of)->partition;
    case SIM_TALLY_SHARED_CPU:
    case SIM_TALLY_SHARED_SYS:
        return ((const SimShare *)entry->of)->partition;
    default:
        return entry->of;
    }
}

/* The coarsest partition that tells apart whatever the interval's values can differ by. */
static const SimPartition *
node_partition(const Rollup *r, const SimInterval *interval)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    const SimPartition *last = NULL;
    g_ptr_array_add(all, (gpointer)r->clock->base);
    if (interval->has_io)
        g_ptr_array_add(all, (gpointer)r->systems->io_alone);
    for (const SimTallyEntry *entry = interval->entries; entry != NULL; entry = entry->next)
        g_ptr_array_add(all, (gpointer)entry_partition(entry));
    for (guint c = interval->first_child; c != G_MAXUINT;
         c = sim_tally_interval(r->tally, c)->next_sibling) {
        if (r->partitions[c] != last) /* mostly alike */
            g_ptr_array_add(all, (gpointer)r->partitions[c]);
        last = r->partitions[c];
    }
    return sim_lattice_join_all(r->lattice, all->len, (const SimPartition *const *)all->pdata);
}

static void
add_base(Node *node, const SimTallyEntry *entry, const guint *map, const double *speed)
{
    const SimSystem *system = entry->of;
    const double others = (double)(system->count - 1) / (double)system->count;
    const double process = sim_sum_value(entry->sums[SIM_BASE_PROCESS]);
    sim_sum_add_sum(&node->serial, entry->sums[SIM_BASE_CPU]);
    sim_sum_add_sum(&node->serial, entry->sums[SIM_BASE_SYS]);
    for (guint c = 0; c < node->partition->n_classes; c++) {
        if (system->inside != NULL && !system->inside[map[c]])
            continue;
        ClassSums *to = &node->classes[c];
        const double load = system->load != NULL ? system->load[map[c]] : 1;
        const double cpu = sim_sum_value(entry->sums[SIM_BASE_CPU]) * load / speed[c];
        const double sys = sim_sum_value(entry->sums[SIM_BASE_SYS]) * load / speed[c];
        sim_sum_add(&to->sums[CPU], cpu);
        sim_sum_add(&to->sums[SYS], sys);
        sim_sum_add(&to->sums[INSUFF_USR], cpu * others);
        sim_sum_add(&to->sums[INSUFF_SYS], sys * others);
        if (process > 0) { /* mostly there is none */
            sim_sum_add(&to->sums[PROCESS], process * load / speed[c]);
            sim_sum_add(&to->sums[PROCESS_INSUFF], process * load / speed[c] * others);
        }
        to->member = TRUE;
    }
}

static void
add_shared(Node *node, const SimTallyEntry *entry, const guint *map, const double *speed)
{
    const SimShare *share = entry->of;
    const gboolean cpu = entry->kind == SIM_TALLY_SHARED_CPU;
    const double total = sim_sum_value(entry->sums[0]);
    sim_sum_add(&node->serial, total);
    for (guint c = 0; c < node->partition->n_classes; c++) {
        SimSum *to = node->classes[c].sums;
        const double t = total * share->share[map[c]] / speed[c];
        const double copies = sim_share_copies(share, map[c]);
        if (!(t > 0))
            continue;
        sim_sum_add(&to[cpu ? CPU : SYS], t);
        sim_sum_add(&to[cpu ? INSUFF_USR : INSUFF_SYS], t * (copies - 1) / copies);
    }
}

static void
add_operation(Node *node, const SimTallyEntry *entry, const guint *map, guint n_sums)
{
    const guint first = OPERATIONS + (entry->kind - SIM_TALLY_OPERATION) * SIM_N_OPERATION_SUMS;
    for (guint c = 0; c < node->partition->n_classes; c++) {
        for (guint i = 0; i < n_sums; i++)
            sim_sum_add_sum(&node->classes[c].sums[first + i],
                            entry->sums[(gsize)map[c] * n_sums + i]);
    }
}

static void
add_child(const Rollup *r, Node *node, const Node *child)
{
    g_autoptr(SimJoin) map = sim_lattice_join(r->lattice, node->partition, child->partition);
    for (guint c = 0; c < node->partition->n_classes; c++) {
        const ClassSums *from = &child->classes[map->of_b[c]];
        for (guint i = 0; i < N_SUMS; i++) {
            if (from->sums[i].sum != 0) /* most groups of operations are not met */
                sim_sum_add_sum(&node->classes[c].sums[i], from->sums[i]);
        }
        node->classes[c].member |= from->member;
    }
    sim_sum_add_sum(&node->serial, child->serial);
    for (guint o = 0; o < N_OPERATIONS; o++)
        node->n_operations[o] += child->n_operations[o];
}

static double *
node_speeds(const Rollup *r, const SimPartition *partition)
{
    double *speed = g_new(double, partition->n_classes);
    g_autoptr(SimJoin) map = sim_lattice_join(r->lattice, partition, r->clock->base);
    for (guint c = 0; c < partition->n_classes; c++)
        speed[c] = r->clock->base_speed[r->clock->one_speed ? 0 : map->of_b[c]];
    return speed;
}

/* With the interval's own entries; children come later. */
static Node *
node_new(const Rollup *r, guint i)
{
    const SimInterval *interval = sim_tally_interval(r->tally, i);
    const SimPartition *partition = r->partitions[i];
    Node *node = g_new0(Node, 1);
    node->partition = partition;
    node->classes = g_new0(ClassSums, partition->n_classes);
    memcpy(node->n_operations, interval->n_operations, sizeof node->n_operations);
    g_autofree double *speed = node_speeds(r, partition);
    for (const SimTallyEntry *entry = interval->entries; entry != NULL; entry = entry->next) {
        g_autoptr(SimJoin) map =
            sim_lattice_join(r->lattice, partition, entry_partition(entry));
        if (entry->kind == SIM_TALLY_BASE)
            add_base(node, entry, map->of_b, speed);
        else if (entry->kind < SIM_TALLY_OPERATION)
            add_shared(node, entry, map->of_b, speed);
        else
            add_operation(node, entry, map->of_b, r->tally->n_operation_sums);
    }
    if (interval->has_io) {
        sim_sum_add(&node->serial,
                    sim_sum_value(interval->io) * sim_clock_first_speed(r->clock));
        ClassSums *to = &node->classes[sim_systems_io_class(r->systems, partition)];
        to->sums[IO] = interval->io;
        to->member = TRUE;
    }
    return node;
}

/* Children have larger numbers than their parents, so going down meets them first. */
static gboolean
find_partitions(Rollup *r, GError **error)
{
    for (guint i = r->tally->intervals->len; i-- > 0;) {
        r->partitions[i] = node_partition(r, sim_tally_interval(r->tally, i));
        if (r->partitions[i] != NULL)
            continue;
        g_set_error(error, SIMULATOR_ERROR, SIMULATOR_ERROR_MEMORY,
                    "error: the program tells too many processors apart");
        return FALSE;
    }
    return TRUE;
}

static Node *
begun_node(Rollup *r, guint i)
{
    if (r->nodes[i] == NULL)
        r->nodes[i] = node_new(r, i);
    return r->nodes[i];
}

/* A node is begun when a child of it is complete, and a child is freed as soon as it is added:
 * about one node a level is held. FALSE with SIMULATOR_ERROR_MEMORY. */
static gboolean
roll_up(Simulator *simulator, Visit visit, gpointer data, GError **error)
{
    SimTally *tally = simulator_tally(simulator);
    const guint n = tally->intervals->len;
    g_autofree const SimPartition **partitions = g_new0(const SimPartition *, n);
    g_autofree Node **nodes = g_new0(Node *, n);
    const SimSystems *systems = simulator_systems(simulator);
    Rollup r = {
        tally, systems, systems->lattice, simulator_clock(simulator), partitions, nodes
    };

    if (!find_partitions(&r, error))
        return FALSE;
    for (guint i = n; i-- > 0;) {
        const guint parent = sim_tally_interval(tally, i)->parent;
        const Node *node = begun_node(&r, i);
        visit(i, node, data);
        if (parent != G_MAXUINT)
            add_child(&r, begun_node(&r, parent), node);
        g_clear_pointer(&nodes[i], node_free);
    }
    return TRUE;
}

/* --- characteristics -------------------------------------------------------------------------
 */

/* What the visits of the roll-up need. */
typedef struct {
    const RaterGrid *grid;
    Prediction *prediction;
    const double
        *ideal;       /* Execution_time on an ideal network by interval of the tally, or NULL */
    GHashTable *sets; /* a partition and the groups of its classes (GBytes) -> GPtrArray of the
                         set of each group: mostly many intervals have the same */
} Builder;

static double
value(SimSum s)
{
    /* rounding may leave a hair below zero of a difference that is none */
    return MAX(0.0, sim_sum_value(s));
}

static double
execution_time(const SimSum *v)
{
    SimSum total = v[CPU], operations = { 0, 0 };
    for (guint o = 0; o < N_OPERATIONS; o++)
        sim_sum_add_sum(&operations, v[OPERATIONS + o * SIM_N_OPERATION_SUMS + SIM_TIME]);
    sim_sum_add_sum(&total, v[SYS]);
    sim_sum_add_sum(&total, v[IO]);
    sim_sum_add_sum(&total, operations);
    return value(total);
}

/* Characteristics of a processor that depend on itself alone; idle and imbalance come later. */
static void
own_characteristics(const SimSum *v, Characteristics *out)
{
    *out = (Characteristics){
        .cpu_time = value(v[CPU]),
        .sys_time = value(v[SYS]),
        .io_time = value(v[IO]),
        .insuff_parallelism_usr = value(v[INSUFF_USR]),
        .insuff_parallelism_sys = value(v[INSUFF_SYS]),
        .start_exit = value(v[PROCESS]),
        .start_exit_repeated = value(v[PROCESS_INSUFF]),
    };
    SimSum all[SIM_N_OPERATION_SUMS] = { { 0, 0 } };
    for (guint o = 0; o < N_OPERATIONS; o++) {
        const SimSum *sums = &v[OPERATIONS + o * SIM_N_OPERATION_SUMS];
        out->operations[o] =
            (OperationTimes){ value(sums[SIM_TIME]), value(sums[SIM_SYNCH]),
                              value(sums[SIM_VARIATION]), value(sums[SIM_OVERLAP]) };
        for (guint i = 0; i < SIM_N_OPERATION_SUMS; i++)
            sim_sum_add_sum(&all[i], sums[i]);
    }
    out->execution_time = execution_time(v);
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
node_characteristics(const Node *node)
{
    const guint n = node->partition->n_classes;
    Characteristics *values = g_new0(Characteristics, n);
    double execution = 0, computing = 0;

    for (guint c = 0; c < n; c++) {
        if (!node->classes[c].member)
            continue;
        own_characteristics(node->classes[c].sums, &values[c]);
        execution = MAX(execution, values[c].execution_time);
        computing = MAX(computing, values[c].cpu_time + values[c].sys_time);
    }
    for (guint c = 0; c < n; c++) {
        Characteristics *v = &values[c];
        if (!node->classes[c].member)
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
group_classes(const Node *node, Interval *interval, guint *group)
{
    const guint n = node->partition->n_classes;
    g_autofree Characteristics *values = node_characteristics(node);
    g_autoptr(GHashTable) known = g_hash_table_new(values_hash, values_equal);

    interval->classes = g_new0(ProcessorClass, n);
    for (guint c = 0; c < n; c++) {
        gpointer which = NULL;
        group[c] = G_MAXUINT;
        if (!node->classes[c].member)
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
make_classes(const Builder *b, const Node *node, Interval *interval)
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

/* Efficiency of what is no start or exit of the process. */
static double
efficiency_without_start(const Interval *interval)
{
    const Characteristics *v = &interval->values;
    const double rest = interval->total_time - v->start_exit;
    return rest > NEGLIGIBLE * interval->total_time
               ? ratio(v->productive_time - (v->start_exit - v->start_exit_repeated), rest)
               : 1;
}

/* Sums over processors; execution time is the maximum. ideal: on an ideal network, or NULL;
 * serial: on one processor. */
static void
sum_classes(Interval *interval, const double *ideal, double serial)
{
    Characteristics *sum = &interval->values;
    double execution = 0, useful = 0, most_useful = 0;
    for (guint i = 0; i < interval->n_classes; i++) {
        const ProcessorClass *one = &interval->classes[i];
        const Characteristics *v = &one->values;
        double n = (double)one->count;
        double mine = MAX(0.0, v->execution_time - v->communication);
        for (gsize k = 0; k < sizeof *sum / sizeof(double); k++) /* it has nothing else */
            ((double *)sum)[k] += n * ((const double *)v)[k];
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
    interval->efficiency_without_start = efficiency_without_start(interval);
    double mean = interval->processors > 0 ? useful / (double)interval->processors : 0;
    interval->pop.load_balance = ratio(mean, most_useful);
    interval->pop.communication_efficiency = ratio(most_useful, execution);
    interval->pop.parallel_efficiency = ratio(mean, execution);
    interval->pop.serialisation_efficiency =
        ratio(most_useful, ideal != NULL ? *ideal : execution);
    interval->pop.transfer_efficiency = ratio(ideal != NULL ? *ideal : execution, execution);
    interval->pop.computation_scaling = useful > 0 ? serial / useful : 1;
    interval->pop.global_efficiency =
        interval->pop.parallel_efficiency * interval->pop.computation_scaling;
}

static void
visit_real(guint i, const Node *node, gpointer data)
{
    Builder *b = data;
    Interval *interval = &b->prediction->intervals[b->prediction->ids[i] - 1];
    make_classes(b, node, interval);
    sum_classes(interval, b->ideal != NULL ? &b->ideal[i] : NULL, value(node->serial));
    memcpy(interval->n_operations, node->n_operations, sizeof interval->n_operations);
}

/* Of the run on an ideal network only the execution times are wanted. */
static void
visit_ideal(guint i, const Node *node, gpointer data)
{
    double *execution = data;
    for (guint c = 0; c < node->partition->n_classes; c++) {
        if (node->classes[c].member)
            execution[i] = MAX(execution[i], execution_time(node->classes[c].sums));
    }
}

gboolean
interval_classes_fill(Prediction *prediction, Simulator *simulator, const double *ideal,
                      GError **error)
{
    Builder b = {
        .grid = &prediction->grid,
        .prediction = prediction,
        .ideal = ideal,
        .sets =
            g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref,
                                  (GDestroyNotify)g_ptr_array_unref),
    };
    gboolean ok = roll_up(simulator, visit_real, &b, error);
    g_hash_table_unref(b.sets);
    return ok;
}

double *
interval_classes_execution(Simulator *simulator, GError **error)
{
    g_autofree double *execution = g_new0(double, simulator_tally(simulator)->intervals->len);
    return roll_up(simulator, visit_ideal, execution, error) ? g_steal_pointer(&execution)
                                                             : NULL;
}
