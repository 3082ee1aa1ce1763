/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Remote access through buffers (docs/semantics.md, "Remote access").
 */
#include "rater/transfer/transfer.h"
#include "src/sim/calls/call.h"
#include "src/sim/calls/move.h"
#include "src/sim/core/account.h"
#include "src/sim/core/lookup.h"
#include "src/sim/core/message.h"
#include "src/sim/objects/object.h"

/* A buffer of the call's remote array; NULL with an error. */
static SimBuffer *
buffer_new(Simulator *sim, const SimCall *call, GError **error)
{
    SimArray *array = sim_array_get(sim, call, RT_PARAM_REM_ARRAY_HEADER,
                                    RT_PARAM_REM_ARRAY_HANDLE_PTR, error);
    if (array == NULL)
        return NULL;
    if (array->mapping == NULL) {
        sim_fail(sim, call, error, "the remote array is not distributed");
        return NULL;
    }
    SimBuffer *buffer = sim_object_new(SIM_OBJECT_BUFFER);
    buffer->array = sim_object_ref(array);
    buffer->record = call->at->call;
    return buffer;
}

/* crtrbl_: what the iterations of a mapped loop read. */
gboolean
sim_call_CRTRBL(Simulator *sim, SimCall *call, GError **error)
{
    RaterAlignRule rules[RATER_MAX_RANK];
    SimLoop *loop = sim_object_get(sim, call, RT_PARAM_LOOP_REF, SIM_OBJECT_LOOP, error);
    int n = loop != NULL ? sim_rules_get(sim, call, rules, error) : -1;
    if (n < 0)
        return FALSE;
    if (loop->map == NULL)
        return sim_fail(sim, call, error, "the loop is not mapped");
    SimBuffer *buffer = buffer_new(sim, call, error);
    if (buffer == NULL)
        return FALSE;
    buffer->map = loop->map;
    buffer->system = loop->map->system;
    buffer->n_rules = n;
    for (int i = 0; i < n; i++)
        buffer->rules[i] = rules[i];
    return sim_object_put(sim, call, call->record, RT_PARAM_BUFFER_HEADER, buffer, error);
}

/* crtrbp_: a section that all processors of a system read. */
gboolean
sim_call_CRTRBP(Simulator *sim, SimCall *call, GError **error)
{
    const SimSystem *system = sim_system_get(sim, call, RT_PARAM_PS_REF, error);
    SimBuffer *buffer = system != NULL ? buffer_new(sim, call, error) : NULL;
    if (buffer == NULL)
        return FALSE;
    const SimArray *array = buffer->array;
    const gint64 *coord =
        sim_values_get(sim, call, RT_PARAM_COORD_ARRAY, (guint)array->rank, error);
    buffer->system = system;
    if (coord == NULL ||
        !sim_check(sim, call,
                   rater_section_init_coords(&buffer->section, array->rank, array->size, coord),
                   error)) {
        sim_object_unref(buffer);
        return FALSE;
    }
    return sim_object_put(sim, call, call->record, RT_PARAM_BUFFER_HEADER, buffer, error);
}

/* Transfers of the buffers with the array's distribution of now, summed a pair. */
static gboolean
buffers_traffic(Simulator *sim, const SimCall *call, SimBuffer *const buffers[], guint n,
                RaterTraffic *traffic, GError **error)
{
    g_autoptr(GArray) key = g_array_new(FALSE, FALSE, sizeof(gint64));
    g_autofree SimMove *moves = g_new(SimMove, n + 1);
    RaterLoop loop;
    for (guint i = 0; i < n; i++) {
        const SimBuffer *b = buffers[i];
        const SimMapping *from = b->array->mapping;
        if (from == NULL)
            return sim_fail(sim, call, error, "the remote array is not distributed");
        gint64 words[] = { b->record, from->id, b->array->element_bytes,
                           b->map != NULL ? (gint64)b->map->id : -1, b->system->id };
        g_array_append_vals(key, words, G_N_ELEMENTS(words));
        moves[i].source = from->system;
        moves[i].target = b->system;
        if (b->map != NULL)
            sim_loop_map_get(b->map, &loop);
        RaterStatus status =
            b->map != NULL
                ? rater_transfer_init_remote(&moves[i].transfer, &from->map, &loop, b->n_rules,
                                             b->rules, b->array->element_bytes)
                : rater_transfer_init_buffer(&moves[i].transfer, &from->map, &b->section,
                                             &b->system->grid, -1, b->array->element_bytes);
        if (!sim_check(sim, call, status, error))
            return FALSE;
    }
    return sim_moves_traffic(sim, call, SIM_MOVE_REMOTE, key, moves, n, traffic, error);
}

static SimBuffer *
buffer_get(Simulator *sim, const SimCall *call, GError **error)
{
    return sim_object_get(sim, call, RT_PARAM_BUFFER_HEADER, SIM_OBJECT_BUFFER, error);
}

gboolean
sim_call_LOADRB(Simulator *sim, SimCall *call, GError **error)
{
    SimBuffer *buffer = buffer_get(sim, call, error);
    RaterTraffic traffic;
    return buffer != NULL && buffers_traffic(sim, call, &buffer, 1, &traffic, error) &&
           sim_start(sim, call, OPERATION_REMOTE, &buffer->async,
                     sim_transfer_cost(sim, &traffic), error);
}

gboolean
sim_call_WAITRB(Simulator *sim, SimCall *call, GError **error)
{
    SimBuffer *buffer = buffer_get(sim, call, error);
    return buffer != NULL && sim_wait(sim, call, OPERATION_REMOTE, &buffer->async, error);
}

gboolean
sim_call_CRTBG(Simulator *sim, SimCall *call, GError **error)
{
    return sim_object_put(sim, call, call->ret, RT_PARAM_REGULAR_ACCESS_GROUP_REF,
                          sim_object_new(SIM_OBJECT_BUFFER_GROUP), error);
}

static SimBufferGroup *
group_get(Simulator *sim, const SimCall *call, GError **error)
{
    return sim_object_get(sim, call, RT_PARAM_REGULAR_ACCESS_GROUP_REF, SIM_OBJECT_BUFFER_GROUP,
                          error);
}

gboolean
sim_call_INSRB(Simulator *sim, SimCall *call, GError **error)
{
    SimBufferGroup *group = group_get(sim, call, error);
    SimBuffer *buffer = group != NULL ? buffer_get(sim, call, error) : NULL;
    if (buffer == NULL)
        return FALSE;
    if (!g_ptr_array_find(group->buffers, buffer, NULL))
        g_ptr_array_add(group->buffers, sim_object_ref(buffer));
    return TRUE;
}

gboolean
sim_call_LOADBG(Simulator *sim, SimCall *call, GError **error)
{
    SimBufferGroup *group = group_get(sim, call, error);
    RaterTraffic traffic;
    return group != NULL &&
           buffers_traffic(sim, call, (SimBuffer *const *)group->buffers->pdata,
                           group->buffers->len, &traffic, error) &&
           sim_start(sim, call, OPERATION_REMOTE, &group->async,
                     sim_transfer_cost(sim, &traffic), error);
}

gboolean
sim_call_WAITBG(Simulator *sim, SimCall *call, GError **error)
{
    SimBufferGroup *group = group_get(sim, call, error);
    return group != NULL && sim_wait(sim, call, OPERATION_REMOTE, &group->async, error);
}
