/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Which function a call has, and those that do the same to objects of several kinds.
 */
#include "src/sim/calls/call.h"

static const SimHandler handlers[RT_N_CALLS] = {
#define RT_CALL(id, name, group, does, ...) [RT_CALL_##id] = sim_call_##does,
#include "src/trace/program/rt-call.def"
#undef RT_CALL
};

SimHandler
sim_handler(RtCallId id)
{
    return handlers[id];
}

gboolean
sim_call_ordinary(G_GNUC_UNUSED Simulator *sim)
{
    return TRUE;
}

/* What the first parameter names, of the return line for what is made. */
static const struct {
    SimObjectKind kind;
    Operation operation; /* that is waited for */
} objects[RT_N_CALLS] = {
    [RT_CALL_DELPS] = { SIM_OBJECT_SYSTEM },
    [RT_CALL_DELAMV] = { SIM_OBJECT_TEMPLATE },
    [RT_CALL_WAITCP] = { SIM_OBJECT_COPY, OPERATION_REMOTE },
    [RT_CALL_CRTRG] = { SIM_OBJECT_RED_GROUP },
    [RT_CALL_WAITRD] = { SIM_OBJECT_RED_GROUP, OPERATION_REDUCTION },
    [RT_CALL_DELRG] = { SIM_OBJECT_RED_GROUP },
    [RT_CALL_DELRED] = { SIM_OBJECT_RED_VAR },
    [RT_CALL_CRTSHG] = { SIM_OBJECT_SHADOW_GROUP },
    [RT_CALL_WAITSH] = { SIM_OBJECT_SHADOW_GROUP, OPERATION_SHADOW },
    [RT_CALL_RECVSH] = { SIM_OBJECT_SHADOW_GROUP },
    [RT_CALL_DELSHG] = { SIM_OBJECT_SHADOW_GROUP },
    [RT_CALL_WAITRB] = { SIM_OBJECT_BUFFER, OPERATION_REMOTE },
    [RT_CALL_CRTBG] = { SIM_OBJECT_BUFFER_GROUP },
    [RT_CALL_WAITBG] = { SIM_OBJECT_BUFFER_GROUP, OPERATION_REMOTE },
};

static gpointer
object_get(Simulator *sim)
{
    const RtCallId id = sim->call.record->call;
    return sim_object_get(sim, rt_call_get(id)->call[0].id, objects[id].kind);
}

gboolean
sim_call_look_up(Simulator *sim)
{
    return object_get(sim) != NULL;
}

gboolean
sim_call_make(Simulator *sim)
{
    const RtCallId id = sim->call.record->call;
    return sim_object_put(sim, sim->call.ret, rt_call_get(id)->ret[0].id,
                          sim_object_new(objects[id].kind));
}

gboolean
sim_call_delete(Simulator *sim)
{
    const RtParamId id = rt_call_get(sim->call.record->call)->call[0].id;
    if (object_get(sim) == NULL)
        return FALSE;
    sim_object_delete(sim, trace_record_int(sim->call.record, id, 0));
    return TRUE;
}

gboolean
sim_call_wait(Simulator *sim)
{
    SimObject *object = object_get(sim);
    return object != NULL &&
           sim_wait(sim, objects[sim->call.record->call].operation, sim_object_async(object));
}
