/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/trace/program/record.h"

#include "src/trace/program/distinct.h"

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
trace_params_init(TraceParams *params)
{
    *params = (TraceParams){ 0 };
    for (guint i = 0; i < TRACE_MAX_WANTS; i++) {
        params->slots[i].values = g_array_new(FALSE, FALSE, sizeof(gint64));
        params->slots[i].row_ends = g_array_new(FALSE, FALSE, sizeof(guint));
    }
}

void
trace_params_clear(TraceParams *params)
{
    for (guint i = 0; i < TRACE_MAX_WANTS; i++) {
        g_array_unref(params->slots[i].values);
        g_array_unref(params->slots[i].row_ends);
    }
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
    for (guint i = 0; i < n_wants; i++) {
        params->slots[i].scalar = FALSE;
        params->slots[i].tag = TRACE_TAG_NONE;
        g_array_set_size(params->slots[i].values, 0);
        g_array_set_size(params->slots[i].row_ends, 0);
    }
}

TraceShape *
trace_shape_new(RtCallId call, const char *name, const TraceParams *params)
{
    guint n_rows = 0;
    for (guint i = 0; i < params->n_wants; i++)
        n_rows += params->slots[i].row_ends->len + 1;
    TraceShape *shape = g_new0(TraceShape, 1);
    shape->call = call;
    shape->name = name;
    shape->problem = g_strdup(params->problem);
    shape->params = g_new0(TraceParam, params->n_wants);
    guint *rows = shape->row_ends = g_new0(guint, n_rows);
    for (guint i = 0; i < params->n_wants; i++) {
        const TraceParamSlot *slot = &params->slots[i];
        const guint n_ended = slot->row_ends->len;
        if (slot->values->len == 0)
            continue;
        shape->params[shape->n_params++] = (TraceParam){
            .id = params->wants[i].id,
            .tag = slot->tag,
            .n = slot->values->len,
            .n_rows = n_ended + 1,
            .first = shape->n_values,
            .row_end = rows,
        };
        for (guint row = 0; row < n_ended; row++)
            *rows++ = g_array_index(slot->row_ends, guint, row);
        *rows++ = slot->values->len;
        shape->n_values += slot->values->len;
    }
    return shape;
}

void
trace_shape_free(gpointer data)
{
    TraceShape *shape = data;
    g_free(shape->params);
    g_free(shape->row_ends);
    g_free(shape->problem);
    g_free(shape);
}

guint
trace_shape_hash(gconstpointer data)
{
    const TraceShape *shape = data;
    guint64 hash = trace_hash(shape->name, strlen(shape->name), shape->call);
    for (guint i = 0; i < shape->n_params; i++) {
        const TraceParam *param = &shape->params[i];
        const guint32 what[] = { param->id, param->tag, param->n };
        hash = trace_hash(what, sizeof what, hash);
        hash = trace_hash(param->row_end, param->n_rows * sizeof *param->row_end, hash);
    }
    if (shape->problem != NULL)
        hash = trace_hash(shape->problem, strlen(shape->problem), hash);
    return trace_hash_fold(hash);
}

static gboolean
same_param(const TraceParam *a, const TraceParam *b)
{
    return a->id == b->id && a->tag == b->tag && a->n == b->n && a->n_rows == b->n_rows &&
           memcmp(a->row_end, b->row_end, a->n_rows * sizeof *a->row_end) == 0;
}

gboolean
trace_shape_equal(gconstpointer one, gconstpointer other)
{
    const TraceShape *a = one, *b = other;
    gboolean same = a->call == b->call && strcmp(a->name, b->name) == 0 &&
                    g_strcmp0(a->problem, b->problem) == 0 && a->n_params == b->n_params;
    for (guint i = 0; same && i < a->n_params; i++)
        same = same_param(&a->params[i], &b->params[i]);
    return same;
}

TraceRecord *
trace_record_new(const TraceShape *shape, const TraceParams *params)
{
    TraceRecord *record = g_malloc(sizeof *record + shape->n_values * sizeof(gint64));
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

guint
trace_record_hash(gconstpointer data)
{
    const TraceRecord *record = data;
    return trace_hash_fold(trace_hash(record->values,
                                      record->shape->n_values * sizeof *record->values,
                                      (guintptr)record->shape));
}

/* Values are compared by their bytes: they were made by the same text or by an equal one. */
gboolean
trace_record_equal(gconstpointer one, gconstpointer other)
{
    const TraceRecord *a = one, *b = other;
    return a->shape == b->shape &&
           memcmp(a->values, b->values, a->shape->n_values * sizeof *a->values) == 0;
}
