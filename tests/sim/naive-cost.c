/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/sim/naive-state.h"

typedef __int128 Atto; /* 10^-18 seconds */

static long double
bus_share(const Naive *n, long double cost)
{
    gint64 channels = MIN(n->params->network.channels, n->current->n);
    return cost * n->params->network.scale / channels;
}

static gboolean
is_kind(const Naive *n, const char *name)
{
    return g_str_equal(n->ideal ? "ideal" : params_type_name(n->params), name);
}

static gboolean
is_links(const Naive *n)
{
    return !n->ideal && params_is_links(n->params);
}

static long double
message(const Naive *n, long double bytes)
{
    return (n->params->network.start_time + n->params->network.byte_time * bytes) * 1e-18L;
}

long double
naive_cost_message(const Naive *n, int p, int q, long double bytes)
{
    if (is_links(n))
        return naive_links_message(n, p, q, bytes);
    return is_kind(n, "ideal") ? 0 : message(n, bytes) * n->params->network.scale;
}

/* T(S) of L bytes over l links. */
static Atto
pieces_time(const Naive *n, gint64 l, gint64 L, gint64 S)
{
    Atto ts = n->params->network.start_time, tb = n->params->network.byte_time;
    Atto t = (l + L / S - 1) * (ts + tb * S);
    return L % S == 0 ? t : t + ts + tb * (L % S);
}

static long double
pipelined(const Naive *n, gint64 l, gint64 L)
{
    Atto ts = n->params->network.start_time, tb = n->params->network.byte_time;
    gint64 S = 0;
    if (tb == 0)
        S = L;
    else if (ts > 0)
        while (S < L && (Atto)(S + 1) * (S + 1) * tb * (l - 1) <= ts * L)
            S++;
    S = MAX(S, 1);
    Atto here = pieces_time(n, l, L, S);
    if (tb == 0 || ts == 0)
        return here * 1e-18L;
    gboolean down = S > 1 && pieces_time(n, l, L, S - 1) < here;
    gboolean up = S < L && pieces_time(n, l, L, S + 1) < here;
    if (down && up)
        down = pieces_time(n, l, L, S - 1) <= pieces_time(n, l, L, S + 1);
    int step = down ? -1 : up ? 1 : 0;
    while (step != 0 && S + step >= 1 && S + step <= L &&
           pieces_time(n, l, L, S + step) < pieces_time(n, l, L, S))
        S += step;
    return pieces_time(n, l, L, S) * 1e-18L;
}

static long double
transputer(const Naive *n, Matrix m)
{
    gint64 farthest = 0, largest = 0;
    for (int p = 0; p < n->n_p; p++)
        for (int q = 0; q < n->n_p; q++) {
            if (p == q || m[p][q] == 0)
                continue;
            gint64 l = naive_distance(n, p, q);
            if (l > farthest) {
                farthest = l;
                largest = 0;
            }
            if (l == farthest)
                largest = MAX(largest, m[p][q]);
        }
    if (farthest == 0)
        return 0;
    return (farthest == 1 ? message(n, largest) : pipelined(n, farthest, largest)) *
           n->params->network.scale;
}

long double
naive_cost(const Naive *n, Matrix m)
{
    if (is_kind(n, "ideal"))
        return 0;
    if (is_kind(n, "transputer"))
        return transputer(n, m);
    if (is_links(n))
        return naive_links_exchange(n, m);
    long double sum = 0;
    for (int p = 0; p < n->n_p; p++)
        for (int q = 0; q < n->n_p; q++)
            if (p != q && m[p][q] > 0)
                sum += message(n, m[p][q]);
    return bus_share(n, sum);
}

long double
naive_cost_reduction(const Naive *n, const System *grid, const gboolean spread[], gint64 bytes)
{
    gint64 product = 1, over = 0, others = 0;
    gboolean any = FALSE;
    for (int g = 0; g < grid->rank; g++) {
        if (spread[g] && grid->size[g] > 1) {
            any = TRUE;
            product *= grid->size[g];
            over += grid->size[g] / 2;
        } else {
            others += grid->size[g] / 2;
        }
    }
    if (!any || is_kind(n, "ideal"))
        return 0;
    if (is_links(n))
        return naive_links_reduction(n, grid, spread, bytes);
    if (is_kind(n, "transputer"))
        return message(n, bytes) * (2 * over + others) * n->params->network.scale;
    return bus_share(n, message(n, bytes) * (product + n->current->n - 2));
}

long double
naive_cost_broadcast(const Naive *n, gint64 bytes)
{
    if (is_kind(n, "ideal"))
        return 0;
    if (is_links(n))
        return naive_links_broadcast(n, bytes);
    if (is_kind(n, "network"))
        return bus_share(n, message(n, bytes) * (n->current->n - 1));
    gint64 farthest = 0;
    for (int i = 0; i < n->current->n; i++)
        farthest =
            MAX(farthest, naive_distance(n, n->current->member[0], n->current->member[i]));
    return message(n, bytes) * farthest * n->params->network.scale;
}
