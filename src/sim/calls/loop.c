/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Parallel loops (docs/semantics.md, "Parallel loops").
 */
#include "src/sim/calls/call.h"
#include "src/sim/calls/pipeline.h"
#include "src/sim/core/account.h"
#include "src/sim/core/lookup.h"
#include "src/sim/core/message.h"
#include "src/sim/objects/group.h"
#include "src/sim/objects/loop-map.h"
#include "src/sim/policy/what-if-hooks.h"

gboolean
sim_call_CRTPL(Simulator *sim, SimCall *call, GError **error)
{
    int rank = sim_rank_get(sim, call, error);
    if (rank == 0)
        return FALSE;
    SimLoop *loop = sim_object_new(SIM_OBJECT_LOOP);
    loop->rank = rank;
    loop->site = sim_site(sim, call->at->site);
    return sim_object_put(sim, call, call->ret, RT_PARAM_LOOP_REF, loop, error);
}

gboolean
sim_call_MAPPL(Simulator *sim, SimCall *call, GError **error)
{
    SimLoop *loop = sim_object_get(sim, call, RT_PARAM_LOOP_REF, SIM_OBJECT_LOOP, error);
    SimTemplate *template;
    SimArray *array;
    if (loop == NULL || !sim_pattern_get(sim, call, &template, &array, error))
        return FALSE;
    if (!template->is_distributed)
        return sim_fail(sim, call, error, "what the loop is mapped on is not distributed");
    SimLoopMap *map = sim_loop_map_get(sim, call, loop->rank, template, array, error);
    if (map == NULL)
        return FALSE;
    sim_loop_map_unref(loop->map);
    loop->map = map;
    sim_object_set(&sim->last_mapped, loop);
    return TRUE;
}

gboolean
sim_call_DOPL(Simulator *sim, SimCall *call, GError **error)
{
    SimLoop *loop = sim_object_get(sim, call, RT_PARAM_LOOP_REF, SIM_OBJECT_LOOP, error);
    const SimShare *share = NULL;
    if (loop == NULL)
        return FALSE;
    if (G_UNLIKELY(sim->what_if != NULL))
        sim_what_if_focus(sim, loop->site);
    if (loop->map != NULL) {
        share = sim_loop_map_share(sim, call, loop->map, error);
        if (share == NULL)
            return FALSE;
    }
    call->call_done =
        share != NULL && sim_pipeline_is_due(loop, call)
            ? sim_pipeline_run(sim, call, loop, share, call->t_call, error)
            : sim_spend_shared(sim, call, SIM_TALLY_SHARED_CPU, share, call->t_call, error);
    return call->call_done;
}

gboolean
sim_call_ENDPL(Simulator *sim, SimCall *call, GError **error)
{
    SimLoop *loop = sim_object_get(sim, call, RT_PARAM_LOOP_REF, SIM_OBJECT_LOOP, error);
    if (loop == NULL)
        return FALSE;
    g_autoptr(GPtrArray) last = g_steal_pointer(&loop->last);
    for (guint i = 0; last != NULL && i < last->len; i++) {
        SimShadowGroup *group = g_ptr_array_index(last, i);
        if (!sim_wait(sim, call, OPERATION_SHADOW, &group->async, error))
            return FALSE;
    }
    if (loop->map != NULL)
        sim_loop_map_forget_shares(loop->map);
    return TRUE;
}
