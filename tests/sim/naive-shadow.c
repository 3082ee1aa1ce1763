/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Shadow edges and pipelined loops.
 */
#include "tests/sim/naive-state.h"

#include <string.h>

/* Whether p holds row `row` of axis a. */
static gboolean
has_row(const Dist *d, const Place *place, const int coord[], int a, int row)
{
    int g = naive_grid_dimension(d, place, a);
    return g < 0 || naive_along(d, place, g, coord[g], row);
}

/* Lowest and highest element of axis a at coord; FALSE: none. */
static gboolean
extent(const Object *array, const Dist *d, const int coord[], int a, int *low, int *high)
{
    *low = *high = -1;
    for (int x = 0; x < array->size[a]; x++)
        if (has_row(d, &array->place, coord, a, x)) {
            *low = *low < 0 ? x : *low;
            *high = x;
        }
    return *low >= 0;
}

/* The coordinate that owns element x of axis a, which lies on grid dimension g. */
static int
owner(const Object *array, const Dist *d, int g, int x)
{
    for (int c = 0; c < d->system->size[g]; c++)
        if (naive_along(d, &array->place, g, c, x))
            return c;
    return -1;
}

/* What the processor at `from` sends for the axes of `set` in the directions of `up` (both bit
 * sets), element by element; adds it to the matrix. */
static void
send_edge(const Edge *edge, const Dist *d, int from, guint set, guint up, Matrix m)
{
    const Object *array = edge->array;
    int coord[MAX_RANK], to[MAX_RANK], low[MAX_RANK], high[MAX_RANK], x[MAX_RANK] = { 0 };
    naive_coords(d->system, from, coord);
    memcpy(to, coord, sizeof to);
    for (int a = 0; a < array->rank; a++) {
        if (!extent(array, d, coord, a, &low[a], &high[a]))
            return;
        if (!(set >> a & 1))
            continue;
        int g = naive_grid_dimension(d, &array->place, a);
        int beyond = up >> a & 1 ? high[a] + 1 : low[a] - 1;
        if (beyond < 0 || beyond >= array->size[a])
            return;
        to[g] = owner(array, d, g, beyond);
    }
    int p = d->system->member[from], q = -1;
    for (int i = 0; i < d->system->n; i++) {
        int other[MAX_RANK];
        naive_coords(d->system, i, other);
        if (memcmp(other, to, d->system->rank * sizeof(int)) == 0)
            q = d->system->member[i];
    }
    do {
        gboolean sent = naive_holds(d, &array->place, p, x);
        for (int a = 0; sent && a < array->rank; a++)
            if (set >> a & 1)
                sent =
                    up >> a & 1 ? x[a] > high[a] - edge->low[a] : x[a] < low[a] + edge->high[a];
        if (sent)
            m[p][q] += array->element;
    } while (naive_next(array->rank, array->size, x));
}

/* Edges of one array. Where only_dim >= 0: of the axis that lies on that grid dimension alone,
 * sent towards higher coordinates when `rising`, else towards lower ones. */
static void
array_edges(const Edge *edge, Matrix m, int only_dim, gboolean rising)
{
    const Object *array = edge->array;
    const Dist *d = &array->place.template->dist;
    for (guint set = 1; set < 1U << array->rank; set++)
        for (guint up = 0; up < 1U << array->rank; up++) {
            int n_axes = 0;
            gboolean good = (up & ~set) == 0;
            for (int a = 0; a < array->rank; a++) {
                int g = naive_grid_dimension(d, &array->place, a);
                if (!(set >> a & 1)) {
                    good = good && (edge->sign[a] & 1);
                    continue;
                }
                n_axes++;
                good = good && g >= 0 && (edge->sign[a] & (up >> a & 1 ? 2 : 4));
                if (good && only_dim >= 0) {
                    gboolean upwards = array->place.sign[d->axis[g]] > 0;
                    gboolean towards_high = (up >> a & 1 ? TRUE : FALSE) == upwards;
                    good = g == only_dim && towards_high == rising;
                }
            }
            if (!good || n_axes > (only_dim >= 0 ? 1 : edge->most))
                continue;
            for (int from = 0; from < d->system->n; from++)
                send_edge(edge, d, from, set, up, m);
        }
}

void
naive_edges(Naive *n, Object *group, Matrix m, int only_dim, gboolean rising)
{
    (void)n;
    for (guint i = 0; i < group->edges->len; i++)
        array_edges(&g_array_index(group->edges, Edge, i), m, only_dim, rising);
}

/* ---- calls ---- */

