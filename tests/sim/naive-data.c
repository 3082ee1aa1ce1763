/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Processor systems, templates, arrays; redistribution and realignment.
 */
#include "tests/sim/naive-state.h"

#include <string.h>

/* ---- systems ---- */

/* That of PSRef, the current one without it; NULL when it is not known. */
System *
naive_system_of(Naive *n, const TraceRecord *record)
{
    if (trace_record_int(record, RT_PARAM_PS_REF, 0) == 0)
        return n->current;
    Object *o = naive_find(n, SYSTEM, record, RT_PARAM_PS_REF);
    return o == NULL ? NULL : o->system;
}

static Object *
machine_of(Naive *n)
{
    if (trace_record_int(n->in, RT_PARAM_AM_REF, 0) == 0)
        return n->stack->pdata[n->stack->len - 1];
    return naive_find(n, MACHINE, n->in, RT_PARAM_AM_REF);
}

static gboolean
part_of_system(Naive *n, const System *from)
{
    System *s = g_new0(System, 1);
    int first[MAX_RANK];
    g_ptr_array_add(n->systems, s);
    s->rank = from->rank;
    for (int d = 0; d < from->rank; d++) {
        int init = naive_int(n->in, RT_PARAM_INIT_INDEX_ARRAY, d, -1);
        int last = naive_int(n->in, RT_PARAM_LAST_INDEX_ARRAY, d, -1);
        first[d] = 0;
        s->size[d] = from->size[d];
        if (from->traced[d] == 0 || init < 0 || last < 0)
            continue;
        gint64 now = from->size[d], then = from->traced[d];
        if (init > last || last >= then)
            return naive_fail(n, "a system outside of the machine");
        first[d] = init * now / then;
        s->size[d] = MAX(first[d], (last + 1) * now / then - 1) - first[d] + 1;
        s->traced[d] = last - init + 1;
    }
    for (int i = 0; i < from->n; i++) {
        int coord[MAX_RANK];
        gboolean inside = TRUE;
        naive_coords(from, i, coord);
        for (int d = 0; d < from->rank; d++)
            inside = inside && coord[d] >= first[d] && coord[d] < first[d] + s->size[d];
        if (inside)
            s->member[s->n++] = from->member[i];
    }
    naive_new(n, SYSTEM, trace_record_int(n->ret, RT_PARAM_PS_REF, 0))->system = s;
    return TRUE;
}

/* Falling factors of `rest` in dimensions d.., none above `limit`, the least first. */
static gboolean
factorise(int rest, int limit, int d, int rank, int size[])
{
    if (d == rank)
        return rest == 1;
    for (int f = 1; f <= MIN(rest, limit); f++) {
        size[d] = f;
        if (rest % f == 0 && factorise(rest / f, f, d + 1, rank, size))
            return TRUE;
    }
    return FALSE;
}

static void
view_of_system(Naive *n, const System *from)
{
    System *s = g_memdup2(from, sizeof *from);
    g_ptr_array_add(n->systems, s);
    s->rank = naive_int(n->in, RT_PARAM_RANK, 0, 1);
    for (int d = 0; d < s->rank; d++)
        s->size[d] = s->traced[d] = naive_int(n->in, RT_PARAM_SIZE_ARRAY, d, 1);
    if (naive_volume(s->rank, s->size) != s->n)
        factorise(s->n, s->n, 0, s->rank, s->size);
    naive_new(n, SYSTEM, trace_record_int(n->ret, RT_PARAM_PS_REF, 0))->system = s;
}

static gboolean
abstract_machine(Naive *n)
{
    gint64 ref = trace_record_int(n->ret, RT_PARAM_AM_REF, 0);
    if (naive_find(n, TEMPLATE, n->in, RT_PARAM_AM_VIEW_REF) == NULL)
        return naive_fail(n, "unknown template");
    if (naive_find(n, MACHINE, n->ret, RT_PARAM_AM_REF) == NULL)
        naive_new(n, MACHINE, ref);
    return TRUE;
}

static gboolean
run_machine(Naive *n)
{
    Object *machine = naive_find(n, MACHINE, n->in, RT_PARAM_AM_REF);
    if (machine == NULL || machine->system == NULL)
        return naive_fail(n, "machine not mapped");
    g_ptr_array_add(n->stack, machine);
    n->current = machine->system;
    return TRUE;
}

