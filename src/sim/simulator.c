/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/simulator.h"

#include <string.h>

#include "src/sim/calls/call.h"
#include "src/sim/calls/system.h"
#include "src/sim/core/account.h"
#include "src/sim/core/lookup.h"
#include "src/sim/core/message.h"
#include "src/sim/policy/ideal.h"
#include "src/sim/watch/lines.h"
#include "src/sim/watch/recorder.h"

/* The time before begbl_, or of another first call when it is no longer than this, is that of
 * the start of a process (3 to 5 ms in the samples), not of the program's text. */
#define START_SECONDS 0.02

static void
frame_clear(gpointer v)
{
    sim_object_unref(((SimFrame *)v)->machine);
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
    gboolean flat = sim->per_processor || list || speeds_differ(sim->params);
    if (flat && rater_grid_count(root) > SIM_MOST_LISTED) {
        g_set_error(error, SIMULATOR_ERROR, SIMULATOR_ERROR_MEMORY,
                    "%s: error: %" G_GINT64_FORMAT
                    " processors are more than can be simulated one "
                    "by one, as this program or these speeds ask for",
                    sim->program->info.file, rater_grid_count(root));
        return FALSE;
    }
    sim->systems = sim_systems_new(root, &traced, flat);
    sim->system = sim_systems_root(sim->systems);
    SimMachine *machine = sim_object_new(SIM_OBJECT_MACHINE);
    machine->system = sim->system;
    SimFrame bottom = { sim->system, machine };
    g_array_append_val(sim->stack, bottom);
    if (sim_clock_init(&sim->clock, sim->systems, sim->params, sim->per_processor,
                       &sim->watchers))
        return TRUE;
    g_set_error(error, SIMULATOR_ERROR, SIMULATOR_ERROR_MEMORY,
                "%s: error: %" G_GINT64_FORMAT
                " processors are more than can be held one by one",
                sim->program->info.file, rater_grid_count(root));
    return FALSE;
}

static void
watch(Simulator *sim, SimWatcher *watcher)
{
    g_assert(sim->watchers.n < SIM_MOST_WATCHERS);
    watcher->sim = sim;
    sim->watchers.list[sim->watchers.n++] = watcher;
}

/* Those that the options ask for, and what changes times. */
static void
add_watchers(Simulator *sim, const SimulatorOptions *options)
{
    if (options->lines)
        watch(sim, sim_lines_new());
    if (options->timeline != NULL)
        watch(sim, sim_recorder_new(options->timeline));
    if (options->causes)
        watch(sim, sim_causes_new());
    if (options->what_if != NULL)
        sim->policy = sim_what_if_policy_new(options->what_if);
    else if (options->ideal_network)
        sim->policy = sim_ideal_policy_new();
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
    sim->network = params->network;
    sim->site = sim->bracket = SIM_NO_SITE;
    sim->stack = g_array_new(FALSE, FALSE, sizeof(SimFrame));
    g_array_set_clear_func(sim->stack, frame_clear);
    sim->objects = g_ptr_array_new_with_free_func(sim_object_unref);
    sim->site_of = g_array_new(FALSE, FALSE, sizeof(guint32));
    sim->sites = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    sim->mappings = sim_mappings_new();
    sim->loop_maps = sim_loop_maps_new();
    sim->traffic = g_hash_table_new_full(g_bytes_hash, g_bytes_equal,
                                         (GDestroyNotify)g_bytes_unref, g_free);
    sim->n_unknown = g_array_new(FALSE, TRUE, sizeof(guint64));
    sim->warnings = g_ptr_array_new_with_free_func(g_free);
    sim->tally = sim_tally_new(how->times_only);
    add_watchers(sim, how);
    if (!init_systems(sim, how->flat, error))
        return NULL;
    if (SIM_ASKS(sim->policy, begin))
        sim->policy->class->begin(sim->policy);
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
    g_ptr_array_unref(sim->objects);
    g_array_unref(sim->stack);
    g_array_unref(sim->site_of);
    g_hash_table_unref(sim->sites);
    sim_loop_maps_free(sim->loop_maps);
    sim_mappings_free(sim->mappings);
    g_hash_table_unref(sim->traffic);
    g_array_unref(sim->n_unknown);
    g_ptr_array_unref(sim->warnings);
    sim_tally_free(sim->tally);
    sim_clock_clear(&sim->clock);
    if (sim->policy != NULL)
        sim->policy->class->free(sim->policy);
    for (guint i = 0; i < sim->watchers.n; i++)
        sim->watchers.list[i]->class->free(sim->watchers.list[i]);
    sim_systems_free(sim->systems);
    g_free(sim);
}

/* Seconds on the target for n TIMEs of the trace that sum up to t. Nested calls are not kept
 * one by one: their overhead is taken off the sum. */
