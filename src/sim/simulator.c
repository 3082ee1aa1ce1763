/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/simulator.h"

#include <string.h>

#include "src/sim/calls/call.h"
#include "src/sim/calls/move.h"
#include "src/sim/watch/lines.h"
#include "src/sim/watch/recorder.h"

static void
frame_clear(gpointer v)
{
    sim_object_unref(((SimFrame *)v)->machine);
}

/* The processor system that the program of the trace believed to have: VPSSize, else 1 for
 * every dimension of the topology. */
static RaterGrid
traced_grid(const TraceInfo *info, const RaterGrid *topology)
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

static gboolean
init_systems(Simulator *sim, gboolean list, GError **error)
{
    const RaterGrid *root = &sim->params->topology;
    RaterGrid traced = traced_grid(&sim->program->info, root);
    const gboolean shared = sim->machine != NULL && sim->machine->hosts.n > 0;
    gboolean flat =
        sim->per_processor || list || (!shared && !sim_clock_one_speed(sim->speeds));
    if (flat && rater_grid_count(root) > SIM_MOST_LISTED) {
        g_set_error(error, SIMULATOR_ERROR, SIMULATOR_ERROR_MEMORY,
                    "%s: error: %" G_GINT64_FORMAT
                    " processors are more than can be simulated one "
                    "by one, as this program or these speeds ask for",
                    sim->program->info.file, rater_grid_count(root));
        return FALSE;
    }
    sim->systems = sim_systems_new(root, &traced, flat);
    if (shared)
        sim_systems_set_hosts(sim->systems, &sim->machine->hosts);
    sim->system = sim->systems->root;
    SimMachine *machine = sim_object_new(SIM_OBJECT_MACHINE);
    machine->system = sim->system;
    const SimFrame bottom = { sim->system, machine, .scale = 1 };
    g_array_append_val(sim->stack, bottom);
    if (sim_clock_init(&sim->clock, sim->systems, sim->speeds, sim->per_processor,
                       &sim->watchers))
        return TRUE;
    g_set_error(error, SIMULATOR_ERROR, SIMULATOR_ERROR_MEMORY,
                "%s: error: %" G_GINT64_FORMAT
                " processors are more than can be held one by one",
                sim->program->info.file, rater_grid_count(root));
    return FALSE;
}

static gboolean
init_network(Simulator *sim, unsigned without, const RaterWatch *watch, GError **error)
{
    g_autoptr(GError) refusal = NULL;
    sim->whole = sim->params->network;
    if (params_is_links(sim->params)) {
        sim->machine = params_machine_new(sim->params, TRUE, &refusal);
        if (sim->machine == NULL || !params_machine_find_hosts(sim->machine, &refusal)) {
            g_set_error(error, SIMULATOR_ERROR, SIMULATOR_ERROR_MACHINE, "%s: error: %s",
                        sim->program->info.file, refusal->message);
            return FALSE;
        }
        sim->machine->fabric.watch = watch;
        sim->whole = params_machine_network(sim->machine, sim->params);
        sim->whole.links.by_dimension &= !sim->per_processor;
    }
    if (without != 0)
        sim->whole = rater_network_without(&sim->whole, without);
    sim->network = sim->whole;
    sim->speeds = params_machine_speeds(sim->machine, sim->params);
    return TRUE;
}

static SimWatcher *
watch(Simulator *sim, SimWatcher *watcher)
{
    g_assert(sim->watchers.n < SIM_MOST_WATCHERS);
    watcher->sim = sim;
    return sim->watchers.list[sim->watchers.n++] = watcher;
}

/* Those that the options ask for, and what changes times. */
static void
add_watchers(Simulator *sim, const SimulatorOptions *options)
{
    if (options->lines)
        sim->lines = sim_lines_tally(watch(sim, sim_lines_new()));
    if (options->links && sim->machine != NULL) {
        sim->links = sim_links_of(watch(sim, sim_links_new()));
        sim->watches_links = sim->machine->fabric.topology.nodes <= SIM_LINKS_NODES;
    }
    if (options->timeline != NULL)
        watch(sim, sim_recorder_new(options->timeline));
    if (options->causes)
        sim->causes = sim_causes_of(watch(sim, sim_causes_new()));
    if (options->waits)
        sim->waits = sim_waits_of(watch(sim, sim_waits_new()));
    if (options->partners)
        sim->partners = sim_partners_of(watch(sim, sim_partners_new()));
    if (options->what_if != NULL)
        sim->policy = sim_what_if_policy_new(options->what_if);
    if (sim->policy != NULL)
        sim->policy->sim = sim;
}

