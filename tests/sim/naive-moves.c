/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Copies of sections and remote buffers.
 */
#include "tests/sim/naive-state.h"

/* ---- copies ---- */

/* One end of a copy: the elements of its section in row-major order, MAX_RANK indices each. */
typedef struct {
    Object *array; /* NULL: a buffer */
    GArray *elements;
} End;

typedef struct {
    RtParamId header, handle, init, last, step;
} EndParams;

static const EndParams from_params = {
    RT_PARAM_FROM_ARRAY_HEADER, RT_PARAM_FROM_ARRAY_HANDLE_PTR, RT_PARAM_FROM_INIT_INDEX_ARRAY,
    RT_PARAM_FROM_LAST_INDEX_ARRAY, RT_PARAM_FROM_STEP_ARRAY
};
static const EndParams to_params = { RT_PARAM_TO_ARRAY_HEADER, RT_PARAM_TO_ARRAY_HANDLE_PTR,
                                     RT_PARAM_TO_INIT_INDEX_ARRAY, RT_PARAM_TO_LAST_INDEX_ARRAY,
                                     RT_PARAM_TO_STEP_ARRAY };

static gboolean
read_end(Naive *n, const EndParams *params, End *end)
{
    int first[MAX_RANK], step[MAX_RANK], count[MAX_RANK], k[MAX_RANK] = { 0 };
    Object *o = end->array = naive_find_array(n, params->header, params->handle);
    end->elements = g_array_new(FALSE, TRUE, sizeof(int) * MAX_RANK);
    if (o == NULL)
        return trace_record_int(n->in, params->header, 0) == 0 ||
               naive_fail(n, "unknown array");
    if (!o->placed)
        return naive_fail(n, "array not aligned");
    for (int a = 0; a < o->rank; a++) {
        first[a] = naive_int(n->in, params->init, a, -1);
        int last = naive_int(n->in, params->last, a, 0);
        step[a] = naive_int(n->in, params->step, a, 1);
        if (first[a] < 0) {
            first[a] = 0;
            step[a] = 1;
            last = o->size[a] - 1;
        }
        count[a] = step[a] == 0 ? 1 : (last - first[a]) / step[a] + 1;
        if (count[a] < 1 || first[a] + (count[a] - 1) * step[a] >= o->size[a])
            return naive_fail(n, "section");
    }
    do {
        int index[MAX_RANK] = { 0 };
        for (int a = 0; a < o->rank; a++)
            index[a] = first[a] + k[a] * step[a];
        g_array_append_val(end->elements, index);
    } while (naive_next(o->rank, count, k));
    return TRUE;
}

static const int *
element(const End *end, guint k)
{
    return (const int *)(end->elements->data + k * sizeof(int) * MAX_RANK);
}

static void
copy_transfers(Naive *n, const End *from, const End *to, Matrix m)
{
    gboolean all = naive_int(n->in, RT_PARAM_COPY_REGIM, 0, 0) == 0;
    const Dist *d = &from->array->place.template->dist;
    int io = naive_position(n->current, 0) >= 0 ? 0 : n->current->member[0];
    for (guint k = 0; k < from->elements->len; k++)
        for (int q = 0; q < n->n_p; q++) {
            gboolean needs;
            if (to->array != NULL)
                needs = naive_holds(&to->array->place.template->dist, &to->array->place, q,
                                    element(to, k));
            else
                needs = all ? naive_position(n->current, q) >= 0 : q == io;
            if (needs && !naive_holds(d, &from->array->place, q, element(from, k)))
                m[naive_nearest(n, d, &from->array->place, element(from, k), q)][q] +=
                    from->array->element;
        }
}

/* T_ret is local copying into the elements that each processor holds. */
static void
copy_locally(Naive *n, const End *to, long double t)
{
    gint64 count[MAX_P] = { 0 }, all = 0;
    int same[MAX_P] = { 0 };
    const Dist *d = &to->array->place.template->dist;
    g_autofree guint8 *held = g_new0(guint8, MAX_P * to->elements->len);
    for (guint k = 0; k < to->elements->len; k++) {
        gboolean any = FALSE;
        for (int i = 0; i < n->current->n; i++) {
            int p = n->current->member[i];
            if (!naive_holds(d, &to->array->place, p, element(to, k)))
                continue;
            any = TRUE;
            count[p]++;
            held[p * to->elements->len + k] = 1;
        }
        all += any;
    }
    for (int i = 0; i < n->current->n; i++)
        for (int j = 0; j < n->current->n; j++) {
            int p = n->current->member[i], q = n->current->member[j];
            gboolean equal = TRUE;
            for (guint k = 0; k < to->elements->len; k++)
                equal =
                    equal && held[p * to->elements->len + k] == held[q * to->elements->len + k];
            same[p] += equal;
        }
    naive_share(n, t, count, same, all, FALSE);
}

