/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Pipelined loops, portion by portion, with every number of portions tried.
 */
#include "tests/sim/naive-state.h"

typedef struct {
    Naive *n;
    const gint64 *count;
    long double work[MAX_P]; /* t_p */
    Matrix bytes; /* of the edge that q receives from p before each portion, in all */
    long double done[MAX_P];
} Pipe;

/* Fills pipe->done with every processor's completion for `portions` portions; returns the
 * largest. */
static long double
run(Pipe *pipe, int portions)
{
    Naive *n = pipe->n;
    gboolean ran[MAX_P];
    long double largest = 0;
    for (int p = 0; p < n->n_p; p++)
        pipe->done[p] = n->clock[n->host[p]];
    for (int k = 0; k < portions; k++) {
        int left = n->n_p;
        for (int p = 0; p < n->n_p; p++)
            ran[p] = FALSE;
        while (left > 0)
            for (int q = 0; q < n->n_p; q++) {
                long double begin = pipe->done[q], receipts = 0;
                gboolean ready = !ran[q];
                for (int p = 0; p < n->n_p; p++) {
                    if (pipe->bytes[p][q] == 0)
                        continue;
                    ready = ready && ran[p];
                    begin = MAX(begin, pipe->done[p]);
                    receipts +=
                        naive_cost_message(n, p, q, (long double)pipe->bytes[p][q] / portions);
                }
                if (!ready)
                    continue;
                ran[q] = TRUE;
                left--;
                if (pipe->count[q] > 0)
                    pipe->done[q] = begin + receipts + pipe->work[q] / portions;
            }
    }
    for (int p = 0; p < n->n_p; p++)
        if (pipe->count[p] > 0)
            largest = MAX(largest, pipe->done[p]);
    return largest;
}

/* Whether an array of the group is distributed on g with a width on the side that the loop
 * comes from. */
static gboolean
has_width(const Object *group, int g, gboolean rising)
{
    for (guint i = 0; i < group->edges->len; i++) {
        const Edge *edge = &g_array_index(group->edges, Edge, i);
        const Dist *d = &edge->array->place.template->dist;
        for (int a = 0; a < edge->array->rank; a++) {
            if (naive_grid_dimension(d, &edge->array->place, a) != g)
                continue;
            gboolean same = edge->array->place.sign[d->axis[g]] > 0;
            if ((same == rising ? edge->low[a] : edge->high[a]) > 0)
                return TRUE;
        }
    }
    return FALSE;
}

/* The most iterations that any processor of the current system has on a loop axis. */
static int
most_on_axis(const Naive *n, const Object *loop, int axis)
{
    int most = 0;
    for (int i = 0; i < n->current->n; i++) {
        gboolean seen[256] = { FALSE };
        int index[MAX_RANK] = { 0 }, own = 0;
        do
            if (!seen[index[axis]] && naive_executes(n, loop, n->current->member[i], index)) {
                seen[index[axis]] = TRUE;
                own++;
            }
        while (naive_next(loop->rank, loop->size, index));
        most = MAX(most, own);
    }
    return most;
}

static int
choose_portions(Pipe *pipe, int extent)
{
    double given = pipe->n->pipe;
    if (given > 0)
        return (int)CLAMP(given, 1, extent);
    int best = 1;
    long double least = run(pipe, 1);
    for (int portions = 2; portions <= extent; portions++) {
        long double t = run(pipe, portions);
        if (t < least * (1 - 1e-15L)) {
            least = t;
            best = portions;
        }
    }
    return best;
}

/* Edges along the pipelined dimensions, and the extent of the cut axis; 0: none is pipelined.
 */
static int
prepare(Pipe *pipe)
{
    Naive *n = pipe->n;
    const Object *loop = n->across_loop;
    gboolean piped[MAX_RANK] = { FALSE }, any = FALSE;
    for (int g = 0; g < loop->dist.system->rank; g++) {
        int t = loop->dist.axis[g];
        int axis = t < 0 ? -1 : loop->place.axis[t];
        if (axis < 0 || loop->dist.system->size[g] < 2)
            continue;
        gboolean rising = (loop->place.sign[t] > 0) == (loop->step[axis] > 0);
        if (!has_width(n->across, g, rising))
            continue;
        piped[axis] = any = TRUE;
        naive_edges(n, n->across, pipe->bytes, g, rising);
    }
    for (int p = 0; p < n->n_p; p++)
        for (int q = 0; q < n->n_p; q++)
            if (pipe->count[p] == 0 || pipe->count[q] == 0)
                pipe->bytes[p][q] = 0;
    if (!any)
        return 0;
    int cut = -1;
    for (int axis = 0; axis < loop->rank; axis++)
        if (!piped[axis] && (cut < 0 || loop->size[axis] > loop->size[cut]))
            cut = axis;
    return cut < 0 ? 1 : most_on_axis(n, loop, cut);
}

void
naive_pipeline(Naive *n, const gint64 *count, const int *same, gint64 all, long double t)
{
    g_autofree Pipe *pipe = g_new0(Pipe, 1);
    pipe->n = n;
    pipe->count = count;
    for (int p = 0; p < n->n_p; p++) {
        int crowd = 0;
        for (int q = 0; q < n->n_p; q++)
            crowd += count[q] > 0 && n->host[q] == n->host[p];
        pipe->work[p] = all == 0 ? 0 : crowd * t * count[p] / all / n->speed[p];
    }
    int extent = prepare(pipe);
    long double done[MAX_P] = { 0 };
    if (all > 0 && extent > 0) {
        run(pipe, choose_portions(pipe, extent));
        for (int p = 0; p < n->n_p; p++)
            if (count[p] > 0)
                done[n->host[p]] = MAX(done[n->host[p]], pipe->done[p]);
    }
    naive_share(n, t, count, same, all, TRUE);
    for (int i = 0; i < n->current->n && all > 0 && extent > 0; i++) {
        int p = n->current->member[i], h = n->host[p];
        if (count[p] > 0) { /* of several on a host the first has the rest of its time */
            naive_communicate(n, OPERATION_SHADOW, h, done[h] - n->clock[h]);
            n->clock[h] = done[h];
        }
    }
    n->across = NULL;
}
