/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/trace/trace-records.h"

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
    return param != NULL ? param->ints[0] : fallback;
}

double
trace_record_real(const TraceRecord *record, RtParamId id, double fallback)
{
    const TraceParam *param = trace_record_get(record, id);
    return param != NULL ? param->reals[0] : fallback;
}

void
trace_records_init(TraceRecords *records)
{
    *records = (TraceRecords){ .records = g_ptr_array_new() };
    trace_params_init(&records->params);
}

void
trace_records_clear(TraceRecords *records)
{
    trace_arena_clear(&records->arena);
    g_ptr_array_unref(records->records);
    trace_index_clear(&records->index);
    trace_params_clear(&records->params);
}

const TraceRecord *
trace_records_get(const TraceRecords *records, guint32 record)
{
    g_assert(record < records->records->len);
    return g_ptr_array_index(records->records, record);
}

/* Values are compared by their bytes: they were made by the same text or by an equal one. */
static guint64
hash_params(RtCallId call, const char *name, const TraceParams *params)
{
    guint64 hash = trace_hash(name, strlen(name), call);
    for (guint i = 0; i < params->n_wants; i++) {
        const TraceParamSlot *slot = &params->slots[i];
        hash = trace_hash_mix(hash ^ params->wants[i].id,
                              G_GUINT64_CONSTANT(0xe7037ed1a0b428db) ^ slot->tag);
        hash = trace_hash(slot->values->data, slot->values->len * sizeof(gint64), hash);
        hash = trace_hash(slot->row_ends->data, slot->row_ends->len * sizeof(guint), hash);
    }
    return params->problem != NULL ? trace_hash(params->problem, strlen(params->problem), hash)
                                   : hash;
}

static gboolean
same_param(const TraceParam *param, const TraceParamSlot *slot)
{
    gsize size = slot->values->len * sizeof(gint64);
    gsize rows_size = slot->row_ends->len * sizeof(guint);
    return param->n == slot->values->len && param->tag == slot->tag &&
           param->n_rows == slot->row_ends->len + 1 &&
           memcmp(param->ints, slot->values->data, size) == 0 &&
           (rows_size == 0 || memcmp(param->row_end, slot->row_ends->data, rows_size) == 0);
}

static gboolean
same_record(const TraceRecord *record, RtCallId call, const char *name,
            const TraceParams *params)
{
    if (record->call != call || strcmp(record->name, name) != 0 ||
        g_strcmp0(record->problem, params->problem) != 0)
        return FALSE;
    guint n = 0;
    for (guint i = 0; i < params->n_wants; i++) {
        if (params->slots[i].values->len == 0)
            continue;
        if (n == record->n_params || record->params[n].id != params->wants[i].id ||
            !same_param(&record->params[n], &params->slots[i]))
            return FALSE;
        n++;
    }
    return n == record->n_params;
}

static TraceParam
store_param(TraceArena *arena, RtParamId id, const TraceParamSlot *slot)
{
    guint n_values = slot->values->len;
    guint n_ended = slot->row_ends->len;
    guint *row_end = NULL; /* one row: set when the parameter has its place */
    if (n_ended > 0) {
        row_end = trace_arena_alloc(arena, (n_ended + 1) * sizeof *row_end);
        memcpy(row_end, slot->row_ends->data, n_ended * sizeof *row_end);
        row_end[n_ended] = n_values;
    }
    return (TraceParam){
        .id = id,
        .tag = slot->tag,
        .n = n_values,
        .n_rows = n_ended + 1,
        .ints = trace_arena_copy(arena, slot->values->data, n_values * sizeof(gint64)),
        .row_end = row_end,
    };
}

/* Nearly all parameters have one row, and its end is their number of values. */
static const TraceParam *
store_params(TraceArena *arena, const TraceParam *found, guint n)
{
    TraceParam *params = n == 0 ? NULL : trace_arena_copy(arena, found, n * sizeof *found);
    for (guint i = 0; i < n; i++) {
        if (params[i].row_end == NULL)
            params[i].row_end = &params[i].n;
    }
    return params;
}

static TraceRecord *
store_record(TraceArena *arena, RtCallId call, const char *name, const TraceParams *params)
{
    TraceParam found[TRACE_MAX_WANTS];
    guint n = 0;
    for (guint i = 0; i < params->n_wants; i++) {
        if (params->slots[i].values->len > 0)
            found[n++] = store_param(arena, params->wants[i].id, &params->slots[i]);
    }
    TraceRecord *record = trace_arena_alloc(arena, sizeof *record);
    *record = (TraceRecord){
        .call = call,
        .name = name,
        .params = store_params(arena, found, n),
        .n_params = n,
    };
    if (params->problem != NULL)
        record->problem = trace_arena_copy(arena, params->problem, strlen(params->problem) + 1);
    return record;
}

/* The record of `name` with what was read into records->params. */
static guint32
add_record(TraceRecords *records, RtCallId call, const char *name)
{
    const TraceParams *params = &records->params;
    guint64 hash = hash_params(call, name, params);
    guint32 number;
    for (gsize at = 0; (number = trace_index_next(&records->index, hash, &at)) != TRACE_NONE;) {
        if (same_record(trace_records_get(records, number), call, name, params))
            return number;
    }
    if (records->records->len == TRACE_NONE)
        return TRACE_NONE;
    number = records->records->len;
    g_ptr_array_add(records->records, store_record(&records->arena, call, name, params));
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
    return add_record(records, known->call, known->name);
}
