/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/trace/program/records.h"

const TraceParam *
trace_record_get(const TraceRecord *record, RtParamId id)
{
    const TraceShape *shape = record->shape;
    for (guint i = 0; i < shape->n_params; i++) {
        if (shape->params[i].id == id)
            return &shape->params[i];
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
trace_records_init(TraceRecords *records)
{
    *records = (TraceRecords){ .records = g_ptr_array_new() };
    trace_shapes_init(&records->shapes);
    trace_params_init(&records->params);
}

void
trace_records_clear(TraceRecords *records)
{
    trace_arena_clear(&records->arena);
    trace_shapes_clear(&records->shapes);
    g_ptr_array_unref(records->records);
    trace_index_clear(&records->index);
    trace_params_clear(&records->params);
}

void
trace_records_close(TraceRecords *records)
{
    trace_index_clear(&records->index);
    trace_index_clear(&records->shapes.index);
}

const TraceRecord *
trace_records_get(const TraceRecords *records, guint32 record)
{
    g_assert(record < records->records->len);
    return g_ptr_array_index(records->records, record);
}

/* Values are compared by their bytes: they were made by the same text or by an equal one. */
static guint64
hash_values(const TraceShape *shape, const TraceParams *params)
{
    guint64 hash = trace_hash_mix(shape->number, G_GUINT64_CONSTANT(0xe7037ed1a0b428db));
    for (guint i = 0; i < params->n_wants; i++) {
        const GArray *values = params->slots[i].values;
        if (values->len > 0)
            hash = trace_hash(values->data, values->len * sizeof(gint64), hash);
    }
    return hash;
}

static gboolean
same_values(const TraceRecord *record, const TraceParams *params)
{
    const gint64 *at = record->values;
    for (guint i = 0; i < params->n_wants; i++) {
        const GArray *values = params->slots[i].values;
        if (values->len > 0 && memcmp(at, values->data, values->len * sizeof *at) != 0)
            return FALSE;
        at += values->len;
    }
    return TRUE;
}

static TraceRecord *
store_record(TraceArena *arena, const TraceShape *shape, const TraceParams *params)
{
    TraceRecord *record =
        trace_arena_alloc(arena, sizeof *record + shape->n_values * sizeof(gint64));
    record->shape = shape;
    gint64 *at = record->values;
    for (guint i = 0; i < params->n_wants; i++) {
        const GArray *values = params->slots[i].values;
        if (values->len > 0)
            memcpy(at, values->data, values->len * sizeof *at);
        at += values->len;
    }
    return record;
}

/* The record of `name` with what was read into records->params. */
static guint32
add_record(TraceRecords *records, RtCallId call, const char *name)
{
    const TraceParams *params = &records->params;
    const TraceShape *shape = trace_shapes_intern(&records->shapes, call, name, params);
    guint64 hash = hash_values(shape, params);
    guint32 number;
    for (gsize at = 0; (number = trace_index_next(&records->index, hash, &at)) != TRACE_NONE;) {
        const TraceRecord *known = trace_records_get(records, number);
        if (known->shape == shape && same_values(known, params))
            return number;
    }
    if (records->records->len == TRACE_NONE)
        return TRACE_NONE;
    number = records->records->len;
    g_ptr_array_add(records->records, store_record(&records->arena, shape, params));
    trace_index_insert(&records->index, hash, number);
    return number;
}

guint32
trace_records_read(TraceRecords *records, TraceNames *names, guint32 name, gboolean is_call,
                   const char *text, gsize len)
{
    const TraceName *found = trace_names_get(names, name);
    const char *known = found->text;
    RtCallId call = rt_call_lookup(found->bytes, found->len);
    const RtWant *wants = NULL;
    guint n_wants = 0;
    if (call != RT_CALL_UNKNOWN) {
        const RtCall *row = rt_call_get(call);
        wants = is_call ? row->call : row->ret;
        n_wants = is_call ? row->n_call : row->n_ret;
    }
    if (!trace_params_read(&records->params, text, len, wants, n_wants, names))
        return TRACE_NONE;
    return add_record(records, call, known);
}

guint32
trace_records_empty(TraceRecords *records, guint32 record)
{
    const TraceRecord *known = trace_records_get(records, record);
    trace_params_reset(&records->params, NULL, 0);
    return add_record(records, known->shape->call, known->shape->name);
}
