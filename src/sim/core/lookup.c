/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Parameters and objects of a call, with the messages for what is missing or does not
 * fit.
 */
#include "src/sim/core/lookup.h"

gpointer
sim_object_at(const Simulator *sim, gint64 reference)
{
    return reference > 0 && reference < (gint64)sim->objects->len
               ? g_ptr_array_index(sim->objects, (guint)reference)
               : NULL;
}

gpointer
sim_object_get(Simulator *sim, RtParamId id, SimObjectKind kind)
{
    const TraceParam *param = trace_record_get(sim->call.record, id);
    if (param == NULL) {
        sim_fail(sim, "parameter '%s' is missing", rt_param_get(id)->name);
        return NULL;
    }
    gint64 reference = trace_record_ints(sim->call.record, param)[0];
    SimObject *object = sim_object_at(sim, reference);
    if (object != NULL && object->kind == kind)
        return object;
    g_autofree char *text = reference > 0
                                ? trace_program_reference_text(sim->program, (guint32)reference)
                                : g_strdup("NULL");
    if (object == NULL)
        sim_fail(sim, "parameter '%s': no %s is known as %s", rt_param_get(id)->name,
                 sim_object_kind_name(kind), text);
    else
        sim_fail(sim, "parameter '%s': %s is a %s, not a %s", rt_param_get(id)->name, text,
                 sim_object_kind_name(object->kind), sim_object_kind_name(kind));
    return NULL;
}

gboolean
sim_object_optional(Simulator *sim, RtParamId id, SimObjectKind kind, gpointer object)
{
    const gboolean named = trace_record_int(sim->call.record, id, 0) != 0;
    gpointer found = named ? sim_object_get(sim, id, kind) : NULL;
    *(gpointer *)object = found;
    return !named || found != NULL;
}

SimArray *
sim_array_get(Simulator *sim, RtParamId header, RtParamId handle)
{
    const TraceParam *by_header = trace_record_get(sim->call.record, header);
    const TraceParam *by_handle = trace_record_get(sim->call.record, handle);
    gboolean use_handle =
        by_handle != NULL &&
        (by_header == NULL || trace_record_ints(sim->call.record, by_header)[0] == 0);
    return sim_object_get(sim, use_handle ? handle : header, SIM_OBJECT_ARRAY);
}

const SimSystem *
sim_system_get(Simulator *sim, RtParamId id)
{
    if (trace_record_int(sim->call.record, id, 0) == 0)
        return sim->system;
    SimSystemObject *object = sim_object_get(sim, id, SIM_OBJECT_SYSTEM);
    return object != NULL ? object->system : NULL;
}

gboolean
sim_object_put(Simulator *sim, const TraceRecord *record, RtParamId id, gpointer object)
{
    if (record == sim->call.ret && trace_record_get(record, id) == NULL) {
        /* a call open at Event_dvm_exit is complete, but what it made has no name */
        sim_object_unref(object);
        return TRUE;
    }
    gint64 reference = trace_record_int(record, id, 0);
    if (reference <= 0 || reference > G_MAXINT - 1) {
        sim_object_unref(object);
        return sim_fail(sim, "parameter '%s' gives no reference", rt_param_get(id)->name);
    }
    if (reference >= (gint64)sim->objects->len)
        g_ptr_array_set_size(sim->objects, (gint)reference + 1);
    sim_object_delete(sim, reference);
    g_ptr_array_index(sim->objects, (guint)reference) = object;
    return TRUE;
}

void
sim_object_delete(Simulator *sim, gint64 reference)
{
    SimObject *object = sim_object_at(sim, reference);
    if (object == NULL)
        return;
    gint64 references[2] = { reference, 0 };
    if (object->kind == SIM_OBJECT_ARRAY) {
        references[0] = ((SimArray *)object)->header;
        references[1] = ((SimArray *)object)->handle;
    }
    if (object->n_refs == 1)
        sim_warn_unwaited(sim, object); /* nobody is left to wait for it */
    if (object->kind == SIM_OBJECT_ARRAY)
        sim_array_detach((SimArray *)object);
    sim_object_ref(object); /* both slots may let go of it */
    for (guint i = 0; i < 2; i++) {
        if (sim_object_at(sim, references[i]) == object) {
            g_ptr_array_index(sim->objects, (guint)references[i]) = NULL;
            sim_object_unref(object);
        }
    }
    sim_object_unref(object);
}

const gint64 *
sim_values_get(Simulator *sim, RtParamId id, guint n)
{
    static const gint64 none = 0;
    const TraceParam *param = trace_record_get(sim->call.record, id);
    if (n == 0)
        return &none;
    if (param == NULL)
        sim_fail(sim, "parameter '%s' is missing", rt_param_get(id)->name);
    else if (param->n < n)
        sim_fail(sim, "parameter '%s' has %u values, %u are needed", rt_param_get(id)->name,
                 param->n, n);
    else
        return trace_record_ints(sim->call.record, param);
    return NULL;
}

int
sim_rank_get(Simulator *sim)
{
    gint64 rank = trace_record_int(sim->call.record, RT_PARAM_RANK, 0);
    if (rank >= 1 && rank <= RATER_MAX_RANK)
        return (int)rank;
    sim_fail(sim, "Rank is %" G_GINT64_FORMAT ", it must be 1 to %d", rank, RATER_MAX_RANK);
    return 0;
}

int
sim_rules_get(Simulator *sim, RaterAlignRule rules[])
{
    const TraceParam *axis = trace_record_get(sim->call.record, RT_PARAM_AXIS_ARRAY);
    guint n = axis != NULL ? axis->n : 0;
    if (n > RATER_MAX_RANK) {
        sim_fail(sim, "AxisArray has %u values, more than %d dimensions", n, RATER_MAX_RANK);
        return -1;
    }
    if (n == 0)
        return 0;
    const gint64 *coeff = sim_values_get(sim, RT_PARAM_COEFF_ARRAY, n);
    const gint64 *konst = sim_values_get(sim, RT_PARAM_CONST_ARRAY, n);
    if (coeff == NULL || konst == NULL)
        return -1;
    for (guint i = 0; i < n; i++)
        rules[i] = (RaterAlignRule){ trace_record_ints(sim->call.record, axis)[i], coeff[i],
                                     konst[i] };
    return (int)n;
}

gboolean
sim_pattern_get(Simulator *sim, SimTemplate **template, SimArray **array)
{
    const TraceParam *pattern = trace_record_get(sim->call.record, RT_PARAM_PATTERN_REF);
    SimObject *object =
        pattern != NULL ? sim_object_at(sim, trace_record_ints(sim->call.record, pattern)[0])
                        : NULL;
    gboolean is_array = pattern != NULL && pattern->tag == TRACE_TAG_DISARRAY;
    if (pattern != NULL && pattern->tag == TRACE_TAG_NONE)
        is_array = object != NULL && object->kind == SIM_OBJECT_ARRAY;
    *array = NULL;
    if (!is_array) {
        *template = sim_object_get(sim, RT_PARAM_PATTERN_REF, SIM_OBJECT_TEMPLATE);
        return *template != NULL;
    }
    *array = sim_object_get(sim, RT_PARAM_PATTERN_REF, SIM_OBJECT_ARRAY);
    if (*array == NULL)
        return FALSE;
    *template = (*array)->template;
    return *template != NULL || sim_fail(sim, "the array of PatternRef is not aligned");
}