static gboolean
insert_array(Naive *n, Object *group, gboolean by_sign)
{
    Edge edge = { .array =
                      naive_find_array(n, RT_PARAM_ARRAY_HEADER, RT_PARAM_ARRAY_HANDLE_PTR) };
    if (edge.array == NULL || !edge.array->placed)
        return naive_fail(n, "unknown array");
    for (int a = 0; a < edge.array->rank; a++) {
        edge.low[a] = naive_int(n->in, RT_PARAM_LOW_SHD_WIDTH_ARRAY, a, 0);
        edge.high[a] = naive_int(n->in, RT_PARAM_HI_SHD_WIDTH_ARRAY, a, 0);
        if (edge.low[a] == -1)
            edge.low[a] = edge.array->low_width[a];
        if (edge.high[a] == -1)
            edge.high[a] = edge.array->high_width[a];
        edge.sign[a] = by_sign ? naive_int(n->in, RT_PARAM_SHD_SIGN_ARRAY, a, 7) : 7;
    }
    edge.most = by_sign ? naive_int(n->in, RT_PARAM_MAX_SHD_COUNT, 0, 1)
                : naive_int(n->in, RT_PARAM_FULL_SHD_SIGN, 0, 0) != 0 ? MAX_RANK
                                                                      : 1;
    for (guint i = 0; i < group->edges->len; i++)
        if (g_array_index(group->edges, Edge, i).array == edge.array) {
            g_array_index(group->edges, Edge, i) = edge;
            return TRUE;
        }
    g_array_append_val(group->edges, edge);
    return TRUE;
}

static long double
edges_cost(Naive *n, Object *group)
{
    g_autofree Matrix *m = g_new0(Matrix, 1);
    naive_edges(n, group, *m, -1, FALSE);
    return naive_cost(n, *m);
}

static gboolean
across(Naive *n)
{
    Object *old = naive_find(n, SHADOW_GROUP, n->in, RT_PARAM_OLD_SHADOW_GROUP_REF);
    n->across = naive_find(n, SHADOW_GROUP, n->in, RT_PARAM_NEW_SHADOW_GROUP_REF);
    n->pipe = trace_record_real(n->in, RT_PARAM_PIPE_LINE_PAR, 0);
    n->across_loop = n->mapped;
    if (n->mapped == NULL)
        return naive_fail(n, "no loop");
    if (old == NULL) {
        naive_count(n, OPERATION_SHADOW);
        return TRUE;
    }
    naive_start(n, OPERATION_SHADOW, old, edges_cost(n, old)); /* this is counted: not twice */
    return naive_wait(n, OPERATION_SHADOW, old);
}

static void
send_only(Naive *n, Object *group)
{
    group->start = 0;
    for (int i = 0; i < n->current->n; i++)
        group->start = MAX(group->start, n->clock[n->host[n->current->member[i]]]);
    group->done = group->start + edges_cost(n, group);
    group->pending = TRUE;
    naive_count(n, OPERATION_SHADOW);
}

gboolean
naive_call_shadow(Naive *n, RtCallId id)
{
    if (id == RT_CALL_CRTSHG) {
        Object *o =
            naive_new(n, SHADOW_GROUP, trace_record_int(n->ret, RT_PARAM_SHADOW_GROUP_REF, 0));
        o->edges = g_array_new(FALSE, FALSE, sizeof(Edge));
        return TRUE;
    }
    if (id == RT_CALL_ACROSS)
        return across(n);
    Object *group = naive_find(n, SHADOW_GROUP, n->in, RT_PARAM_SHADOW_GROUP_REF);
    Object *loop = naive_find(n, LOOP, n->in, RT_PARAM_LOOP_REF);
    if (group == NULL)
        return naive_fail(n, "unknown group");
    switch (id) {
    case RT_CALL_INSSH:
    case RT_CALL_INSSHD:
        return insert_array(n, group, id == RT_CALL_INSSHD);
    case RT_CALL_STRTSH:
    case RT_CALL_EXFRST:
        naive_start(n, OPERATION_SHADOW, group, edges_cost(n, group));
        return TRUE;
    case RT_CALL_SENDSH:
        send_only(n, group);
        return TRUE;
    case RT_CALL_WAITSH:
        return naive_wait(n, OPERATION_SHADOW, group);
    case RT_CALL_IMLAST:
        if (loop == NULL)
            return naive_fail(n, "unknown loop");
        loop->last_import = group;
        return TRUE;
    case RT_CALL_RECVSH:
        return TRUE;
    default:
        return naive_fail(n, "not known here");
    }
}
