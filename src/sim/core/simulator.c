/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/core/simulator.h"

#include <string.h>

#include "src/sim/calls/call.h"
#include "src/sim/calls/system.h"
#include "src/sim/core/account.h"
#include "src/sim/core/finish.h"
#include "src/sim/core/lookup.h"
#include "src/sim/core/message.h"
#include "src/sim/policy/what-if-hooks.h"

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

static gboolean
simulator_init_systems(Simulator *sim, GError **error)
{
    const RaterGrid *root = &sim->params->topology;
    RaterGrid traced = sim_traced_grid(&sim->program->info, root);
    gboolean flat =
        sim->options.per_processor || sim->options.flat || speeds_differ(sim->params);
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
    if (sim_clock_init(&sim->clock, sim->systems, sim->params, sim->options.per_processor))
        return TRUE;
    g_set_error(error, SIMULATOR_ERROR, SIMULATOR_ERROR_MEMORY,
                "%s: error: %" G_GINT64_FORMAT
                " processors are more than can be held one by one",
                sim->program->info.file, rater_grid_count(root));
    return FALSE;
}

Simulator *
simulator_new(const TraceProgram *program, const Params *params,
              const SimulatorOptions *options, GError **error)
{
    g_autoptr(Simulator) sim = g_new0(Simulator, 1);
    sim->program = program;
    sim->params = params;
    if (options != NULL)
        sim->options = *options;
    sim->network = params->network;
    if (sim->options.ideal_network)
        sim->network = rater_network_without(&params->network, RATER_NETWORK_COSTS);
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
    sim->tally = sim_tally_new(sim->options.times_only);
    if (sim->options.lines)
        sim->lines = sim_tally_new(FALSE);
    if (sim->options.what_if != NULL || sim->options.causes)
        sim->what_if = sim_what_if_state_new(sim, sim->options.what_if, sim->options.causes);
    if (!simulator_init_systems(sim, error))
        return NULL;
    if (sim->options.timeline != NULL)
        sim->clock.recorder = sim->recorder =
            sim_recorder_new(sim->options.timeline, sim->clock.base);
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
    sim_tally_free(sim->lines);
    sim_what_if_state_free(sim->what_if);
    sim_clock_clear(&sim->clock);
    sim_recorder_free(sim->recorder);
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
    RtCallId id = call->record->shape->call;
    SimHandler handler = id < RT_N_CALLS ? sim_handler(id) : NULL;
    if (handler == NULL)
        return sim_spend(sim, call, SIM_BASE_CPU, call->t_call, error) &&
               sim_spend(sim, call, SIM_BASE_SYS, call->t_return, error);

    if (call->record->shape->problem != NULL)
        return sim_fail(sim, call, error, "%s", call->record->shape->problem);
    if (call->ret != NULL && call->ret->shape->problem != NULL)
        return sim_fail(sim, call, error, "return: %s", call->ret->shape->problem);
    if ((rt_call_get(id)->flags & RT_FLAG_BODY_TIME) == 0) {
        if (!sim_spend(sim, call, SIM_BASE_CPU, call->t_call, error))
            return FALSE;
        call->call_done = TRUE;
    }
    if (!handler(sim, call, error))
        return FALSE;
    if (sim->recorder != NULL)
        sim_recorder_interval(sim->recorder, sim_tally_current(sim->tally));
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
    if (call->record->shape->call == RT_CALL_RUNAM)
        sim_repeat_frame(sim);
    return account_failed(sim, call, error);
}

/* Tells the timeline where what follows stands in the program. */
static void
record_site(Simulator *sim, guint32 site)
{
    const TraceSite *at = trace_program_site(sim->program, site);
    sim_recorder_call(sim->recorder, site, at != NULL ? at->file : NULL,
                      at != NULL ? at->line : 0);
    sim_recorder_interval(sim->recorder, sim_tally_current(sim->tally));
}

/* Base times that still wait for the clocks go into the timeline. */
static gboolean
finish_timeline(Simulator *sim, const SimCall *call, GError **error)
{
    SimView view;
    return sim->recorder == NULL ||
           sim_clock_view(&sim->clock, sim_systems_root(sim->systems), NULL, &view) ||
           sim_fail_classes(sim, call, error);
}

/* TIME of Event_dvm_exit is user time of the processors that are current then. */
static gboolean
simulate_exit(Simulator *sim, const TraceInfo *info, GError **error)
{
    const TraceShape shape = { .name = "Event_dvm_exit" };
    const TraceRecord record = { .shape = &shape };
    const TraceCall at = { .line = info->exit_line };
    SimCall call = {
        &at, &record, NULL, target_time(sim, info->exit_time, 1), 0, FALSE, FALSE
    };
    if (!info->complete)
        return finish_timeline(sim, &call, error);
    sim_sum_add(&sim->serial, call.t_call);
    if (sim->lines != NULL)
        sim_lines_enter(sim->lines, trace_program_site(sim->program, info->exit_site) != NULL
                                        ? sim_site(sim, info->exit_site)
                                        : SIM_LINES_NO_SITE);
    if (sim->recorder != NULL)
        record_site(sim, info->exit_site);
    if (sim->what_if != NULL)
        sim_what_if_exit(sim, info->exit_site);
    return sim_spend(sim, &call, SIM_BASE_CPU, call.t_call, error) &&
           finish_timeline(sim, &call, error) &&
           (sim->what_if == NULL || sim_what_if_meet(sim, &call, error));
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
    if (call.record->shape->call >= RT_N_CALLS ||
        (rt_call_get(call.record->shape->call)->flags & RT_FLAG_MAP_WARNING) != 0)
        note_unknown(sim, at->call);
    sim_sum_add(&sim->serial, call.t_call);
    sim_sum_add(&sim->serial, call.t_return);
    if (sim->lines != NULL)
        sim_lines_enter(sim->lines, sim_site(sim, at->site));
    if (G_UNLIKELY(sim->what_if != NULL))
        sim_what_if_begin(sim, &call);
    if (G_UNLIKELY(sim->recorder != NULL))
        record_site(sim, at->site);
    return simulate_or_keep_going(sim, &call, error);
}

gboolean
simulator_finish(Simulator *sim, GError **error)
{
    const TraceInfo *info = &sim->program->info;
    if (!simulate_exit(sim, info, error))
        return FALSE;
    if (trace_program_site(sim->program, info->first_site) != NULL)
        sim_tally_interval(sim->tally, 0)->site = sim_site(sim, info->first_site);
    sim_finish_warnings(sim);
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

const SimCauses *
simulator_causes(Simulator *simulator)
{
    return simulator->what_if != NULL ? sim_what_if_causes(simulator->what_if) : NULL;
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
