/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Parallel loops (docs/semantics.md, "Parallel loops").
 */
#include "src/sim/calls/loop.h"

#include "src/sim/calls/call.h"
#include "src/sim/calls/pipeline.h"
#include "src/sim/core/account.h"
#include "src/sim/core/lookup.h"
#include "src/sim/core/message.h"
#include "src/sim/objects/object.h"

const SimShare *
sim_loop_share(Simulator *sim, const SimCall *call, SimLoopMap *map, GError **error)
{
    const SimShare *share =
        sim_loop_map_share(map, sim->systems, sim->system, sim->per_processor);
    if (share == NULL)
        sim_fail_classes(sim, call, error);
    return share;
}

/* Reads the loop's axes and rules from the call (mappl_) and maps it. */
static gboolean
loop_init(Simulator *sim, const SimCall *call, int rank, const SimTemplate *template,
          const SimArray *array, RaterLoop *loop, GError **error)
{
    RaterAlignRule rules[RATER_MAX_RANK];
    RaterLoopAxis axes[RATER_MAX_RANK];
    guint n = (guint)rank;
    int n_rules = sim_rules_get(sim, call, rules, error);
    if (n_rules < 0)
        return FALSE;
    const gint64 *init = sim_values_get(sim, call, RT_PARAM_IN_INIT_INDEX_ARRAY, n, error);
    const gint64 *last =
        init ? sim_values_get(sim, call, RT_PARAM_IN_LAST_INDEX_ARRAY, n, error) : NULL;
    const gint64 *step =
        last ? sim_values_get(sim, call, RT_PARAM_IN_STEP_ARRAY, n, error) : NULL;
    if (step == NULL)
        return FALSE;
    for (guint i = 0; i < n; i++)
        axes[i] = (RaterLoopAxis){ init[i], last[i], step[i] };
    return sim_check(sim, call,
                     rater_loop_init(loop, rank, axes, array != NULL ? &array->align : NULL,
                                     &template->dist, n_rules, rules),
                     error);
}

/* The loop on the pattern, read from the call when it is new; NULL with an error. */
static SimLoopMap *
map_get(Simulator *sim, const SimCall *call, int rank, const SimTemplate *template,
        const SimArray *array, GError **error)
{
    const SimMapping *mapping = array != NULL ? array->mapping : template->mapping;
    const SimLoopOrigin origin = { call->at->call, mapping->id, (guint32)rank };
    SimLoopMap *known = sim_loop_maps_find(sim->loop_maps, &origin);
    RaterLoop loop;
    if (known != NULL)
        return known;
    if (!loop_init(sim, call, rank, template, array, &loop, error))
        return NULL;
    return sim_loop_maps_add(sim->loop_maps, &origin, &loop, mapping->system);
}

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
    SimLoopMap *map = map_get(sim, call, loop->rank, template, array, error);
    if (map == NULL)
        return FALSE;
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
    sim_focus(sim, loop->site);
    if (loop->map != NULL) {
        share = sim_loop_share(sim, call, loop->map, error);
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
    return TRUE;
}
