/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Shadow groups and their exchange (docs/semantics.md, "Shadow edges").
 */
#include "rater/shadow/exchange.h"
#include "src/sim/calls/call.h"
#include "src/sim/calls/move.h"
#include "src/sim/objects/mapping.h"

static SimShadowGroup *
group_get(Simulator *sim)
{
    return sim_object_get(sim, RT_PARAM_SHADOW_GROUP_REF, SIM_OBJECT_SHADOW_GROUP);
}

/* Widths of one side; -1 means the array's own. */
static gboolean
widths_get(Simulator *sim, RtParamId id, int rank, const int64_t own[], int64_t widths[])
{
    const gint64 *values = sim_values_get(sim, id, (guint)rank);
    if (values == NULL)
        return FALSE;
    for (int i = 0; i < rank; i++) {
        widths[i] = values[i] == -1 ? own[i] : values[i];
        if (widths[i] < 0)
            return sim_fail(sim, "%s[%d] is %" G_GINT64_FORMAT, rt_param_get(id)->name, i,
                            values[i]);
    }
    return TRUE;
}

/* What a call says of an array. */
typedef struct {
    SimArray *array;
    RaterShadow shadow;
} Edges;

/* Reads the array, its widths and leaves the rest at "everything". */
static gboolean
edges_get(Simulator *sim, Edges *edges)
{
    SimArray *array = sim_array_get(sim, RT_PARAM_ARRAY_HEADER, RT_PARAM_ARRAY_HANDLE_PTR);
    if (array == NULL)
        return FALSE;
    if (array->mapping == NULL)
        return sim_fail(sim, "the array is not distributed");
    *edges = (Edges){ .array = array };
    RaterShadow *shadow = &edges->shadow;
    shadow->element_bytes = array->element_bytes;
    shadow->max_axes = 1;
    for (int i = 0; i < array->rank; i++)
        shadow->sign[i] = RATER_SHADOW_ANY;
    rater_shadow_whole(shadow);
    return widths_get(sim, RT_PARAM_LOW_SHD_WIDTH_ARRAY, array->rank, array->low,
                      shadow->low) &&
           widths_get(sim, RT_PARAM_HI_SHD_WIDTH_ARRAY, array->rank, array->high, shadow->high);
}

/* MaxShdCount and ShdSignArray. */
static gboolean
dimension_signs_get(Simulator *sim, Edges *edges)
{
    int rank = edges->array->rank;
    gint64 most = trace_record_int(sim->call.record, RT_PARAM_MAX_SHD_COUNT, 1);
    const gint64 *sign = sim_values_get(sim, RT_PARAM_SHD_SIGN_ARRAY, (guint)rank);
    if (sign == NULL)
        return FALSE;
    if (most < 0)
        return sim_fail(sim, "MaxShdCount is %" G_GINT64_FORMAT, most);
    edges->shadow.max_axes = (int)MIN(most, rank);
    for (int i = 0; i < rank; i++) {
        if (sign[i] < 0 || sign[i] > RATER_SHADOW_ANY)
            return sim_fail(sim, "ShdSignArray[%d] is %" G_GINT64_FORMAT, i, sign[i]);
        edges->shadow.sign[i] = (int)sign[i];
    }
    return TRUE;
}

/* A pair of optional first/last arrays -> ranges; absent or -1: everything. */
static gboolean
ranges_get(Simulator *sim, RtParamId init_id, RtParamId last_id, int rank, RaterRange ranges[])
{
    if (trace_record_get(sim->call.record, init_id) == NULL)
        return TRUE;
    const gint64 *init = sim_values_get(sim, init_id, (guint)rank);
    const gint64 *last = sim_values_get(sim, last_id, (guint)rank);
    if (init == NULL || last == NULL)
        return FALSE;
    for (int i = 0; i < rank; i++) {
        if (init[i] < 0)
            continue;
        if (last[i] == G_MAXINT64)
            return sim_fail(sim, "%s[%d] is too large", rt_param_get(last_id)->name, i);
        ranges[i] = (RaterRange){ init[i], last[i] + 1 };
    }
    return TRUE;
}

static gboolean
parts_get(Simulator *sim, Edges *edges)
{
    int rank = edges->array->rank;
    return ranges_get(sim, RT_PARAM_INIT_DIM_INDEX, RT_PARAM_LAST_DIM_INDEX, rank,
                      edges->shadow.part) &&
           ranges_get(sim, RT_PARAM_INIT_LOW_SHD_INDEX, RT_PARAM_LAST_LOW_SHD_INDEX, rank,
                      edges->shadow.low_layers) &&
           ranges_get(sim, RT_PARAM_INIT_HI_SHD_INDEX, RT_PARAM_LAST_HI_SHD_INDEX, rank,
                      edges->shadow.high_layers);
}

/* Puts the edges that the call names into the group in place of earlier ones of the same array.
 */
