/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Processor systems, abstract machines and tasks (docs/semantics.md, "Processor systems and
 * tasks").
 */
#include "src/sim/calls/system.h"

#include "src/sim/calls/call.h"
#include "src/sim/core/account.h"
#include "src/sim/core/lookup.h"
#include "src/sim/core/message.h"

static const SimFrame *
top(const Simulator *sim)
{
    return &g_array_index(sim->stack, SimFrame, sim->stack->len - 1);
}

static gboolean
put_system(Simulator *sim, const SimCall *call, const SimSystem *system, GError **error)
{
    SimSystemObject *object = sim_object_new(SIM_OBJECT_SYSTEM);
    object->system = system;
    return sim_object_put(sim, call, call->ret, RT_PARAM_PS_REF, object, error);
}

/* The machine that AMRef names, NULL without an error when it names none: the current one. */
static gboolean
machine_get(Simulator *sim, const SimCall *call, SimMachine **machine, GError **error)
{
    *machine = NULL;
    if (trace_record_int(call->record, RT_PARAM_AM_REF, 0) == 0)
        return TRUE;
    *machine = sim_object_get(sim, call, RT_PARAM_AM_REF, SIM_OBJECT_MACHINE, error);
    return *machine != NULL;
}

gboolean
sim_call_GETPS(Simulator *sim, SimCall *call, GError **error)
{
    SimMachine *machine;
    if (!machine_get(sim, call, &machine, error))
        return FALSE;
    return put_system(
        sim, call, machine != NULL && machine->system != NULL ? machine->system : sim->system,
        error);
}

gboolean
sim_call_GETAM(Simulator *sim, SimCall *call, GError **error)
{
    return sim_object_put(sim, call, call->ret, RT_PARAM_AM_REF,
                          sim_object_ref(top(sim)->machine), error);
}

gboolean
sim_call_CRTPS(Simulator *sim, SimCall *call, GError **error)
{
    const SimSystem *parent = sim_system_get(sim, call, RT_PARAM_PS_REF, error);
    const TraceParam *init = trace_record_get(call->record, RT_PARAM_INIT_INDEX_ARRAY);
    if (parent == NULL)
        return FALSE;
    guint n = init != NULL ? init->n : 0;
    const gint64 *last =
        n > 0 ? sim_values_get(sim, call, RT_PARAM_LAST_INDEX_ARRAY, n, error) : NULL;
    if (n > 0 && last == NULL)
        return FALSE;
    const SimSystem *part = sim_systems_part(
        sim->systems, parent, n, n > 0 ? trace_record_ints(call->record, init) : NULL, last);
    if (part == NULL && parent->count > SIM_MOST_LISTED)
        return sim_fail_classes(sim, call, error);
    if (part == NULL)
        return sim_fail(
            sim, call, error,
            "the box from InitIndexArray to LastIndexArray is not inside of the system");
    return put_system(sim, call, part, error);
}

gboolean
sim_call_PSVIEW(Simulator *sim, SimCall *call, GError **error)
{
    const SimSystem *parent = sim_system_get(sim, call, RT_PARAM_PS_REF, error);
    int rank = parent != NULL ? sim_rank_get(sim, call, error) : 0;
    RaterGrid sizes;
    if (rank == 0)
        return FALSE;
    const gint64 *size = sim_values_get(sim, call, RT_PARAM_SIZE_ARRAY, (guint)rank, error);
    if (size == NULL || !sim_check(sim, call, rater_grid_init(&sizes, rank, size), error))
        return FALSE;
    const SimSystem *view = sim_systems_view(sim->systems, parent, &sizes);
    if (view == NULL && parent->count > SIM_MOST_LISTED)
        return sim_fail_classes(sim, call, error);
    if (view == NULL) {
        sim_fail(sim, call, error,
                 "a view of this part of the machine needs processors by number");
        if (error != NULL)
            (*error)->code = SIMULATOR_ERROR_FLAT;
        return FALSE;
    }
    return put_system(sim, call, view, error);
}

gboolean
sim_call_DELPS(Simulator *sim, SimCall *call, GError **error)
{
    return sim_forget(sim, call, RT_PARAM_PS_REF, SIM_OBJECT_SYSTEM, error);
}

/* The same reference again is the same machine. */
gboolean
sim_call_GETAMR(Simulator *sim, SimCall *call, GError **error)
{
    if (sim_object_get(sim, call, RT_PARAM_AM_VIEW_REF, SIM_OBJECT_TEMPLATE, error) == NULL)
        return FALSE;
    gint64 reference = trace_record_int(call->ret, RT_PARAM_AM_REF, 0);
    SimObject *known = reference > 0 && reference < (gint64)sim->objects->len
                           ? g_ptr_array_index(sim->objects, (guint)reference)
                           : NULL;
    if (known != NULL && known->kind == SIM_OBJECT_MACHINE)
        return TRUE;
    return sim_object_put(sim, call, call->ret, RT_PARAM_AM_REF,
                          sim_object_new(SIM_OBJECT_MACHINE), error);
}

gboolean
sim_call_MAPAM(Simulator *sim, SimCall *call, GError **error)
{
    SimMachine *machine = sim_object_get(sim, call, RT_PARAM_AM_REF, SIM_OBJECT_MACHINE, error);
    const SimSystem *system =
        machine != NULL ? sim_system_get(sim, call, RT_PARAM_PS_REF, error) : NULL;
    if (system == NULL)
        return FALSE;
    machine->system = system;
    return TRUE;
}

static void
push(Simulator *sim, const SimSystem *system, SimMachine *machine)
{
    SimFrame frame = { system, sim_object_ref(machine) };
    g_array_append_val(sim->stack, frame);
    sim->system = system;
    sim_enter_system(sim);
}

void
sim_repeat_frame(Simulator *sim)
{
    push(sim, sim->system, top(sim)->machine);
}

gboolean
sim_call_RUNAM(Simulator *sim, SimCall *call, GError **error)
{
    SimMachine *machine = sim_object_get(sim, call, RT_PARAM_AM_REF, SIM_OBJECT_MACHINE, error);
    if (machine == NULL)
        return FALSE;
    if (machine->system == NULL)
        return sim_fail(sim, call, error, "the abstract machine was not mapped by mapam_");
    if (!sim_system_meets(sim->systems, machine->system, sim->system))
        return sim_fail(sim, call, error,
                        "the abstract machine's system has no processor of the current one");
    push(sim, machine->system, machine);
    return sim_task(sim, call, TRUE, error);
}

gboolean
sim_call_STOPAM(Simulator *sim, SimCall *call, GError **error)
{
    if (sim->stack->len == 1)
        return sim_fail(sim, call, error, "without runam_");
    if (!sim_task(sim, call, FALSE, error))
        return FALSE;
    g_array_set_size(sim->stack, sim->stack->len - 1);
    sim->system = top(sim)->system;
    sim_enter_system(sim);
    return TRUE;
}
