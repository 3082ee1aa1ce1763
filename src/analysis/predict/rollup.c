/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/predict/rollup.h"

typedef struct {
    SimTally *tally;
    SimLattice *lattice;
    const SimClock *clock;
    const SimPartition **partitions; /* by interval */
    RollupNode **nodes; /* by interval; those begun and not yet added to their parents */
} Rollup;

static void
node_free(RollupNode *node)
{
    if (node != NULL)
        g_free(node->values);
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
        g_ptr_array_add(all, (gpointer)sim_lattice_first_alone(r->lattice));
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

/* For each class of `fine` the class of `coarse`, which it refines: of_b of their join. */
static SimJoin *
class_map(const Rollup *r, const SimPartition *fine, const SimPartition *coarse)
{
    return sim_lattice_join(r->lattice, fine, coarse);
}

static void
add_base(RollupNode *node, const SimTallyEntry *entry, const guint *map, const double *speed)
{
    const SimSystem *system = entry->of;
    double others = (double)(system->count - 1) / (double)system->count;
    for (guint c = 0; c < node->partition->n_classes; c++) {
        if (system->inside != NULL && !system->inside[map[c]])
            continue;
        RollupValues *to = &node->values[c];
        double cpu = sim_sum_value(entry->sums[SIM_BASE_CPU]) / speed[c];
        double sys = sim_sum_value(entry->sums[SIM_BASE_SYS]) / speed[c];
        sim_sum_add(&to->cpu, cpu);
        sim_sum_add(&to->sys, sys);
        sim_sum_add(&to->insuff_usr, cpu * others);
        sim_sum_add(&to->insuff_sys, sys * others);
        to->member = TRUE;
    }
}

static void
add_shared(RollupNode *node, const SimTallyEntry *entry, const guint *map, const double *speed)
{
    const SimShare *share = entry->of;
    const gboolean cpu = entry->kind == SIM_TALLY_SHARED_CPU;
    double total = sim_sum_value(entry->sums[0]);
    for (guint c = 0; c < node->partition->n_classes; c++) {
        RollupValues *to = &node->values[c];
        double t = total * share->share[map[c]] / speed[c];
        double copies = sim_share_copies(share, map[c]);
        if (!(t > 0))
            continue;
        sim_sum_add(cpu ? &to->cpu : &to->sys, t);
        sim_sum_add(cpu ? &to->insuff_usr : &to->insuff_sys, t * (copies - 1) / copies);
    }
}

static void
add_operation(RollupNode *node, const SimTallyEntry *entry, const guint *map, guint n_sums)
{
    const Operation operation = (Operation)(entry->kind - SIM_TALLY_OPERATION);
    for (guint c = 0; c < node->partition->n_classes; c++) {
        for (guint i = 0; i < n_sums; i++)
            sim_sum_add_sum(&node->values[c].operations[operation][i],
                            entry->sums[(gsize)map[c] * n_sums + i]);
    }
    node->met[operation] = TRUE;
}

static void
add_child(const Rollup *r, RollupNode *node, const RollupNode *child)
{
    g_autoptr(SimJoin) map = class_map(r, node->partition, child->partition);
    for (guint c = 0; c < node->partition->n_classes; c++) {
        RollupValues *to = &node->values[c];
        const RollupValues *from = &child->values[map->of_b[c]];
        sim_sum_add_sum(&to->cpu, from->cpu);
        sim_sum_add_sum(&to->sys, from->sys);
        sim_sum_add_sum(&to->insuff_usr, from->insuff_usr);
        sim_sum_add_sum(&to->insuff_sys, from->insuff_sys);
        to->member |= from->member;
        for (guint o = 0; o < N_OPERATIONS; o++) {
            for (guint i = 0; child->met[o] && i < SIM_N_OPERATION_SUMS; i++)
                sim_sum_add_sum(&to->operations[o][i], from->operations[o][i]);
        }
    }
    sim_sum_add_sum(&node->values[0].io, child->values[0].io);
    for (guint o = 0; o < N_OPERATIONS; o++) {
        node->n_operations[o] += child->n_operations[o];
        node->met[o] |= child->met[o];
    }
}

static double *
node_speeds(const Rollup *r, const SimPartition *partition)
{
    double *speed = g_new(double, partition->n_classes);
    g_autoptr(SimJoin) map = class_map(r, partition, r->clock->base);
    for (guint c = 0; c < partition->n_classes; c++)
        speed[c] = r->clock->base_speed[r->clock->one_speed ? 0 : map->of_b[c]];
    return speed;
}

/* With the interval's own entries; children come later. */
static RollupNode *
node_new(const Rollup *r, guint i)
{
    const SimInterval *interval = sim_tally_interval(r->tally, i);
    const SimPartition *partition = r->partitions[i];
    RollupNode *node = g_new0(RollupNode, 1);
    node->partition = partition;
    node->values = g_new0(RollupValues, partition->n_classes);
    g_autofree double *speed = node_speeds(r, partition);
    for (const SimTallyEntry *entry = interval->entries; entry != NULL; entry = entry->next) {
        g_autoptr(SimJoin) map = class_map(r, partition, entry_partition(entry));
        if (entry->kind == SIM_TALLY_BASE)
            add_base(node, entry, map->of_b, speed);
        else if (entry->kind < SIM_TALLY_OPERATION)
            add_shared(node, entry, map->of_b, speed);
        else
            add_operation(node, entry, map->of_b, sim_tally_n_operation_sums(r->tally));
    }
    if (interval->has_io) {
        node->values[0].io = interval->io;
        node->values[0].member = TRUE;
    }
    for (guint o = 0; o < N_OPERATIONS; o++)
        node->n_operations[o] = interval->n_operations[o];
    return node;
}

/* Children have larger numbers than their parents, so going down meets them first. */
static gboolean
find_partitions(Rollup *r, GError **error)
{
    for (guint i = sim_tally_n_intervals(r->tally); i-- > 0;) {
        r->partitions[i] = node_partition(r, sim_tally_interval(r->tally, i));
        if (r->partitions[i] != NULL)
            continue;
        g_set_error(error, SIMULATOR_ERROR, SIMULATOR_ERROR_MEMORY,
                    "error: the program tells too many processors apart");
        return FALSE;
    }
    return TRUE;
}

static RollupNode *
begun_node(Rollup *r, guint i)
{
    if (r->nodes[i] == NULL)
        r->nodes[i] = node_new(r, i);
    return r->nodes[i];
}

static guint
first_leaf(const Rollup *r, guint i)
{
    while (sim_tally_interval(r->tally, i)->first_child != G_MAXUINT)
        i = sim_tally_interval(r->tally, i)->first_child;
    return i;
}

/* From leaf to leaf in the order of siblings. A node is begun when its first child is complete,
 * and a child is freed as soon as it is added: at most one node a level is held. */
static void
visit_all(Rollup *r, RollupVisit visit, gpointer data)
{
    for (guint i = first_leaf(r, 0); i != G_MAXUINT;) {
        const SimInterval *interval = sim_tally_interval(r->tally, i);
        visit(i, begun_node(r, i), data);
        if (interval->parent != G_MAXUINT)
            add_child(r, begun_node(r, interval->parent), r->nodes[i]);
        g_clear_pointer(&r->nodes[i], node_free);
        i = interval->next_sibling != G_MAXUINT ? first_leaf(r, interval->next_sibling)
                                                : interval->parent;
    }
}

gboolean
rollup_run(Simulator *simulator, RollupVisit visit, gpointer data, GError **error)
{
    SimTally *tally = simulator_tally(simulator);
    const guint n = sim_tally_n_intervals(tally);
    g_autofree const SimPartition **partitions = g_new0(const SimPartition *, n);
    g_autofree RollupNode **nodes = g_new0(RollupNode *, n);
    Rollup r = { tally, sim_systems_lattice(simulator_systems(simulator)),
                 simulator_clock(simulator), partitions, nodes };

    if (!find_partitions(&r, error))
        return FALSE;
    visit_all(&r, visit, data);
    return TRUE;
}
