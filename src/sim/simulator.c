/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/simulator.h"

#include <string.h>

#include "src/sim/sim-call.h"
#include "src/sim/sim-mapping.h"

/* Processor systems of more processors than this cannot be enumerated one by one. */
#define MAX_FLAT (G_GINT64_CONSTANT(1) << 26)

static void
frame_clear(gpointer v)
{
    sim_object_unref(((SimFrame *)v)->machine);
}

/* Sites are numbered as the trace's text differs; intervals ask for the same file and line. */
static guint32 *
canonical_sites(const TraceReader *reader)
{
    guint32 n = trace_reader_n_sites(reader);
    guint32 *site_of = g_new(guint32, n);
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint32 i = 0; i < n; i++) {
        const TraceSite *site = trace_reader_site(reader, i);
        char *key = g_strdup_printf("%" G_GINT64_FORMAT " %s", site->line, site->file);
        gpointer found;
        if (g_hash_table_lookup_extended(known, key, NULL, &found)) {
            site_of[i] = GPOINTER_TO_UINT(found);
            g_free(key);
        } else {
            site_of[i] = i;
            g_hash_table_insert(known, key, GUINT_TO_POINTER(i));
        }
    }
    return site_of;
}

/* Processors of different speeds are no product of grid dimensions. */
static gboolean
speeds_differ(const Params *params)
{
    for (guint i = 1; i < params->speeds->len; i++) {
        if (g_array_index(params->speeds, ParamsSpeed, i).speed !=
            g_array_index(params->speeds, ParamsSpeed, 0).speed)
            return TRUE;
    }
    return FALSE;
}

static gboolean
simulator_init_systems(Simulator *sim, GError **error)
{
    const RaterGrid *root = &sim->params->topology;
    RaterGrid traced = sim_traced_grid(trace_reader_info(sim->graph->reader), root);
    gboolean flat = sim->options.per_processor || speeds_differ(sim->params) ||
                    sim_needs_flat(sim->graph, root);
    if (flat && rater_grid_count(root) > MAX_FLAT) {
        g_set_error(error, SIMULATOR_ERROR, SIMULATOR_ERROR_MEMORY,
                    "%s: error: %" G_GINT64_FORMAT " processors are more than can be simulated one "
                    "by one, as this program or these speeds ask for",
                    trace_reader_info(sim->graph->reader)->file, rater_grid_count(root));
        return FALSE;
    }
    sim->systems = sim_systems_new(root, &traced, flat);
    sim->system = sim_systems_root(sim->systems);
    SimMachine *machine = sim_object_new(SIM_OBJECT_MACHINE);
    machine->system = sim->system;
    SimFrame bottom = { sim->system, machine };
    g_array_append_val(sim->stack, bottom);
    if (sim_clock_init(&sim->clock, sim->systems, sim->params, sim->options.per_processor))
        return TRUE;
    g_set_error(error, SIMULATOR_ERROR, SIMULATOR_ERROR_MEMORY,
                "%s: error: %" G_GINT64_FORMAT " processors are more than can be held one by one",
                trace_reader_info(sim->graph->reader)->file, rater_grid_count(root));
    return FALSE;
}

Simulator *
simulator_new(const CallGraph *graph, const Params *params, const SimulatorOptions *options,
              GError **error)
{
    const TraceReader *reader = graph->reader;
    g_autoptr(Simulator) sim = g_new0(Simulator, 1);
    sim->graph = graph;
    sim->params = params;
    if (options != NULL)
        sim->options = *options;
    sim->network = params->network;
    if (sim->options.ideal_network)
        sim->network.kind = RATER_NETWORK_IDEAL;
    sim->stack = g_array_new(FALSE, FALSE, sizeof(SimFrame));
    g_array_set_clear_func(sim->stack, frame_clear);
    sim->objects = g_ptr_array_new_with_free_func(sim_object_unref);
    g_ptr_array_set_size(sim->objects, (gint)trace_reader_n_references(reader) + 1);
    sim->site_of = canonical_sites(reader);
    sim->mappings = sim_mappings_new();
    sim->loop_maps = sim_loop_maps_new();
    sim->traffic = g_hash_table_new_full(g_bytes_hash, g_bytes_equal,
                                         (GDestroyNotify)g_bytes_unref, g_free);
    sim->prefixes =
        g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    sim->n_unknown = g_new0(guint64, trace_reader_n_records(reader) + 1);
    sim->warnings = g_ptr_array_new_with_free_func(g_free);
    guint32 first = trace_reader_info(reader)->first_site;
    sim->ledger =
        sim_ledger_new(first < trace_reader_n_sites(reader) ? sim->site_of[first] : first);
    if (!simulator_init_systems(sim, error))
        return NULL;
    return g_steal_pointer(&sim);
}