Simulator *
simulator_new(const TraceProgram *program, const Params *params,
              const SimulatorOptions *options, GError **error)
{
    static const SimulatorOptions none = { 0 };
    const SimulatorOptions *how = options != NULL ? options : &none;
    g_autoptr(Simulator) sim = g_new0(Simulator, 1);
    sim->program = program;
    sim->params = params;
    sim->per_processor = how->per_processor;
    sim->keep_going = how->keep_going;
    const unsigned without = (how->ideal_network ? RATER_NETWORK_COSTS : 0) |
                             (how->no_congestion ? RATER_NETWORK_CONGESTION : 0);
    sim->site = sim->bracket = SIM_NO_SITE;
    sim->stack = g_array_new(FALSE, FALSE, sizeof(SimFrame));
    g_array_set_clear_func(sim->stack, frame_clear);
    sim->objects = g_ptr_array_new_with_free_func(sim_object_unref);
    sim->mappings = sim_mappings_new();
    sim->loop_maps = sim_loop_maps_new();
    sim->traffic = sim_moves_new();
    sim->n_unknown = g_array_new(FALSE, TRUE, sizeof(guint64));
    sim->warnings = g_ptr_array_new_with_free_func(g_free);
    sim->tally = sim_tally_new(how->times_only);
    if (how->watcher != NULL)
        watch(sim, how->watcher);
    sim->watch_calls = how->watch_calls;
    if (!init_network(sim, without, how->watch, error))
        return NULL;
    add_watchers(sim, how);
    if (!init_systems(sim, how->flat, error))
        return NULL;
    SIM_TELL(&sim->watchers, begin, sim->clock.base);
    sim_enter_system(sim);
    return g_steal_pointer(&sim);
}

void
simulator_free(Simulator *sim)
{
    if (sim == NULL)
        return;
    sim_object_unref(sim->last_mapped);
    g_clear_pointer(&sim->objects, g_ptr_array_unref); /* none, if the network cannot be */
    g_clear_pointer(&sim->stack, g_array_unref);
    sim_loop_maps_free(sim->loop_maps);
    sim_mappings_free(sim->mappings);
    g_clear_pointer(&sim->traffic, g_hash_table_unref);
    g_clear_pointer(&sim->n_unknown, g_array_unref);
    g_clear_pointer(&sim->warnings, g_ptr_array_unref);
    g_clear_error(&sim->error);
    sim_tally_free(sim->tally);
    sim_clock_clear(&sim->clock);
    if (sim->policy != NULL)
        sim->policy->class->free(sim->policy);
    for (guint i = 0; i < sim->watchers.n; i++)
        sim->watchers.list[i]->class->free(sim->watchers.list[i]);
    sim_systems_free(sim->systems);
    params_machine_free(sim->machine);
    g_clear_pointer(&sim->speeds, g_array_unref);
    g_free(sim);
}

double
simulator_overhead(const TraceInfo *info, const Params *params)
{
    return params_is_set(params, PARAMS_TRACE_OVERHEAD) || !(info->overhead > 0)
               ? params->trace_overhead
               : info->overhead;
}

double
simulator_time_before(const TraceProgram *program, const Params *params, const TraceCall *call)
{
    const double overhead = simulator_overhead(&program->info, params);
    return trace_program_time_before(program, call, overhead) * params->power;
}

double
simulator_time_inside(const TraceProgram *program, const Params *params, const TraceCall *call)
{
    const double overhead = simulator_overhead(&program->info, params);
    return trace_program_time_inside(program, call, overhead) * params->power;
}

/* Base accounting of what is not accounted yet. */
static gboolean
account_rest(Simulator *sim)
{
    SimCall *call = &sim->call;
    return (call->call_done || sim_spend(sim, SIM_BASE_CPU, call->t_call)) &&
           (call->return_done || sim_spend(sim, SIM_BASE_SYS, call->t_return));
}

/* What the table says of a call: its time, handler, return time. */
static gboolean
simulate_call(Simulator *sim)
{
    SimCall *call = &sim->call;
    const RtCallId id = call->record->call;
    if (id >= RT_N_CALLS)
        return account_rest(sim);
    if (call->record->problem != NULL)
        return sim_fail(sim, "%s", call->record->problem);
    if (call->ret != NULL && call->ret->problem != NULL)
        return sim_fail(sim, "return: %s", call->ret->problem);
    if ((rt_call_get(id)->flags & RT_FLAG_BODY_TIME) == 0) {
        if (!sim_spend(sim, SIM_BASE_CPU, call->t_call))
            return FALSE;
        call->call_done = TRUE;
    }
    if (!sim_handler(id)(sim))
        return FALSE;
    call->call_done = TRUE; /* a handler of the body's time did it */
    return account_rest(sim);
}

