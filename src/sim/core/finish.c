/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What is known before the first and after the last call.
 */
#include "src/sim/core/finish.h"

#include <string.h>

#include "src/sim/core/message.h"

RaterGrid
sim_traced_grid(const TraceInfo *info, const RaterGrid *topology)
{
    RaterGrid grid;
    int64_t ones[RATER_MAX_RANK];
    if (info->vps_rank >= 1 &&
        rater_grid_init(&grid, info->vps_rank, info->vps_size) == RATER_OK)
        return grid;
    for (int i = 0; i < RATER_MAX_RANK; i++)
        ones[i] = 1;
    rater_grid_init(&grid, topology->rank, ones);
    return grid;
}

typedef struct {
    const char *name;
    guint64 count;
    gboolean by_map;
    guint32 record; /* first with this name */
} Unknown;

static int
compare_unknown(gconstpointer a, gconstpointer b)
{
    guint32 x = (*(Unknown *const *)a)->record, y = (*(Unknown *const *)b)->record;
    return (x > y) - (x < y);
}

/* One warning for each name, in the order of their first records. */
static void
warn_unknown(Simulator *sim)
{
    const TraceProgram *program = sim->program;
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func(g_free);
    for (guint32 i = 0; i < trace_program_n_records(program); i++) {
        const TraceRecord *record = trace_program_record(program, i);
        guint64 n = i < sim->n_unknown->len ? g_array_index(sim->n_unknown, guint64, i) : 0;
        if (n == 0)
            continue;
        Unknown *u = g_hash_table_lookup(names, record->shape->name);
        if (u == NULL) {
            u = g_new0(Unknown, 1);
            *u = (Unknown){ record->shape->name, 0, record->shape->call < RT_N_CALLS, i };
            g_hash_table_insert(names, (gpointer)record->shape->name, u);
            g_ptr_array_add(found, u);
        }
        u->count += n;
    }
    g_ptr_array_sort(found, compare_unknown);
    for (guint i = 0; i < found->len; i++) {
        const Unknown *u = g_ptr_array_index(found, i);
        g_ptr_array_add(sim->warnings,
                        g_strdup_printf("%s: warning: %s: %s (%" G_GUINT64_FORMAT
                                        " calls, accounted by base)",
                                        program->info.file, u->name,
                                        u->by_map ? "a distribution by maps is not followed"
                                                  : "unknown call",
                                        u->count));
    }
}

static void
warn_scaled(Simulator *sim)
{
    if (sim_systems_scaled(sim->systems))
        g_ptr_array_add(
            sim->warnings,
            g_strdup_printf("%s: warning: the trace was made for a processor system of "
                            "other sizes; its parts and views were scaled",
                            sim->program->info.file));
}

void
sim_finish_warnings(Simulator *sim)
{
    for (guint i = 0; i < sim->objects->len; i++)
        sim_warn_unwaited(sim, g_ptr_array_index(sim->objects, i));
    warn_scaled(sim);
    warn_unknown(sim);
    for (guint kind = 0; kind < SIM_N_WARNINGS; kind++) {
        if (kind != SIM_WARNING_OTHER && sim->n_warned[kind] > SIM_MOST_WARNINGS)
            g_ptr_array_add(sim->warnings,
                            g_strdup_printf("%s: warning: %" G_GUINT64_FORMAT
                                            " more warnings like the last of this kind",
                                            sim->program->info.file,
                                            sim->n_warned[kind] - SIM_MOST_WARNINGS));
    }
}