gboolean
sim_call_insert_edges(Simulator *sim)
{
    const RtCallId id = sim->call.record->call;
    const gboolean by_dimension = id == RT_CALL_INSSHD || id == RT_CALL_INCSHD;
    const gboolean parts = id == RT_CALL_INCSH || id == RT_CALL_INCSHD;
    Edges edges;
    if (!edges_get(sim, &edges) || (by_dimension && !dimension_signs_get(sim, &edges)) ||
        (parts && !parts_get(sim, &edges)))
        return FALSE;
    if (!by_dimension && trace_record_int(sim->call.record, RT_PARAM_FULL_SHD_SIGN, 0) != 0)
        edges.shadow.max_axes = edges.array->rank; /* corners between all axes */
    SimShadowGroup *group = group_get(sim);
    if (group == NULL)
        return FALSE;
    const RaterShadow *shadow =
        sim_mappings_keep(sim->mappings, &edges.shadow, sizeof edges.shadow);
    for (guint i = 0; i < group->entries->len; i++) {
        SimShadowEntry *old = &g_array_index(group->entries, SimShadowEntry, i);
        if (old->array == edges.array) {
            old->shadow = shadow;
            return TRUE;
        }
    }
    SimShadowEntry entry = { sim_object_ref(edges.array), shadow };
    g_array_append_val(group->entries, entry);
    return TRUE;
}

RaterShadow
sim_shadow_entry_get(const SimShadowEntry *entry)
{
    RaterShadow shadow = *entry->shadow;
    shadow.mapping = &entry->array->mapping->map;
    return shadow;
}

static RaterStatus
find_shadows(const Simulator *sim, gconstpointer what, RaterPairs *pairs)
{
    const GArray *entries = what;
    RaterStatus status = RATER_OK;
    for (guint i = 0; i < entries->len && status == RATER_OK; i++) {
        const SimShadowEntry *e = &g_array_index(entries, SimShadowEntry, i);
        const RaterShadow shadow = sim_shadow_entry_get(e);
        g_autofree int64_t *numbers = sim_move_numbers(sim, e->array->mapping->system);
        status = numbers == NULL ? RATER_ERROR_MEMORY
                                 : rater_shadow_pairs(&shadow, 1, numbers, pairs);
    }
    return status;
}

static RaterStatus
sum_shadows(G_GNUC_UNUSED const Simulator *sim, gconstpointer what, RaterTraffic *traffic)
{
    const GArray *entries = what;
    g_autofree RaterShadow *shadows = g_new(RaterShadow, entries->len + 1);
    for (guint i = 0; i < entries->len; i++)
        shadows[i] = sim_shadow_entry_get(&g_array_index(entries, SimShadowEntry, i));
    return rater_shadow_traffic(shadows, (int)entries->len, traffic);
}

static RaterStatus
exchange_shadows(const Simulator *sim, gconstpointer what, RaterExchange *exchange)
{
    const GArray *entries = what;
    g_autofree RaterShadow *shadows = g_new(RaterShadow, entries->len + 1);
    for (guint i = 0; i < entries->len; i++)
        shadows[i] = sim_shadow_entry_get(&g_array_index(entries, SimShadowEntry, i));
    return rater_shadow_exchange(&sim->network, shadows, (int)entries->len, exchange);
}

gboolean
sim_shadow_group_traffic(Simulator *sim, const SimShadowGroup *group, RaterTraffic *traffic)
{
    /* places and edges, which are kept once, tell one exchange from another */
    g_autoptr(GArray) key = sim_move_key(sim, SIM_MOVE_SHADOW);
    const SimSystem *system = NULL;
    gboolean sums = TRUE;
    for (guint i = 0; i < group->entries->len; i++) {
        const SimShadowEntry *e = &g_array_index(group->entries, SimShadowEntry, i);
        const SimMapping *mapping = e->array->mapping;
        if (mapping == NULL)
            return sim_fail(sim, "an array of the group is not distributed");
        const gint64 one[] = { mapping->id, (gint64)(gintptr)e->shadow };
        g_array_append_vals(key, one, G_N_ELEMENTS(one));
        sums = sums && (system == NULL || mapping->system == system) &&
               sim_move_sums(sim, mapping->system);
        system = mapping->system;
    }
    const gboolean root = system == sim->systems->root;
    return sim_movement_traffic(sim, key,
                                &(SimMovement){ .what = group->entries,
                                                .find = find_shadows,
                                                .sum = sums ? sum_shadows : NULL,
                                                .exchange = sums && root ? exchange_shadows
                                                                         : NULL },
                                traffic);
}

gboolean
sim_call_STRTSH(Simulator *sim)
{
    SimShadowGroup *group = group_get(sim);
    RaterTraffic traffic;
    return group != NULL && sim_shadow_group_traffic(sim, group, &traffic) &&
           sim_start(sim, OPERATION_SHADOW, &group->async, sim_transfer_cost(sim, &traffic));
}

/* sendsh_ starts when the last processor has come, but nobody waits for that. */
gboolean
sim_call_SENDSH(Simulator *sim)
{
    SimShadowGroup *group = group_get(sim);
    RaterTraffic traffic;
    return group != NULL && sim_shadow_group_traffic(sim, group, &traffic) &&
           sim_start_unsynchronised(sim, OPERATION_SHADOW, &group->async,
                                    sim_transfer_cost(sim, &traffic));
}

gboolean
sim_call_EXFRST(Simulator *sim)
{
    return sim_object_get(sim, RT_PARAM_LOOP_REF, SIM_OBJECT_LOOP) != NULL &&
           sim_call_STRTSH(sim);
}

/* imlast_: the wait takes place at the loop's endpl_. */
gboolean
sim_call_IMLAST(Simulator *sim)
{
    SimLoop *loop = sim_object_get(sim, RT_PARAM_LOOP_REF, SIM_OBJECT_LOOP);
    SimShadowGroup *group = loop != NULL ? group_get(sim) : NULL;
    if (group == NULL)
        return FALSE;
    if (loop->last == NULL)
        loop->last = g_ptr_array_new_with_free_func(sim_object_unref);
    g_ptr_array_add(loop->last, sim_object_ref(group));
    return TRUE;
}
