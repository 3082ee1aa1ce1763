/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Shadow groups and their exchange (docs/semantics.md, "Shadow edges").
 */
#include "src/sim/sim-shadow-calls.h"

#include "src/sim/sim-account.h"
#include "src/sim/sim-call.h"
#include "src/sim/sim-group.h"
#include "src/sim/sim-lookup.h"
#include "src/sim/sim-message.h"
#include "src/sim/sim-move.h"

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
            return sim_fail(sim, call, error, "%s[%d] is %" G_GINT64_FORMAT, rt_param_name(id),
                            i, values[i]);
    }
    return TRUE;
}

/* Reads the array, its widths and leaves the rest at "everything". */
static gboolean
entry_get(Simulator *sim, const SimCall *call, SimShadowEntry *entry, GError **error)
{
    SimArray *array =
        sim_array_get(sim, call, RT_PARAM_ARRAY_HEADER, RT_PARAM_ARRAY_HANDLE_PTR, error);
    if (array == NULL)
        return FALSE;
    if (array->mapping == NULL)
        return sim_fail(sim, call, error, "the array is not distributed");
    *entry = (SimShadowEntry){ .array = array };
    RaterShadow *shadow = &entry->shadow;
    shadow->mapping = &array->mapping->map;
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
full_sign_get(G_GNUC_UNUSED Simulator *sim, const SimCall *call, SimShadowEntry *entry,
              G_GNUC_UNUSED GError **error)
{
    if (trace_record_int(call->record, RT_PARAM_FULL_SHD_SIGN, 0) != 0)
        entry->shadow.max_axes = entry->array->rank;
    return TRUE;
}

/* MaxShdCount and ShdSignArray. */
static gboolean
dimension_signs_get(Simulator *sim, const SimCall *call, SimShadowEntry *entry, GError **error)
{
    int rank = entry->array->rank;
    gint64 most = trace_record_int(call->record, RT_PARAM_MAX_SHD_COUNT, 1);
    const gint64 *sign = sim_values_get(sim, call, RT_PARAM_SHD_SIGN_ARRAY, (guint)rank, error);
    if (sign == NULL)
        return FALSE;
    if (most < 0)
        return sim_fail(sim, call, error, "MaxShdCount is %" G_GINT64_FORMAT, most);
    entry->shadow.max_axes = (int)MIN(most, rank);
    for (int i = 0; i < rank; i++) {
        if (sign[i] < 0 || sign[i] > RATER_SHADOW_ANY)
            return sim_fail(sim, call, error, "ShdSignArray[%d] is %" G_GINT64_FORMAT, i,
                            sign[i]);
        entry->shadow.sign[i] = (int)sign[i];
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
            return sim_fail(sim, call, error, "%s[%d] is too large", rt_param_name(last_id), i);
        ranges[i] = (RaterRange){ init[i], last[i] + 1 };
    }
    return TRUE;
}

static gboolean
parts_get(Simulator *sim, const SimCall *call, SimShadowEntry *entry, GError **error)
{
    int rank = entry->array->rank;
    return ranges_get(sim, call, RT_PARAM_INIT_DIM_INDEX, RT_PARAM_LAST_DIM_INDEX, rank,
                      entry->shadow.part, error) &&
           ranges_get(sim, call, RT_PARAM_INIT_LOW_SHD_INDEX, RT_PARAM_LAST_LOW_SHD_INDEX, rank,
                      entry->shadow.low_layers, error) &&
           ranges_get(sim, call, RT_PARAM_INIT_HI_SHD_INDEX, RT_PARAM_LAST_HI_SHD_INDEX, rank,
                      entry->shadow.high_layers, error);
}

/* Puts the entry into the group in place of an earlier one of the same array. */
static gboolean
insert(Simulator *sim, const SimCall *call, const SimShadowEntry *entry, GError **error)
{
    SimShadowGroup *group = group_get(sim, call, error);
    if (group == NULL)
        return FALSE;
    sim_object_ref(entry->array);
    for (guint i = 0; i < group->entries->len; i++) {
        SimShadowEntry *old = &g_array_index(group->entries, SimShadowEntry, i);
        if (old->array == entry->array) {
            sim_object_unref(old->array);
            *old = *entry;
            return TRUE;
        }
    }
    g_array_append_vals(group->entries, entry, 1);
    return TRUE;
}

gboolean
sim_call_INSSH(Simulator *sim, SimCall *call, GError **error)
{
    SimShadowEntry e;
    return entry_get(sim, call, &e, error) && full_sign_get(sim, call, &e, error) &&
           insert(sim, call, &e, error);
}

gboolean
sim_call_INSSHD(Simulator *sim, SimCall *call, GError **error)
{
    SimShadowEntry e;
    return entry_get(sim, call, &e, error) && dimension_signs_get(sim, call, &e, error) &&
           insert(sim, call, &e, error);
}

gboolean
sim_call_INCSH(Simulator *sim, SimCall *call, GError **error)
{
    SimShadowEntry e;
    return entry_get(sim, call, &e, error) && full_sign_get(sim, call, &e, error) &&
           parts_get(sim, call, &e, error) && insert(sim, call, &e, error);
}

gboolean
sim_call_INCSHD(Simulator *sim, SimCall *call, GError **error)
{
    SimShadowEntry e;
    return entry_get(sim, call, &e, error) && dimension_signs_get(sim, call, &e, error) &&
           parts_get(sim, call, &e, error) && insert(sim, call, &e, error);
}

/* What tells one exchange from another: places, widths, signs of all arrays. */
static GArray *
group_content(const SimShadowGroup *group)
{
    GArray *words = g_array_new(FALSE, FALSE, sizeof(gint64));
    for (guint i = 0; i < group->entries->len; i++) {
        const SimShadowEntry *e = &g_array_index(group->entries, SimShadowEntry, i);
        const RaterShadow *s = &e->shadow;
        gint64 head[] = { e->array->mapping->id, s->element_bytes, s->max_axes };
        g_array_append_vals(words, head, G_N_ELEMENTS(head));
        for (int a = 0; a < e->array->rank; a++) {
            gint64 axis[] = { s->low[a],           s->high[a],           s->sign[a],
                              s->part[a].lo,       s->part[a].hi,        s->low_layers[a].lo,
                              s->low_layers[a].hi, s->high_layers[a].lo, s->high_layers[a].hi };
            g_array_append_vals(words, axis, G_N_ELEMENTS(axis));
        }
    }
    return words;
}

gboolean
sim_shadow_group_traffic(Simulator *sim, const SimCall *call, const SimShadowGroup *group,
                         RaterTraffic *traffic, GError **error)
{
    guint n = group->entries->len;
    g_autofree RaterShadow *shadows = g_new(RaterShadow, n + 1);
    g_autofree const SimSystem **systems = g_new(const SimSystem *, n + 1);
    for (guint i = 0; i < n; i++) {
        const SimShadowEntry *e = &g_array_index(group->entries, SimShadowEntry, i);
        if (e->array->mapping == NULL)
            return sim_fail(sim, call, error, "an array of the group is not distributed");
        shadows[i] = e->shadow;
        shadows[i].mapping = &e->array->mapping->map;
        systems[i] = e->array->mapping->system;
    }
    g_autoptr(GArray) content = group_content(group);
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
