/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Reductions (docs/semantics.md, "Reductions").
 */
#include "src/sim/calls/call.h"
#include "src/sim/calls/move.h"

gboolean
sim_call_CRTRED(Simulator *sim)
{
    /* RedArrayType: int, long (of today's 64-bit machines), float, double, two complex types */
    static const int sizes[] = { 0, 4, 8, 4, 8, 8, 16 };
    gint64 type = trace_record_int(sim->call.record, RT_PARAM_RED_ARRAY_TYPE, 0);
    gint64 length = trace_record_int(sim->call.record, RT_PARAM_RED_ARRAY_LENGTH, 0);
    gint64 location = trace_record_int(sim->call.record, RT_PARAM_LOC_ELM_LENGTH, 0);
    if (type < 1 || type >= (gint64)G_N_ELEMENTS(sizes))
        return sim_fail(sim, "RedArrayType is %" G_GINT64_FORMAT, type);
    if (length < 1 || location < 0)
        return sim_fail(sim, "%s is %" G_GINT64_FORMAT,
                        length < 1 ? "RedArrayLength" : "LocElmLength",
                        length < 1 ? length : location);
    SimRedVar *var = sim_object_new(SIM_OBJECT_RED_VAR);
    var->bytes = ((double)sizes[type] + (double)location) * (double)length;
    return sim_object_put(sim, sim->call.ret, RT_PARAM_RED_REF, var);
}

gboolean
sim_call_INSRED(Simulator *sim)
{
    SimRedGroup *group = sim_object_get(sim, RT_PARAM_RED_GROUP_REF, SIM_OBJECT_RED_GROUP);
    const SimRedVar *var = sim_object_get(sim, RT_PARAM_RED_REF, SIM_OBJECT_RED_VAR);
    SimLoop *loop;
    SimTemplate *template;
    SimArray *array;
    RtParamId id = trace_record_int(sim->call.record, RT_PARAM_ARRAY_HEADER, 0) != 0
                       ? RT_PARAM_ARRAY_HEADER
                       : RT_PARAM_ARRAY_HANDLE_PTR;
    if (group == NULL || var == NULL ||
        !sim_object_optional(sim, RT_PARAM_LOOP_REF, SIM_OBJECT_LOOP, &loop) ||
        !sim_object_optional(sim, RT_PARAM_AM_VIEW_REF, SIM_OBJECT_TEMPLATE, &template) ||
        !sim_object_optional(sim, id, SIM_OBJECT_ARRAY, &array))
        return FALSE;
    sim_object_set(&group->loop, loop);
    sim_object_set(&group->template, template);
    sim_object_set(&group->array, array);
    group->bytes += var->bytes;
    return TRUE;
}

/* The system of the loop, template or array, and the dimensions on which axes of it lie; NULL:
 * there are none. */
static const SimSystem *
spread_get(const SimRedGroup *group, const SimLoop *loop, bool spread[])
{
    const SimMapping *mapping = group->array != NULL      ? group->array->mapping
                                : group->template != NULL ? group->template->mapping
                                                          : NULL;
    const SimSystem *system = NULL;
    guint bits = 0;
    if (loop != NULL && loop->map != NULL) {
        system = loop->map->system;
        bits = loop->map->spread;
    } else if (loop == NULL && mapping != NULL) {
        system = mapping->system;
        bits = mapping->spread;
    }
    for (int g = 0; system != NULL && g < system->grid.rank; g++)
        spread[g] = (bits >> g & 1) != 0;
    return system;
}

/* What is gathered along the grid dimensions and then sent to all. */
static double
count_messages(const Simulator *sim, const SimSystem *system, const bool spread[])
{
    double gathered = 1;
    for (int g = 0; system != NULL && g < system->grid.rank; g++)
        gathered *= spread[g] ? (double)system->grid.size[g] : 1;
    return gathered > 1 ? gathered - 1 + (double)(sim->system->count - 1) : 0;
}

gboolean
sim_call_STRTRD(Simulator *sim)
{
    SimRedGroup *group = sim_object_get(sim, RT_PARAM_RED_GROUP_REF, SIM_OBJECT_RED_GROUP);
    bool spread[RATER_MAX_RANK] = { false };
    if (group == NULL)
        return FALSE;
    const SimLoop *loop = group->loop != NULL ? group->loop : sim->last_mapped;
    if (loop != NULL)
        sim_focus(sim, loop->site);
    if (group->loop == NULL && (group->array != NULL || group->template != NULL))
        loop = NULL;
    const SimSystem *system = spread_get(group, loop, spread);
    const RaterExchange *cost = NULL;
    if (system != NULL && !sim_collective(sim, system, spread, group->bytes, &cost))
        return FALSE;
    SIM_TELL(&sim->watchers, messages, count_messages(sim, system, spread), group->bytes);
    return sim_start(sim, OPERATION_REDUCTION, &group->async, cost != NULL ? cost->seconds : 0);
}
