/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Copies of sections between arrays and buffers (docs/semantics.md, "Copies").
 */
#include "src/sim/calls/call.h"
#include "src/sim/calls/loop.h"
#include "src/sim/calls/move.h"
#include "src/sim/core/account.h"
#include "src/sim/core/lookup.h"
#include "src/sim/core/message.h"
#include "src/sim/objects/object.h"

/* One end of a copy: a section of an array, or a buffer (array NULL). */
typedef struct {
    SimArray *array;
    RaterSection section;
} CopyEnd;

typedef struct {
    RtParamId header, handle, init, last, step;
} CopyParams;

static const CopyParams from_params = {
    RT_PARAM_FROM_ARRAY_HEADER, RT_PARAM_FROM_ARRAY_HANDLE_PTR, RT_PARAM_FROM_INIT_INDEX_ARRAY,
    RT_PARAM_FROM_LAST_INDEX_ARRAY, RT_PARAM_FROM_STEP_ARRAY
};
static const CopyParams to_params = { RT_PARAM_TO_ARRAY_HEADER, RT_PARAM_TO_ARRAY_HANDLE_PTR,
                                      RT_PARAM_TO_INIT_INDEX_ARRAY,
                                      RT_PARAM_TO_LAST_INDEX_ARRAY, RT_PARAM_TO_STEP_ARRAY };

static gboolean
end_get(Simulator *sim, const SimCall *call, const CopyParams *params, CopyEnd *end,
        GError **error)
{
    end->array = NULL;
    if (trace_record_int(call->record, params->header, 0) == 0 &&
        trace_record_int(call->record, params->handle, 0) == 0)
        return TRUE;
    end->array = sim_array_get(sim, call, params->header, params->handle, error);
    if (end->array == NULL)
        return FALSE;
    if (end->array->mapping == NULL)
        return sim_fail(sim, call, error, "an array of the copy is not distributed");
    guint n = (guint)end->array->rank;
    const gint64 *init = sim_values_get(sim, call, params->init, n, error);
    const gint64 *last =
        init != NULL ? sim_values_get(sim, call, params->last, n, error) : NULL;
    const gint64 *step =
        last != NULL ? sim_values_get(sim, call, params->step, n, error) : NULL;
    return step != NULL && sim_check(sim, call,
                                     rater_section_init(&end->section, (int)n, end->array->size,
                                                        init, last, step),
                                     error);
}

/* `Res` of the return is the number of elements. */
static void
check_result(Simulator *sim, const SimCall *call, const CopyEnd *from, const CopyEnd *to)
{
    const CopyEnd *known = from->array != NULL ? from : to;
    gint64 res = trace_record_int(call->ret, RT_PARAM_RES, -1);
    if (known->array != NULL && res >= 0 && res != known->section.total)
        sim_warn(sim, SIM_WARNING_RESULT, call->at->line,
                 "%s: the section has %" G_GINT64_FORMAT
                 " elements, Res says %" G_GINT64_FORMAT,
                 call->record->name, known->section.total, res);
}

/* The processor of the current system to which a buffer on the I/O processor belongs. */
static gint64
io_holder(const Simulator *sim)
{
    for (gint64 n = 0; n < sim->system->count; n++) {
        if (sim_system_number(sim->systems, sim->system, n) == 0)
            return n;
        if (sim->system->is_box || sim->system->is_linear)
            break; /* numbers rise: the first is the least */
    }
    return 0;
}

static gboolean
array_to_array(Simulator *sim, const SimCall *call, const CopyEnd *from, const CopyEnd *to,
               const GArray *key, RaterTraffic *traffic, GError **error)
{
    const SimMapping *source = from->array->mapping, *target = to->array->mapping;
    if (from->section.total != to->section.total)
        return sim_fail(sim, call, error,
                        "copies %" G_GINT64_FORMAT " elements to %" G_GINT64_FORMAT,
                        from->section.total, to->section.total);
    if (!rater_section_conforms(&from->section, &to->section))
        return sim_runs_traffic(sim, call, key, source, &from->section, target, &to->section,
                                from->array->element_bytes, traffic, error);
    SimMove move = { .source = source->system, .target = target->system };
    return sim_check(sim, call,
                     rater_transfer_init_copy(&move.transfer, &source->map, &from->section,
                                              &target->map, &to->section,
                                              from->array->element_bytes),
                     error) &&
           sim_moves_traffic(sim, call, SIM_MOVE_COPY, key, &move, 1, traffic, error);
}

static gboolean
array_to_buffer(Simulator *sim, const SimCall *call, const CopyEnd *from, const GArray *key,
                RaterTraffic *traffic, GError **error)
{
    gboolean to_all = trace_record_int(call->record, RT_PARAM_COPY_REGIM, 0) == 0;
    const SimMapping *source = from->array->mapping;
    SimMove move = { .source = source->system, .target = sim->system };
    return sim_check(sim, call,
                     rater_transfer_init_buffer(
                         &move.transfer, &source->map, &from->section, &sim->system->grid,
                         to_all ? -1 : io_holder(sim), from->array->element_bytes),
                     error) &&
           sim_moves_traffic(sim, call, SIM_MOVE_COPY, key, &move, 1, traffic, error);
}

