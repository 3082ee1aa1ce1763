/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Reductions (docs/semantics.md, "Reductions").
 */
#include "src/sim/calls/call.h"
#include "src/sim/core/account.h"
#include "src/sim/core/lookup.h"
#include "src/sim/core/message.h"
#include "src/sim/objects/object.h"

gboolean
sim_call_CRTRG(Simulator *sim, SimCall *call, GError **error)
{
    return sim_object_put(sim, call, call->ret, RT_PARAM_RED_GROUP_REF,
                          sim_object_new(SIM_OBJECT_RED_GROUP), error);
}

gboolean
sim_call_CRTRED(Simulator *sim, SimCall *call, GError **error)
{
    /* RedArrayType: int, long (of today's 64-bit machines), float, double, two complex types */
    static const int sizes[] = { 0, 4, 8, 4, 8, 8, 16 };
    gint64 type = trace_record_int(call->record, RT_PARAM_RED_ARRAY_TYPE, 0);
    gint64 length = trace_record_int(call->record, RT_PARAM_RED_ARRAY_LENGTH, 0);
    gint64 location = trace_record_int(call->record, RT_PARAM_LOC_ELM_LENGTH, 0);
    if (type < 1 || type >= (gint64)G_N_ELEMENTS(sizes))
        return sim_fail(sim, call, error, "RedArrayType is %" G_GINT64_FORMAT, type);
    if (length < 1 || location < 0)
        return sim_fail(sim, call, error, "%s is %" G_GINT64_FORMAT,
                        length < 1 ? "RedArrayLength" : "LocElmLength",
                        length < 1 ? length : location);
    SimRedVar *var = sim_object_new(SIM_OBJECT_RED_VAR);
    var->bytes = ((double)sizes[type] + (double)location) * (double)length;
    return sim_object_put(sim, call, call->ret, RT_PARAM_RED_REF, var, error);
}

/* Sets *slot to the object that an optional parameter names; a NULL reference names none. */
static gboolean
named_get(Simulator *sim, const SimCall *call, RtParamId id, SimObjectKind kind, gpointer slot,
          GError **error)
{
    gpointer object = NULL;
    if (trace_record_int(call->record, id, 0) != 0) {
        object = sim_object_get(sim, call, id, kind, error);
        if (object == NULL)
            return FALSE;
    }
    sim_object_set(slot, object);
    return TRUE;
}

gboolean
sim_call_INSRED(Simulator *sim, SimCall *call, GError **error)
{
    SimRedGroup *group =
        sim_object_get(sim, call, RT_PARAM_RED_GROUP_REF, SIM_OBJECT_RED_GROUP, error);
    SimRedVar *var =
        group != NULL ? sim_object_get(sim, call, RT_PARAM_RED_REF, SIM_OBJECT_RED_VAR, error)
                      : NULL;
    if (var == NULL)
        return FALSE;
    RtParamId array = trace_record_int(call->record, RT_PARAM_ARRAY_HEADER, 0) != 0
                          ? RT_PARAM_ARRAY_HEADER
                          : RT_PARAM_ARRAY_HANDLE_PTR;
    if (!named_get(sim, call, RT_PARAM_LOOP_REF, SIM_OBJECT_LOOP, &group->loop, error) ||
        !named_get(sim, call, RT_PARAM_AM_VIEW_REF, SIM_OBJECT_TEMPLATE, &group->template,
                   error) ||
        !named_get(sim, call, array, SIM_OBJECT_ARRAY, &group->array, error))
        return FALSE;
    group->bytes += var->bytes;
    return TRUE;
}

/* Grid dimensions on which axes of the loop, template or array lie; NULL: there are none. */
static const RaterGrid *
spread_get(const Simulator *sim, const SimRedGroup *group, bool spread[])
{
    const RaterGrid *grid = NULL;
    const SimMapping *mapping = group->array != NULL      ? group->array->mapping
                                : group->template != NULL ? group->template->mapping
                                                          : NULL;
    const SimLoop *loop = group->loop != NULL                               ? group->loop
                          : group->array == NULL && group->template == NULL ? sim->last_mapped
                                                                            : NULL;
    if (loop != NULL && loop->map != NULL) {
        grid = &loop->map->system->grid;
        for (int g = 0; g < grid->rank; g++)
            spread[g] = (loop->map->spread >> g & 1) != 0;
    } else if (loop == NULL && mapping != NULL) {
        grid = &mapping->system->grid;
        for (int g = 0; g < grid->rank; g++)
            spread[g] = (mapping->spread >> g & 1) != 0;
    }
    return grid;
}

/* What is gathered along the grid dimensions and then sent to all. */
static double
count_messages(const Simulator *sim, const RaterGrid *grid, const bool spread[])
{
    double gathered = 1;
    for (int g = 0; grid != NULL && g < grid->rank; g++)
        gathered *= spread[g] ? (double)grid->size[g] : 1;
    return gathered > 1 ? gathered - 1 + (double)(sim->system->count - 1) : 0;
}

gboolean
sim_call_STRTRD(Simulator *sim, SimCall *call, GError **error)
{
    SimRedGroup *group =
        sim_object_get(sim, call, RT_PARAM_RED_GROUP_REF, SIM_OBJECT_RED_GROUP, error);
    bool spread[RATER_MAX_RANK] = { false };
    if (group == NULL)
        return FALSE;
    const SimLoop *loop = group->loop != NULL ? group->loop : sim->last_mapped;
    if (loop != NULL)
        sim_focus(sim, loop->site);
    const RaterGrid *grid = spread_get(sim, group, spread);
    double cost = grid != NULL ? rater_network_reduction(&sim->network, grid, spread,
                                                         sim->system->count, group->bytes)
                               : 0;
    SIM_TELL(&sim->watchers, messages, count_messages(sim, grid, spread), group->bytes);
    return sim_start(sim, call, OPERATION_REDUCTION, &group->async, cost, error);
}

gboolean
sim_call_WAITRD(Simulator *sim, SimCall *call, GError **error)
{
    SimRedGroup *group =
        sim_object_get(sim, call, RT_PARAM_RED_GROUP_REF, SIM_OBJECT_RED_GROUP, error);
    return group != NULL && sim_wait(sim, call, OPERATION_REDUCTION, &group->async, error);
}

gboolean
sim_call_DELRG(Simulator *sim, SimCall *call, GError **error)
{
    return sim_forget(sim, call, RT_PARAM_RED_GROUP_REF, SIM_OBJECT_RED_GROUP, error);
}

gboolean
sim_call_DELRED(Simulator *sim, SimCall *call, GError **error)
{
    return sim_forget(sim, call, RT_PARAM_RED_REF, SIM_OBJECT_RED_VAR, error);
}
