/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/predict/rollup.h"

#include "src/analysis/predict/rollup-maps.h"

typedef struct {
    SimTally *tally;
    SimLattice *lattice;
    const SimClock *clock;
    const SimPartition **partitions; /* by interval */
    RollupNode *
        *nodes; /* by interval; those that are begun and not yet added to their parents */
    RollupMaps *maps;
} Rollup;

static void
node_free(RollupNode *node)
{
    if (node == NULL)
        return;
    for (guint o = 0; o < N_OPERATIONS; o++)
        g_free(node->operation[o]);
    g_free(node->values);
    g_free(node->member);
    g_free(node);
}

SimSum
rollup_node_io(const RollupNode *node, guint c)
{
    return c == 0 ? node->io : (SimSum){ 0, 0 };
}

SimSum
rollup_node_operation(const RollupNode *node, Operation operation, guint c, guint sum)
{
    const SimSum *sums = node->operation[operation];
    return sums != NULL && sum < node->n_sums ? sums[(gsize)c * node->n_sums + sum]
                                              : (SimSum){ 0, 0 };
}

/* The sums of a group of operations, made when they are first wanted. */
static SimSum *
node_sums(RollupNode *node, guint operation)
{
    if (node->operation[operation] == NULL)
        node->operation[operation] =
            g_new0(SimSum, (gsize)node->partition->n_classes * node->n_sums);
    return node->operation[operation];
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
    return rollup_maps_join(r->maps, all);
}

static void
add_base(RollupNode *node, const SimTallyEntry *entry, const guint *map, const double *speed)
{
    const SimSystem *system = entry->of;
    double others = (double)(system->count - 1) / (double)system->count;
    for (guint c = 0; c < node->partition->n_classes; c++) {
        if (system->inside != NULL && !system->inside[map[c]])
            continue;
        double cpu = sim_sum_value(entry->sums[SIM_BASE_CPU]) / speed[c];
        double sys = sim_sum_value(entry->sums[SIM_BASE_SYS]) / speed[c];
        sim_sum_add(&node->values[c].cpu, cpu);
        sim_sum_add(&node->values[c].sys, sys);
        sim_sum_add(&node->values[c].insuff_usr, cpu * others);
        sim_sum_add(&node->values[c].insuff_sys, sys * others);
        node->member[c] = TRUE;
    }
}

static void
add_shared(RollupNode *node, const SimTallyEntry *entry, const guint *map, const double *speed)
{
    const SimShare *share = entry->of;
    double total = sim_sum_value(entry->sums[0]);
    for (guint c = 0; c < node->partition->n_classes; c++) {
        double t = total * share->share[map[c]] / speed[c];
        double copies = sim_share_copies(share, map[c]);
        double insuff = t * (copies - 1) / copies;
        if (!(t > 0))
            continue;
        if (entry->kind == SIM_TALLY_SHARED_CPU) {
            sim_sum_add(&node->values[c].cpu, t);
            sim_sum_add(&node->values[c].insuff_usr, insuff);
        } else {
            sim_sum_add(&node->values[c].sys, t);
            sim_sum_add(&node->values[c].insuff_sys, insuff);
        }
    }
}

static void
add_operation(RollupNode *node, const SimTallyEntry *entry, const guint *map)
{
    const guint n_sums = node->n_sums;
    SimSum *to = node_sums(node, entry->kind - SIM_TALLY_OPERATION);
    for (guint c = 0; c < node->partition->n_classes; c++, to += node->n_sums) {
        const SimSum *sums = entry->sums + (gsize)map[c] * n_sums;
        for (guint i = 0; i < n_sums; i++)
            sim_sum_add_sum(&to[i], sums[i]);
    }
}

static void
add_child_operation(RollupNode *node, const RollupNode *child, guint operation,
                    const guint *map)
{
    const guint n_sums = node->n_sums;
    SimSum *to = node_sums(node, operation);
    for (guint c = 0; c < node->partition->n_classes; c++, to += n_sums) {
        const SimSum *sums = child->operation[operation] + (gsize)map[c] * n_sums;
        for (guint i = 0; i < n_sums; i++)
            sim_sum_add_sum(&to[i], sums[i]);
    }
}

