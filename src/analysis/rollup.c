/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/rollup.h"

typedef struct {
    Simulator *simulator;
    SimLedger *ledger;
    SimLattice *lattice;
    const SimClock *clock;
    RollupNode **nodes; /* by interval; those whose parents still need them */
} Rollup;

static void
node_free(RollupNode *node)
{
    if (node == NULL)
        return;
    g_free(node->values);
    g_free(node->member);
    g_free(node);
}

static const SimPartition *
record_partition(const SimRecord *record)
{
    switch (record->kind) {
    case SIM_RECORD_BASE:
        return ((const SimSystem *)record->of)->partition;
    case SIM_RECORD_SHARED_CPU:
    case SIM_RECORD_SHARED_SYS:
        return ((const SimShare *)record->of)->partition;
    default:
        return record->of;
    }
}

/* The coarsest partition that tells apart whatever the interval's values can differ by. */
static const SimPartition *
node_partition(const Rollup *r, const SimInterval *interval)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    g_ptr_array_add(all, (gpointer)r->clock->base);
    if (interval->has_io)
        g_ptr_array_add(all, (gpointer)sim_lattice_first_alone(r->lattice));
    for (const SimRecord *record = interval->records; record != NULL; record = record->next)
        g_ptr_array_add(all, (gpointer)record_partition(record));
    for (guint c = interval->first_child; c != G_MAXUINT;
         c = sim_ledger_interval(r->ledger, c)->next_sibling)
        g_ptr_array_add(all, (gpointer)r->nodes[c]->partition);
    return sim_lattice_join_all(r->lattice, all->len, (const SimPartition *const *)all->pdata);
}

static void
add_base(RollupNode *node, const SimRecord *record, const guint *map, const double *speed)
{
    const SimSystem *system = record->of;
    double others = (double)(system->count - 1) / (double)system->count;
    for (guint c = 0; c < node->partition->n_classes; c++) {
        if (system->inside != NULL && !system->inside[map[c]])
            continue;
        double cpu = sim_sum_value(record->sums[SIM_BASE_CPU]) / speed[c];
        double sys = sim_sum_value(record->sums[SIM_BASE_SYS]) / speed[c];
        sim_sum_add(&node->values[c].cpu, cpu);
        sim_sum_add(&node->values[c].sys, sys);
        sim_sum_add(&node->values[c].insuff_usr, cpu * others);
        sim_sum_add(&node->values[c].insuff_sys, sys * others);
        node->member[c] = TRUE;
    }
}

static void
add_shared(RollupNode *node, const SimRecord *record, const guint *map, const double *speed)
{
    const SimShare *share = record->of;
    double total = sim_sum_value(record->sums[0]);
    for (guint c = 0; c < node->partition->n_classes; c++) {
        double t = total * share->share[map[c]] / speed[c];
        double copies = share->copies[map[c]];
        double insuff = t * (copies - 1) / copies;
        if (!(t > 0))
            continue;
        if (record->kind == SIM_RECORD_SHARED_CPU) {
            sim_sum_add(&node->values[c].cpu, t);
            sim_sum_add(&node->values[c].insuff_usr, insuff);
        } else {
            sim_sum_add(&node->values[c].sys, t);
            sim_sum_add(&node->values[c].insuff_sys, insuff);
        }
    }
}

static void
add_operation(RollupNode *node, const SimRecord *record, const guint *map)
{
    guint operation = record->kind - SIM_RECORD_OPERATION;
    for (guint c = 0; c < node->partition->n_classes; c++) {
        const SimSum *sums = record->sums + (gsize)map[c] * SIM_N_OPERATION_SUMS;
        for (guint i = 0; i < SIM_N_OPERATION_SUMS; i++)
            sim_sum_add_sum(&node->values[c].operation[operation][i], sums[i]);
    }
}

static void
add_child(RollupNode *node, const RollupNode *child)
{
    g_autofree guint *map = sim_partition_map(node->partition, child->partition);
    const gsize n_sums = sizeof(RollupValues) / sizeof(SimSum);
    for (guint c = 0; c < node->partition->n_classes; c++) {
        SimSum *to = (SimSum *)&node->values[c];
        const SimSum *from = (const SimSum *)&child->values[map[c]];
        for (gsize i = 0; i < n_sums; i++)
            sim_sum_add_sum(&to[i], from[i]);
        node->member[c] |= child->member[map[c]];
    }
    for (guint i = 0; i < N_OPERATIONS; i++)
        node->n_operations[i] += child->n_operations[i];
}

static double *
node_speeds(const Rollup *r, const SimPartition *partition)
{
    double *speed = g_new(double, partition->n_classes);
    g_autofree guint *map = sim_partition_map(partition, r->clock->base);
    for (guint c = 0; c < partition->n_classes; c++)
        speed[c] = r->clock->base_speed[r->clock->one_speed ? 0 : map[c]];
    return speed;
}

static RollupNode *
node_new(const Rollup *r, const SimInterval *interval)
{
    const SimPartition *partition = node_partition(r, interval);
    if (partition == NULL)
        return NULL;
    RollupNode *node = g_new0(RollupNode, 1);
    node->partition = partition;
    node->values = g_new0(RollupValues, partition->n_classes);
    node->member = g_new0(guint8, partition->n_classes);
    g_autofree double *speed = node_speeds(r, partition);
    for (const SimRecord *record = interval->records; record != NULL; record = record->next) {
        g_autofree guint *map = sim_partition_map(partition, record_partition(record));
        if (record->kind == SIM_RECORD_BASE)
            add_base(node, record, map, speed);
        else if (record->kind < SIM_RECORD_OPERATION)
            add_shared(node, record, map, speed);
        else
            add_operation(node, record, map);
    }
    if (interval->has_io) {
        node->values[0].io = interval->io;
        node->member[0] = TRUE;
    }
    for (guint i = 0; i < N_OPERATIONS; i++)
        node->n_operations[i] = interval->n_operations[i];
    return node;
}

/* Children have larger numbers than their parents, so going down meets them first. */
static gboolean
rollup_all(Rollup *r, RollupVisit visit, gpointer data, GError **error)
{
    for (guint i = sim_ledger_n_intervals(r->ledger); i-- > 0;) {
        const SimInterval *interval = sim_ledger_interval(r->ledger, i);
        RollupNode *node = node_new(r, interval);
        if (node == NULL) {
            g_set_error(error, SIMULATOR_ERROR, SIMULATOR_ERROR_MEMORY,
                        "error: the program tells too many processors apart");
            return FALSE;
        }
        r->nodes[i] = node;
        for (guint c = interval->first_child; c != G_MAXUINT;
             c = sim_ledger_interval(r->ledger, c)->next_sibling) {
            add_child(node, r->nodes[c]);
            g_clear_pointer(&r->nodes[c], node_free);
        }
        if (!visit(i, node, data, error))
            return FALSE;
    }
    return TRUE;
}

gboolean
rollup_run(Simulator *simulator, RollupVisit visit, gpointer data, GError **error)
{
    Rollup r = {
        .simulator = simulator,
        .ledger = simulator_ledger(simulator),
        .lattice = sim_systems_lattice(simulator_systems(simulator)),
        .clock = simulator_clock(simulator),
    };
    guint n = sim_ledger_n_intervals(r.ledger);
    r.nodes = g_new0(RollupNode *, n);
    gboolean ok = rollup_all(&r, visit, data, error);
    for (guint i = 0; i < n; i++)
        node_free(r.nodes[i]);
    g_free(r.nodes);
    return ok;
}