gboolean
naive_call_system(Naive *n, RtCallId id)
{
    System *s = naive_system_of(n, n->in);
    Object *machine = NULL;
    switch (id) {
    case RT_CALL_GETPS:
        if ((machine = machine_of(n)) == NULL || machine->system == NULL)
            return naive_fail(n, "unknown machine");
        naive_new(n, SYSTEM, trace_record_int(n->ret, RT_PARAM_PS_REF, 0))->system =
            machine->system;
        return TRUE;
    case RT_CALL_GETAM:
        machine = n->stack->pdata[n->stack->len - 1];
        naive_new(n, MACHINE, trace_record_int(n->ret, RT_PARAM_AM_REF, 0))->system =
            machine->system;
        return TRUE;
    case RT_CALL_CRTPS:
        return s != NULL ? part_of_system(n, s) : naive_fail(n, "unknown system");
    case RT_CALL_PSVIEW:
        if (s == NULL)
            return naive_fail(n, "unknown system");
        view_of_system(n, s);
        return TRUE;
    case RT_CALL_GETAMR:
        return abstract_machine(n);
    case RT_CALL_MAPAM:
        machine = machine_of(n);
        if (machine == NULL || s == NULL)
            return naive_fail(n, "unknown machine or system");
        machine->system = s;
        return TRUE;
    case RT_CALL_RUNAM:
        return run_machine(n);
    default: /* stopam_ */
        if (n->stack->len < 2)
            return naive_fail(n, "no machine to stop");
        g_ptr_array_set_size(n->stack, n->stack->len - 1);
        machine = n->stack->pdata[n->stack->len - 1];
        n->current = machine->system;
        return TRUE;
    }
}

/* ---- templates ---- */

static gboolean
read_axes(Naive *n, const Object *template, const System *s, int axis[], int param[])
{
    int given = naive_int(n->in, RT_PARAM_PARAM_COUNT, 0, 0);
    for (int g = 0; g < s->rank; g++) {
        axis[g] = g < given ? naive_int(n->in, RT_PARAM_AXIS_ARRAY, g, 0) : 0;
        param[g] = g < given ? naive_int(n->in, RT_PARAM_DISTR_PARAM_ARRAY, g, 0) : 0;
        if (axis[g] > template->rank)
            return naive_fail(n, "axis");
    }
    return TRUE;
}

/* What each processor needs of an array under the distribution and place that are new. */
static void
move(Naive *n, const Object *array, const Dist *d0, const Place *place0, const Dist *d1,
     const Place *place1, Matrix m)
{
    int index[MAX_RANK] = { 0 };
    do
        for (int q = 0; q < n->n_p; q++)
            if (naive_holds(d1, place1, q, index) && !naive_holds(d0, place0, q, index))
                m[naive_nearest(n, d0, place0, index, q)][q] += array->element;
    while (naive_next(array->rank, array->size, index));
}

static gboolean
redistribute(Naive *n)
{
    Object *template = naive_find(n, TEMPLATE, n->in, RT_PARAM_AM_VIEW_REF);
    Object *array = naive_find_array(n, RT_PARAM_ARRAY_HEADER, RT_PARAM_ARRAY_HANDLE_PTR);
    if (trace_record_get(n->in, RT_PARAM_PARAM_COUNT) == NULL)
        return TRUE; /* nothing to do */
    if (template == NULL && array != NULL && array->placed)
        template = array->place.template;
    System *s = naive_system_of(n, n->in);
    int axis[MAX_RANK], param[MAX_RANK];
    if (template == NULL || s == NULL)
        return naive_fail(n, "unknown template or system");
    if (!read_axes(n, template, s, axis, param))
        return FALSE;
    Dist old = template->dist;
    naive_distribute(template, s, axis, param);
    g_autofree Matrix *m = g_new0(Matrix, 1);
    for (guint i = 0; i < n->objects->len; i++) {
        Object *o = n->objects->pdata[i];
        if (o->kind == ARRAY && !o->dead && o->placed && o->place.template == template &&
            old.system != NULL && naive_int(n->in, RT_PARAM_NEW_SIGN, 0, 0) == 0)
            move(n, o, &old, &o->place, &template->dist, &o->place, *m);
    }
    naive_collective(n, OPERATION_REDISTRIBUTION, naive_cost(n, *m));
    naive_count(n, OPERATION_REDISTRIBUTION);
    return TRUE;
}

static void
read_weights(Naive *n, Object *template, const System *s)
{
    const TraceParam *loads = trace_record_get(n->in, RT_PARAM_LOAD_WEIGHT);
    int done = 0;
    for (int g = 0; loads != NULL && g < s->rank; g++) {
        int count = naive_int(n->in, RT_PARAM_WEIGHT_NUMBER, g, 0);
        g_autoptr(GArray) own = g_array_new(FALSE, FALSE, sizeof(double));
        g_clear_pointer(&template->weights[g], g_array_unref);
        if (count <= 0)
            continue;
        g_array_append_vals(own, trace_record_reals(n->in, loads) + done, count);
        done += count;
        template->weights[g] = naive_weigh(own, s->size[g]);
    }
}

static void
read_blocks(Naive *n, Object *template, const System *s)
{
    const TraceParam *sizes = trace_record_get(n->in, RT_PARAM_AXIS_WEIGHT_ADDR);
    guint from = 0;
    for (guint g = 0; sizes != NULL && g < sizes->n_rows && g < (guint)s->rank; g++) {
        g_clear_pointer(&template->weights[g], g_array_unref);
        template->weights[g] = g_array_new(FALSE, FALSE, sizeof(gint64));
        g_array_append_vals(template->weights[g], trace_record_ints(n->in, sizes) + from,
                            trace_record_row_end(n->in, sizes, g) - from);
        from = trace_record_row_end(n->in, sizes, g);
    }
}

