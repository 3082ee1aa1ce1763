/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/trace/program/shapes.h"

void
trace_shapes_init(TraceShapes *shapes)
{
    *shapes = (TraceShapes){ .shapes = g_ptr_array_new() };
}

void
trace_shapes_clear(TraceShapes *shapes)
{
    trace_arena_clear(&shapes->arena);
    g_ptr_array_unref(shapes->shapes);
    trace_index_clear(&shapes->index);
}

static guint64
hash_shape(RtCallId call, const char *name, const TraceParams *params)
{
    guint64 hash = trace_hash(name, strlen(name), call);
    for (guint i = 0; i < params->n_wants; i++) {
        const TraceParamSlot *slot = &params->slots[i];
        if (slot->values->len == 0)
            continue;
        hash = trace_hash_mix(hash ^ (guint64)params->wants[i].id << 8 ^ slot->tag,
                              G_GUINT64_CONSTANT(0xe7037ed1a0b428db) ^ slot->values->len);
        if (slot->row_ends->len > 0)
            hash = trace_hash(slot->row_ends->data, slot->row_ends->len * sizeof(guint), hash);
    }
    return params->problem != NULL ? trace_hash(params->problem, strlen(params->problem), hash)
                                   : hash;
}

static gboolean
same_param(const TraceParam *param, RtParamId id, const TraceParamSlot *slot)
{
    gsize rows_size = slot->row_ends->len * sizeof(guint);
    return param->id == id && param->tag == slot->tag && param->n == slot->values->len &&
           param->n_rows == slot->row_ends->len + 1 &&
           (rows_size == 0 || memcmp(param->row_end, slot->row_ends->data, rows_size) == 0);
}

static gboolean
same_shape(const TraceShape *shape, RtCallId call, const char *name, const TraceParams *params)
{
    if (shape->call != call || strcmp(shape->name, name) != 0 ||
        g_strcmp0(shape->problem, params->problem) != 0)
        return FALSE;
    guint n = 0;
    for (guint i = 0; i < params->n_wants; i++) {
        if (params->slots[i].values->len == 0)
            continue;
        if (n == shape->n_params ||
            !same_param(&shape->params[n], params->wants[i].id, &params->slots[i]))
            return FALSE;
        n++;
    }
    return n == shape->n_params;
}

static TraceParam
store_param(TraceArena *arena, RtParamId id, const TraceParamSlot *slot, guint first)
{
    guint n_ended = slot->row_ends->len;
    guint *row_end = trace_arena_alloc(arena, (n_ended + 1) * sizeof *row_end);
    if (n_ended > 0)
        memcpy(row_end, slot->row_ends->data, n_ended * sizeof *row_end);
    row_end[n_ended] = slot->values->len;
    return (TraceParam){
        .id = id,
        .tag = slot->tag,
        .n = slot->values->len,
        .n_rows = n_ended + 1,
        .first = first,
        .row_end = row_end,
    };
}

static TraceShape *
store_shape(TraceArena *arena, RtCallId call, const char *name, const TraceParams *params)
{
    TraceParam found[TRACE_MAX_WANTS];
    TraceShape *shape = trace_arena_alloc(arena, sizeof *shape);
    *shape = (TraceShape){ .call = call, .name = name };
    for (guint i = 0; i < params->n_wants; i++) {
        const TraceParamSlot *slot = &params->slots[i];
        if (slot->values->len == 0)
            continue;
        found[shape->n_params++] =
            store_param(arena, params->wants[i].id, slot, shape->n_values);
        shape->n_values += slot->values->len;
    }
    if (shape->n_params > 0)
        shape->params = trace_arena_copy(arena, found, shape->n_params * sizeof *found);
    if (params->problem != NULL)
        shape->problem = trace_arena_copy(arena, params->problem, strlen(params->problem) + 1);
    return shape;
}

const TraceShape *
trace_shapes_intern(TraceShapes *shapes, RtCallId call, const char *name,
                    const TraceParams *params)
{
    guint64 hash = hash_shape(call, name, params);
    guint32 number;
    for (gsize at = 0; (number = trace_index_next(&shapes->index, hash, &at)) != TRACE_NONE;) {
        const TraceShape *known = g_ptr_array_index(shapes->shapes, number);
        if (same_shape(known, call, name, params))
            return known;
    }
    TraceShape *shape = store_shape(&shapes->arena, call, name, params);
    shape->number = shapes->shapes->len;
    g_ptr_array_add(shapes->shapes, shape);
    trace_index_insert(&shapes->index, hash, shape->number);
    return shape;
}