static double
target_time(const Simulator *sim, double t, guint32 n)
{
    return MAX(0.0, t - n * sim->params->trace_overhead) * sim->params->power;
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
    if (!sim->keep_going || failure->code != SIMULATOR_ERROR_CALL) {
        g_propagate_error(error, g_steal_pointer(&failure));
        return FALSE;
    }
    sim_warn(sim, SIM_WARNING_CALL, call->at->line, "%s; accounted by base",
             message_text(failure->message));
    if (call->record->call == RT_CALL_RUNAM)
        sim_repeat_frame(sim);
    return account_failed(sim, call, error);
}

static inline gboolean
is_watched(const Simulator *sim)
{
    return sim->watchers.n > 0 || SIM_ASKS(sim->policy, focus);
}

/* Where what the call does belongs to, for watchers and policy. */
static void
begin_call(Simulator *sim, const SimCall *call, guint32 trace_site)
{
    const gboolean known = trace_program_site(sim->program, trace_site) != NULL;
    const guint32 site = known ? sim_site(sim, trace_site) : SIM_NO_SITE;
    const gboolean starts =
        !sim->begun && (call->record->call == RT_CALL_BEGBL || call->t_call < START_SECONDS);
    sim->begun = TRUE;
    if (known) {
        sim->site = starts ? SIM_NO_SITE : site;
        if (SIM_ASKS(sim->policy, focus))
            sim->policy->class->focus(sim->policy, call);
    }
    SIM_TELL(&sim->watchers, call, call, site);
}

/* TIME of Event_dvm_exit is user time of the processors that are current then. */
static gboolean
simulate_exit(Simulator *sim, SimCall *call, guint32 site, GError **error)
{
    sim_sum_add(&sim->serial, call->t_call);
    if (is_watched(sim))
        begin_call(sim, call, site);
    return sim_spend(sim, call, SIM_BASE_CPU, call->t_call, error) &&
           (!SIM_ASKS(sim->policy, meet) || sim->policy->class->meet(sim->policy, call, error));
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
    SimCall call = {
        .at = at,
        .record = trace_program_record(sim->program, at->call),
        .ret = trace_program_record(sim->program, at->ret),
        .t_call = target_time(sim, at->t_call, 1),
        .t_return = target_time(sim, at->t_return, at->n_times),
    };
    if (call.record->call >= RT_N_CALLS ||
        (rt_call_get(call.record->call)->flags & RT_FLAG_MAP_WARNING) != 0)
        note_unknown(sim, at->call);
    sim_sum_add(&sim->serial, call.t_call);
    sim_sum_add(&sim->serial, call.t_return);
    if (is_watched(sim))
        begin_call(sim, &call, at->site);
    return simulate_or_keep_going(sim, &call, error);
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
        Unknown *u = g_hash_table_lookup(names, record->name);
        if (u == NULL) {
            u = g_new0(Unknown, 1);
            *u = (Unknown){ record->name, 0, record->call < RT_N_CALLS, i };
            g_hash_table_insert(names, (gpointer)record->name, u);
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

/* What is known only at the end: unknown calls, starts never waited for. */
static void
finish_warnings(Simulator *sim)
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

gboolean
simulator_finish(Simulator *sim, GError **error)
{
    const TraceInfo *info = &sim->program->info;
    const TraceRecord record = { .name = "Event_dvm_exit", .call = RT_CALL_UNKNOWN };
    const TraceCall at = { .line = info->exit_line };
    SimCall call = { .at = &at,
                     .record = &record,
                     .t_call = target_time(sim, info->exit_time, 1) };
    SimView view;
    if (info->complete && !simulate_exit(sim, &call, info->exit_site, error))
        return FALSE;
    /* base times that still wait get to the clocks */
    if (!sim_clock_view(&sim->clock, sim_systems_root(sim->systems), NULL, &view))
        return sim_fail_classes(sim, &call, error);
    if (trace_program_site(sim->program, info->first_site) != NULL)
        sim_tally_interval(sim->tally, 0)->site = sim_site(sim, info->first_site);
    finish_warnings(sim);
    return TRUE;
}

gboolean
simulator_run(Simulator *sim, GError **error)
{
    const TraceProgram *program = sim->program;
    for (gsize i = 0; i < program->n_calls; i++) {
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
    SimTally *lines = NULL;
    for (guint i = 0; i < simulator->watchers.n && lines == NULL; i++)
        lines = sim_lines_tally(simulator->watchers.list[i]);
    return lines;
}

const SimCauses *
simulator_causes(Simulator *simulator)
{
    const SimCauses *causes = NULL;
    for (guint i = 0; i < simulator->watchers.n && causes == NULL; i++)
        causes = sim_causes_of(simulator->watchers.list[i]);
    return causes;
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
