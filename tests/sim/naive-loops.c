/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Parallel loops and reductions.
 */
#include "tests/sim/naive-state.h"

/* ---- loops ---- */

/* index: numbers of the iteration on each loop axis, from 0. */
gboolean
naive_executes(const Naive *n, const Object *loop, int p, const int index[])
{
    if (!loop->placed)
        return naive_position(n->current, p) >= 0;
    return naive_holds(&loop->dist, &loop->place, p, index);
}

static gboolean
map_loop(Naive *n, Object *loop)
{
    Object *pattern = naive_find(n, TEMPLATE, n->in, RT_PARAM_PATTERN_REF);
    if (trace_record_get(n->in, RT_PARAM_PATTERN_REF)->tag != TRACE_TAG_AMVIEW)
        pattern = naive_find(n, ARRAY, n->in, RT_PARAM_PATTERN_REF);
    if (pattern == NULL || (pattern->kind == ARRAY && !pattern->placed))
        return naive_fail(n, "unknown pattern");
    for (int l = 0; l < loop->rank; l++) {
        gint64 init = naive_int(n->in, RT_PARAM_IN_INIT_INDEX_ARRAY, l, 0);
        gint64 last = naive_int(n->in, RT_PARAM_IN_LAST_INDEX_ARRAY, l, 0);
        gint64 step = naive_int(n->in, RT_PARAM_IN_STEP_ARRAY, l, 1);
        if (step == 0)
            return naive_fail(n, "step");
        loop->init[l] = init;
        loop->step[l] = step;
        loop->size[l] = 0;
        for (gint64 i = init; step > 0 ? i <= last : i >= last; i += step)
            loop->size[l]++;
    }
    if (!naive_place(&loop->place, pattern, n->in, loop->rank, loop->size, loop->init,
                     loop->step))
        return naive_fail(n, "mapping");
    loop->dist = loop->place.template->dist;
    if (loop->dist.system == NULL)
        return naive_fail(n, "pattern not distributed");
    loop->placed = TRUE;
    n->mapped = loop;
    return TRUE;
}

static gboolean
run_loop(Naive *n, Object *loop)
{
    long double t = naive_before(n);
    gint64 count[MAX_P] = { 0 }, all = 0, volume = naive_volume(loop->rank, loop->size);
    int same[MAX_P] = { 0 }, index[MAX_RANK] = { 0 };
    gboolean ends = naive_int(n->ret, RT_PARAM_DO_PL, 0, 1) == 0 && n->call->t_call > 0;
    if (n->across != NULL && n->across_loop != loop)
        return naive_fail(n, "across_ for another loop");
    if (n->bracket || !loop->placed || volume == 0) {
        naive_base(n, t, TRUE);
        n->across = ends ? NULL : n->across;
        return TRUE;
    }
    g_autofree guint8 *executed = g_new0(guint8, volume * MAX_P);
    gint64 e = 0;
    do {
        gboolean any = FALSE;
        for (int i = 0; i < n->current->n; i++) {
            int p = n->current->member[i];
            if (!naive_executes(n, loop, p, index))
                continue;
            executed[p * volume + e] = 1;
            count[p]++;
            any = TRUE;
        }
        all += any;
        e++;
    } while (naive_next(loop->rank, loop->size, index));
    for (int i = 0; i < n->current->n; i++)
        for (int j = 0; j < n->current->n; j++) {
            int p = n->current->member[i], q = n->current->member[j];
            gboolean equal = TRUE;
            for (e = 0; e < volume; e++)
                equal = equal && executed[p * volume + e] == executed[q * volume + e];
            same[p] += equal;
        }
    if (n->across != NULL && ends)
        naive_pipeline(n, count, same, all, t);
    else
        naive_share(n, t, count, same, all, TRUE);
    return TRUE;
}

gboolean
naive_call_loop(Naive *n, RtCallId id)
{
    if (id == RT_CALL_CRTPL) {
        Object *o = naive_new(n, LOOP, trace_record_int(n->ret, RT_PARAM_LOOP_REF, 0));
        o->rank = naive_int(n->in, RT_PARAM_RANK, 0, 1);
        return TRUE;
    }
    Object *loop = naive_find(n, LOOP, n->in, RT_PARAM_LOOP_REF);
    if (loop == NULL)
        return naive_fail(n, "unknown loop");
    switch (id) {
    case RT_CALL_MAPPL:
        return map_loop(n, loop);
    case RT_CALL_DOPL:
        return run_loop(n, loop);
    default: /* endpl_ */
        loop->dead = TRUE;
        return loop->last_import == NULL || naive_wait(n, OPERATION_SHADOW, loop->last_import);
    }
}

