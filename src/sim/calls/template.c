/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Templates (representations of abstract machines), arrays and their alignment.
 */
#include "src/sim/calls/template.h"

#include <string.h>

#include "src/sim/calls/call.h"
#include "src/sim/core/lookup.h"
#include "src/sim/core/message.h"
#include "src/sim/objects/mapping.h"

/* Sizes of a new template or array: each positive, their product within int64_t. */
static gboolean
sizes_get(Simulator *sim, const SimCall *call, int rank, int64_t element_bytes, int64_t size[],
          GError **error)
{
    const gint64 *values = sim_values_get(sim, call, RT_PARAM_SIZE_ARRAY, (guint)rank, error);
    gint64 total = element_bytes;
    if (values == NULL)
        return FALSE;
    for (int i = 0; i < rank; i++) {
        if (values[i] < 1)
            return sim_fail(sim, call, error, "SizeArray[%d] is %" G_GINT64_FORMAT, i,
                            values[i]);
        if (__builtin_mul_overflow(total, values[i], &total))
            return sim_fail(sim, call, error,
                            "SizeArray: the product of the sizes is too large");
        size[i] = values[i];
    }
    return TRUE;
}

gboolean
sim_call_CRTAMV(Simulator *sim, SimCall *call, GError **error)
{
    int64_t size[RATER_MAX_RANK] = { 0 };
    int rank = sim_rank_get(sim, call, error);
    if (rank == 0 || !sizes_get(sim, call, rank, 1, size, error))
        return FALSE;
    SimTemplate *t = sim_object_new(SIM_OBJECT_TEMPLATE);
    t->rank = rank;
    memcpy(t->size, size, sizeof size);
    for (int i = 0; i < RATER_MAX_RANK; i++)
        t->multiple[i] = 1;
    return sim_object_put(sim, call, call->ret, RT_PARAM_AM_VIEW_REF, t, error);
}

gboolean
sim_call_DELAMV(Simulator *sim, SimCall *call, GError **error)
{
    return sim_forget(sim, call, RT_PARAM_AM_VIEW_REF, SIM_OBJECT_TEMPLATE, error);
}

gboolean
sim_call_BLKDIV(Simulator *sim, SimCall *call, GError **error)
{
    SimTemplate *t =
        sim_object_get(sim, call, RT_PARAM_AM_VIEW_REF, SIM_OBJECT_TEMPLATE, error);
    if (t == NULL)
        return FALSE;
    gint64 n = trace_record_int(call->record, RT_PARAM_AMV_AXIS_COUNT, 0);
    if (n < 0 || n > t->rank)
        return sim_fail(sim, call, error,
                        "AMVAxisCount is %" G_GINT64_FORMAT ", the template has %d axes", n,
                        t->rank);
    const gint64 *divisor =
        n > 0 ? sim_values_get(sim, call, RT_PARAM_AMV_AXIS_DIV, (guint)n, error) : NULL;
    if (n > 0 && divisor == NULL)
        return FALSE;
    for (int i = 0; i < t->rank; i++)
        t->multiple[i] = i < n && divisor[i] > 1 ? divisor[i] : 1;
    return TRUE;
}

gboolean
sim_template_place(Simulator *sim, const SimCall *call, SimTemplate *template, GError **error)
{
    RaterAlignRule rules[RATER_MAX_RANK];
    RaterAlign identity;
    RaterMapping mapping;
    for (int i = 0; i < template->rank; i++)
        rules[i] = (RaterAlignRule){ i + 1, 1, 0 };
    RaterStatus status =
        rater_align_with_template(&identity, template->rank, template->size, template->rank,
                                  template->size, template->rank, rules);
    if (status == RATER_OK)
        status = rater_mapping_init(&mapping, &identity, &template->dist);
    if (status != RATER_OK)
        return sim_check(sim, call, status, error);
    template->mapping = sim_mapping_intern(sim->mappings, &mapping, template->system);
    for (guint i = 0; i < template->arrays->len; i++) {
        SimArray *array = g_ptr_array_index(template->arrays, i);
        status = rater_mapping_init(&mapping, &array->align, &template->dist);
        if (status != RATER_OK)
            return sim_check(sim, call, status, error);
        array->mapping = sim_mapping_intern(sim->mappings, &mapping, template->system);
    }
    return TRUE;
}

