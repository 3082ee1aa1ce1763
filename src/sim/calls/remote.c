/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Remote access through buffers (docs/semantics.md, "Remote access").
 */
#include "rater/transfer/transfer.h"
#include "src/sim/calls/call.h"
#include "src/sim/calls/move.h"

/* A buffer of the call's remote array; NULL with an error. */
static SimBuffer *
buffer_new(Simulator *sim)
{
    SimArray *array =
        sim_array_get(sim, RT_PARAM_REM_ARRAY_HEADER, RT_PARAM_REM_ARRAY_HANDLE_PTR);
    if (array == NULL)
        return NULL;
    if (array->mapping == NULL) {
        sim_fail(sim, "the remote array is not distributed");
        return NULL;
    }
    SimBuffer *buffer = sim_object_new(SIM_OBJECT_BUFFER);
    buffer->array = sim_object_ref(array);
    buffer->record = sim->call.at->call;
    return buffer;
}

/* crtrbl_: what the iterations of a mapped loop read. */
gboolean
sim_call_CRTRBL(Simulator *sim)
{
    RaterAlignRule rules[RATER_MAX_RANK];
    SimLoop *loop = sim_object_get(sim, RT_PARAM_LOOP_REF, SIM_OBJECT_LOOP);
    int n = loop != NULL ? sim_rules_get(sim, rules) : -1;
    if (n < 0)
        return FALSE;
    if (loop->map == NULL)
        return sim_fail(sim, "the loop is not mapped");
    SimBuffer *buffer = buffer_new(sim);
    if (buffer == NULL)
        return FALSE;
    buffer->map = loop->map;
    buffer->system = loop->map->system;
    buffer->n_rules = n;
    for (int i = 0; i < n; i++)
        buffer->rules[i] = rules[i];
    return sim_object_put(sim, sim->call.record, RT_PARAM_BUFFER_HEADER, buffer);
}

/* crtrbp_: a section that all processors of a system read. */
gboolean
sim_call_CRTRBP(Simulator *sim)
{
    const SimSystem *system = sim_system_get(sim, RT_PARAM_PS_REF);
    SimBuffer *buffer = system != NULL ? buffer_new(sim) : NULL;
    if (buffer == NULL)
        return FALSE;
    const SimArray *array = buffer->array;
    const gint64 *coord = sim_values_get(sim, RT_PARAM_COORD_ARRAY, (guint)array->rank);
    buffer->system = system;
    if (coord == NULL ||
        !sim_check(sim, rater_section_init_coords(&buffer->section, array->rank, array->size,
                                                  coord))) {
        sim_object_unref(buffer);
        return FALSE;
    }
    return sim_object_put(sim, sim->call.record, RT_PARAM_BUFFER_HEADER, buffer);
}

/* Transfers of the buffers with the array's distribution of now, summed a pair. */
static gboolean
buffers_traffic(Simulator *sim, SimBuffer *const buffers[], guint n, RaterTraffic *traffic)
{
    g_autoptr(GArray) key = sim_move_key(sim, SIM_MOVE_REMOTE);
    g_autofree SimMove *moves = g_new(SimMove, n + 1);
    RaterLoop loop;
    for (guint i = 0; i < n; i++) {
        const SimBuffer *b = buffers[i];
        const SimMapping *from = b->array->mapping;
        if (from == NULL)
            return sim_fail(sim, "the remote array is not distributed");
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
        if (!sim_check(sim, status))
            return FALSE;
    }
    return sim_moves_traffic(sim, key, moves, n, traffic);
}

static SimBuffer *
buffer_get(Simulator *sim)
{
    return sim_object_get(sim, RT_PARAM_BUFFER_HEADER, SIM_OBJECT_BUFFER);
}

gboolean
sim_call_LOADRB(Simulator *sim)
{
    SimBuffer *buffer = buffer_get(sim);
    RaterTraffic traffic;
    return buffer != NULL && buffers_traffic(sim, &buffer, 1, &traffic) &&
           sim_start(sim, OPERATION_REMOTE, &buffer->async, sim_transfer_cost(sim, &traffic));
}

static SimBufferGroup *
group_get(Simulator *sim)
{
    return sim_object_get(sim, RT_PARAM_REGULAR_ACCESS_GROUP_REF, SIM_OBJECT_BUFFER_GROUP);
}

gboolean
sim_call_INSRB(Simulator *sim)
{
    SimBufferGroup *group = group_get(sim);
    SimBuffer *buffer = group != NULL ? buffer_get(sim) : NULL;
    if (buffer == NULL)
        return FALSE;
    if (!g_ptr_array_find(group->buffers, buffer, NULL))
        g_ptr_array_add(group->buffers, sim_object_ref(buffer));
    return TRUE;
}

gboolean
sim_call_LOADBG(Simulator *sim)
{
    SimBufferGroup *group = group_get(sim);
    RaterTraffic traffic;
    return group != NULL &&
           buffers_traffic(sim, (SimBuffer *const *)group->buffers->pdata, group->buffers->len,
                           &traffic) &&
           sim_start(sim, OPERATION_REMOTE, &group->async, sim_transfer_cost(sim, &traffic));
}