/* --keep-going: what the failed call did not account is accounted by base. */
static gboolean
keep_going(Simulator *sim)
{
    if (!sim->keep_going || sim->error->code != SIMULATOR_ERROR_CALL)
        return FALSE;
    const char *text = strstr(sim->error->message, ": error: ");
    sim_warn(sim, SIM_WARNING_CALL, sim->call.at->line, "%s; accounted by base",
             text != NULL ? text + strlen(": error: ") : sim->error->message);
    g_clear_error(&sim->error);
    if (sim->call.record->call == RT_CALL_RUNAM)
        sim_repeat_frame(sim);
    return account_rest(sim);
}

/* What failed, for the caller; always FALSE. */
static gboolean
fail(Simulator *sim, GError **error)
{
    g_propagate_error(error, g_steal_pointer(&sim->error));
    return FALSE;
}

/* Where what the call does belongs to, for watchers and policy. The time before it may be the
 * process's, which is nowhere in the source. */
static void
begin_call(Simulator *sim, guint32 trace_site)
{
    if (sim->watchers.n == 0 && !SIM_ASKS(sim->policy, focus))
        return;
    const gboolean known = trace_program_site(sim->program, trace_site) != NULL;
    const guint32 site = known ? trace_site : SIM_NO_SITE;
    if (known)
        sim_focus(sim, sim->of_process[SIM_BASE_CPU] ? SIM_NO_SITE : site);
    SIM_TELL(&sim->watchers, call, site);
}

/* Counts a call for the one warning that its name gets at the end. */
static void
note_unknown(Simulator *sim, guint32 record)
{
    if (sim->n_unknown->len <= record)
        g_array_set_size(sim->n_unknown, record + 1);
    g_array_index(sim->n_unknown, guint64, record)++;
}

gboolean
simulator_call(Simulator *sim, const TraceCall *at, GError **error)
{
    sim->call = (SimCall){
        .at = at,
        .record = trace_program_record(sim->program, at->call),
        .ret = trace_program_record(sim->program, at->ret),
        .t_call = simulator_time_before(sim->program, sim->params, at),
        .t_return = simulator_time_inside(sim->program, sim->params, at),
    };
    const RtCallId id = sim->call.record->call;
    if (id >= RT_N_CALLS || (rt_call_get(id)->flags & RT_FLAG_MAP_WARNING) != 0)
        note_unknown(sim, at->call);
    sim_sum_add(&sim->serial, sim->call.t_call);
    sim_sum_add(&sim->serial, sim->call.t_return);
    sim->of_process[SIM_BASE_CPU] =
        trace_process_has_call(&sim->process, &sim->program->info, id, at->t_call);
    sim->of_process[SIM_BASE_SYS] = trace_process_has_return(&sim->process, id);
    begin_call(sim, at->site);
    return simulate_call(sim) || keep_going(sim) || fail(sim, error);
}

/* One warning for each name, in the order of their first records. */
static void
warn_unknown(Simulator *sim)
{
    g_autoptr(GHashTable) counts = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
    g_autoptr(GPtrArray) first = g_ptr_array_new(); /* TraceRecord of each name */
    for (guint32 i = 0; i < sim->n_unknown->len; i++) {
        const TraceRecord *record = trace_program_record(sim->program, i);
        const guint64 n = g_array_index(sim->n_unknown, guint64, i);
        guint64 *count = g_hash_table_lookup(counts, record->name);
        if (n == 0)
            continue;
        if (count == NULL) {
            count = g_new0(guint64, 1);
            g_hash_table_insert(counts, (gpointer)record->name, count);
            g_ptr_array_add(first, (gpointer)record);
        }
        *count += n;
    }
    for (guint i = 0; i < first->len; i++) {
        const TraceRecord *record = g_ptr_array_index(first, i);
        sim_warn(sim, SIM_WARNING_OTHER, 0,
                 "%s: %s (%" G_GUINT64_FORMAT " calls, accounted by base)", record->name,
                 record->call < RT_N_CALLS ? "a distribution by maps is not followed"
                                           : "unknown call",
                 *(guint64 *)g_hash_table_lookup(counts, record->name));
    }
}

/* What is known only at the end: unknown calls, starts never waited for. */
static void
finish_warnings(Simulator *sim)
{
    for (guint i = 0; i < sim->objects->len; i++)
        sim_warn_unwaited(sim, g_ptr_array_index(sim->objects, i));
    if (sim->systems->scaled)
        sim_warn(sim, SIM_WARNING_OTHER, 0,
                 "the trace was made for a processor system of other sizes; its "
                 "parts and views were scaled");
    warn_unknown(sim);
    for (guint kind = 0; kind < SIM_N_WARNINGS; kind++) {
        if (kind != SIM_WARNING_OTHER && sim->n_warned[kind] > SIM_MOST_WARNINGS)
            sim_warn(sim, SIM_WARNING_OTHER, 0,
                     "%" G_GUINT64_FORMAT " more warnings like the last of this kind",
                     sim->n_warned[kind] - SIM_MOST_WARNINGS);
    }
}

