/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Copies of sections between arrays and buffers (docs/semantics.md, "Copies").
 */
#include "src/sim/calls/call.h"
#include "src/sim/calls/move.h"

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
end_get(Simulator *sim, const CopyParams *params, CopyEnd *end)
{
    end->array = NULL;
    if (trace_record_int(sim->call.record, params->header, 0) == 0 &&
        trace_record_int(sim->call.record, params->handle, 0) == 0)
        return TRUE;
    end->array = sim_array_get(sim, params->header, params->handle);
    if (end->array == NULL)
        return FALSE;
    if (end->array->mapping == NULL)
        return sim_fail(sim, "an array of the copy is not distributed");
    guint n = (guint)end->array->rank;
    const gint64 *init = sim_values_get(sim, params->init, n);
    const gint64 *last = sim_values_get(sim, params->last, n);
    const gint64 *step = sim_values_get(sim, params->step, n);
    return init != NULL && last != NULL && step != NULL &&
           sim_check(sim, rater_section_init(&end->section, (int)n, end->array->size, init,
                                             last, step));
}

/* `Res` of the return is the number of elements. */
static void
check_result(Simulator *sim, const CopyEnd *from, const CopyEnd *to)
{
    const CopyEnd *known = from->array != NULL ? from : to;
    gint64 res = trace_record_int(sim->call.ret, RT_PARAM_RES, -1);
    if (known->array != NULL && res >= 0 && res != known->section.total)
        sim_warn(sim, SIM_WARNING_RESULT, sim->call.at->line,
                 "%s: the section has %" G_GINT64_FORMAT
                 " elements, Res says %" G_GINT64_FORMAT,
                 sim->call.record->name, known->section.total, res);
}

/* A copy between sections that do not conform. */
typedef struct {
    const SimMapping *from;
    const RaterSection *source;
    const SimMapping *to;
    const RaterSection *target;
    int64_t element_bytes;
} Copy;

static RaterStatus
find_copy(const Simulator *sim, gconstpointer what, RaterPairs *pairs)
{
    const Copy *copy = what;
    g_autofree int64_t *from = sim_move_numbers(sim, copy->from->system);
    g_autofree int64_t *to = sim_move_numbers(sim, copy->to->system);
    return from == NULL || to == NULL
               ? RATER_ERROR_MEMORY
               : rater_transfer_runs(&copy->from->map, copy->source, from, &copy->to->map,
                                     copy->target, to, copy->element_bytes, sim_move_distance,
                                     sim, pairs);
}

static gboolean
array_to_array(Simulator *sim, const CopyEnd *from, const CopyEnd *to, const GArray *key,
               RaterTraffic *traffic)
{
    const SimMapping *source = from->array->mapping, *target = to->array->mapping;
    if (from->section.total != to->section.total)
        return sim_fail(sim, "copies %" G_GINT64_FORMAT " elements to %" G_GINT64_FORMAT,
                        from->section.total, to->section.total);
    if (!rater_section_conforms(&from->section, &to->section)) {
        const Copy copy = { source, &from->section, target, &to->section,
                            from->array->element_bytes };
        return sim_movement_traffic(sim, key, &(SimMovement){ &copy, find_copy },
                                    traffic);
    }
    SimMove move = { .source = source->system, .target = target->system };
    return sim_check(sim, rater_transfer_init_copy(&move.transfer, &source->map, &from->section,
                                                   &target->map, &to->section,
                                                   from->array->element_bytes)) &&
           sim_moves_traffic(sim, key, &move, 1, traffic);
}

static gboolean
array_to_buffer(Simulator *sim, const CopyEnd *from, const GArray *key, RaterTraffic *traffic)
{
    gboolean to_all = trace_record_int(sim->call.record, RT_PARAM_COPY_REGIM, 0) == 0;
    const SimMapping *source = from->array->mapping;
    SimMove move = { .source = source->system, .target = sim->system };
    return sim_check(sim, rater_transfer_init_buffer(
                              &move.transfer, &source->map, &from->section, &sim->system->grid,
                              to_all ? -1 : 0, from->array->element_bytes)) &&
           sim_moves_traffic(sim, key, &move, 1, traffic);
}

