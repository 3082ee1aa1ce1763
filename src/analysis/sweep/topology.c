/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/sweep/topology.h"

#include <string.h>

#include "src/base/types.h"
#include "src/sim/objects/system.h"

/* More sizes than anybody tries. */
#define MOST_SIZES 65536

G_STATIC_ASSERT(SIM_LAYOUT_RANK == TOPOLOGY_MAX_RANK);

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
    const gint64 most = shape->most[d] > 0 ? shape->most[d] : G_MAXINT64;
    for (int before = d - 1; before >= 0; before--) {
        if (shape->like[before] == shape->like[d])
            return MIN(size[before], most);
    }
    return most;
}

gint64
topology_room(const TopologyShape *shape)
{
    gint64 room = 1;
    for (int d = 0; d < shape->rank; d++) {
        if (shape->most[d] == 0 || __builtin_mul_overflow(room, shape->most[d], &room))
            return G_MAXINT64;
    }
    return room;
}

gboolean
topology_leaves_out(const TopologyShape *shape, gint64 n)
{
    for (int d = 0; d < shape->rank; d++) {
        if (shape->most[d] > 0 && n > shape->most[d])
            return TRUE;
    }
    return FALSE;
}

gboolean
topology_fits(const TopologyShape *shape, const RaterGrid *grid)
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
    const gint64 last = MIN(hi, topology_room(shape));
    for (gint64 n = MAX(lo, 1); n <= last && grids->len < most; n++)
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

char *
topology_name(const RaterGrid *grid)
{
    GString *out = g_string_new(NULL);
    topology_append(grid, out);
    return g_string_free(out, FALSE);
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

/* The largest ratio of sizes, 1 and more. */
static double
distance(const RaterGrid *a, const RaterGrid *b)
{
    double most = 1;
    for (int d = 0; d < a->rank; d++) {
        const double x = (double)a->size[d], y = (double)b->size[d];
        most = MAX(most, MAX(x / y, y / x));
    }
    return most;
}

static gint
compare_distances(gconstpointer a, gconstpointer b, gpointer grid)
{
    const double x = distance(a, grid), y = distance(b, grid);
    return x != y ? (x < y ? -1 : 1) : topology_compare(a, b);
}

void
topology_sort_near(GArray *grids, const RaterGrid *grid)
{
    g_array_sort_with_data(grids, compare_distances, (gpointer)grid);
}

static void
sort_once(GArray *numbers)
{
    guint n = 0;
    g_array_sort(numbers, compare_int64);
    for (guint i = 0; i < numbers->len; i++) {
        const gint64 number = g_array_index(numbers, gint64, i);
        if (n == 0 || number != g_array_index(numbers, gint64, n - 1))
            g_array_index(numbers, gint64, n++) = number;
    }
    g_array_set_size(numbers, n);
}

RaterGrid
topology_extents(const SimLayout *layout)
{
    RaterGrid extents = { .rank = layout->parts ? 0 : layout->rank };
    for (int d = 0; d < extents.rank; d++) {
        const GArray *all = layout->extents[d];
        for (guint i = 0; all != NULL && i < all->len; i++)
            extents.size[d] = MAX(extents.size[d], g_array_index(all, gint64, i));
    }
    return extents;
}

gboolean
topology_is_beyond(const RaterGrid *grid, const RaterGrid *extents)
{
    for (int d = 0; d < MIN(grid->rank, extents->rank); d++) {
        if (extents->size[d] > 0 && grid->size[d] > extents->size[d])
            return TRUE;
    }
    return FALSE;
}

TopologyShape
topology_shape_on(const SimLayout *layout, const Params *params)
{
    TopologyShape shape = topology_shape(layout->rank);
    const RaterGrid extents = topology_extents(layout);
    for (int d = 0; d < extents.rank; d++)
        shape.most[d] = extents.size[d];
    gboolean alike = rater_network_is_symmetric(&params->network);
    for (guint i = 1; i < params->speeds->len; i++)
        alike &= g_array_index(params->speeds, ParamsSpeed, i).speed ==
                 g_array_index(params->speeds, ParamsSpeed, 0).speed;
    if (alike)
        memcpy(shape.like, layout->like, sizeof shape.like);
    return shape;
}

/* Both ends of every run of sizes that cut an axis of n elements into the same blocks. */
static void
add_sizes(GArray *sizes, gint64 n, gint64 most)
{
    for (gint64 p = 1; p <= MIN(n, most) && sizes->len < MOST_SIZES;) {
        const gint64 block = (n - 1) / p + 1;
        const gint64 last = block > 1 ? MIN((n - 1) / (block - 1), most) : p;
        g_array_append_val(sizes, p);
        g_array_append_val(sizes, last);
        p = last + 1;
    }
}

GArray *
topology_sizes(const SimLayout *layout, int d, gint64 most)
{
    const gint64 one = 1;
    g_autoptr(GArray) extents = g_array_copy(layout->extents[d]);
    GArray *sizes = g_array_new(FALSE, FALSE, sizeof(gint64));
    g_array_append_val(sizes, one);
    sort_once(extents);
    for (guint i = 0; !layout->parts && i < extents->len; i++)
        add_sizes(sizes, g_array_index(extents, gint64, i), most);
    for (gint64 p = 2; layout->parts && p <= MIN(most, MOST_SIZES); p++)
        g_array_append_val(sizes, p);
    sort_once(sizes);
    return sizes;
}