/* TIME of Event_dvm_exit is user time of the processors that are current then. */
static gboolean
simulate_exit(Simulator *sim)
{
    sim_sum_add(&sim->serial, sim->call.t_call);
    sim->of_process[SIM_BASE_CPU] = trace_process_has_exit(&sim->process);
    begin_call(sim, sim->program->info.exit_site);
    return sim_spend(sim, SIM_BASE_CPU, sim->call.t_call) &&
           (!SIM_ASKS(sim->policy, meet) || sim->policy->class->meet(sim->policy));
}

gboolean
simulator_finish(Simulator *sim, GError **error)
{
    const TraceInfo *info = &sim->program->info;
    const TraceRecord record = { .name = "Event_dvm_exit", .call = RT_CALL_UNKNOWN };
    const TraceCall at = { .line = info->exit_line,
                           .t_call = info->exit_time,
                           .times = info->exit_times };
    SimView view;
    sim->call = (SimCall){ .at = &at,
                           .record = &record,
                           .t_call = simulator_time_before(sim->program, sim->params, &at) };
    if (info->complete && !simulate_exit(sim))
        return fail(sim, error);
    /* base times that still wait get to the clocks */
    if (!sim_clock_view(&sim->clock, sim->systems->root, NULL, &view)) {
        sim_fail_classes(sim);
        return fail(sim, error);
    }
    if (sim->waits != NULL)
        sim_waits_end(sim->waits);
    if (trace_program_site(sim->program, info->first_site) != NULL)
        sim_tally_interval(sim->tally, 0)->site = info->first_site;
    finish_warnings(sim);
    return TRUE;
}

/* Calls between two times that who watches is told: well below a millisecond. */
#define CALLS_BETWEEN 4096

gboolean
simulator_run(Simulator *sim, GError **error)
{
    const TraceProgram *program = sim->program;
    const RaterWatch *watch = sim->watch_calls;
    for (gsize i = 0; i < program->n_calls; i++) {
        if (watch != NULL && i % CALLS_BETWEEN == 0)
            watch->tell(watch->data, (int64_t)i, (int64_t)program->n_calls);
        if (!simulator_call(sim, &program->calls[i], error))
            return FALSE;
    }
    return simulator_finish(sim, error);
}

Simulator *
simulator_simulate(const TraceProgram *program, const Params *params, SimulatorOptions options,
                   GError **error)
{
    g_autoptr(GError) failure = NULL;
    g_autoptr(Simulator) simulator = simulator_new(program, params, &options, &failure);
    if (simulator != NULL && simulator_run(simulator, &failure))
        return g_steal_pointer(&simulator);
    if (!options.flat && g_error_matches(failure, SIMULATOR_ERROR, SIMULATOR_ERROR_FLAT)) {
        options.flat = TRUE;
        g_clear_pointer(&simulator, simulator_free); /* two at once need twice the memory */
        return simulator_simulate(program, params, options, error);
    }
    g_propagate_error(error, g_steal_pointer(&failure));
    return NULL;
}

SimTally *
simulator_tally(Simulator *simulator)
{
    return simulator->tally;
}

SimTally *
simulator_lines(Simulator *simulator)
{
    return simulator->lines;
}

const SimPartners *
simulator_partners(Simulator *simulator)
{
    return simulator->partners;
}

const SimWaits *
simulator_waits(Simulator *simulator)
{
    return simulator->waits;
}

const SimLinks *
simulator_links(Simulator *simulator)
{
    return simulator->links;
}

ParamsMachine *
simulator_take_machine(Simulator *simulator)
{
    return g_steal_pointer(&simulator->machine);
}

const SimCauses *
simulator_causes(Simulator *simulator)
{
    return simulator->causes;
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

const SimSystem *
simulator_system(const Simulator *simulator)
{
    return simulator->system;
}

const GPtrArray *
simulator_objects(const Simulator *simulator)
{
    return simulator->objects;
}

double
simulator_time(Simulator *sim)
{
    return sim_sum_value(sim_clock_last(&sim->clock));
}

double
simulator_serial_time(const Simulator *simulator)
{
    return sim_sum_value(simulator->serial);
}

const GPtrArray *
simulator_warnings(const Simulator *simulator)
{
    return simulator->warnings;
}