static gboolean
copy_traffic(Simulator *sim, const CopyEnd *from, const CopyEnd *to, RaterTraffic *traffic)
{
    *traffic = (RaterTraffic){ 0 };
    check_result(sim, from, to);
    if (from->array == NULL)
        return TRUE;
    gint64 words[] = { sim->call.at->call, from->array->mapping->id, from->array->element_bytes,
                       to->array != NULL ? (gint64)to->array->mapping->id : -1 };
    g_autoptr(GArray) key = sim_move_key(sim, SIM_MOVE_COPY);
    g_array_append_vals(key, words, G_N_ELEMENTS(words));
    return to->array != NULL ? array_to_array(sim, from, to, key, traffic)
                             : array_to_buffer(sim, from, key, traffic);
}

/* The elements of a section of an array as the iterations of a loop over them; NULL with an
 * error. */
static SimLoopMap *
section_map_get(Simulator *sim, const SimArray *array, const RaterSection *section)
{
    const SimLoopOrigin origin = { sim->call.at->call, array->mapping->id,
                                   (guint32)array->rank };
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
    if (!sim_check(sim, rater_loop_init(&loop, array->rank, axes, &array->align,
                                        &array->template->dist, array->rank, rules)))
        return NULL;
    return sim_loop_maps_add(sim->loop_maps, &origin, &loop, array->mapping->system);
}

/* Copying into a distributed array is shared like a loop over the elements of the section. */
static gboolean
spend_local_copy(Simulator *sim, const CopyEnd *to)
{
    if (to->array == NULL)
        return TRUE;
    SimLoopMap *map = section_map_get(sim, to->array, &to->section);
    const SimShare *share = map != NULL ? sim_loop_share(sim, map) : NULL;
    if (share == NULL)
        return FALSE;
    sim->call.return_done =
        sim_spend_shared(sim, SIM_TALLY_SHARED_SYS, share, sim->call.t_return);
    return sim->call.return_done;
}

gboolean
sim_call_ARRCPY(Simulator *sim)
{
    CopyEnd from, to;
    RaterTraffic traffic;
    if (!end_get(sim, &from_params, &from) || !end_get(sim, &to_params, &to) ||
        !copy_traffic(sim, &from, &to, &traffic) ||
        !sim_synchronise(sim, OPERATION_REMOTE, NULL))
        return FALSE;
    sim_count(sim, OPERATION_REMOTE);
    return sim_communicate(sim, OPERATION_REMOTE, sim_transfer_cost(sim, &traffic)) &&
           spend_local_copy(sim, &to);
}

/* The copy of a flag, made when it is new. */
static SimCopy *
copy_get(Simulator *sim)
{
    gint64 flag = trace_record_int(sim->call.record, RT_PARAM_COPY_FLAG_PTR, 0);
    const SimObject *known = sim_object_at(sim, flag);
    if ((known == NULL || known->kind != SIM_OBJECT_COPY) &&
        !sim_object_put(sim, sim->call.record, RT_PARAM_COPY_FLAG_PTR,
                        sim_object_new(SIM_OBJECT_COPY)))
        return NULL;
    return sim_object_get(sim, RT_PARAM_COPY_FLAG_PTR, SIM_OBJECT_COPY);
}

gboolean
sim_call_AARRCP(Simulator *sim)
{
    CopyEnd from, to;
    RaterTraffic traffic;
    SimCopy *copy = copy_get(sim);
    return copy != NULL && end_get(sim, &from_params, &from) && end_get(sim, &to_params, &to) &&
           copy_traffic(sim, &from, &to, &traffic) &&
           sim_start(sim, OPERATION_REMOTE, &copy->async, sim_transfer_cost(sim, &traffic)) &&
           spend_local_copy(sim, &to);
}