gboolean
naive_call_template(Naive *n, RtCallId id)
{
    if (id == RT_CALL_REDIS)
        return redistribute(n);
    if (id == RT_CALL_CRTAMV) {
        Object *o = naive_new(n, TEMPLATE, trace_record_int(n->ret, RT_PARAM_AM_VIEW_REF, 0));
        o->rank = naive_int(n->in, RT_PARAM_RANK, 0, 1);
        for (int a = 0; a < o->rank; a++)
            o->size[a] = naive_int(n->in, RT_PARAM_SIZE_ARRAY, a, 1);
        return TRUE;
    }
    Object *template = naive_find(n, TEMPLATE, n->in, RT_PARAM_AM_VIEW_REF);
    System *s = naive_system_of(n, n->in);
    int axis[MAX_RANK], param[MAX_RANK];
    if (template == NULL || s == NULL)
        return naive_fail(n, "unknown template or system");
    switch (id) {
    case RT_CALL_SETELW:
        read_weights(n, template, s);
        return TRUE;
    case RT_CALL_GENBLK:
        read_blocks(n, template, s);
        return TRUE;
    case RT_CALL_BLKDIV:
        for (int a = 0; a < template->rank; a++)
            template->divisor[a] = a < naive_int(n->in, RT_PARAM_AMV_AXIS_COUNT, 0, 0)
                                       ? naive_int(n->in, RT_PARAM_AMV_AXIS_DIV, a, 0)
                                       : 0;
        return TRUE;
    default: /* distr_ */
        if (!read_axes(n, template, s, axis, param))
            return FALSE;
        naive_distribute(template, s, axis, param);
        return TRUE;
    }
}

/* ---- arrays ---- */

static gboolean
create_array(Naive *n)
{
    if (naive_find(n, ARRAY, n->in, RT_PARAM_ARRAY_HEADER) != NULL ||
        naive_find(n, ARRAY, n->ret, RT_PARAM_ARRAY_HANDLE_PTR) != NULL)
        return naive_fail(n, "another array has this reference");
    Object *o = naive_new(n, ARRAY, trace_record_int(n->in, RT_PARAM_ARRAY_HEADER, 0));
    o->handle = trace_record_int(n->ret, RT_PARAM_ARRAY_HANDLE_PTR, 0);
    o->rank = naive_int(n->in, RT_PARAM_RANK, 0, 1);
    o->element = naive_int(n->in, RT_PARAM_TYPE_SIZE, 0, 1);
    for (int a = 0; a < o->rank; a++) {
        o->size[a] = naive_int(n->in, RT_PARAM_SIZE_ARRAY, a, 1);
        o->low_width[a] = naive_int(n->in, RT_PARAM_LOW_SHD_WIDTH_ARRAY, a, 0);
        o->high_width[a] = naive_int(n->in, RT_PARAM_HI_SHD_WIDTH_ARRAY, a, 0);
    }
    return TRUE;
}

gboolean
naive_call_array(Naive *n, RtCallId id)
{
    static const gint64 zero[MAX_RANK], one[MAX_RANK] = { 1, 1, 1, 1, 1, 1, 1, 1 };
    if (id == RT_CALL_CRTDA)
        return create_array(n);
    Object *array = naive_find_array(n, RT_PARAM_ARRAY_HEADER, RT_PARAM_ARRAY_HANDLE_PTR);
    Object *pattern = naive_find(n, TEMPLATE, n->in, RT_PARAM_PATTERN_REF);
    if (trace_record_get(n->in, RT_PARAM_PATTERN_REF)->tag != TRACE_TAG_AMVIEW)
        pattern = naive_find(n, ARRAY, n->in, RT_PARAM_PATTERN_REF);
    if (array == NULL || pattern == NULL || (pattern->kind == ARRAY && !pattern->placed))
        return naive_fail(n, "unknown array or pattern");
    Place old = array->place;
    memset(&array->place, 0, sizeof array->place);
    gboolean ok =
        naive_place(&array->place, pattern, n->in, array->rank, array->size, zero, one);
    if (ok && array->place.template->dist.system == NULL)
        ok = FALSE;
    if (ok && id == RT_CALL_REALN) {
        g_autofree Matrix *m = g_new0(Matrix, 1);
        if (array->placed && naive_int(n->in, RT_PARAM_NEW_SIGN, 0, 0) == 0)
            move(n, array, &old.template->dist, &old, &array->place.template->dist,
                 &array->place, *m);
        naive_collective(n, OPERATION_REDISTRIBUTION, naive_cost(n, *m));
        naive_count(n, OPERATION_REDISTRIBUTION);
    }
    naive_place_clear(&old);
    array->placed = TRUE;
    return ok || naive_fail(n, "alignment");
}