gboolean
naive_call_copy(Naive *n, RtCallId id, gboolean *returned)
{
    Object *flag =
        id == RT_CALL_ARRCPY ? NULL : naive_find(n, COPY, n->in, RT_PARAM_COPY_FLAG_PTR);
    if (id == RT_CALL_WAITCP)
        return flag != NULL ? naive_wait(n, OPERATION_REMOTE, flag)
                            : naive_fail(n, "wait without start");
    End from = { 0 }, to = { 0 };
    gboolean ok = read_end(n, &from_params, &from) && read_end(n, &to_params, &to);
    if (ok && from.array != NULL && to.array != NULL && from.elements->len != to.elements->len)
        ok = naive_fail(n, "sections of different sizes");
    if (ok) {
        g_autofree Matrix *m = g_new0(Matrix, 1);
        if (from.array != NULL)
            copy_transfers(n, &from, &to, *m);
        if (id == RT_CALL_ARRCPY) {
            naive_collective(n, OPERATION_REMOTE, naive_cost(n, *m));
            naive_count(n, OPERATION_REMOTE);
        } else {
            if (flag == NULL)
                flag = naive_new(n, COPY, trace_record_int(n->in, RT_PARAM_COPY_FLAG_PTR, 0));
            naive_start(n, OPERATION_REMOTE, flag, naive_cost(n, *m));
        }
        if (to.array != NULL && !n->bracket) {
            copy_locally(n, &to, naive_inside(n));
            *returned = TRUE;
        }
    }
    if (from.elements != NULL)
        g_array_unref(from.elements);
    if (to.elements != NULL)
        g_array_unref(to.elements);
    return ok;
}

/* ---- remote buffers ---- */

/* Whether processor p executes an iteration whose index on loop axis `axis` is number k. */
static gboolean
executes_on_axis(const Naive *n, const Object *loop, int p, int axis, int k)
{
    int index[MAX_RANK] = { 0 };
    if (loop->placed && naive_volume(loop->rank, loop->size) == 0)
        return FALSE;
    do
        if ((axis < 0 || index[axis] == k) && naive_executes(n, loop, p, index))
            return TRUE;
    while (naive_next(loop->rank, loop->size, index));
    return FALSE;
}

/* Marks the indices of array axis a that processor p reads. */
static gboolean
read_axis(const Naive *n, const Object *array, const Object *loop, int p, int a, guint8 *reads)
{
    int axis = naive_int(n->in, RT_PARAM_AXIS_ARRAY, a, 0);
    int coeff = naive_int(n->in, RT_PARAM_COEFF_ARRAY, a, 0);
    int constant = naive_int(n->in, RT_PARAM_CONST_ARRAY, a, 0);
    gboolean fixed = axis == 0 || coeff == 0;
    if (axis == -1) {
        for (int x = 0; x < array->size[a]; x++)
            reads[x] = 1;
        return TRUE;
    }
    if (!fixed && (axis > loop->rank || !loop->placed))
        return FALSE;
    for (int k = 0; k < (fixed ? 1 : loop->size[axis - 1]); k++) {
        gint64 x = fixed ? constant
                         : coeff * (loop->init[axis - 1] + k * loop->step[axis - 1]) + constant;
        if (x >= 0 && x < array->size[a] &&
            (fixed || executes_on_axis(n, loop, p, axis - 1, k)))
            reads[x] = 1;
    }
    return TRUE;
}

static void
want(Object *buffer, int p, const guint8 reads[MAX_RANK][256])
{
    const Object *array = buffer->named;
    int x[MAX_RANK] = { 0 };
    gint64 e = 0, volume = naive_volume(array->rank, array->size);
    do {
        gboolean wanted = TRUE;
        for (int a = 0; a < array->rank; a++)
            wanted = wanted && reads[a][x[a]];
        buffer->wanted[p * volume + e++] = wanted;
    } while (naive_next(array->rank, array->size, x));
}

