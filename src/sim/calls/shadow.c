/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Shadow groups and their exchange (docs/semantics.md, "Shadow edges").
 */
#include "src/sim/calls/shadow.h"

#include "src/sim/calls/call.h"
#include "src/sim/calls/move.h"
#include "src/sim/core/account.h"
#include "src/sim/core/lookup.h"
#include "src/sim/core/message.h"
#include "src/sim/objects/mapping.h"
#include "src/sim/objects/object.h"

static SimShadowGroup *
group_get(Simulator *sim, const SimCall *call, GError **error)
{
    return sim_object_get(sim, call, RT_PARAM_SHADOW_GROUP_REF, SIM_OBJECT_SHADOW_GROUP, error);
}

gboolean
sim_call_CRTSHG(Simulator *sim, SimCall *call, GError **error)
{
    return sim_object_put(sim, call, call->ret, RT_PARAM_SHADOW_GROUP_REF,
                          sim_object_new(SIM_OBJECT_SHADOW_GROUP), error);
}

gboolean
sim_call_DELSHG(Simulator *sim, SimCall *call, GError **error)
{
    return sim_forget(sim, call, RT_PARAM_SHADOW_GROUP_REF, SIM_OBJECT_SHADOW_GROUP, error);
}

/* Widths of one side; -1 means the array's own. */
static gboolean
widths_get(Simulator *sim, const SimCall *call, RtParamId id, int rank, const int64_t own[],
           int64_t widths[], GError **error)
{
    const gint64 *values = sim_values_get(sim, call, id, (guint)rank, error);
    if (values == NULL)
        return FALSE;
    for (int i = 0; i < rank; i++) {
        widths[i] = values[i] == -1 ? own[i] : values[i];
        if (widths[i] < 0)
            return sim_fail(sim, call, error, "%s[%d] is %" G_GINT64_FORMAT,
                            rt_param_get(id)->name, i, values[i]);
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
edges_get(Simulator *sim, const SimCall *call, Edges *edges, GError **error)
{
    SimArray *array =
        sim_array_get(sim, call, RT_PARAM_ARRAY_HEADER, RT_PARAM_ARRAY_HANDLE_PTR, error);
    if (array == NULL)
        return FALSE;
    if (array->mapping == NULL)
        return sim_fail(sim, call, error, "the array is not distributed");
    *edges = (Edges){ .array = array };
    RaterShadow *shadow = &edges->shadow;
    shadow->element_bytes = array->element_bytes;
    shadow->max_axes = 1;
    for (int i = 0; i < array->rank; i++)
        shadow->sign[i] = RATER_SHADOW_ANY;
    rater_shadow_whole(shadow);
    return widths_get(sim, call, RT_PARAM_LOW_SHD_WIDTH_ARRAY, array->rank, array->low,
                      shadow->low, error) &&
           widths_get(sim, call, RT_PARAM_HI_SHD_WIDTH_ARRAY, array->rank, array->high,
                      shadow->high, error);
}

/* FullShdSign: corners between all axes or none. */
static gboolean
full_sign_get(G_GNUC_UNUSED Simulator *sim, const SimCall *call, Edges *edges,
              G_GNUC_UNUSED GError **error)
{
    if (trace_record_int(call->record, RT_PARAM_FULL_SHD_SIGN, 0) != 0)
        edges->shadow.max_axes = edges->array->rank;
    return TRUE;
}

/* MaxShdCount and ShdSignArray. */
static gboolean
dimension_signs_get(Simulator *sim, const SimCall *call, Edges *edges, GError **error)
{
    int rank = edges->array->rank;
    gint64 most = trace_record_int(call->record, RT_PARAM_MAX_SHD_COUNT, 1);
    const gint64 *sign = sim_values_get(sim, call, RT_PARAM_SHD_SIGN_ARRAY, (guint)rank, error);
    if (sign == NULL)
        return FALSE;
    if (most < 0)
        return sim_fail(sim, call, error, "MaxShdCount is %" G_GINT64_FORMAT, most);
    edges->shadow.max_axes = (int)MIN(most, rank);
    for (int i = 0; i < rank; i++) {
        if (sign[i] < 0 || sign[i] > RATER_SHADOW_ANY)
            return sim_fail(sim, call, error, "ShdSignArray[%d] is %" G_GINT64_FORMAT, i,
                            sign[i]);
        edges->shadow.sign[i] = (int)sign[i];
    }
    return TRUE;
}

/* A pair of optional first/last arrays -> ranges; absent or -1: everything. */
static gboolean
ranges_get(Simulator *sim, const SimCall *call, RtParamId init_id, RtParamId last_id, int rank,
           RaterRange ranges[], GError **error)
{
    if (trace_record_get(call->record, init_id) == NULL)
        return TRUE;
    const gint64 *init = sim_values_get(sim, call, init_id, (guint)rank, error);
    const gint64 *last =
        init != NULL ? sim_values_get(sim, call, last_id, (guint)rank, error) : NULL;
    if (last == NULL)
        return FALSE;
    for (int i = 0; i < rank; i++) {
        if (init[i] < 0)
            continue;
        if (last[i] == G_MAXINT64)
            return sim_fail(sim, call, error, "%s[%d] is too large",
                            rt_param_get(last_id)->name, i);
        ranges[i] = (RaterRange){ init[i], last[i] + 1 };
    }
    return TRUE;
}

static gboolean
parts_get(Simulator *sim, const SimCall *call, Edges *edges, GError **error)
{
    int rank = edges->array->rank;
    return ranges_get(sim, call, RT_PARAM_INIT_DIM_INDEX, RT_PARAM_LAST_DIM_INDEX, rank,
                      edges->shadow.part, error) &&
           ranges_get(sim, call, RT_PARAM_INIT_LOW_SHD_INDEX, RT_PARAM_LAST_LOW_SHD_INDEX, rank,
                      edges->shadow.low_layers, error) &&
           ranges_get(sim, call, RT_PARAM_INIT_HI_SHD_INDEX, RT_PARAM_LAST_HI_SHD_INDEX, rank,
                      edges->shadow.high_layers, error);
}

/* Puts the edges into the group in place of earlier ones of the same array. */
static gboolean
insert(Simulator *sim, const SimCall *call, const Edges *edges, GError **error)
{
    SimShadowGroup *group = group_get(sim, call, error);
    if (group == NULL)
        return FALSE;
    const RaterShadow *shadow =
        sim_mappings_keep(sim->mappings, &edges->shadow, sizeof edges->shadow);
    for (guint i = 0; i < group->entries->len; i++) {
        SimShadowEntry *old = &g_array_index(group->entries, SimShadowEntry, i);
        if (old->array == edges->array) {
            old->shadow = shadow;
            return TRUE;
        }
    }
    SimShadowEntry entry = { sim_object_ref(edges->array), shadow };
    g_array_append_val(group->entries, entry);
    return TRUE;
}

gboolean
sim_call_INSSH(Simulator *sim, SimCall *call, GError **error)
{
    Edges e;
    return edges_get(sim, call, &e, error) && full_sign_get(sim, call, &e, error) &&
           insert(sim, call, &e, error);
}

gboolean
sim_call_INSSHD(Simulator *sim, SimCall *call, GError **error)
{
    Edges e;
    return edges_get(sim, call, &e, error) && dimension_signs_get(sim, call, &e, error) &&
           insert(sim, call, &e, error);
}

gboolean
sim_call_INCSH(Simulator *sim, SimCall *call, GError **error)
{
    Edges e;
    return edges_get(sim, call, &e, error) && full_sign_get(sim, call, &e, error) &&
           parts_get(sim, call, &e, error) && insert(sim, call, &e, error);
}

gboolean
sim_call_INCSHD(Simulator *sim, SimCall *call, GError **error)
{
    Edges e;
    return edges_get(sim, call, &e, error) && dimension_signs_get(sim, call, &e, error) &&
           parts_get(sim, call, &e, error) && insert(sim, call, &e, error);
}

RaterShadow
sim_shadow_entry_get(const SimShadowEntry *entry)
{
    RaterShadow shadow = *entry->shadow;
    shadow.mapping = &entry->array->mapping->map;
    return shadow;
}

/* What tells one exchange from another: places and edges, which are interned, of all arrays.
 * NULL with an error when one has no place. */
static GArray *
group_content(Simulator *sim, const SimCall *call, const SimShadowGroup *group, GError **error)
{
    g_autoptr(GArray) words = g_array_new(FALSE, FALSE, sizeof(gint64));
    for (guint i = 0; i < group->entries->len; i++) {
        const SimShadowEntry *e = &g_array_index(group->entries, SimShadowEntry, i);
        if (e->array->mapping == NULL) {
            sim_fail(sim, call, error, "an array of the group is not distributed");
            return NULL;
        }
        gint64 one[] = { e->array->mapping->id, (gint64)(gintptr)e->shadow };
        g_array_append_vals(words, one, G_N_ELEMENTS(one));
    }
    return g_steal_pointer(&words);
}

gboolean
sim_shadow_group_traffic(Simulator *sim, const SimCall *call, const SimShadowGroup *group,
                         RaterTraffic *traffic, GError **error)
{
    guint n = group->entries->len;
    g_autoptr(GArray) content = group_content(sim, call, group, error);
    if (content == NULL)
        return FALSE;
    if (sim_move_known(sim, SIM_MOVE_SHADOW, content, traffic))
        return TRUE; /* nearly always */
    g_autofree RaterShadow *shadows = g_new(RaterShadow, n + 1);
    g_autofree const SimSystem **systems = g_new(const SimSystem *, n + 1);
    for (guint i = 0; i < n; i++) {
        const SimShadowEntry *e = &g_array_index(group->entries, SimShadowEntry, i);
        shadows[i] = sim_shadow_entry_get(e);
        systems[i] = e->array->mapping->system;
    }
    return sim_shadows_traffic(sim, call, content, shadows, systems, n, traffic, error);
}

static gboolean
start_exchange(Simulator *sim, const SimCall *call, GError **error)
{
    SimShadowGroup *group = group_get(sim, call, error);
    RaterTraffic traffic;
    return group != NULL && sim_shadow_group_traffic(sim, call, group, &traffic, error) &&
           sim_start(sim, call, OPERATION_SHADOW, &group->async,
                     sim_transfer_cost(sim, &traffic), error);
}

gboolean
sim_call_STRTSH(Simulator *sim, SimCall *call, GError **error)
{
    return start_exchange(sim, call, error);
}

gboolean
sim_call_WAITSH(Simulator *sim, SimCall *call, GError **error)
{
    SimShadowGroup *group = group_get(sim, call, error);
    return group != NULL && sim_wait(sim, call, OPERATION_SHADOW, &group->async, error);
}

/* sendsh_ starts when the last processor has come, but nobody waits for that. */
gboolean
sim_call_SENDSH(Simulator *sim, SimCall *call, GError **error)
{
    SimShadowGroup *group = group_get(sim, call, error);
    RaterTraffic traffic;
    return group != NULL && sim_shadow_group_traffic(sim, call, group, &traffic, error) &&
           sim_start_unsynchronised(sim, call, OPERATION_SHADOW, &group->async,
                                    sim_transfer_cost(sim, &traffic), error);
}

gboolean
sim_call_RECVSH(Simulator *sim, SimCall *call, GError **error)
{
    return group_get(sim, call, error) != NULL;
}

static SimLoop *
loop_get(Simulator *sim, const SimCall *call, GError **error)
{
    return sim_object_get(sim, call, RT_PARAM_LOOP_REF, SIM_OBJECT_LOOP, error);
}

gboolean
sim_call_EXFRST(Simulator *sim, SimCall *call, GError **error)
{
    return loop_get(sim, call, error) != NULL && start_exchange(sim, call, error);
}

/* imlast_: the wait takes place at the loop's endpl_. */
gboolean
sim_call_IMLAST(Simulator *sim, SimCall *call, GError **error)
{
    SimLoop *loop = loop_get(sim, call, error);
    SimShadowGroup *group = loop != NULL ? group_get(sim, call, error) : NULL;
    if (group == NULL)
        return FALSE;
    if (loop->last == NULL)
        loop->last = g_ptr_array_new_with_free_func(sim_object_unref);
    g_ptr_array_add(loop->last, sim_object_ref(group));
    return TRUE;
}
