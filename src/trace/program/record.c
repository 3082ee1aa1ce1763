/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/trace/program/record.h"

#include "src/base/hash.h"

const TraceParam *
trace_record_get(const TraceRecord *record, RtParamId id)
{
    for (guint i = 0; i < record->n_params; i++) {
        if (record->params[i].id == id)
            return &record->params[i];
    }
    return NULL;
}

gint64
trace_record_int(const TraceRecord *record, RtParamId id, gint64 fallback)
{
    const TraceParam *param = trace_record_get(record, id);
    return param != NULL ? trace_record_ints(record, param)[0] : fallback;
}

double
trace_record_real(const TraceRecord *record, RtParamId id, double fallback)
{
    const TraceParam *param = trace_record_get(record, id);
    return param != NULL ? trace_record_reals(record, param)[0] : fallback;
}

void
trace_params_init(TraceParams *params)
{
    *params = (TraceParams){ .values = g_array_new(FALSE, FALSE, sizeof(TraceValue)) };
}

void
trace_params_clear(TraceParams *params)
{
    g_array_unref(params->values);
    g_clear_pointer(&params->problem, g_free);
}

void
trace_params_reset(TraceParams *params, const RtWant *wants, guint n_wants)
{
    g_assert(n_wants <= TRACE_MAX_WANTS);
    params->wants = wants;
    params->n_wants = n_wants;
    params->full = FALSE;
    g_clear_pointer(&params->problem, g_free);
    memset(params->slots, 0, n_wants * sizeof *params->slots);
    g_array_set_size(params->values, 0);
}

void
trace_params_add(TraceParams *params, const TraceValue *value)
{
    TraceParam *param = &params->slots[value->want].param;
    if (value->begins_row || param->n == 0) {
        params->slots[value->want].row_begin = param->n;
        param->n_rows++;
    }
    param->n++;
    g_array_append_vals(params->values, value, 1);
}

TraceRecord *
trace_record_new(RtCallId call, const char *name, const char *problem,
                 const TraceParams *params)
{
    TraceParam own[TRACE_MAX_WANTS];
    guint first[TRACE_MAX_WANTS], at[TRACE_MAX_WANTS], ends[TRACE_MAX_WANTS], n_params = 0;
    gsize n_values = 0;
    for (guint i = 0; i < params->n_wants; i++) {
        TraceParam param = params->slots[i].param;
        if (param.n == 0)
            continue;
        param.id = (guint16)params->wants[i].id;
        param.first = first[i] = at[i] = (guint)n_values;
        ends[i] = at[i] + param.n;
        n_values += (gsize)param.n + param.n_rows - 1;
        own[n_params++] = param;
    }
    const gsize size = sizeof(TraceRecord) + n_params * sizeof *own + n_values * sizeof(gint64);
    TraceRecord *record = g_malloc(size);
    *record = (TraceRecord){ name, problem, size, call, n_params };
    memcpy(record->params, own, n_params * sizeof *own);
    gint64 *values = (gpointer)(record->params + n_params);
    for (guint i = 0; i < params->values->len; i++) {
        const TraceValue *value = &g_array_index(params->values, TraceValue, i);
        const guint want = value->want;
        if (value->begins_row)
            values[ends[want]++] = at[want] - first[want];
        memcpy(&values[at[want]++], &value->as, sizeof *values);
    }
    return record;
}

guint
trace_record_hash(gconstpointer data)
{
    const TraceRecord *record = data;
    return hash_memory(record, record->size);
}

gboolean
trace_record_equal(gconstpointer one, gconstpointer other)
{
    const TraceRecord *a = one, *b = other;
    return a->size == b->size && memcmp(a, b, a->size) == 0;
}