static gboolean
copy_traffic(Simulator *sim, const SimCall *call, const CopyEnd *from, const CopyEnd *to,
             RaterTraffic *traffic, GError **error)
{
    *traffic = (RaterTraffic){ 0, 0, 0, 0 };
    check_result(sim, call, from, to);
    if (from->array == NULL)
        return TRUE;
    gint64 words[] = { call->at->call, from->array->mapping->id, from->array->element_bytes,
                       to->array != NULL ? (gint64)to->array->mapping->id : -1 };
    g_autoptr(GArray) key = g_array_new(FALSE, FALSE, sizeof(gint64));
    g_array_append_vals(key, words, G_N_ELEMENTS(words));
    return to->array != NULL ? array_to_array(sim, call, from, to, key, traffic, error)
                             : array_to_buffer(sim, call, from, key, traffic, error);
}

/* The elements of a section of an array as the iterations of a loop over them; NULL with an
 * error. */
static SimLoopMap *
section_map_get(Simulator *sim, const SimCall *call, const SimArray *array,
                const RaterSection *section, GError **error)
{
    const SimLoopOrigin origin = { call->at->call, array->mapping->id, (guint32)array->rank };
    SimLoopMap *known = sim_loop_maps_find(sim->loop_maps, &origin);
    RaterLoopAxis axes[RATER_MAX_RANK];
    RaterAlignRule rules[RATER_MAX_RANK];
    RaterLoop loop;
    if (known != NULL)
        return known;
    for (int i = 0; i < array->rank; i++) {
        int64_t step = section->step[i] != 0 ? section->step[i] : 1;
        int64_t last = section->first[i] + step * (section->count[i] - 1);
        axes[i] = (RaterLoopAxis){ section->first[i], last, step };
        rules[i] = (RaterAlignRule){ i + 1, 1, 0 };
    }
    if (!sim_check(sim, call,
                   rater_loop_init(&loop, array->rank, axes, &array->align,
                                   &array->template->dist, array->rank, rules),
                   error))
        return NULL;
    return sim_loop_maps_add(sim->loop_maps, &origin, &loop, array->mapping->system);
}

/* Copying into a distributed array is shared like a loop over the elements of the section. */
static gboolean
spend_local_copy(Simulator *sim, SimCall *call, const CopyEnd *to, GError **error)
{
    if (to->array == NULL)
        return TRUE;
    SimLoopMap *map = section_map_get(sim, call, to->array, &to->section, error);
    const SimShare *share = map != NULL ? sim_loop_share(sim, call, map, error) : NULL;
    if (share == NULL)
        return FALSE;
    call->return_done =
        sim_spend_shared(sim, call, SIM_TALLY_SHARED_SYS, share, call->t_return, error);
    return call->return_done;
}

gboolean
sim_call_ARRCPY(Simulator *sim, SimCall *call, GError **error)
{
    CopyEnd from, to;
    RaterTraffic traffic;
    if (!end_get(sim, call, &from_params, &from, error) ||
        !end_get(sim, call, &to_params, &to, error) ||
        !copy_traffic(sim, call, &from, &to, &traffic, error) ||
        !sim_synchronise(sim, call, OPERATION_REMOTE, NULL, error))
        return FALSE;
    sim_count(sim, OPERATION_REMOTE);
    return sim_communicate(sim, call, OPERATION_REMOTE, sim_transfer_cost(sim, &traffic),
                           error) &&
           spend_local_copy(sim, call, &to, error);
}

/* The copy of a flag; made when `make` and new. */
static SimCopy *
copy_get(Simulator *sim, const SimCall *call, gboolean make, GError **error)
{
    gint64 flag = trace_record_int(call->record, RT_PARAM_COPY_FLAG_PTR, 0);
    SimObject *known = flag > 0 && flag < (gint64)sim->objects->len
                           ? g_ptr_array_index(sim->objects, (guint)flag)
                           : NULL;
    if (make && (known == NULL || known->kind != SIM_OBJECT_COPY) &&
        !sim_object_put(sim, call, call->record, RT_PARAM_COPY_FLAG_PTR,
                        sim_object_new(SIM_OBJECT_COPY), error))
        return NULL;
    return sim_object_get(sim, call, RT_PARAM_COPY_FLAG_PTR, SIM_OBJECT_COPY, error);
}

gboolean
sim_call_AARRCP(Simulator *sim, SimCall *call, GError **error)
{
    CopyEnd from, to;
    RaterTraffic traffic;
    SimCopy *copy = copy_get(sim, call, TRUE, error);
    return copy != NULL && end_get(sim, call, &from_params, &from, error) &&
           end_get(sim, call, &to_params, &to, error) &&
           copy_traffic(sim, call, &from, &to, &traffic, error) &&
           sim_start(sim, call, OPERATION_REMOTE, &copy->async,
                     sim_transfer_cost(sim, &traffic), error) &&
           spend_local_copy(sim, call, &to, error);
}

gboolean
sim_call_WAITCP(Simulator *sim, SimCall *call, GError **error)
{
    SimCopy *copy = copy_get(sim, call, FALSE, error);
    return copy != NULL && sim_wait(sim, call, OPERATION_REMOTE, &copy->async, error);
}
