/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Only sums over all processors are wanted, so no partitions are joined here but those of
 * entries with that of the speeds.
 */
#include "src/analysis/predict/line-times.h"

#include <string.h>

typedef struct {
    SimLattice *lattice;
    const SimClock *clock;
} Processors;

/* What a class of an entry's partition counts for: 1 for a system's processors, the part of a
 * loop that each has. */
static double
class_factor(const SimTallyEntry *entry, guint c)
{
    if (entry->kind != SIM_TALLY_BASE)
        return ((const SimShare *)entry->of)->share[c];
    const SimSystem *system = entry->of;
    if (system->load != NULL)
        return system->load[c];
    return system->inside == NULL || system->inside[c] ? 1 : 0;
}

/* Adds the times of an entry to all processors; FALSE: too many classes. */
static gboolean
add_computing(const Processors *all, LineTimes *line, const SimTallyEntry *entry)
{
    const gboolean base = entry->kind == SIM_TALLY_BASE;
    const SimClock *clock = all->clock;
    g_autoptr(SimJoin) join = sim_lattice_join(all->lattice,
                                               base ? ((const SimSystem *)entry->of)->partition
                                                    : ((const SimShare *)entry->of)->partition,
                                               clock->base);
    double sum = sim_sum_value(entry->sums[0]), weight = 0;

    if (join == NULL)
        return FALSE;
    if (base)
        sum += sim_sum_value(entry->sums[SIM_BASE_SYS]);
    for (guint c = 0; c < join->partition->n_classes; c++)
        weight += class_factor(entry, join->of_a[c]) *
                  (double)sim_partition_class_size(join->partition, c) /
                  clock->base_speed[clock->one_speed ? 0 : join->of_b[c]];
    line->computing += sum * weight;
    return TRUE;
}

static gboolean
add_operation(LineTimes *line, const SimTallyEntry *entry)
{
    const SimPartition *partition = entry->of;

    for (guint c = 0; c < partition->n_classes; c++) {
        const SimSum *sums = entry->sums + (gsize)c * SIM_N_OPERATION_SUMS;
        const double n = (double)sim_partition_class_size(partition, c);
        line->communication += n * sim_sum_value(sums[SIM_TIME]);
        line->waiting += n * sim_sum_value(sums[SIM_SYNCH]);
    }
    return TRUE;
}

static void
line_clear(gpointer line)
{
    g_free(((LineTimes *)line)->file);
}

static int
compare_lines(gconstpointer a, gconstpointer b)
{
    const LineTimes *x = a, *y = b;
    return strcmp(x->file, y->file) ?: ORDER(x->line, y->line);
}

GArray *
line_times_new(Simulator *simulator, const TraceProgram *program, GError **error)
{
    SimTally *tally = simulator_lines(simulator);
    const Processors all = { simulator_systems(simulator)->lattice,
                             simulator_clock(simulator) };
    g_autoptr(GArray) lines = g_array_new(FALSE, FALSE, sizeof(LineTimes));

    g_array_set_clear_func(lines, line_clear);
    for (guint i = 1; i < tally->intervals->len; i++) {
        const SimInterval *from = sim_tally_interval(tally, i);
        const TraceSite *site = trace_program_site(program, from->site);
        LineTimes line = { .file = g_strdup(site != NULL ? site->file : ""),
                           .line = site != NULL ? site->line : 0,
                           .calls = from->count,
                           .io = sim_sum_value(from->io) };
        gboolean ok = TRUE;
        for (const SimTallyEntry *entry = from->entries; ok && entry != NULL;
             entry = entry->next)
            ok = entry->kind >= SIM_TALLY_OPERATION ? add_operation(&line, entry)
                                                    : add_computing(&all, &line, entry);
        g_array_append_val(lines, line);
        if (ok)
            continue;
        g_set_error(error, SIMULATOR_ERROR, SIMULATOR_ERROR_MEMORY,
                    "error: the program tells too many processors apart");
        return NULL;
    }
    g_array_sort(lines, compare_lines);
    return g_steal_pointer(&lines);
}

double
line_times_total(const LineTimes *line)
{
    return line->computing + line->io + line->communication + line->waiting;
}