/* ---- reductions ---- */

static gint64
type_bytes(int type)
{
    switch (type) {
    case 1:
    case 3:
        return 4;
    case 6:
        return 16;
    default:
        return 8;
    }
}

/* The grid dimensions over which the group's values are spread. */
static const System *
spread_of(const Naive *n, const Object *group, gboolean spread[])
{
    const Object *o = group->named != NULL ? group->named : n->mapped;
    if (o == NULL || (o->kind != TEMPLATE && !o->placed))
        return n->current;
    const Dist *d = o->kind == LOOP       ? &o->dist
                    : o->kind == TEMPLATE ? &o->dist
                                          : &o->place.template->dist;
    if (d->system == NULL)
        return n->current;
    for (int g = 0; g < d->system->rank; g++)
        spread[g] = d->axis[g] >= 0 && (o->kind == TEMPLATE || o->place.axis[d->axis[g]] >= 0);
    return d->system;
}

static void
start_reduction(Naive *n, Object *group)
{
    gboolean spread[MAX_RANK] = { FALSE };
    gint64 bytes = 0;
    for (guint i = 0; i < group->parts->len; i++)
        bytes += ((Object *)group->parts->pdata[i])->element;
    const System *grid = spread_of(n, group, spread);
    naive_start(n, OPERATION_REDUCTION, group, naive_cost_reduction(n, grid, spread, bytes));
}

static gboolean
insert_reduction(Naive *n, Object *group)
{
    Object *variable = naive_find(n, REDUCTION, n->in, RT_PARAM_RED_REF);
    if (variable == NULL)
        return naive_fail(n, "unknown reduction");
    gint64 named = trace_record_int(n->in, RT_PARAM_LOOP_REF, 0);
    named = named != 0 ? named : trace_record_int(n->in, RT_PARAM_AM_VIEW_REF, 0);
    named = named != 0 ? named : trace_record_int(n->in, RT_PARAM_ARRAY_HEADER, 0);
    g_ptr_array_add(group->parts, variable);
    group->named = naive_find(n, LOOP, n->in, RT_PARAM_LOOP_REF);
    if (group->named == NULL)
        group->named = naive_find(n, TEMPLATE, n->in, RT_PARAM_AM_VIEW_REF);
    if (group->named == NULL)
        group->named = naive_find_array(n, RT_PARAM_ARRAY_HEADER, RT_PARAM_ARRAY_HANDLE_PTR);
    if (named != 0 &&
        (group->named == NULL || (group->named->kind == ARRAY && !group->named->placed)))
        return naive_fail(n, "unknown loop, template or array");
    return TRUE;
}

gboolean
naive_call_reduction(Naive *n, RtCallId id)
{
    if (id == RT_CALL_CRTRG) {
        Object *o =
            naive_new(n, RED_GROUP, trace_record_int(n->ret, RT_PARAM_RED_GROUP_REF, 0));
        o->parts = g_ptr_array_new();
        return TRUE;
    }
    if (id == RT_CALL_CRTRED) {
        Object *o = naive_new(n, REDUCTION, trace_record_int(n->ret, RT_PARAM_RED_REF, 0));
        o->element = (type_bytes(naive_int(n->in, RT_PARAM_RED_ARRAY_TYPE, 0, 0)) +
                      naive_int(n->in, RT_PARAM_LOC_ELM_LENGTH, 0, 0)) *
                     naive_int(n->in, RT_PARAM_RED_ARRAY_LENGTH, 0, 0);
        return TRUE;
    }
    Object *group = naive_find(n, RED_GROUP, n->in, RT_PARAM_RED_GROUP_REF);
    if (group == NULL)
        return naive_fail(n, "unknown group");
    switch (id) {
    case RT_CALL_INSRED:
        return insert_reduction(n, group);
    case RT_CALL_STRTRD:
        start_reduction(n, group);
        return TRUE;
    default:
        return naive_wait(n, OPERATION_REDUCTION, group);
    }
}
