/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Processor systems, abstract machines and tasks (docs/semantics.md, "Processor systems and
 * tasks").
 */
#include "src/sim/calls/call.h"

static gboolean
put_system(Simulator *sim, const SimSystem *system)
{
    SimSystemObject *object = sim_object_new(SIM_OBJECT_SYSTEM);
    object->system = system;
    return sim_object_put(sim, sim->call.ret, RT_PARAM_PS_REF, object);
}

gboolean
sim_call_GETPS(Simulator *sim)
{
    SimMachine *machine;
    if (!sim_object_optional(sim, RT_PARAM_AM_REF, SIM_OBJECT_MACHINE, &machine))
        return FALSE;
    return put_system(sim, machine != NULL && machine->system != NULL ? machine->system
                                                                      : sim->system);
}

gboolean
sim_call_GETAM(Simulator *sim)
{
    return sim_object_put(sim, sim->call.ret, RT_PARAM_AM_REF,
                          sim_object_ref(sim_frame(sim)->machine));
}

gboolean
sim_call_CRTPS(Simulator *sim)
{
    const SimSystem *parent = sim_system_get(sim, RT_PARAM_PS_REF);
    const TraceParam *param = trace_record_get(sim->call.record, RT_PARAM_INIT_INDEX_ARRAY);
    const guint n = param != NULL ? param->n : 0;
    const gint64 *init = sim_values_get(sim, RT_PARAM_INIT_INDEX_ARRAY, n);
    const gint64 *last = sim_values_get(sim, RT_PARAM_LAST_INDEX_ARRAY, n);
    if (parent == NULL || last == NULL)
        return FALSE;
    const SimSystem *part = sim_systems_part(sim->systems, parent, n, init, last);
    if (part == NULL && parent->count > SIM_MOST_LISTED)
        return sim_fail_classes(sim);
    if (part == NULL)
        return sim_fail(
            sim, "the box from InitIndexArray to LastIndexArray is not inside of the system");
    return put_system(sim, part);
}

gboolean
sim_call_PSVIEW(Simulator *sim)
{
    const SimSystem *parent = sim_system_get(sim, RT_PARAM_PS_REF);
    int rank = parent != NULL ? sim_rank_get(sim) : 0;
    RaterGrid sizes;
    if (rank == 0)
        return FALSE;
    const gint64 *size = sim_values_get(sim, RT_PARAM_SIZE_ARRAY, (guint)rank);
    if (size == NULL || !sim_check(sim, rater_grid_init(&sizes, rank, size)))
        return FALSE;
    const SimSystem *view = sim_systems_view(sim->systems, parent, &sizes);
    if (view == NULL && parent->count > SIM_MOST_LISTED)
        return sim_fail_classes(sim);
    if (view == NULL) {
        sim_fail(sim, "a view of this part of the machine needs processors by number");
        sim->error->code = SIMULATOR_ERROR_FLAT;
        return FALSE;
    }
    return put_system(sim, view);
}

/* The same reference again is the same machine. */
gboolean
sim_call_GETAMR(Simulator *sim)
{
    if (sim_object_get(sim, RT_PARAM_AM_VIEW_REF, SIM_OBJECT_TEMPLATE) == NULL)
        return FALSE;
    gint64 reference = trace_record_int(sim->call.ret, RT_PARAM_AM_REF, 0);
    const SimObject *known = sim_object_at(sim, reference);
    if (known != NULL && known->kind == SIM_OBJECT_MACHINE)
        return TRUE;
    return sim_object_put(sim, sim->call.ret, RT_PARAM_AM_REF,
                          sim_object_new(SIM_OBJECT_MACHINE));
}

gboolean
sim_call_MAPAM(Simulator *sim)
{
    SimMachine *machine = sim_object_get(sim, RT_PARAM_AM_REF, SIM_OBJECT_MACHINE);
    const SimSystem *system = machine != NULL ? sim_system_get(sim, RT_PARAM_PS_REF) : NULL;
    if (system == NULL)
        return FALSE;
    machine->system = system;
    return TRUE;
}

static void
push(Simulator *sim, const SimSystem *system, SimMachine *machine)
{
    const SimFrame frame = { system, sim_object_ref(machine), .scale = sim_frame(sim)->scale };
    g_array_append_val(sim->stack, frame);
    sim->system = system;
    sim_enter_system(sim);
}

void
sim_repeat_frame(Simulator *sim)
{
    push(sim, sim->system, sim_frame(sim)->machine);
}

gboolean
sim_call_RUNAM(Simulator *sim)
{
    SimMachine *machine = sim_object_get(sim, RT_PARAM_AM_REF, SIM_OBJECT_MACHINE);
    if (machine == NULL)
        return FALSE;
    if (machine->system == NULL)
        return sim_fail(sim, "the abstract machine was not mapped by mapam_");
    if (!sim_system_meets(sim->systems, machine->system, sim->system))
        return sim_fail(sim,
                        "the abstract machine's system has no processor of the current one");
    push(sim, machine->system, machine);
    return sim_task(sim, TRUE);
}

gboolean
sim_call_STOPAM(Simulator *sim)
{
    if (sim->stack->len == 1)
        return sim_fail(sim, "without runam_");
    if (!sim_task(sim, FALSE))
        return FALSE;
    g_array_set_size(sim->stack, sim->stack->len - 1);
    sim->system = sim_frame(sim)->system;
    sim_enter_system(sim);
    return TRUE;
}