void
simulator_free(Simulator *sim)
{
    if (sim == NULL)
        return;
    sim_object_unref(sim->last_mapped);
    g_ptr_array_unref(sim->objects);
    g_array_unref(sim->stack);
    g_free(sim->site_of);
    sim_loop_maps_free(sim->loop_maps);
    sim_mappings_free(sim->mappings);
    g_hash_table_unref(sim->traffic);
    g_hash_table_unref(sim->prefixes);
    g_free(sim->n_unknown);
    g_ptr_array_unref(sim->warnings);
    sim_ledger_free(sim->ledger);
    sim_clock_clear(&sim->clock);
    sim_systems_free(sim->systems);
    g_free(sim);
}

/* Seconds on the target for seconds of the trace. */
static double
target_time(const Simulator *sim, double t)
{
    return MAX(0.0, t - sim->params->trace_overhead) * sim->params->power;
}

/* What the table says of a call, before its handler: times, handler, return time. */
static gboolean
simulate_call(Simulator *sim, SimCall *call, GError **error)
{
    RtCallId id = call->record->call;
    SimHandler handler = id < RT_N_CALLS ? sim_handler(id) : NULL;
    if (handler == NULL)
        return sim_spend(sim, call, SIM_BASE_CPU, call->t_call, error) &&
               sim_spend(sim, call, SIM_BASE_SYS, call->t_return, error);

    if (call->record->problem != NULL)
        return sim_fail(sim, call, error, "%s", call->record->problem);
    if (call->ret != NULL && call->ret->problem != NULL)
        return sim_fail(sim, call, error, "return: %s", call->ret->problem);
    if ((rt_call_get(id)->flags & RT_FLAG_BODY_TIME) == 0) {
        if (!sim_spend(sim, call, SIM_BASE_CPU, call->t_call, error))
            return FALSE;
        call->call_done = TRUE;
    }
    if (!handler(sim, call, error))
        return FALSE;
    if (!call->return_done && !sim_spend(sim, call, SIM_BASE_SYS, call->t_return, error))
        return FALSE;
    call->return_done = TRUE;
    return TRUE;
}

/* --keep-going: what the failed call did not account is accounted by base. */
static gboolean
account_failed(Simulator *sim, SimCall *call, GError **error)
{
    return (call->call_done || sim_spend(sim, call, SIM_BASE_CPU, call->t_call, error)) &&
           (call->return_done || sim_spend(sim, call, SIM_BASE_SYS, call->t_return, error));
}

/* The message of an error without its "FILE:LINE: error: ". */
static const char *
message_text(const char *message)
{
    const char *at = strstr(message, ": error: ");
    return at != NULL ? at + strlen(": error: ") : message;
}

static gboolean
simulate_or_keep_going(Simulator *sim, SimCall *call, GError **error)
{
    g_autoptr(GError) failure = NULL;
    if (simulate_call(sim, call, &failure))
        return TRUE;
    if (!sim->options.keep_going || failure->code != SIMULATOR_ERROR_CALL) {
        g_propagate_error(error, g_steal_pointer(&failure));
        return FALSE;
    }
    sim_warn(sim, SIM_WARNING_CALL, call->at->line, "%s; accounted by base",
             message_text(failure->message));
    return account_failed(sim, call, error);
}

/* TIME of Event_dvm_exit is user time of the processors that are current then. */
static gboolean
simulate_exit(Simulator *sim, const TraceInfo *info, GError **error)
{
    const TraceRecord record = { .name = "Event_dvm_exit" };
    const TraceCall at = { .line = info->exit_line };
    SimCall call = { &at, &record, NULL, 0, 0, FALSE, FALSE };
    return !info->complete ||
           sim_spend(sim, &call, SIM_BASE_CPU, target_time(sim, info->exit_time), error);
}

gboolean
simulator_run(Simulator *sim, GError **error)
{
    const TraceReader *reader = sim->graph->reader;
    sim_enter_system(sim);
    for (gsize i = 0; i < sim->graph->n_calls; i++) {
        const TraceCall *at = &sim->graph->calls[i];
        SimCall call = {
            .at = at,
            .record = trace_reader_record(reader, at->call),
            .ret = trace_reader_record(reader, at->ret),
            .t_call = target_time(sim, at->t_call),
            .t_return = target_time(sim, at->t_return),
        };
        if (call.record->call >= RT_N_CALLS ||
            (rt_call_get(call.record->call)->flags & RT_FLAG_MAP_WARNING) != 0)
            sim->n_unknown[at->call]++;
        if (!simulate_or_keep_going(sim, &call, error))
            return FALSE;
    }
    if (!simulate_exit(sim, trace_reader_info(reader), error))
        return FALSE;
    sim_finish_warnings(sim);
    return TRUE;
}

SimLedger *
simulator_ledger(Simulator *simulator)
{
    return simulator->ledger;
}

SimSystems *
simulator_systems(Simulator *simulator)
{
    return simulator->systems;
}

SimClock *
simulator_clock(Simulator *simulator)
{
    return &simulator->clock;
}

double
simulator_time(Simulator *sim)
{
    SimView view;
    if (!sim_clock_view(&sim->clock, sim_systems_root(sim->systems), NULL, &view))
        return 0;
    return sim_sum_value(sim_view_max(&view));
}

const GPtrArray *
simulator_warnings(const Simulator *simulator)
{
    return simulator->warnings;
}