static gboolean
create_buffer(Naive *n, RtCallId id)
{
    Object *array =
        naive_find_array(n, RT_PARAM_REM_ARRAY_HEADER, RT_PARAM_REM_ARRAY_HANDLE_PTR);
    Object *loop = naive_find(n, LOOP, n->in, RT_PARAM_LOOP_REF);
    System *s = naive_system_of(n, n->in);
    if (array == NULL || !array->placed || s == NULL || (id == RT_CALL_CRTRBL && loop == NULL))
        return naive_fail(n, "unknown array, loop or system");
    Object *buffer = naive_new(n, BUFFER, trace_record_int(n->in, RT_PARAM_BUFFER_HEADER, 0));
    buffer->named = array;
    buffer->wanted = g_new0(guint8, n->n_p * naive_volume(array->rank, array->size));
    for (int p = 0; p < n->n_p; p++) {
        guint8 reads[MAX_RANK][256] = { 0 };
        if (id == RT_CALL_CRTRBL ? !executes_on_axis(n, loop, p, -1, 0)
                                 : naive_position(s, p) < 0)
            continue;
        for (int a = 0; a < array->rank; a++) {
            int fixed = naive_int(n->in, RT_PARAM_COORD_ARRAY, a, -1);
            if (array->size[a] > 256)
                return naive_fail(n, "array too large");
            if (id == RT_CALL_CRTRBL && !read_axis(n, array, loop, p, a, reads[a]))
                return naive_fail(n, "loop axis");
            for (int x = 0; id == RT_CALL_CRTRBP && x < array->size[a]; x++)
                reads[a][x] = fixed < 0 || fixed == x;
        }
        want(buffer, p, reads);
    }
    return TRUE;
}

static gboolean
load_transfers(Naive *n, const Object *buffer, Matrix m)
{
    const Object *array = buffer->named;
    const Dist *d = &array->place.template->dist;
    gint64 volume = naive_volume(array->rank, array->size);
    if (array->dead)
        return naive_fail(n, "array deleted");
    for (int q = 0; q < n->n_p; q++) {
        int x[MAX_RANK] = { 0 };
        gint64 e = 0;
        do
            if (buffer->wanted[q * volume + e++] && !naive_holds(d, &array->place, q, x))
                m[naive_nearest(n, d, &array->place, x, q)][q] += array->element;
        while (naive_next(array->rank, array->size, x));
    }
    return TRUE;
}

static gboolean
load(Naive *n, Object *what)
{
    g_autofree Matrix *m = g_new0(Matrix, 1);
    if (what->kind == BUFFER && !load_transfers(n, what, *m))
        return FALSE;
    for (guint i = 0; what->parts != NULL && i < what->parts->len; i++)
        if (!load_transfers(n, what->parts->pdata[i], *m))
            return FALSE;
    naive_start(n, OPERATION_REMOTE, what, naive_cost(n, *m));
    return TRUE;
}

gboolean
naive_call_remote(Naive *n, RtCallId id)
{
    Object *buffer = naive_find(n, BUFFER, n->in, RT_PARAM_BUFFER_HEADER);
    Object *group = naive_find(n, BUFFER_GROUP, n->in, RT_PARAM_REGULAR_ACCESS_GROUP_REF);
    Object *what = id == RT_CALL_LOADBG || id == RT_CALL_WAITBG ? group : buffer;
    switch (id) {
    case RT_CALL_CRTRBL:
    case RT_CALL_CRTRBP:
        return create_buffer(n, id);
    case RT_CALL_CRTBG:
        group = naive_new(n, BUFFER_GROUP,
                          trace_record_int(n->ret, RT_PARAM_REGULAR_ACCESS_GROUP_REF, 0));
        group->parts = g_ptr_array_new();
        return TRUE;
    case RT_CALL_INSRB:
        if (group == NULL || buffer == NULL)
            return naive_fail(n, "unknown group or buffer");
        if (!g_ptr_array_find(group->parts, buffer, NULL))
            g_ptr_array_add(group->parts, buffer);
        return TRUE;
    case RT_CALL_LOADRB:
    case RT_CALL_LOADBG:
        return what != NULL ? load(n, what) : naive_fail(n, "unknown buffer");
    default:
        return what != NULL ? naive_wait(n, OPERATION_REMOTE, what)
                            : naive_fail(n, "unknown buffer");
    }
}