gboolean
sim_call_CRTDA(Simulator *sim, SimCall *call, GError **error)
{
    int64_t size[RATER_MAX_RANK] = { 0 };
    int rank = sim_rank_get(sim, call, error);
    gint64 bytes = trace_record_int(call->record, RT_PARAM_TYPE_SIZE, 0);
    if (rank == 0)
        return FALSE;
    if (bytes < 1)
        return sim_fail(sim, call, error, "TypeSize is %" G_GINT64_FORMAT, bytes);
    guint n = (guint)rank;
    const gint64 *low = sim_values_get(sim, call, RT_PARAM_LOW_SHD_WIDTH_ARRAY, n, error);
    const gint64 *high =
        low != NULL ? sim_values_get(sim, call, RT_PARAM_HI_SHD_WIDTH_ARRAY, n, error) : NULL;
    if (high == NULL || !sizes_get(sim, call, rank, bytes, size, error))
        return FALSE;

    SimArray *array = sim_object_new(SIM_OBJECT_ARRAY);
    array->rank = rank;
    memcpy(array->size, size, sizeof size);
    memcpy(array->low, low, n * sizeof *low);
    memcpy(array->high, high, n * sizeof *high);
    array->element_bytes = bytes;
    gint64 header = trace_record_int(call->record, RT_PARAM_ARRAY_HEADER, 0);
    gint64 handle = trace_record_int(call->ret, RT_PARAM_ARRAY_HANDLE_PTR, 0);
    if (!sim_object_put(sim, call, call->record, RT_PARAM_ARRAY_HEADER, array, error))
        return FALSE;
    array->header = (guint32)header;
    if (handle == 0 || handle == header)
        return TRUE;
    array->handle = (guint32)handle;
    return sim_object_put(sim, call, call->ret, RT_PARAM_ARRAY_HANDLE_PTR,
                          sim_object_ref(array), error);
}

gboolean
sim_call_DELDA(Simulator *sim, SimCall *call, GError **error)
{
    SimArray *array =
        sim_array_get(sim, call, RT_PARAM_ARRAY_HEADER, RT_PARAM_ARRAY_HANDLE_PTR, error);
    if (array == NULL)
        return FALSE;
    sim_object_delete(sim, array->header);
    return TRUE;
}

gboolean
sim_alignment_get(Simulator *sim, const SimCall *call, const SimArray *array,
                  SimTemplate **template, RaterAlign *align, GError **error)
{
    RaterAlignRule rules[RATER_MAX_RANK];
    SimArray *pattern;
    if (!sim_pattern_get(sim, call, template, &pattern, error))
        return FALSE;
    int n = sim_rules_get(sim, call, rules, error);
    if (n < 0)
        return FALSE;
    if (pattern == array)
        return sim_fail(sim, call, error, "an array cannot be aligned with itself");
    RaterStatus status =
        pattern != NULL
            ? rater_align_with_array(align, array->rank, array->size, &pattern->align, n, rules)
            : rater_align_with_template(align, array->rank, array->size, (*template)->rank,
                                        (*template)->size, n, rules);
    return sim_check(sim, call, status, error);
}

gboolean
sim_array_align(Simulator *sim, const SimCall *call, SimArray *array, SimTemplate *template,
                const RaterAlign *align, GError **error)
{
    RaterMapping mapping;
    if (template->is_distributed &&
        !sim_check(sim, call, rater_mapping_init(&mapping, align, &template->dist), error))
        return FALSE;
    sim_array_attach(array, template);
    array->align = *align;
    array->mapping = template->is_distributed
                         ? sim_mapping_intern(sim->mappings, &mapping, template->system)
                         : NULL;
    return TRUE;
}

gboolean
sim_call_ALIGN(Simulator *sim, SimCall *call, GError **error)
{
    SimArray *array =
        sim_array_get(sim, call, RT_PARAM_ARRAY_HEADER, RT_PARAM_ARRAY_HANDLE_PTR, error);
    SimTemplate *template;
    RaterAlign align;
    return array != NULL && sim_alignment_get(sim, call, array, &template, &align, error) &&
           sim_array_align(sim, call, array, template, &align, error);
}

gboolean
sim_call_DELOBJ(Simulator *sim, SimCall *call, G_GNUC_UNUSED GError **error)
{
    sim_object_delete(sim, trace_record_int(call->record, RT_PARAM_OBJECT_REF, 0));
    return TRUE;
}
