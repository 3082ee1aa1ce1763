/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/sweep/topology.h"

#include "src/sim/objects/system.h"

TopologyShape
topology_shape(int rank)
{
    TopologyShape shape = { .rank = rank };
    for (guint8 d = 0; d < TOPOLOGY_MAX_RANK; d++)
        shape.like[d] = d;
    return shape;
}

/* The largest size that dimension d may have behind those before it. */
static gint64
largest_size(const TopologyShape *shape, const gint64 size[], int d)
{
    for (int before = d - 1; before >= 0; before--) {
        if (shape->like[before] == shape->like[d])
            return size[before];
    }
    return G_MAXINT64;
}

gboolean
topology_is_canonical(const TopologyShape *shape, const RaterGrid *grid)
{
    for (int d = 0; d < grid->rank; d++) {
        if (grid->size[d] > largest_size(shape, grid->size, d))
            return FALSE;
    }
    return TRUE;
}

RaterGrid
topology_even(gint64 n, int rank)
{
    RaterGrid grid = { .rank = rank };
    sim_factorise(n, rank, grid.size);
    return grid;
}

/* The divisors of n, falling. */
static GArray *
divisors(gint64 n)
{
    GArray *all = g_array_new(FALSE, FALSE, sizeof(gint64));
    for (gint64 d = 1; d <= n / d; d++) {
        gint64 other = n / d;
        if (n % d == 0)
            g_array_append_val(all, other);
    }
    for (guint i = all->len; i-- > 0;) {
        gint64 d = n / g_array_index(all, gint64, i);
        if (d != g_array_index(all, gint64, i))
            g_array_append_val(all, d);
    }
    return all;
}

typedef struct {
    const TopologyShape *shape;
    const GArray *divisors; /* of the number of processors */
    GArray *grids;
    guint most;
} Factors;

/* Gives dimension d and those behind it every size whose product is `rest`. The depth of the
 * recursion is the rank. */
static void
add_grids(Factors *f, RaterGrid *grid, int d, gint64 rest)
{
    const gint64 most = largest_size(f->shape, grid->size, d);
    if (d == f->shape->rank - 1) {
        grid->size[d] = rest;
        if (rest <= most && f->grids->len < f->most)
            g_array_append_val(f->grids, *grid);
        return;
    }
    for (guint i = 0; i < f->divisors->len && f->grids->len < f->most; i++) {
        const gint64 size = g_array_index(f->divisors, gint64, i);
        if (size > most || rest % size != 0)
            continue;
        grid->size[d] = size;
        add_grids(f, grid, d + 1, rest / size);
    }
}

static void
add_all(GArray *grids, gint64 n, const TopologyShape *shape, guint most)
{
    g_autoptr(GArray) all = divisors(n);
    Factors factors = { shape, all, grids, most };
    RaterGrid grid = { .rank = shape->rank };
    add_grids(&factors, &grid, 0, n);
}

GArray *
topology_between(gint64 lo, gint64 hi, const TopologyShape *shape, guint most)
{
    GArray *grids = g_array_new(FALSE, FALSE, sizeof(RaterGrid));
    for (gint64 n = MAX(lo, 1); n <= hi && grids->len < most; n++)
        add_all(grids, n, shape, most);
    return grids;
}

void
topology_append(const RaterGrid *grid, GString *out)
{
    for (int d = 0; d < grid->rank; d++)
        g_string_append_printf(out, "%s%" G_GINT64_FORMAT, d > 0 ? "x" : "",
                               (gint64)grid->size[d]);
}

gint
topology_compare(gconstpointer v, gconstpointer w)
{
    const RaterGrid *a = v, *b = w;
    const gint64 n = rater_grid_count(a), m = rater_grid_count(b);
    if (n != m)
        return n < m ? -1 : 1;
    for (int d = 0; d < MIN(a->rank, b->rank); d++) {
        if (a->size[d] != b->size[d])
            return a->size[d] > b->size[d] ? -1 : 1;
    }
    return (a->rank > b->rank) - (a->rank < b->rank);
}