static void
add_child(const Rollup *r, RollupNode *node, const RollupNode *child)
{
    const guint *map = rollup_maps_get(r->maps, node->partition, child->partition);
    for (guint c = 0; c < node->partition->n_classes; c++) {
        RollupValues *to = &node->values[c];
        const RollupValues *from = &child->values[map[c]];
        sim_sum_add_sum(&to->cpu, from->cpu);
        sim_sum_add_sum(&to->sys, from->sys);
        sim_sum_add_sum(&to->insuff_usr, from->insuff_usr);
        sim_sum_add_sum(&to->insuff_sys, from->insuff_sys);
        node->member[c] |= child->member[map[c]];
    }
    sim_sum_add_sum(&node->io, child->io);
    for (guint o = 0; o < N_OPERATIONS; o++) {
        node->n_operations[o] += child->n_operations[o];
        if (child->operation[o] != NULL)
            add_child_operation(node, child, o, map);
    }
}

static double *
node_speeds(const Rollup *r, const SimPartition *partition)
{
    double *speed = g_new(double, partition->n_classes);
    const guint *map =
        r->clock->one_speed ? NULL : rollup_maps_get(r->maps, partition, r->clock->base);
    for (guint c = 0; c < partition->n_classes; c++)
        speed[c] = r->clock->base_speed[map == NULL ? 0 : map[c]];
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
    node->n_sums = sim_tally_n_operation_sums(r->tally);
    node->values = g_new0(RollupValues, partition->n_classes);
    node->member = g_new0(guint8, partition->n_classes);
    g_autofree double *speed = node_speeds(r, partition);
    for (const SimTallyEntry *entry = interval->entries; entry != NULL; entry = entry->next) {
        const guint *map = rollup_maps_get(r->maps, partition, entry_partition(entry));
        if (entry->kind == SIM_TALLY_BASE)
            add_base(node, entry, map, speed);
        else if (entry->kind < SIM_TALLY_OPERATION)
            add_shared(node, entry, map, speed);
        else
            add_operation(node, entry, map);
    }
    if (interval->has_io) {
        node->io = interval->io;
        node->member[0] = TRUE;
    }
    for (guint o = 0; o < N_OPERATIONS; o++)
        node->n_operations[o] = interval->n_operations[o];
    sim_tally_drop_entries(r->tally, i);
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
 * and a child is freed as soon as it is added: at most one node a level is held, of 64 bytes
 * and more a class, and not one for each of the 100,000 iterations that an interval may have as
 * children.
 */
static gboolean
visit_all(Rollup *r, RollupVisit visit, gpointer data, GError **error)
{
    for (guint i = first_leaf(r, 0); i != G_MAXUINT;) {
        const SimInterval *interval = sim_tally_interval(r->tally, i);
        if (!visit(i, begun_node(r, i), data, error))
            return FALSE;
        if (interval->parent != G_MAXUINT)
            add_child(r, begun_node(r, interval->parent), r->nodes[i]);
        g_clear_pointer(&r->nodes[i], node_free);
        i = interval->next_sibling != G_MAXUINT ? first_leaf(r, interval->next_sibling)
                                                : interval->parent;
    }
    return TRUE;
}

gboolean
rollup_run_tally(Simulator *simulator, SimTally *tally, RollupVisit visit, gpointer data,
                 GError **error)
{
    guint n = sim_tally_n_intervals(tally);
    Rollup r = {
        .tally = tally,
        .lattice = sim_systems_lattice(simulator_systems(simulator)),
        .clock = simulator_clock(simulator),
        .partitions = g_new0(const SimPartition *, n),
        .nodes = g_new0(RollupNode *, n),
    };
    sim_tally_close(tally);
    sim_lattice_forget_joins(r.lattice);
    r.maps = rollup_maps_new(r.lattice);
    gboolean ok = find_partitions(&r, error) && visit_all(&r, visit, data, error);
    for (guint i = 0; i < n; i++)
        node_free(r.nodes[i]);
    g_free(r.nodes);
    g_free(r.partitions);
    rollup_maps_free(r.maps);
    return ok;
}

gboolean
rollup_run(Simulator *simulator, RollupVisit visit, gpointer data, GError **error)
{
    return rollup_run_tally(simulator, simulator_tally(simulator), visit, data, error);
}
